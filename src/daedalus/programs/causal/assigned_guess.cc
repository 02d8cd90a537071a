#include "daedalus/programs/causal/assigned_guess.h"

#include <cmath>
#include <cstdint>
#include <span>
#include <utility>

#include "daedalus/system/expr/leaves.h"

namespace daedalus::causal {
namespace {

// Which variables without a given value equations assign, and in which order that can be done.
class Assigned {
 public:
  Assigned(const System& system, std::span<const char> is_given)
      : system_(system),
        is_given_(is_given),
        value_(system.variables.size()),
        missing_(value_.size()),
        users_(value_.size()) {
    for (const Equation& equation : system.equations) {
      if (!Define(equation.left, equation.right)) Define(equation.right, equation.left);
    }
    for (const VariableId v : IdRange<VariableId>(value_.size())) {
      if (value_[v.index()].IsValid()) CountMissing(v);
    }
  }

  // Visits variables after those in their values; skips cycles.
  template <class Visit>
  void InOrder(Visit visit) {
    std::vector<VariableId> ready;
    for (const VariableId v : IdRange<VariableId>(value_.size())) {
      if (value_[v.index()].IsValid() && missing_[v.index()] == 0) ready.push_back(v);
    }
    while (!ready.empty()) {
      const VariableId v = ready.back();
      ready.pop_back();
      visit(v, value_[v.index()]);
      for (const VariableId user : users_[v.index()]) {
        if (--missing_[user.index()] == 0) ready.push_back(user);
      }
    }
  }

 private:
  bool Define(ExprId unknown, ExprId value) {
    const expr::Graph& g = system_.graph;
    if (g.op(unknown) != expr::Op::kVariable || g.derivative_order(unknown) > 0) return false;
    const VariableId v = g.variable(unknown);
    if (is_given_[v.index()] || value_[v.index()].IsValid()) return false;
    for (const expr::VariableLeaf& leaf : leaves_.Collect(g, value).variables) {
      if (leaf.order > 0 || leaf.variable == v) return false;
    }
    value_[v.index()] = value;
    return true;
  }

  void CountMissing(VariableId v) {
    for (const expr::VariableLeaf& leaf : leaves_.Collect(system_.graph, value_[v.index()]).variables) {
      if (!value_[leaf.variable.index()].IsValid()) continue;
      ++missing_[v.index()];
      users_[leaf.variable.index()].push_back(v);
    }
  }

  const System& system_;
  const std::span<const char> is_given_;
  expr::LeafCollector leaves_;
  std::vector<ExprId> value_;  // per variable; invalid: not assigned
  std::vector<std::int32_t> missing_;
  std::vector<std::vector<VariableId>> users_;
};

}  // namespace

namespace {

std::vector<double> Computed(const System& system, const PivotPoint& guess, std::span<const char> is_given,
                             std::vector<char> is_known) {
  std::vector<double> values(guess.values.begin(), guess.values.end());
  const std::vector<double> no_slopes(values.size());
  expr::Evaluator evaluator(system.graph);
  // The evaluator reads values that change, so an expression is evaluated only when all its variables are
  // final.
  evaluator.SetPoint({guess.time, values, no_slopes, guess.parameters, guess.held});
  expr::LeafCollector leaves;
  Assigned(system, is_given).InOrder([&](VariableId v, ExprId value) {
    for (const expr::VariableLeaf& leaf : leaves.Collect(system.graph, value).variables) {
      if (!is_known[leaf.variable.index()]) return;
    }
    const double found = evaluator.Value(value);
    if (!std::isfinite(found)) return;
    values[v.index()] = found;
    is_known[v.index()] = 1;
  });
  return values;
}

}  // namespace

bool HasOwnStart(const Variable& variable) {
  return variable.start.IsValid() && (variable.fixed || variable.start_weight != StartWeight::kGuess);
}

std::vector<double> WithAssigned(const System& system, const PivotPoint& guess) {
  std::vector<char> has_start;
  for (const Variable& variable : system.variables) has_start.push_back(variable.start.IsValid());
  return Computed(system, guess, has_start, std::vector<char>(system.variables.size(), 1));
}

std::vector<double> WithFollowing(const System& system, const PivotPoint& guess) {
  std::vector<char> has_own;
  for (const Variable& variable : system.variables) has_own.push_back(HasOwnStart(variable));
  return Computed(system, guess, has_own, has_own);
}

}  // namespace daedalus::causal
