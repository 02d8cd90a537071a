// May this equation be solved for this unknown, and how well? The costs of the pivots of an algebraic loop.
//
// An equation that is linear in an unknown, f u + r = 0, gives u = -r / f. That is safe where f cannot vanish
// (sign_analysis.h), whatever the other unknowns do. Some safe pivots are better than others: a long chain of
// assignments with small factors multiplies errors (structure/tearing_greedy.h). So the size of f is compared
// with that of the largest factor in its row, as sparse LU does with its threshold.
//
//   0               f is +1 or -1: no division, and the commonest factor of physical equations, whose
//                   other factors have units and compare with it only by chance
//   10 r, rounded   f is a number, and the largest of its row r times larger; at most kWorstPivot
//   kSizeUnknown    f cannot vanish, but its size is known only at run time
//   kUnsafe         not linear, or f may vanish, or events change it
//
// Numbers are constants, parameters of known value, and what is computed from them. Where the nominal values
// of the variables are given, each factor is taken times that of its unknown, which makes the comparison
// independent of units.
#pragma once

#include <span>
#include <vector>

#include "daedalus/programs/causal/affine.h"
#include "daedalus/programs/causal/sign_analysis.h"
#include "daedalus/structure/tearing.h"
#include "daedalus/system/expr/differentiate.h"

namespace daedalus::causal {

constexpr structure::PivotCost kTenTimesSmaller = 100;
constexpr structure::PivotCost kWorstPivot = 250;
constexpr structure::PivotCost kSizeUnknown = 30;

struct PivotContext {
  ParameterKnowledge parameters = {};
  std::span<const double> nominals = {};  // by variable; empty: 1
};

class PivotCosts {
 public:
  PivotCosts(System& system, const PivotContext& context);

  // A factor that cannot vanish.
  bool IsSafe(ExprId factor);

  struct Row {
    bool is_linear = true;  // in all unknowns together
    std::vector<structure::PivotCost> costs;
    std::vector<double> factors;  // NaN where it is no number
  };
  // The row of a residual that contains these leaves, given in the order of their variables, then of their
  // derivatives. Valid until the next call.
  const Row& OfRow(ExprId residual, std::span<const ExprId> unknowns);

  // Per parameter: true if its value was used so far, to decide that a factor cannot vanish or how large it
  // is. Empty: none was used.
  const std::vector<char>& decided_by_sign() const { return decided_by_sign_; }
  const std::vector<char>& decided_by_size() const { return decided_by_size_; }

 private:
  double NominalOf(ExprId unknown) const;
  void Note(ExprId factor, std::vector<char>& decided);

  System& system_;
  SignAnalysis signs_;
  std::span<const double> nominals_;
  AffineForm affine_;
  expr::Differentiator differentiator_;
  expr::LeafCollector leaves_;
  std::vector<char> decided_by_sign_, decided_by_size_;
  Row row_;
};

}  // namespace daedalus::causal
