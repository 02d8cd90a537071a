// dF/dy and dF/dy' by differences of the residual, one evaluation for each group of columns
// (linear/column_coloring.h) and each of the two parts.
//
// Column j is disturbed by d_j in y, or by c d_j in y':
//
//   dF_i/dy_j  = (F_i(t, y + d_j e_j, y') - F_i(t, y, y')) / d_j
//   dF_i/dy'_j = (F_i(t, y, y' + c d_j e_j) - F_i(t, y, y')) / (c d_j),
//   d_j = sqrt(eps) max(|y_j|, |y'_j / c|, s_j) (1)
//
// with s_j = atol_j / rtol, the size below which the user calls y_j small. (DASSL takes atol_j itself there,
// and loses such a small disturbance of y3 = 0 in Robertson's y1 + y2 + y3 - 1.) d_j has the sign of y'_j,
// where the solution goes. Where the residual is not finite at the disturbed point, the group is tried on the
// other side.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "daedalus/numerics/integrate/dae_problem.h"
#include "daedalus/numerics/linear/column_coloring.h"

namespace daedalus::integrate {

class FiniteDifferences {
 public:
  // `scale` holds the s_j of (1). Columns that are not differential have no dF/dy'; an empty list: all are.
  FiniteDifferences(const SparsePattern& pattern, std::vector<double> scale,
                    std::vector<char> is_differential);

  // `residual` must say kRecoverable where r is not finite. Fills `dy` and `dyp` in pattern order.
  EvalOutcome Evaluate(const ResidualFunction& residual, double t, double c, std::span<const double> y,
                       std::span<const double> yp, std::span<const double> r, std::span<double> dy,
                       std::span<double> dyp);

  std::int32_t num_groups() const { return groups_.size(); }

 private:
  // The point about which differences are taken.
  struct Point {
    double t, c;
    std::span<const double> y, yp, r;
  };
  enum class Part { kY, kYp };

  EvalOutcome EvaluateGroup(const ResidualFunction& residual, const Point& at,
                            std::span<const std::int32_t> group, Part part, std::span<double> values);
  EvalOutcome EvaluateDisturbed(const ResidualFunction& residual, const Point& at,
                                std::span<const std::int32_t> group, Part part, double direction);
  bool HasDerivative(std::int32_t j) const { return is_differential_.empty() || is_differential_[j]; }

  SparsePattern pattern_;
  linear::ColumnGroups groups_;
  std::vector<double> scale_;
  std::vector<char> is_differential_;
  std::vector<double> disturbance_;  // d_j as it came out in floating point
  std::vector<double> y_, yp_, r_;   // the disturbed point
};

// The s_j of (1) for these tolerances.
std::vector<double> DisturbanceScale(const Tolerances& tolerances, std::int32_t size);

}  // namespace daedalus::integrate
