// Eigen's decompositions of matrices of any size, and operations with them. They are compiled once, in
// decompositions.cc. Otherwise each folder that uses one compiles it again, which takes six seconds or more,
// and three more for the template that solves with it (docs/decisions/027).
#pragma once

#include <Eigen/Dense>

extern template class Eigen::PartialPivLU<Eigen::MatrixXd>;
extern template class Eigen::FullPivLU<Eigen::MatrixXd>;
extern template class Eigen::LLT<Eigen::MatrixXd>;
extern template class Eigen::HouseholderQR<Eigen::MatrixXd>;
extern template class Eigen::ColPivHouseholderQR<Eigen::MatrixXd>;
extern template class Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd>;
extern template class Eigen::JacobiSVD<Eigen::MatrixXd>;
extern template class Eigen::RealSchur<Eigen::MatrixXd>;
extern template class Eigen::EigenSolver<Eigen::MatrixXd>;

namespace daedalus::linear {

using LongMatrix = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;

// x of (factored matrix) x = right, of least squares and least size where the decomposition has them.
Eigen::VectorXd Solve(const Eigen::PartialPivLU<Eigen::MatrixXd>& factors, const Eigen::VectorXd& right);
Eigen::VectorXd Solve(const Eigen::LLT<Eigen::MatrixXd>& factors, const Eigen::VectorXd& right);
Eigen::VectorXd Solve(const Eigen::HouseholderQR<Eigen::MatrixXd>& factors, const Eigen::VectorXd& right);
Eigen::VectorXd Solve(const Eigen::ColPivHouseholderQR<Eigen::MatrixXd>& factors,
                      const Eigen::VectorXd& right);
Eigen::VectorXd Solve(const Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd>& factors,
                      const Eigen::VectorXd& right);

Eigen::MatrixXd Inverse(const Eigen::PartialPivLU<Eigen::MatrixXd>& factors);
LongMatrix Inverse(const LongMatrix& matrix);

// Eigenvalues and eigenvectors.
Eigen::EigenSolver<Eigen::MatrixXd> ModesOf(const Eigen::MatrixXd& matrix);

}  // namespace daedalus::linear
