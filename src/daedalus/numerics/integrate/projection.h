// Moves a point onto constraints: to the nearest y that satisfies them, in the units of the unknowns.
//
//   minimize  sum_i ((y_i - y0_i) / unit_i)^2   subject to   0 = g(t, y)                                  (1)
//
// Invariants of a solution (energy, a length, a sum of masses) are constraints that the equations imply and
// that a method keeps only up to its errors; a step followed by (1) keeps them exactly, and has the order of
// the method ([HLW06] IV.4).
//
// Gauss-Newton: from y to y + d, where d is the shortest solution of dg/dy d = -g. It is computed by an
// orthogonal decomposition of dg/dy; normal equations would square its condition. Constraints that say the
// same twice do no harm. Constraints that contradict each other, or that no nearby point satisfies, are
// reported. Along a run y is as near as the error of a step: two iterations.
//
// If the gradient of a constraint vanishes, it gives no direction. It is left alone there as long as it is
// violated by rounding only, in the size that it has elsewhere on the way.
//
// [HLW06] Hairer, Lubich & Wanner, Geometric Numerical Integration, 2006.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/numerics/integrate/constraints.h"

namespace daedalus::integrate {

struct ProjectionOutcome {
  bool ok = true;
  int iterations = 0;
  std::optional<std::int32_t> constraint =
      {};  // after a failure: the one that is furthest from being satisfied
};

class Projection {
 public:
  explicit Projection(Constraints constraints);

  // y moves; after a failure it is where it was.
  ProjectionOutcome Project(double t, std::span<const double> units, std::span<double> y);

  // g before the last projection.
  std::span<const double> found() const { return found_; }

 private:
  bool Evaluate(double t, std::span<const double> y, std::span<double> g);
  void NoteUnits(std::span<const double> units);
  bool IsSatisfied() const;
  std::int32_t Worst() const;
  // The shortest step, in step_; its largest part in units.
  double FindStep(std::span<const double> units);

  Constraints constraints_;
  std::vector<double> found_, g_, rows_, step_, start_;
  std::vector<double> usual_units_;  // what a unit of an unknown changes in each constraint: the most so far
};

}  // namespace daedalus::integrate
