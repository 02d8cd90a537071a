// Eigen's decompositions of matrices of any size. They are compiled once, in decompositions.cc: each folder that used one compiled it anew,
// which took six seconds or more each time (docs/decisions/027).
#pragma once

#include <Eigen/Dense>

extern template class Eigen::PartialPivLU<Eigen::MatrixXd>;
extern template class Eigen::FullPivLU<Eigen::MatrixXd>;
extern template class Eigen::LLT<Eigen::MatrixXd>;
extern template class Eigen::HouseholderQR<Eigen::MatrixXd>;
extern template class Eigen::ColPivHouseholderQR<Eigen::MatrixXd>;
extern template class Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd>;
extern template class Eigen::JacobiSVD<Eigen::MatrixXd>;
extern template class Eigen::EigenSolver<Eigen::MatrixXd>;
