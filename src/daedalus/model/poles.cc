#include "daedalus/model/poles.h"

#include <algorithm>
#include <cmath>

#include "daedalus/numerics/linear/decompositions.h"

namespace daedalus::model {
namespace {

// One sweep over all rows and columns. False: nothing was gained.
bool BalanceOnce(linear::DenseMatrix& a) {
  constexpr double kWorthwhile = 0.95;
  bool has_gained = false;
  for (std::size_t i = 0; i < a.rows; ++i) {
    double row = 0, column = 0;
    for (std::size_t j = 0; j < a.rows; ++j) {
      if (j == i) continue;
      row += std::abs(a(i, j));
      column += std::abs(a(j, i));
    }
    if (row == 0 || column == 0) continue;
    const double factor = std::exp2(std::round(0.5 * std::log2(row / column)));
    if (!(column * factor + row / factor < kWorthwhile * (column + row))) continue;
    has_gained = true;
    for (std::size_t j = 0; j < a.rows; ++j) {
      a(i, j) /= factor;
      a(j, i) *= factor;
    }
  }
  return has_gained;
}

}  // namespace

std::vector<std::complex<double>> PolesOf(linear::DenseMatrix matrix) {
  if (matrix.rows == 0) return {};
  constexpr int kMostSweeps = 100;
  for (int i = 0; i < kMostSweeps && BalanceOnce(matrix); ++i) {
  }
  const auto n = static_cast<Eigen::Index>(matrix.rows);
  const auto values =
      linear::ModesOf(Eigen::Map<const Eigen::MatrixXd>(matrix.values.data(), n, n)).eigenvalues();
  std::vector<std::complex<double>> out(values.begin(), values.end());
  std::ranges::stable_sort(out, [](const auto& a, const auto& b) {
    if (a.real() != b.real()) return a.real() < b.real();
    return std::abs(a.imag()) != std::abs(b.imag()) ? std::abs(a.imag()) < std::abs(b.imag())
                                                    : a.imag() > b.imag();
  });
  return out;
}

}  // namespace daedalus::model
