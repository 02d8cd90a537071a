// How may the factor of a variable in an expression change? The factor is the partial derivative of the
// expression by the variable. FMI lists dependencies with this (dependenciesKind: FMI 2.0.4, section 2.2.8;
// FMI 3.0, section 2.4.8).
//
//   3 v              the factor of v is constant
//   p v              as variable as the parameter p: fixed or tunable
//   if on then v     changes at events only: discrete
//   x v, v^2         continuous; FMI calls it "dependent"
//
// One sweep from the root of the expression to its leaves finds the kinds, as in reverse differentiation. The
// kind of a sum passes to its terms. A product passes the most variable one of its own kind and its other
// operands. A nonlinear operation passes that of its operands. No derivative is built. The answer is an upper
// bound, since terms may cancel.
#pragma once

#include <vector>

#include "daedalus/model/description.h"
#include "daedalus/system/expr/traverse.h"
#include "daedalus/system/system.h"

namespace daedalus::model {

struct LeafFactor {
  ExprId leaf;  // a variable, a held leaf or time
  VariableVariability kind = VariableVariability::kConstant;
};

class FactorFinder {
 public:
  // `parameters`: their variabilities by ParameterId. Parameters beyond them are fixed.
  FactorFinder(const System& system, std::vector<VariableVariability> parameters);

  // The factors of all leaves of the expression that are not numbers or parameters. Valid until the next
  // call.
  const std::vector<LeafFactor>& Of(ExprId e);

 private:
  VariableVariability OfLeaf(ExprId leaf) const;
  void FindVariabilities(std::span<const ExprId> order);
  void PassOn(ExprId e);
  void Raise(ExprId e, VariableVariability kind);

  const System& system_;
  std::vector<VariableVariability> parameters_;
  expr::Traversal traversal_{expr::Traversal::Arguments::kUsed};
  // By expression, for those of the present root: how variable it is, and how variable its factor is.
  std::vector<VariableVariability> values_, factors_;
  std::vector<LeafFactor> found_;
};

}  // namespace daedalus::model
