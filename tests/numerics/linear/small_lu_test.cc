// The dense factorizations at every size that has code of its own, real and complex, against Eigen and
// theory.
#include "daedalus/numerics/linear/small_lu.h"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <limits>
#include <random>
#include <type_traits>

#include "daedalus/numerics/linear/decompositions.h"
#include "daedalus/numerics/linear/dense_complex_lu.h"
#include "daedalus/numerics/linear/dense_lu.h"

namespace daedalus::linear {
namespace {

constexpr int kLargestSize = 33;  // one beyond SmallLu::kMaxSize
constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

SparsePattern FullPattern(int n) {
  std::vector<Entry> entries;
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < n; ++i) entries.push_back({i, j});
  }
  return PatternFromEntries(n, n, entries);
}

// DenseLu or DenseComplexLu with Eigen's matrices and vectors.
template <class Scalar>
class Solver {
 public:
  using Matrix = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>;
  using Vector = Eigen::Matrix<Scalar, Eigen::Dynamic, 1>;

  explicit Solver(int n) : Solver(FullPattern(n)) {}
  explicit Solver(const SparsePattern& pattern) : pattern_(pattern), lu_(pattern) {}

  FactorStatus Factor(const Matrix& matrix) {
    std::vector<double> real, imaginary;
    for (std::int32_t j = 0; j < pattern_.cols; ++j) {
      for (const std::int32_t i : pattern_.Column(j)) {
        real.push_back(std::real(matrix(i, j)));
        imaginary.push_back(std::imag(matrix(i, j)));
      }
    }
    if constexpr (std::is_same_v<Scalar, double>) {
      return lu_.Factor(real);
    } else {
      return lu_.Factor(real, imaginary);
    }
  }

  Vector Solve(const Vector& b) {
    Eigen::VectorXd real = b.real();
    if constexpr (std::is_same_v<Scalar, double>) {
      lu_.Solve({real.data(), static_cast<std::size_t>(real.size())});
      return real;
    } else {
      Eigen::VectorXd imaginary = b.imag();
      const std::size_t n = real.size();
      lu_.Solve({real.data(), n}, {imaginary.data(), n});
      return real.template cast<Scalar>() + Scalar(0, 1) * imaginary.template cast<Scalar>();
    }
  }

 private:
  SparsePattern pattern_;
  std::conditional_t<std::is_same_v<Scalar, double>, DenseLu, DenseComplexLu> lu_;
};

template <class Scalar>
class SmallLuOf : public testing::Test {
 protected:
  using Matrix = typename Solver<Scalar>::Matrix;
  using Vector = typename Solver<Scalar>::Vector;

  double Uniform() { return std::uniform_real_distribution<double>(-1, 1)(random_); }
  Scalar Number() {
    if constexpr (std::is_same_v<Scalar, double>) {
      return Uniform();
    } else {
      return {Uniform(), Uniform()};
    }
  }
  Matrix RandomMatrix(int n) {
    return Matrix::NullaryExpr(n, n, [this] { return Number(); });
  }
  Vector RandomVector(int n) {
    return Vector::NullaryExpr(n, [this] { return Number(); });
  }
  // Orthogonal or unitary.
  Matrix RandomRotation(int n) { return Eigen::HouseholderQR<Matrix>(RandomMatrix(n)).householderQ(); }
  // By its singular values, from 1 to 1/condition.
  Matrix RandomMatrixOfCondition(int n, double condition) {
    Eigen::VectorXd values = Eigen::VectorXd::Ones(n);
    for (int i = 1; i < n; ++i) values[i] = std::pow(condition, -static_cast<double>(i) / (n - 1));
    return RandomRotation(n) * values.template cast<Scalar>().asDiagonal() * RandomRotation(n);
  }
  std::vector<int> RandomOrder(int n) {
    std::vector<int> order(n);
    for (int i = 0; i < n; ++i) order[i] = i;
    std::shuffle(order.begin(), order.end(), random_);
    return order;
  }
  // The largest pivots are in these rows.
  Matrix RandomMatrixWithPivotsIn(const std::vector<int>& rows) {
    const int n = static_cast<int>(rows.size());
    Matrix matrix = RandomMatrix(n) / (4 * n);
    for (int j = 0; j < n; ++j) matrix(rows[j], j) += 1.0;
    return matrix;
  }

  std::mt19937 random_{11};
};

using Scalars = testing::Types<double, std::complex<double>>;
class ScalarNames {
 public:
  template <class Scalar>
  static std::string GetName(int) {
    return std::is_same_v<Scalar, double> ? "Real" : "Complex";
  }
};
TYPED_TEST_SUITE(SmallLuOf, Scalars, ScalarNames);

// What substitution by single rows achieves: |b - A x| <= c eps |A| |x|, whatever the condition.
template <class Matrix, class Vector>
double RelativeResidual(const Matrix& matrix, const Vector& x, const Vector& b) {
  return (b - matrix * x).cwiseAbs().maxCoeff() /
         (matrix.cwiseAbs().rowwise().sum().maxCoeff() * x.cwiseAbs().maxCoeff());
}

TYPED_TEST(SmallLuOf, AgreesWithEigenAtEverySize) {
  for (int n = 1; n <= kLargestSize; ++n) {
    const auto matrix = this->RandomMatrix(n);
    const auto b = this->RandomVector(n);
    Solver<TypeParam> solver(n);
    ASSERT_EQ(solver.Factor(matrix), FactorStatus::kOk) << n;
    const auto lu = matrix.partialPivLu();
    const auto x = solver.Solve(b);
    const double bound = 100 * kEpsilon / lu.rcond() * x.cwiseAbs().maxCoeff();
    EXPECT_LT((x - lu.solve(b)).cwiseAbs().maxCoeff(), bound) << n;
  }
}

TYPED_TEST(SmallLuOf, ResidualsStaySmallWhereTheMatrixIsIllConditioned) {
  for (int n = 2; n <= kLargestSize; ++n) {
    Solver<TypeParam> solver(n);
    for (const double condition : {1e4, 1e8, 1e12}) {
      const auto matrix = this->RandomMatrixOfCondition(n, condition);
      const auto exact = this->RandomVector(n);
      const auto b = (matrix * exact).eval();
      ASSERT_EQ(solver.Factor(matrix), FactorStatus::kOk) << n;
      EXPECT_LT(RelativeResidual(matrix, solver.Solve(b), b), 20 * n * kEpsilon) << n << ' ' << condition;
    }
  }
}

TYPED_TEST(SmallLuOf, RowsAreExchangedAtEveryStepAndInEveryOrder) {
  for (int n = 2; n <= kLargestSize; ++n) {
    Solver<TypeParam> solver(n);
    std::vector<int> rows(n);
    for (int i = 0; i < n; ++i) rows[i] = (i + 1) % n;  // every step exchanges, when it starts from 0, 1, ..
    for (int trial = 0; trial < 5; ++trial) {
      const auto matrix = this->RandomMatrixWithPivotsIn(rows);
      const auto b = this->RandomVector(n);
      ASSERT_EQ(solver.Factor(matrix), FactorStatus::kOk) << n;
      EXPECT_LT(RelativeResidual(matrix, solver.Solve(b), b), 10 * kEpsilon) << n;
      rows = this->RandomOrder(n);
    }
  }
}

// Without pivoting in columns the growth would be of the order of 1e10.
TYPED_TEST(SmallLuOf, SmallDiagonalEntriesDoNotMakeTheFactorsGrow) {
  for (int n = 2; n <= kLargestSize; ++n) {
    auto matrix = this->RandomMatrix(n);
    matrix.diagonal() *= 1e-10;
    const auto b = this->RandomVector(n);
    Solver<TypeParam> solver(n);
    ASSERT_EQ(solver.Factor(matrix), FactorStatus::kOk) << n;
    EXPECT_LT(RelativeResidual(matrix, solver.Solve(b), b), 20 * n * kEpsilon) << n;
  }
}

TYPED_TEST(SmallLuOf, UnitsOfRowsAndColumnsDoNotMatter) {
  for (int n = 1; n <= kLargestSize; ++n) {
    const auto matrix = this->RandomMatrix(n);
    const auto b = this->RandomVector(n);
    Eigen::VectorXd row_units(n), column_units(n);
    for (int i = 0; i < n; ++i) {
      row_units[i] = std::pow(10.0, std::round(100 * this->Uniform()));
      column_units[i] = std::pow(10.0, std::round(50 * this->Uniform()));
    }
    Solver<TypeParam> plain(n), scaled(n);
    ASSERT_EQ(plain.Factor(matrix), FactorStatus::kOk) << n;
    ASSERT_EQ(scaled.Factor(row_units.asDiagonal() * matrix * column_units.asDiagonal()), FactorStatus::kOk)
        << n;
    const auto x = plain.Solve(b);
    const auto y = scaled.Solve(row_units.asDiagonal() * b);
    const double bound = 1000 * kEpsilon / matrix.partialPivLu().rcond() * x.cwiseAbs().maxCoeff();
    EXPECT_LT((x - column_units.asDiagonal() * y).cwiseAbs().maxCoeff(), bound) << n;
  }
}

TYPED_TEST(SmallLuOf, DependentRowsOrColumnsAreSingularAndDoNotSpoilTheNextMatrix) {
  for (int n = 1; n <= kLargestSize; ++n) {
    Solver<TypeParam> solver(n);
    const auto regular = this->RandomMatrixWithPivotsIn(this->RandomOrder(n));
    auto zero_row = regular, zero_column = regular, equal_rows = regular;
    zero_row.row(n / 2).setZero();
    zero_column.col(n / 2).setZero();
    EXPECT_EQ(solver.Factor(zero_row), FactorStatus::kSingular) << n;
    EXPECT_EQ(solver.Factor(zero_column), FactorStatus::kSingular) << n;
    if (n > 1) {
      equal_rows.row(n - 1) = equal_rows.row(0);
      EXPECT_EQ(solver.Factor(equal_rows), FactorStatus::kSingular) << n;
    }
    const auto b = this->RandomVector(n);
    ASSERT_EQ(solver.Factor(regular), FactorStatus::kOk) << n;
    EXPECT_LT(RelativeResidual(regular, solver.Solve(b), b), 10 * kEpsilon) << n;
  }
}

// (1) of linear_solver.h, from both sides: the second pivot of [1 1; 1 1 + d] is d.
TYPED_TEST(SmallLuOf, APivotIsLargerThanTheToleranceTimesItsColumn) {
  Solver<TypeParam> solver(2);
  auto matrix = this->RandomMatrix(2);
  matrix.setOnes();
  matrix(1, 0) = 1 - 4 * kPivotTolerance;
  EXPECT_EQ(solver.Factor(matrix), FactorStatus::kOk);
  matrix(1, 0) = 1 - kPivotTolerance / 2;
  EXPECT_EQ(solver.Factor(matrix), FactorStatus::kSingular);
}

// Bit for bit, although elimination starts from the order of the rows that the last one ended with. Entries
// of equal size in a column leave it a choice.
TYPED_TEST(SmallLuOf, TheResultDoesNotDependOnTheMatricesBefore) {
  for (int n = 1; n <= kLargestSize; ++n) {
    auto matrix = this->RandomMatrixWithPivotsIn(this->RandomOrder(n));
    matrix.col(0).setOnes();
    for (int i = 0; i < n; ++i) matrix(i, n / 2) = i % 2 == 0 ? 1 : -1;
    const auto b = this->RandomVector(n);
    Solver<TypeParam> fresh(n), used(n);
    ASSERT_EQ(fresh.Factor(matrix), FactorStatus::kOk) << n;
    for (int trial = 0; trial < 3; ++trial) {
      ASSERT_EQ(used.Factor(this->RandomMatrixWithPivotsIn(this->RandomOrder(n))), FactorStatus::kOk) << n;
      ASSERT_EQ(used.Factor(matrix), FactorStatus::kOk) << n;
      EXPECT_EQ(used.Solve(b), fresh.Solve(b)) << n;
    }
  }
}

TYPED_TEST(SmallLuOf, PatternsWithZerosAreFilledIn) {
  for (int n = 2; n <= kLargestSize; ++n) {
    auto matrix = this->RandomMatrixWithPivotsIn(this->RandomOrder(n));
    std::vector<Entry> entries;
    for (int j = 0; j < n; ++j) {
      for (int i = 0; i < n; ++i) {
        if (std::abs(matrix(i, j)) < 0.5 && this->Uniform() < 0.4) matrix(i, j) = 0;
        if (matrix(i, j) != TypeParam(0)) entries.push_back({i, j});
      }
    }
    Solver<TypeParam> solver(PatternFromEntries(n, n, entries));
    for (int trial = 0; trial < 3; ++trial) {
      const auto b = this->RandomVector(n);
      ASSERT_EQ(solver.Factor(matrix), FactorStatus::kOk) << n;
      EXPECT_LT(RelativeResidual(matrix, solver.Solve(b), b), 10 * kEpsilon) << n;
      matrix *= 0.75;
    }
  }
}

// The square of a pivot of this size underflows or overflows.
TEST(SmallComplexLu, ExtremePivotsAreInverted) {
  for (const double unit : {1e-200, 1e-160, 1e160, 1e200}) {
    for (int n = 1; n <= kLargestSize; ++n) {
      Eigen::MatrixXcd matrix = Eigen::MatrixXcd::Identity(n, n) * std::complex<double>(3, 4);
      matrix(0, n - 1) += 1;
      Solver<std::complex<double>> solver(n);
      matrix.col(n - 1) *= unit;
      ASSERT_EQ(solver.Factor(matrix), FactorStatus::kOk) << n;
      const Eigen::VectorXcd x = solver.Solve(matrix.col(n - 1) / unit);
      EXPECT_NEAR(std::abs(x[n - 1] * unit - 1.0), 0, 1e-14) << n << ' ' << unit;
    }
  }
}

}  // namespace
}  // namespace daedalus::linear
