#include "daedalus/numerics/linear/compromise.h"

#include <algorithm>

#include "daedalus/numerics/linear/decompositions.h"

namespace daedalus::linear {

void FindCompromise(std::span<const double> v, std::span<const double> s, std::span<double> e) {
  const auto m = static_cast<Eigen::Index>(e.size()), p = static_cast<Eigen::Index>(s.size());
  std::ranges::fill(e, 0.0);
  if (m == 0 || p == 0) return;
  const Eigen::HouseholderQR<Eigen::MatrixXd> of_v(Eigen::Map<const Eigen::MatrixXd>(v.data(), m, p));
  const Eigen::Index rank = std::min(m, p);
  // Rows of large weight first, or rounding in them would drown the others.
  Eigen::MatrixXd stacked = Eigen::MatrixXd::Zero(p + rank, rank);
  stacked.topRows(p) =
      Eigen::MatrixXd(of_v.matrixQR().topRows(rank).triangularView<Eigen::Upper>()).transpose();
  stacked.bottomRows(rank).setIdentity();
  Eigen::VectorXd right = Eigen::VectorXd::Zero(p + rank);
  right.head(p) = Eigen::Map<const Eigen::VectorXd>(s.data(), p);
  Eigen::VectorXd found = Eigen::VectorXd::Zero(m);
  found.head(rank) = Solve(Eigen::HouseholderQR<Eigen::MatrixXd>(stacked), right);
  found.applyOnTheLeft(of_v.householderQ());
  std::ranges::copy(found, e.begin());
}

}  // namespace daedalus::linear
