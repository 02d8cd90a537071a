#include "daedalus/model/compile/sliding_mode.h"

#include <algorithm>
#include <map>
#include <set>

#include "daedalus/model/hybrid/sort_equations.h"
#include "daedalus/system/expr/build.h"
#include "daedalus/system/expr/leaves.h"
#include "daedalus/system/expr/rewrite.h"
#include "daedalus/system/print_system.h"

namespace daedalus::compile {
namespace {

using hybrid::Surface;

// Replaces Booleans that pass a relation on by their definitions.
class PassedOn {
 public:
  PassedOn(System& system, std::span<const hybrid::DiscreteAssignment> sorted, std::set<HeldId> relations)
      : graph_(system.graph), rewriting_(system.graph), depends_(std::move(relations)) {
    for (const hybrid::DiscreteAssignment& assignment : sorted) {
      if (!Depends(assignment.value)) continue;
      const HeldId target = system.hybrid.discretes[assignment.target].value;
      definitions_[target] = WriteOut(assignment.value);
      depends_.insert(target);
    }
  }

  ExprId WriteOut(ExprId e) {
    return rewriting_.Apply(e, [this](ExprId x) {
      if (graph_.op(x) != expr::Op::kHeld) return ExprId();
      const auto found = definitions_.find(graph_.held(x));
      return found != definitions_.end() ? found->second : ExprId();
    });
  }

  bool Depends(ExprId e) {
    return std::ranges::any_of(collector_.Collect(graph_, e).held,
                               [this](HeldId h) { return depends_.contains(h); });
  }

 private:
  expr::Graph& graph_;
  expr::Rewriting rewriting_;
  expr::LeafCollector collector_;
  std::set<HeldId> depends_;
  std::map<HeldId, ExprId> definitions_;
};

// The values that the relations of one surface decide about, as a combination of both.
class Combination {
 public:
  Combination(System& system, const Surface& surface)
      : graph_(system.graph), rewriting_(graph_), less_(graph_), greater_(graph_), share_(surface.share) {
    for (const Surface::Side& side : surface.sides)
      is_opposite_[system.hybrid.relations[side.relation].value] = side.is_opposite;
  }

  ExprId Apply(ExprId e) {
    return rewriting_.Apply(e, [this](ExprId x) {
      if (graph_.op(x) != expr::Op::kIf || !Decides(graph_.operands(x)[0])) return ExprId();
      const ExprId a = WithValues(less_, x, true), b = WithValues(greater_, x, false);
      return expr::Sum(graph_, b, expr::Product(graph_, share_, expr::Difference(graph_, a, b)));
    });
  }

 private:
  bool Decides(ExprId condition) {
    return std::ranges::any_of(collector_.Collect(graph_, condition).held,
                               [this](HeldId h) { return is_opposite_.contains(h); });
  }

  ExprId WithValues(expr::Rewriting& rewriting, ExprId e, bool is_less) {
    return rewriting.Apply(e, [&](ExprId x) {
      if (graph_.op(x) != expr::Op::kHeld) return ExprId();
      const auto found = is_opposite_.find(graph_.held(x));
      return found != is_opposite_.end() ? graph_.Constant(found->second != is_less ? 1 : 0) : ExprId();
    });
  }

  expr::Graph& graph_;
  expr::Rewriting rewriting_, less_, greater_;
  expr::LeafCollector collector_;
  std::map<HeldId, bool> is_opposite_;
  ExprId share_;
};

// The residual of the usual equation of a share.
ExprId UsualResidual(System& system, const Surface& surface) {
  const ExprId value = system.graph.Held(system.hybrid.relations[surface.sides[0].relation].value);
  return expr::Difference(system.graph, surface.share, value);
}

}  // namespace

Result<Unit> KeepOnSurfaces(System& system, std::span<const Surface> surfaces, std::span<const char> slides) {
  const auto sorted = hybrid::SortDiscreteEquations(system);
  if (!sorted) return Failure{sorted.error()};
  std::map<ExprId, const Surface*> usual;
  std::set<HeldId> relations;
  std::vector<Combination> combinations;
  for (std::size_t i = 0; i < surfaces.size(); ++i) {
    if (!slides[i]) continue;
    usual[UsualResidual(system, surfaces[i])] = &surfaces[i];
    combinations.emplace_back(system, surfaces[i]);
    for (const Surface::Side& side : surfaces[i].sides)
      relations.insert(system.hybrid.relations[side.relation].value);
  }
  PassedOn passed_on(system, *sorted, std::move(relations));
  for (Equation& equation : system.equations) {
    if (const auto found = usual.find(equation.residual); found != usual.end()) {
      equation.left = found->second->left;
      equation.right = found->second->right;
      equation.residual = expr::Difference(system.graph, equation.left, equation.right);
      continue;
    }
    if (!passed_on.Depends(equation.residual)) continue;
    VisitExpressions(equation, [&](ExprId& e) {
      e = passed_on.WriteOut(e);
      for (Combination& combination : combinations) e = combination.Apply(e);
    });
    if (passed_on.Depends(equation.residual))
      return Fail(Error(Code::kModeNotSolvable, SpanOf(system, equation),
                        "here the relation does more than choose between two values"));
  }
  return Unit{};
}

}  // namespace daedalus::compile
