#include "daedalus/model/compile/mode_conditions.h"

#include <algorithm>
#include <map>
#include <set>

#include "daedalus/model/compile/vanishing_factors.h"
#include "daedalus/system/expr/evaluate.h"
#include "daedalus/system/expr/leaves.h"
#include "daedalus/system/expr/rewrite.h"
#include "daedalus/system/expr/traverse.h"

namespace daedalus::compile {
namespace {

class Finder {
 public:
  Finder(const System& system, std::span<const double> parameters)
      : system_(system), graph_(system.graph), evaluator_(system.graph) {
    evaluator_.SetPoint({0, {}, {}, parameters});
  }

  std::vector<ExprId> Run() {
    for (const Equation& equation : system_.equations) {
      for (const ExprId e : traversal_.Continue(graph_, equation.residual)) {
        if (graph_.op(e) == expr::Op::kIf) Look(e);
      }
    }
    return std::move(found_);
  }

 private:
  void Look(ExprId conditional) {
    const auto operands = graph_.operands(conditional);
    if (known_.contains(operands[0]) || !IsHeldCondition(system_, operands[0], collector_)) return;
    const bool same_unknowns = UnknownsOf(operands[1]) == UnknownsOf(operands[2]);
    if (same_unknowns && IsZero(operands[1]) == IsZero(operands[2])) return;
    known_.insert(operands[0]);
    found_.push_back(operands[0]);
  }

  std::vector<expr::VariableLeaf> UnknownsOf(ExprId e) { return collector_.Collect(graph_, e).variables; }

  bool IsZero(ExprId e) {
    const expr::Leaves& leaves = collector_.Collect(graph_, e);
    if (leaves.Vary()) return false;
    return evaluator_.Value(e) == 0;
  }

  const System& system_;
  const expr::Graph& graph_;
  expr::Evaluator evaluator_;
  expr::Traversal traversal_;
  expr::LeafCollector collector_;
  std::set<ExprId> known_;
  std::vector<ExprId> found_;
};

bool IsKept(Held::Kind kind) {
  return kind == Held::Kind::kDiscrete || kind == Held::Kind::kPre || kind == Held::Kind::kRelation;
}

}  // namespace

bool IsHeldCondition(const System& system, ExprId condition, expr::LeafCollector& collector) {
  const expr::Leaves& leaves = collector.Collect(system.graph, condition);
  return !leaves.has_time && leaves.variables.empty() && !leaves.held.empty() &&
         std::ranges::all_of(leaves.held, [&](HeldId h) { return IsKept(system.hybrid.held[h].kind); });
}

std::vector<ExprId> FindModeConditions(const System& system, std::span<const double> parameters) {
  if (system.hybrid.empty()) return {};
  return Finder(system, parameters).Run();
}

std::vector<ExprId> ConditionsIn(const System& system, std::span<const EquationId> equations) {
  std::vector<ExprId> out;
  expr::Traversal traversal;
  expr::LeafCollector collector;
  for (const EquationId equation : equations) {
    for (const ExprId e : traversal.Visit(system.graph, system.equations[equation].residual)) {
      if (system.graph.op(e) != expr::Op::kIf) continue;
      const ExprId condition = system.graph.operands(e)[0];
      if (std::ranges::count(out, condition) == 0 && IsHeldCondition(system, condition, collector))
        out.push_back(condition);
    }
  }
  return out;
}

System InMode(const System& system, std::span<const ExprId> conditions, std::span<const char> values,
              std::span<const double> parameters) {
  System out = system;
  std::map<ExprId, ExprId> decided;
  for (std::size_t i = 0; i < conditions.size(); ++i)
    decided[conditions[i]] = out.graph.Constant(values[i] ? 1.0 : 0.0);
  expr::Rewriting rewriting(out.graph);
  const auto value_of = [&](ExprId e) {
    const auto found = decided.find(e);
    return found != decided.end() ? found->second : ExprId();
  };
  for (Equation& equation : out.equations) {
    for (ExprId* e : {&equation.left, &equation.right, &equation.residual}) {
      if (e->IsValid()) *e = rewriting.Apply(*e, value_of);
    }
  }
  RemoveVanishingFactors(out, parameters);
  return out;
}

}  // namespace daedalus::compile
