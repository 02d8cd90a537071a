#include "daedalus/numerics/nonlinear/least_squares.h"

#include <algorithm>
#include <cmath>

#include "daedalus/numerics/nonlinear/levenberg_marquardt.h"

namespace daedalus::nonlinear {

LeastSquaresOutcome SolveLeastSquares(const NonlinearProblem& problem, const Bounds& bounds,
                                      std::span<double> x) {
  constexpr double kInvolved = 1e-5;  // of the largest residual
  LevenbergMarquardt method(problem, bounds);
  Eigen::VectorXd z = Eigen::Map<const Eigen::VectorXd>(x.data(), problem.size);
  method.Clamp(z);
  LeastSquaresOutcome out;
  out.ok = method.Solve(z, Eigen::VectorXd::Zero(problem.size + problem.num_excess));
  out.iterations = method.iterations();
  std::copy(z.data(), z.data() + z.size(), x.begin());
  if (out.ok) return out;
  if (const auto residual = method.FindStandstill(z)) {
    const double largest = residual->cwiseAbs().maxCoeff();
    for (Eigen::Index i = 0; i < residual->size(); ++i) {
      if (std::abs((*residual)[i]) > kInvolved * largest)
        out.contradicting.push_back({static_cast<std::int32_t>(i), (*residual)[i]});
    }
  }
  return out;
}

}  // namespace daedalus::nonlinear
