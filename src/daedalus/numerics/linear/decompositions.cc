#include "daedalus/numerics/linear/decompositions.h"

template class Eigen::PartialPivLU<Eigen::MatrixXd>;
template class Eigen::FullPivLU<Eigen::MatrixXd>;
template class Eigen::LLT<Eigen::MatrixXd>;
template class Eigen::HouseholderQR<Eigen::MatrixXd>;
template class Eigen::ColPivHouseholderQR<Eigen::MatrixXd>;
template class Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd>;
template class Eigen::JacobiSVD<Eigen::MatrixXd>;
template class Eigen::RealSchur<Eigen::MatrixXd>;
template class Eigen::EigenSolver<Eigen::MatrixXd>;

namespace daedalus::linear {

Eigen::VectorXd Solve(const Eigen::PartialPivLU<Eigen::MatrixXd>& factors, const Eigen::VectorXd& right) {
  return factors.solve(right);
}

Eigen::VectorXd Solve(const Eigen::LLT<Eigen::MatrixXd>& factors, const Eigen::VectorXd& right) {
  return factors.solve(right);
}

Eigen::VectorXd Solve(const Eigen::HouseholderQR<Eigen::MatrixXd>& factors, const Eigen::VectorXd& right) {
  return factors.solve(right);
}

Eigen::VectorXd Solve(const Eigen::ColPivHouseholderQR<Eigen::MatrixXd>& factors,
                      const Eigen::VectorXd& right) {
  return factors.solve(right);
}

Eigen::VectorXd Solve(const Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd>& factors,
                      const Eigen::VectorXd& right) {
  return factors.solve(right);
}

Eigen::MatrixXd Inverse(const Eigen::PartialPivLU<Eigen::MatrixXd>& factors) {
  return factors.inverse();
}

LongMatrix Inverse(const LongMatrix& matrix) {
  return matrix.inverse();
}

Eigen::EigenSolver<Eigen::MatrixXd> ModesOf(const Eigen::MatrixXd& matrix) {
  return Eigen::EigenSolver<Eigen::MatrixXd>(matrix);
}

}  // namespace daedalus::linear
