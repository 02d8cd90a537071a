#include "daedalus/compile/vanishing_factors.h"

#include <algorithm>

#include "daedalus/expr/evaluate.h"
#include "daedalus/expr/leaves.h"
#include "daedalus/expr/linearity.h"
#include "daedalus/expr/rewrite.h"

namespace daedalus::compile {
namespace {

class Remover {
 public:
  Remover(System& system, std::span<const double> parameters)
      : system_(system), variabilities_(expr::AllVariabilities(system.graph)),
        evaluator_(system.graph),
        rewriting_(system.graph) {
    evaluator_.SetPoint({.time = 0, .variables = {}, .derivatives = {}, .parameters = parameters});
  }

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
  // Of the given expressions; those that are built here are none of them.
  bool IsParameter(ExprId e) const {
    return e.index() < variabilities_.size() && variabilities_[e.index()] == expr::Variability::kParameter;
  }

  bool HasVanishingFactor(ExprId product) {
    const auto factors = system_.graph.operands(product);
    if (std::ranges::all_of(factors, [&](ExprId f) { return system_.graph.IsConstant(f) || IsParameter(f); }))
      return false;
    const auto vanishing =
        std::ranges::find_if(factors, [&](ExprId f) { return IsParameter(f) && evaluator_.Value(f) == 0; });
    if (vanishing == factors.end()) return false;
    const auto& parameters = leaves_.Collect(system_.graph, *vanishing).parameters;
    decided_.insert(decided_.end(), parameters.begin(), parameters.end());
    return true;
  }

  ExprId Rewritten(ExprId root) {
    return rewriting_.Apply(root, [&](ExprId e) {
      if (IsParameter(e)) return e;
      const bool vanishes = system_.graph.op(e) == expr::Op::kMul && HasVanishingFactor(e);
      return vanishes ? system_.graph.Constant(0) : ExprId();
    });
  }

  System& system_;
  const std::vector<expr::Variability> variabilities_;
  expr::Evaluator evaluator_;
  expr::Rewriting rewriting_;
  expr::LeafCollector leaves_;
  std::vector<ParameterId> decided_;
};

}  // namespace

std::vector<ParameterId> RemoveVanishingFactors(System& system, std::span<const double> parameters) {
  return Remover(system, parameters).Run();
}

}  // namespace daedalus::compile
