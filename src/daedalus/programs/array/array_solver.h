// x' as a function of coordinates of the solution manifold, by Gauss-Newton iteration on a derivative array.
//
// Given (x, z) near the manifold, Solve() finds the point of it that has the same coordinates x2 = U2^T x
// (array_factors.h): z and x1 move, by the least correction that the linearised array asks for; what nothing
// determines in z stays where the guess is. U and the factors are those of the last Factor(): a simplified
// iteration, which contracts with a factor of the size of the step. Where it contracts too slowly it factors
// again by itself, keeping U: until the next Factor().
//
// It goes on until corrections are down to rounding, so that all constraints, explicit and hidden, hold to
// rounding: the iteration contracts fast, and the last two corrections are cheap.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "daedalus/numerics/linear/decompositions.h"
#include "daedalus/programs/array/array_factors.h"
#include "daedalus/programs/array/derivative_array.h"

namespace daedalus::array {

enum class SolveStatus { kConverged, kDiverged, kNotFinite, kCancelled };

// What is counted, since the solver was made.
struct SolverCounts {
  std::int64_t residuals = 0;
  std::int64_t jacobians = 0;
  std::int64_t factorizations = 0;
  std::int64_t iterations = 0;
};

class ArraySolver {
 public:
  // `inputs.time` is not looked at. `units`: of all unknowns of the array (UnitsOf).
  ArraySolver(std::shared_ptr<DerivativeArray> array, ArrayInputs inputs, Eigen::VectorXd units,
              Coordinates coordinates);

  DerivativeArray& array() { return *array_; }
  const ArrayFactors& factors() const { return factors_; }
  const SolverCounts& counts() const { return counts_; }
  Coordinates coordinates() const { return coordinates_; }
  const Eigen::VectorXd& units() const { return units_; }
  void ObeyCancellation(const std::atomic<bool>* cancelled) { cancelled_ = cancelled; }
  // Of x and x', in their units: a correction that does not shrink any more is taken for rounding below.
  void SetAccuracy(double accuracy) { accuracy_ = accuracy; }

  // New factors and coordinates at a point. False where the Jacobian is not finite there.
  bool Factor(double t, const Eigen::VectorXd& unknowns);
  // To a point of the manifold with the same coordinates.
  SolveStatus Solve(double t, Eigen::VectorXd& unknowns);
  // How fast the last Solve contracted: the largest ratio of two corrections in a row.
  double last_rate() const { return rate_; }
  // The equation whose derivative has the largest residual after a Solve that failed.
  std::size_t worst_equation() const { return worst_equation_; }

 private:
  bool FactorBeside(const Eigen::VectorXd& unknowns);
  // The size of a correction in x and x', each in its unit, or relative where the value is larger.
  double SizeOf(const Eigen::VectorXd& correction, const Eigen::VectorXd& unknowns) const;

  std::shared_ptr<DerivativeArray> array_;
  ArrayInputs inputs_;
  Eigen::VectorXd units_;
  Coordinates coordinates_;
  double accuracy_ = 1e-9;
  const std::atomic<bool>* cancelled_ = nullptr;
  ArrayFactors factors_;
  SolverCounts counts_;
  double rate_ = 0;
  std::size_t worst_equation_ = 0;
  std::vector<double> values_;
  Eigen::VectorXd residual_, correction_;
};

// Units for all unknowns of an array: those of x, and (unit of x) j! / T^j for x^(j), with a time T over
// which the equations move: the median, over the equations that contain both, of |F_x'| / |F_x|.
Eigen::VectorXd UnitsOf(DerivativeArray& array, const ArrayInputs& inputs, std::span<const double> x_units,
                        const Eigen::VectorXd& unknowns);

}  // namespace daedalus::array
