// Do the parts J = dF/dy and M = dF/dy' of an earlier point still describe the equations at the end of a
// step?
//
// A simplified Newton iteration is judged by its increments, and these go through the matrix. If the matrix
// has become far too steep, an increment is small wherever the iteration began, and the result is not a
// solution. Example: a tank that has run dry, h' = -sqrt(h). With J = 1/(2 sqrt(h)) at h = 1e-17, a predicted
// parabola h = (t - 2)^2/4 was accepted as a solution. Where the first increment is the last one no rate of
// convergence is measured, and the error estimate goes through the same matrix.
//
// To evaluate F once more in each step would tell, and cost what a remembered rate of convergence saves. But
// F = 0 holds at both ends of a step from (t0, y0, y'0) to (t1, y1, y'1), and so, as far as F is linear and
// the time does not enter,
//
//   J (y1 - y0) + M (y'1 - y'0) = 0.                                                               (1)
//
// If the residual of (1) exceeds kLeft of the sum of its terms in some equation, F is evaluated at the end.
// Such an equation is outdated if the increment has hardly changed it: |F_i| > kRemains |F_i before|, above
// rounding. Two kinds of equations are not tested: those whose unknowns have hardly moved, and those whose
// entries were the same whenever J and M were evaluated. The linear equations of a driven circuit, for
// example, satisfy (1) in no step. If F vanishes at a single evaluation, the equation is not tested again for
// some steps.
#pragma once

#include <span>
#include <vector>

#include "daedalus/numerics/integrate/evaluator.h"
#include "daedalus/numerics/integrate/iteration_matrix.h"

namespace daedalus::integrate {

struct PointOfStep {
  double t = 0;
  std::span<const double> y, yp;
};

// J and M, value by value of the pattern of the problem.
struct MatrixParts {
  std::span<const double> dy, dyp;
};

class OutdatedMatrix {
 public:
  explicit OutdatedMatrix(Evaluator& evaluator);

  // J and M were evaluated again.
  void Note(const MatrixParts& parts);

  // Call after the first increment of an iteration, which led to `to`. `before` is the residual that the
  // increment was computed from; the weights are those of the error norm.
  bool IsOutdated(const MatrixParts& parts, const PointOfStep& from, const PointOfStep& to,
                  std::span<const double> before, std::span<const double> weights);

 private:
  bool HasRowLeft(const MatrixParts& parts, const PointOfStep& from, const PointOfStep& to,
                  std::span<const double> weights);
  void AddRounding(const MatrixParts& parts, const PointOfStep& at);

  Evaluator& evaluator_;
  std::vector<double> dy_, dyp_;  // of the last evaluation
  std::vector<char> varies_;      // per equation: were its entries ever others than before?
  int num_noted_ = 0;
  int rest_ = 0;                    // looks to leave out
  std::vector<double> sum_, size_;  // of the terms of each equation
  std::vector<char> is_left_;  // then whether (1) leaves it, before that whether an unknown of it has moved
  std::vector<double> rounding_, residual_;
};

}  // namespace daedalus::integrate
