// dF/dy + c dF/dy' by differences of the residual, one evaluation for each group of columns
// (linear/column_coloring.h).
//
// Column j is disturbed by d_j in y and, at once, by c d_j in y':
//
//   J_ij = (F_i(t, y + d_j e_j, y' + c d_j e_j) - F_i(t, y, y')) / d_j,   d_j = sqrt(eps) max(|y_j|, |y'_j /
//   c|, s_j)   (1)
//
// with s_j = atol_j / rtol, the size below which the user calls y_j small. (DASSL takes atol_j itself there,
// and loses such a small disturbance of y3 = 0 in Robertson's y1 + y2 + y3 - 1.) d_j has the sign of y'_j,
// where the solution goes. Where the residual is not finite at the disturbed point, the group is tried on the
// other side.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "daedalus/integrate/dae_problem.h"
#include "daedalus/linear/column_coloring.h"

namespace daedalus::integrate {

class FiniteDifferences {
 public:
  // `scale` holds the s_j of (1).
  FiniteDifferences(const SparsePattern& pattern, std::vector<double> scale);

  // `residual` must say kRecoverable where r is not finite. Fills `values` in pattern order.
  EvalOutcome Evaluate(const ResidualFunction& residual, double t, double c, std::span<const double> y,
                       std::span<const double> yp, std::span<const double> r, std::span<double> values);

  std::int32_t num_groups() const { return groups_.size(); }

 private:
  EvalOutcome EvaluateDisturbed(const ResidualFunction& residual, double t, double c,
                                std::span<const std::int32_t> group, std::span<const double> y,
                                std::span<const double> yp, double direction);
  void Restore(std::span<const std::int32_t> group, std::span<const double> y, std::span<const double> yp);

  SparsePattern pattern_;
  linear::ColumnGroups groups_;
  std::vector<double> scale_;
  std::vector<double> disturbance_;  // d_j as it came out in floating point
  std::vector<double> y_, yp_, r_;   // the disturbed point
};

// The s_j of (1) for these tolerances.
std::vector<double> DisturbanceScale(const Tolerances& tolerances, std::int32_t size);

}  // namespace daedalus::integrate
