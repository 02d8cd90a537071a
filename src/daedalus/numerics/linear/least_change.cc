#include "daedalus/numerics/linear/least_change.h"

#include <cmath>

#include "daedalus/numerics/linear/decompositions.h"

namespace daedalus::linear {

bool LeastChange(const SparsePattern& pattern, std::span<const double> entries, std::span<const double> units,
                 std::span<const double> r, std::span<double> d) {
  constexpr double kRank = 1e-12, kConsistent = 1e-8;
  const std::int32_t n = pattern.cols;
  if (n > kMostLeastChange || pattern.rows != n) return false;
  Eigen::MatrixXd a = Eigen::MatrixXd::Zero(n, n);
  for (std::int32_t column = 0; column < n; ++column) {
    const auto begin = pattern.column_starts[static_cast<std::size_t>(column)];
    const auto end = pattern.column_starts[static_cast<std::size_t>(column) + 1];
    for (auto k = begin; k < end; ++k) {
      a(pattern.row_indices[static_cast<std::size_t>(k)], column) =
          entries[static_cast<std::size_t>(k)] * units[static_cast<std::size_t>(column)];
    }
  }
  Eigen::VectorXd b = Eigen::Map<const Eigen::VectorXd>(r.data(), n);
  for (std::int32_t row = 0; row < n; ++row) {
    const double size = a.row(row).cwiseAbs().maxCoeff();
    if (!(size > 0)) {
      if (b[row] != 0) return false;  // 0 = something
      continue;
    }
    a.row(row) /= size;
    b[row] /= size;
  }
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> decomposition;
  decomposition.setThreshold(kRank);
  decomposition.compute(a);
  const Eigen::VectorXd x = Solve(decomposition, b);
  const double scale = std::max(1.0, b.cwiseAbs().maxCoeff());
  if (!x.allFinite() || (a * x - b).cwiseAbs().maxCoeff() > kConsistent * scale) return false;
  for (std::int32_t i = 0; i < n; ++i)
    d[static_cast<std::size_t>(i)] = x[i] * units[static_cast<std::size_t>(i)];
  return true;
}

}  // namespace daedalus::linear
