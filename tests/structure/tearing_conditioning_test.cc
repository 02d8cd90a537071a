// Does the torn system give the digits of an ordinary LU? The heat equation of Cellier & Kofman 8.9, solved
// both ways.
#include <gtest/gtest.h>

#include <cmath>

#include "daedalus/structure/tearing_greedy.h"
#include "structure/tearing_examples.h"

namespace daedalus::structure {
namespace {

using Vector = std::vector<double>;
using Matrix = std::vector<Vector>;

// Gaussian elimination with partial pivoting.
Vector Solve(Matrix a, Vector b) {
  const std::size_t n = b.size();
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k; i < n; ++i) {
      if (std::abs(a[i][k]) > std::abs(a[pivot][k])) pivot = i;
    }
    std::swap(a[k], a[pivot]);
    std::swap(b[k], b[pivot]);
    for (std::size_t i = k + 1; i < n; ++i) {
      const double factor = a[i][k] / a[k][k];
      for (std::size_t j = k; j < n && factor != 0; ++j) a[i][j] -= factor * a[k][j];
      b[i] -= factor * b[k];
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t j = k + 1; j < n; ++j) b[k] -= a[k][j] * b[j];
    b[k] /= a[k][k];
  }
  return b;
}

// Executes the assignments for given tearing variables.
Vector Execute(const Matrix& a, const Vector& b, const TornBlock& torn, const Vector& tearing) {
  Vector x(b.size(), 0);
  for (std::size_t i = 0; i < tearing.size(); ++i) x[torn.tearing[i].index()] = tearing[i];
  for (const auto& [row, column] : torn.assignments) {
    double sum = b[row.index()];
    const Vector& of_row = a[row.index()];
    for (std::size_t j = 0; j < x.size(); ++j) {
      if (j != column.index()) sum -= of_row[j] * x[j];
    }
    x[column.index()] = sum / of_row[column.index()];
  }
  return x;
}

Vector Residuals(const Matrix& a, const Vector& b, const TornBlock& torn, const Vector& x) {
  Vector out;
  for (const RowId row : torn.residuals) {
    double sum = -b[row.index()];
    for (std::size_t j = 0; j < x.size(); ++j) sum += a[row.index()][j] * x[j];
    out.push_back(sum);
  }
  return out;
}

// One Newton step in the tearing variables, exact for a linear system but for rounding.
Vector SolveTorn(const Matrix& a, const Vector& b, const TornBlock& torn) {
  const std::size_t k = torn.tearing.size();
  const Vector at_zero = Residuals(a, b, torn, Execute(a, b, torn, Vector(k, 0)));
  Matrix jacobian(k, Vector(k));
  for (std::size_t j = 0; j < k; ++j) {
    Vector unit(k, 0);
    unit[j] = 1;
    const Vector zero_side(b.size(), 0);
    const Vector column = Residuals(a, zero_side, torn, Execute(a, zero_side, torn, unit));
    for (std::size_t i = 0; i < k; ++i) jacobian[i][j] = column[i];
  }
  Vector t = Solve(jacobian, at_zero);
  for (double& v : t) v = -v;
  return Execute(a, b, torn, t);
}

// (8.111) with n = 50 and a step of h, columns x then x'.
constexpr std::uint32_t kCells = 50;
Matrix HeatMatrix(double h) {
  const double factor = kCells * kCells / (120 * M_PI * M_PI);
  Matrix a(2 * kCells, Vector(2 * kCells, 0));
  for (std::uint32_t i = 0; i < kCells; ++i) {
    a[i][kCells + i] = 1;
    for (const auto& [j, value] : HeatStencil(i, kCells)) a[i][j] = -factor * value;
    a[kCells + i][i] = 1;
    a[kCells + i][kCells + i] = -h;
  }
  return a;
}

// The largest difference in x between the torn and the ordinary solution, whose values are about 1.
double TornError(const TearingOptions& options) {
  const Matrix a = HeatMatrix(0.01);
  Vector b(2 * kCells, 0);
  for (std::uint32_t i = 0; i < kCells; ++i) b[kCells + i] = std::sin(0.1 * i) + 1;
  const Vector reference = Solve(a, b);
  const Vector torn = SolveTorn(a, b, TearBlock(InlinedHeatBdf(kCells), options));
  double error = 0;
  for (std::uint32_t i = 0; i < kCells; ++i) error = std::max(error, std::abs(torn[i] - reference[i]));
  return error;
}

TEST(TearingConditioning, ThresholdPivotsGiveTheDigitsOfOrdinaryElimination) {
  TearingOptions options;
  options.max_pivot_cost = kTenTimesSmaller;
  EXPECT_LT(TornError(options), 1e-10);
}

TEST(TearingConditioning, JustAsManyTearingVariablesWithPoorPivotsLoseThem) {
  const double error = TornError({});
  EXPECT_FALSE(error < 1e-3) << error;
}

}  // namespace
}  // namespace daedalus::structure
