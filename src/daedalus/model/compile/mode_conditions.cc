#include "daedalus/model/compile/mode_conditions.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include "daedalus/model/compile/vanishing_factors.h"
#include "daedalus/system/expr/evaluate.h"
#include "daedalus/system/expr/leaves.h"
#include "daedalus/system/expr/rewrite.h"
#include "daedalus/system/expr/traverse.h"

namespace daedalus::compile {
namespace {

// Which expressions contain unknowns or their derivatives? Operands have smaller ids, so one pass finds it.
std::vector<char> FindWithUnknowns(const expr::Graph& graph) {
  std::vector<char> out(graph.size(), 0);
  for (const ExprId e : IdRange<ExprId>(graph.size())) {
    if (expr::IsLeaf(graph.op(e))) {
      out[e.index()] = graph.op(e) == expr::Op::kVariable;
    } else {
      out[e.index()] =
          std::ranges::any_of(graph.operands(e), [&](ExprId operand) { return out[operand.index()] != 0; });
    }
  }
  return out;
}

// Walks through the equations. A term without unknowns stands for a number beside the unknowns, and no choice
// in it changes which unknowns an equation has: `c*der(T) = (if heating then q else 0) - g*T`. A thousand of
// such choices would otherwise make a new mode at each event.
class Finder {
 public:
  Finder(const System& system, std::span<const double> parameters)
      : system_(system),
        graph_(system.graph),
        has_unknowns_(FindWithUnknowns(system.graph)),
        visited_{std::vector<char>(graph_.size(), 0), std::vector<char>(graph_.size(), 0)},
        evaluator_(system.graph) {
    evaluator_.SetPoint({0, {}, {}, parameters});
  }

  std::vector<ExprId> Run() {
    for (const Equation& equation : system_.equations) {
      stack_.assign(1, {equation.residual, true});
      while (!stack_.empty()) {
        const Place place = stack_.back();
        stack_.pop_back();
        Visit(place);
      }
    }
    return std::move(found_);
  }

 private:
  struct Place {
    ExprId e;
    bool is_term = false;  // the equation is this plus other terms, or this times a number plus other terms
  };

  void Visit(const Place& place) {
    if (std::exchange(visited_[place.is_term][place.e.index()], 1)) return;
    if (place.is_term && !has_unknowns_[place.e.index()]) return;
    if (graph_.op(place.e) == expr::Op::kIf) Look(place.e);
    const auto operands = graph_.operands(place.e);
    for (std::size_t i = operands.size(); i-- > 0;)
      stack_.push_back({operands[i], place.is_term && IsTermOf(place.e, i)});
  }

  // True if the operand of a term is a term again.
  bool IsTermOf(ExprId e, std::size_t operand) const {
    const auto operands = graph_.operands(e);
    switch (graph_.op(e)) {
      case expr::Op::kAdd:
      case expr::Op::kNoEvent:
        return true;
      case expr::Op::kIf:
        return operand > 0;
      case expr::Op::kDiv:
        return operand == 0 && !has_unknowns_[operands[1].index()];
      case expr::Op::kMul:
        for (std::size_t i = 0; i < operands.size(); ++i) {
          if (i != operand && has_unknowns_[operands[i].index()]) return false;
        }
        return true;
      default:
        return false;
    }
  }

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
  const std::vector<char> has_unknowns_;      // per expression
  std::array<std::vector<char>, 2> visited_;  // per expression; as a term or not
  std::vector<Place> stack_;
  expr::Evaluator evaluator_;
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
