#include "daedalus/model/compile/vanishing_factors.h"

#include <algorithm>

#include "daedalus/model/compile/identically_zero.h"
#include "daedalus/system/expr/evaluate.h"
#include "daedalus/system/expr/leaves.h"
#include "daedalus/system/expr/linearity.h"
#include "daedalus/system/expr/rewrite.h"

namespace daedalus::compile {
namespace {

// Can anything be zero at all? Takes one pass, since most models have no such factor, and large ones should
// not be read twice.
bool MayHaveZeros(const System& system, std::span<const double> parameters) {
  const expr::Graph& g = system.graph;
  const auto is_zero = [&](ExprId e) { return e.IsValid() && g.IsConstant(e, 0.0); };
  for (const Equation& equation : system.equations) {
    if (is_zero(equation.left) || is_zero(equation.right)) return true;
  }
  const std::vector<expr::Variability> variabilities = expr::AllVariabilities(g);
  expr::Evaluator evaluator(g);
  evaluator.SetPoint({.time = 0, .variables = {}, .derivatives = {}, .parameters = parameters});
  for (const ExprId e : IdRange<ExprId>(g.size())) {
    if (variabilities[e.index()] == expr::Variability::kParameter && evaluator.Value(e) == 0) return true;
    if (std::ranges::any_of(g.operands(e), is_zero)) return true;
  }
  return false;
}

class Remover {
 public:
  Remover(System& system, std::span<const double> parameters)
      : system_(system), zeros_(system, parameters), rewriting_(system.graph) {}

  std::vector<ParameterId> Run() {
    for (Equation& equation : system_.equations) {
      const ExprId residual = Rewritten(equation.residual);
      if (residual == equation.residual) continue;
      equation.residual = residual;
      for (ExprId* side : {&equation.left, &equation.right}) {
        if (side->IsValid()) *side = Rewritten(*side);
      }
    }
    std::sort(decided_.begin(), decided_.end());
    decided_.erase(std::unique(decided_.begin(), decided_.end()), decided_.end());
    return std::move(decided_);
  }

 private:
  bool HasDerivative(ExprId e) {
    const auto& variables = leaves_.Collect(system_.graph, e).variables;
    return std::ranges::any_of(variables, [](const expr::VariableLeaf& leaf) { return leaf.order > 0; });
  }

  // The factor because of which the product is removed; invalid: there is none.
  ExprId VanishingFactor(ExprId product) {
    const auto factors = system_.graph.operands(product);
    const auto is_number = [&](ExprId f) { return system_.graph.IsConstant(f) || zeros_.IsParameter(f); };
    if (std::ranges::all_of(factors, is_number)) return {};
    for (const ExprId f : factors) {
      if (zeros_.IsParameter(f) && zeros_.IsZero(f)) return f;
    }
    const auto found = std::ranges::find_if(factors, [&](ExprId f) { return zeros_.IsZero(f); });
    return found != factors.end() && HasDerivative(product) ? *found : ExprId();
  }

  ExprId Rewritten(ExprId root) {
    return rewriting_.Apply(root, [&](ExprId e) {
      if (zeros_.IsParameter(e)) return e;
      if (system_.graph.op(e) != expr::Op::kMul) return ExprId();
      const ExprId vanishing = VanishingFactor(e);
      if (!vanishing.IsValid()) return ExprId();
      zeros_.TellReasons(vanishing, decided_);
      return system_.graph.Constant(0);
    });
  }

  System& system_;
  IdenticallyZero zeros_;
  expr::Rewriting rewriting_;
  expr::LeafCollector leaves_;
  std::vector<ParameterId> decided_;
};

}  // namespace

std::vector<ParameterId> RemoveVanishingFactors(System& system, std::span<const double> parameters) {
  if (!MayHaveZeros(system, parameters)) return {};
  return Remover(system, parameters).Run();
}

}  // namespace daedalus::compile
