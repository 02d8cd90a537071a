#include "daedalus/numerics/integrate/runge_kutta/diagonal_method.h"

#include <algorithm>
#include <cmath>

#include "daedalus/numerics/linear/decompositions.h"

namespace daedalus::integrate {
namespace {

constexpr double kStartShare = -0.05;  // of (3) in the estimated error

// The columns c, A c, c^2, c^3 of (1), for the implicit stages.
Eigen::MatrixXd Columns(const theory::Tableau& tableau, int skipped) {
  const int s = tableau.num_stages() - skipped;
  Eigen::MatrixXd columns(s, 4);
  for (int i = 0; i < s; ++i) {
    const double c = tableau.c[i + skipped];
    double a_c = 0;
    for (int j = 0; j < tableau.num_stages(); ++j) a_c += tableau.A(i + skipped, j) * tableau.c[j];
    columns.row(i) << c, a_c, c * c, c * c * c;
  }
  return columns;
}

// The smallest x with as many of the equations matrix x = right as there are unknowns.
std::vector<double> SmallestSolution(const Eigen::MatrixXd& matrix, const Eigen::VectorXd& right) {
  const Eigen::Index rows = std::min(matrix.rows(), matrix.cols());
  const Eigen::MatrixXd square = matrix.topRows(rows);
  const Eigen::VectorXd x =
      linear::Solve(Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd>(square), right.head(rows));
  return {x.begin(), x.end()};
}

std::vector<double> StartingWeights(const Eigen::MatrixXd& columns, int stage) {
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(4, stage + 1);
  matrix(0, 0) = 1;  // h K_0
  matrix.rightCols(stage) = columns.topRows(stage).transpose();
  return SmallestSolution(matrix, columns.row(stage).transpose());
}

// (3) of the header.
std::vector<double> SlopeAtStart(const Eigen::MatrixXd& columns) {
  Eigen::MatrixXd matrix(4, columns.rows());
  matrix.row(0).setOnes();
  matrix.bottomRows(3) = columns.leftCols(3).transpose();
  return SmallestSolution(matrix, Eigen::Vector4d(1, 0, 0, 0));
}

}  // namespace

DiagonalMethod MakeDiagonalMethod(const theory::Tableau& tableau) {
  const int skipped = tableau.A(0, 0) == 0 ? 1 : 0;
  DiagonalMethod method;
  method.order = tableau.order;
  method.num_stages = tableau.num_stages() - skipped;
  method.error_power = tableau.b_hat.empty() ? tableau.order + 1 : tableau.embedded_order + 1;
  method.gamma = tableau.A(skipped, skipped);
  const Eigen::MatrixXd columns = Columns(tableau, skipped);
  for (int i = 0; i < method.num_stages; ++i) {
    method.c.push_back(tableau.c[i + skipped]);
    std::vector<double>& row = method.a.emplace_back();
    if (skipped == 0) row.push_back(0);
    for (int j = 0; j < i + skipped; ++j) row.push_back(tableau.A(i + skipped, j));
    for (const double a : row)
      method.amplification = std::max(method.amplification, std::abs(a) / method.gamma);
    method.start.push_back(StartingWeights(columns, i));
  }
  if (!tableau.b_hat.empty()) {
    const std::vector<double> back = SlopeAtStart(columns);
    method.error = {kStartShare};
    for (int j = 0; j < method.num_stages; ++j) {
      method.error.push_back(tableau.b[j] - tableau.b_hat[j] - kStartShare * back[j]);
    }
    method.slope = SmallestSolution(columns.transpose(), Eigen::Vector4d(1, 1, 2, 3));
  } else if (tableau.order == 1) {
    method.error = {-0.5, 0.5};
  }
  return method;
}

}  // namespace daedalus::integrate
