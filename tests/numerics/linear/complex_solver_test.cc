// One conformance suite that every complex linear solver runs.
#include "daedalus/numerics/linear/complex_solver.h"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <random>

#include "daedalus/numerics/linear/decompositions.h"

namespace daedalus::linear {
namespace {

struct ComplexMatrix {
  SparsePattern pattern;
  std::vector<double> real, imaginary;
};

ComplexMatrix FromComplex(const Eigen::MatrixXcd& dense) {
  std::vector<Entry> entries;
  for (std::int32_t j = 0; j < dense.cols(); ++j) {
    for (std::int32_t i = 0; i < dense.rows(); ++i) {
      if (dense(i, j) != 0.0) entries.push_back({i, j});
    }
  }
  ComplexMatrix matrix{PatternFromEntries(dense.rows(), dense.cols(), entries), {}, {}};
  for (std::int32_t j = 0; j < dense.cols(); ++j) {
    for (const std::int32_t i : matrix.pattern.Column(j)) {
      matrix.real.push_back(dense(i, j).real());
      matrix.imaginary.push_back(dense(i, j).imag());
    }
  }
  return matrix;
}

// With small diagonal entries, so that pivots must be looked for.
Eigen::MatrixXcd RandomComplexSparse(int n, double density, std::mt19937& random) {
  std::uniform_real_distribution<double> uniform(-1, 1);
  Eigen::MatrixXcd dense = Eigen::MatrixXcd::Zero(n, n);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      if (std::abs(uniform(random)) < density) dense(i, j) = {uniform(random), uniform(random)};
    }
    dense(i, (i + 1) % n) += std::complex<double>(1, 2);
  }
  return dense;
}

class ComplexSolverConformance : public testing::TestWithParam<LinearSolverKind> {
 protected:
  std::unique_ptr<ComplexLinearSolver> Make(const ComplexMatrix& matrix) const {
    return MakeComplexLinearSolver(matrix.pattern, GetParam());
  }
  // The largest error of the solution of `dense` x = b with the solution (1, 2i, 3, 4i, ...).
  double ErrorOfSolve(ComplexLinearSolver& solver, const Eigen::MatrixXcd& dense) const {
    Eigen::VectorXcd exact(dense.rows());
    for (Eigen::Index i = 0; i < exact.size(); ++i) {
      exact[i] =
          static_cast<double>(i + 1) * (i % 2 == 0 ? std::complex<double>(1, 0) : std::complex<double>(0, 1));
    }
    const Eigen::VectorXcd right = dense * exact;
    std::vector<double> real, imaginary;
    for (const std::complex<double> value : right) {
      real.push_back(value.real());
      imaginary.push_back(value.imag());
    }
    solver.Solve(real, imaginary);
    double error = 0;
    for (Eigen::Index i = 0; i < exact.size(); ++i) {
      error = std::max(error, std::abs(exact[i] - std::complex<double>(real[i], imaginary[i])));
    }
    return error;
  }
};

TEST_P(ComplexSolverConformance, AMatrixWithoutEntriesIsSingular) {
  for (const int n : {1, 2, 9, 40}) {
    const auto solver = Make({PatternFromEntries(n, n, {}), {}, {}});
    EXPECT_EQ(solver->Factor({}, {}), FactorStatus::kSingular) << n;
  }
}

TEST_P(ComplexSolverConformance, SolvesRandomSystemsToRoundoff) {
  std::mt19937 random(5);
  for (const int n : {1, 2, 3, 10, 60, 150}) {
    const Eigen::MatrixXcd dense = RandomComplexSparse(n, 0.1, random);
    const ComplexMatrix matrix = FromComplex(dense);
    const auto solver = Make(matrix);
    ASSERT_EQ(solver->Factor(matrix.real, matrix.imaginary), FactorStatus::kOk) << n;
    const double condition = dense.norm() * dense.inverse().norm();
    EXPECT_LT(ErrorOfSolve(*solver, dense), 1e-14 * n * condition) << n;
  }
}

TEST_P(ComplexSolverConformance, ManyMatricesOfOnePatternAreSolvedToRoundoff) {
  std::mt19937 random(8);
  std::uniform_real_distribution<double> uniform(0.5, 2);
  for (const int n : {12, 40, 90}) {
    Eigen::MatrixXcd dense = RandomComplexSparse(n, 0.1, random);
    const auto solver = Make(FromComplex(dense));
    for (int trial = 0; trial < 10; ++trial) {
      for (int i = 0; i < n; ++i) dense.row(i) *= std::complex<double>(uniform(random), uniform(random));
      dense.col(trial % n) *= uniform(random);
      const ComplexMatrix matrix = FromComplex(dense);
      ASSERT_EQ(solver->Factor(matrix.real, matrix.imaginary), FactorStatus::kOk);
      EXPECT_LT(ErrorOfSolve(*solver, dense), 1e-9) << n;
    }
  }
}

TEST_P(ComplexSolverConformance, NewValuesThatNeedOtherPivotsAreSolvedAccurately) {
  Eigen::MatrixXcd first(2, 2), second(2, 2);
  first << std::complex<double>(0, 1), 1e-14, 1e-14, std::complex<double>(1, 1);
  second << 1e-14, std::complex<double>(0, 1), std::complex<double>(1, 1), 1e-14;
  const ComplexMatrix matrix = FromComplex(first);
  const auto solver = Make(matrix);
  ASSERT_EQ(solver->Factor(matrix.real, matrix.imaginary), FactorStatus::kOk);
  const ComplexMatrix other = FromComplex(second);
  ASSERT_EQ(solver->Factor(other.real, other.imaginary), FactorStatus::kOk);
  EXPECT_LT(ErrorOfSolve(*solver, second), 1e-13);
}

TEST_P(ComplexSolverConformance, UnitsOfEquationsAndUnknownsDoNotMakeAMatrixSingular) {
  // [[2i, 1], [1, 3i]] with one row in units of 1e-20 and one column in units of 1e+180.
  Eigen::MatrixXcd dense(2, 2);
  dense << std::complex<double>(0, 2), 1e180, 1e-20, std::complex<double>(0, 3e160);
  const ComplexMatrix matrix = FromComplex(dense);
  const auto solver = Make(matrix);
  ASSERT_EQ(solver->Factor(matrix.real, matrix.imaginary), FactorStatus::kOk);
  std::vector<double> real = {1, 1e-20}, imaginary = {2, 3e-20};  // the solution (1, 1e-180)
  solver->Solve(real, imaginary);
  EXPECT_NEAR(real[0], 1, 1e-14);
  EXPECT_NEAR(imaginary[0], 0, 1e-14);
  EXPECT_NEAR(real[1] * 1e180, 1, 1e-14);
}

TEST_P(ComplexSolverConformance, SingularUpToRoundoffIsSingularAndDoesNotSpoilTheNextOne) {
  // The second row is (1 + i) times the first.
  Eigen::MatrixXcd dense(2, 2);
  dense << std::complex<double>(0.1, 0.7), std::complex<double>(0.3, 0.2), 0, 0;
  dense.row(1) = std::complex<double>(1, 1) * dense.row(0);
  const ComplexMatrix matrix = FromComplex(dense);
  const auto solver = Make(matrix);
  EXPECT_EQ(solver->Factor(matrix.real, matrix.imaginary), FactorStatus::kSingular);
  dense(1, 1) += 1;
  const ComplexMatrix regular = FromComplex(dense);
  ASSERT_EQ(solver->Factor(regular.real, regular.imaginary), FactorStatus::kOk);
  EXPECT_LT(ErrorOfSolve(*solver, dense), 1e-13);
}

TEST_P(ComplexSolverConformance, NotFiniteValuesAreRefused) {
  const ComplexMatrix matrix = FromComplex(Eigen::MatrixXcd::Identity(2, 2));
  const auto solver = Make(matrix);
  EXPECT_EQ(solver->Factor(std::vector<double>{1, 1}, std::vector<double>{0, std::nan("")}),
            FactorStatus::kNotFinite);
  EXPECT_EQ(solver->Factor(std::vector<double>{INFINITY, 1}, std::vector<double>{0, 0}),
            FactorStatus::kNotFinite);
  EXPECT_EQ(solver->Factor(matrix.real, matrix.imaginary), FactorStatus::kOk);
}

TEST_P(ComplexSolverConformance, EmptySystemIsSolved) {
  const auto solver = Make({});
  EXPECT_EQ(solver->Factor({}, {}), FactorStatus::kOk);
  solver->Solve({}, {});
}

INSTANTIATE_TEST_SUITE_P(All, ComplexSolverConformance,
                         testing::Values(LinearSolverKind::kDense, LinearSolverKind::kSparse),
                         [](const auto& tested) {
                           return tested.param == LinearSolverKind::kDense ? "Dense" : "Sparse";
                         });

TEST(ComplexSolverChoice, IsThatOfRealMatrices) {
  EXPECT_EQ(MakeComplexLinearSolver(DensePattern(5, 5))->name(), "dense");
  EXPECT_EQ(MakeComplexLinearSolver(FromComplex(Eigen::MatrixXcd::Identity(300, 300)).pattern)->name(),
            "sparse");
}

}  // namespace
}  // namespace daedalus::linear
