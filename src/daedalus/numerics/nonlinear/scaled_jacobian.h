// The Jacobian of a least-squares problem in units of its unknowns, and the damped steps of Levenberg and
// Marquardt with it:
//
//   min |W (J d) + b|^2 + damping |d|^2,   W the weights of the rows                                      (1)
//
// Small ones by an orthogonal decomposition of (W J; sqrt(damping) I), with column pivots. Large ones are
// sparse: with r = W J d + b, the normal equations without their product are
//
//   |    I      - W J   | | r |     | b |
//   | (W J)^T  damping I| | d |  =  | 0 |                                                                 (2)
//
// which is regular for each damping > 0, square, and as sparse as J; KLU factors it (A. Bjorck, Numerical
// Methods for Least Squares Problems, 1996, sec. 2.5 and 6.6.). Dependent rows and undetermined unknowns are
// no obstacle. With the sign of its second row changed, (2) is symmetric and quasi-definite: pivots stay on
// the diagonal, with a twelfth of the fill of pivots chosen by size (a grid of 3,200 pipes). They may be
// small: digits are lost as 1/damping. Iterative refinement with the residual of (2), which contains J and
// not its square, recovers them. In a ring of 500 pipes slow modes need little damping and lost all digits
// without it.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/numerics/linear/decompositions.h"
#include "daedalus/numerics/linear/sparse_lu.h"
#include "daedalus/numerics/linear/sparse_pattern.h"

namespace daedalus::nonlinear {

class ScaledJacobian {
 public:
  // Stays with the pattern, which outlives this object.
  explicit ScaledJacobian(const linear::SparsePattern& pattern);

  // Entries in the order of the pattern, each times the unit of its column. False where one is not finite.
  bool Set(std::span<const double> entries, const std::function<double(Eigen::Index)>& unit);
  Eigen::VectorXd RowSizes() const;  // the largest entry of each row
  // (W J)^T b
  Eigen::VectorXd Gradient(const Eigen::VectorXd& weights, const Eigen::VectorXd& b) const;
  // d of (1); nullopt if it is not found.
  std::optional<Eigen::VectorXd> DampedStep(const Eigen::VectorXd& weights, const Eigen::VectorXd& b,
                                            double damping);

  bool is_sparse() const { return solver_ != nullptr; }
  const Eigen::MatrixXd& dense() const { return dense_; }  // where it is not sparse

 private:
  void SetAugmented(const Eigen::VectorXd& weights, double damping);
  std::vector<double> SolveRefined(const std::vector<double>& right);

  const linear::SparsePattern& pattern_;
  Eigen::Index m_, n_;
  Eigen::MatrixXd dense_;
  std::vector<double> scaled_;                // sparse: in the order of the pattern
  std::unique_ptr<linear::SparseLu> solver_;  // of (2); nullptr if dense
  linear::Transposed transposed_;             // of the pattern, for (2)
  linear::SparsePattern augmented_;
  std::vector<double> values_;
};

}  // namespace daedalus::nonlinear
