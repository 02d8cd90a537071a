// One conformance suite that every linear solver runs, and the ways in which they must agree.
#include "daedalus/numerics/linear/linear_solver.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>

#include "daedalus/numerics/linear/decompositions.h"
#include "daedalus/numerics/linear/sparse_lu.h"

namespace daedalus::linear {
namespace {

struct Matrix {
  SparsePattern pattern;
  std::vector<double> values;
};

Matrix FromDense(const Eigen::MatrixXd& dense) {
  std::vector<Entry> entries;
  for (std::int32_t j = 0; j < dense.cols(); ++j) {
    for (std::int32_t i = 0; i < dense.rows(); ++i) {
      if (dense(i, j) != 0) entries.push_back({i, j});
    }
  }
  Matrix matrix{PatternFromEntries(dense.rows(), dense.cols(), entries), {}};
  for (std::int32_t j = 0; j < dense.cols(); ++j) {
    for (const std::int32_t i : matrix.pattern.Column(j)) matrix.values.push_back(dense(i, j));
  }
  return matrix;
}

Eigen::MatrixXd RandomSparse(int n, double density, std::mt19937& random) {
  std::uniform_real_distribution<double> uniform(-1, 1);
  Eigen::MatrixXd dense = Eigen::MatrixXd::Zero(n, n);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      if (std::abs(uniform(random)) < density) dense(i, j) = uniform(random);
    }
    dense(i, (i + 1) % n) += 2;
  }
  return dense;
}

class LinearSolverConformance : public testing::TestWithParam<LinearSolverKind> {
 protected:
  std::unique_ptr<LinearSolver> Make(const Matrix& matrix) const {
    return MakeLinearSolver(matrix.pattern, GetParam());
  }
};

TEST_P(LinearSolverConformance, PivotsGiveTheDeterminant) {
  std::mt19937 random(7);
  for (const int n : {1, 2, 3, 5, 8, 17, 40, 70}) {
    for (int trial = 0; trial < 4; ++trial) {
      const Eigen::MatrixXd dense = RandomSparse(n, 0.3, random);
      const Matrix matrix = FromDense(dense);
      const auto solver = Make(matrix);
      ASSERT_EQ(solver->Factor(matrix.values), FactorStatus::kOk) << n;
      std::vector<double> sizes(static_cast<std::size_t>(n));
      double determinant = solver->Pivots(sizes);
      for (const double size : sizes) determinant *= size;
      const double expected = Eigen::FullPivLU<Eigen::MatrixXd>(dense).determinant();
      EXPECT_NEAR(determinant / expected, 1, 1e-8) << n;
    }
  }
}

TEST_P(LinearSolverConformance, AMatrixWithoutEntriesIsSingular) {
  for (const int n : {1, 2, 9, 40}) {
    const auto solver = Make({PatternFromEntries(n, n, {}), {}});
    EXPECT_EQ(solver->Factor({}), FactorStatus::kSingular) << n;
    EXPECT_EQ(solver->ExplainSingularity().rank, 0) << n;
  }
}

// An integrator asks so if a step size is too small for a matrix.
TEST_P(LinearSolverConformance, AMatrixThatWasNeverFactoredIsNoMistake) {
  for (const int n : {1, 2, 9, 40}) {
    const Matrix matrix = FromDense(Eigen::MatrixXd::Identity(n, n));
    EXPECT_FALSE(Make(matrix)->ExplainSingularity().structural) << n;
  }
}

TEST_P(LinearSolverConformance, SolvesRandomSystemsToRoundoff) {
  std::mt19937 random(5);
  for (const int n : {1, 2, 3, 10, 60, 150}) {
    const Eigen::MatrixXd dense = RandomSparse(n, 0.1, random);
    const Matrix matrix = FromDense(dense);
    const auto solver = Make(matrix);
    ASSERT_EQ(solver->Factor(matrix.values), FactorStatus::kOk) << n;
    const Eigen::VectorXd exact = Eigen::VectorXd::LinSpaced(n, -1, 2);
    const Eigen::VectorXd right = dense * exact;
    std::vector<double> b(right.begin(), right.end());
    solver->Solve(b);
    const double bound = 100 * std::numeric_limits<double>::epsilon() / solver->ReciprocalCondition();
    for (int i = 0; i < n; ++i) EXPECT_NEAR(b[i], exact[i], bound) << n;
  }
}

TEST_P(LinearSolverConformance, NewValuesThatNeedOtherPivotsAreSolvedAccurately) {
  // Pivots chosen for the first matrix would divide by 1e-14 in the second.
  Eigen::MatrixXd first(3, 3);
  first << 1, 1e-14, 3, 1e-14, 1, 1, 1, 1, 5;
  Eigen::MatrixXd second(3, 3);
  second << 1e-14, 1, 3, 1, 1e-14, 1, 1, 1, 1;
  const Matrix matrix = FromDense(first);
  const auto solver = Make(matrix);
  ASSERT_EQ(solver->Factor(matrix.values), FactorStatus::kOk);
  ASSERT_EQ(solver->Factor(FromDense(second).values), FactorStatus::kOk);
  const Eigen::Vector3d exact(1, -2, 3);
  const Eigen::Vector3d right = second * exact;
  std::vector<double> b(right.begin(), right.end());
  solver->Solve(b);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(b[i], exact[i], 1e-13);
}

TEST_P(LinearSolverConformance, UnitsOfEquationsAndUnknownsDoNotMakeAMatrixSingular) {
  // [[2, 1], [1, 3]] with one row in units of 1e-20 and one column in units of 1e+18.
  Eigen::MatrixXd dense(2, 2);
  dense << 2, 1e18, 1e-20, 3e-2;
  const Matrix matrix = FromDense(dense);
  const auto solver = Make(matrix);
  ASSERT_EQ(solver->Factor(matrix.values), FactorStatus::kOk);
  std::vector<double> b = {3, 4e-20};
  solver->Solve(b);
  EXPECT_NEAR(b[0], 1, 1e-14);
  EXPECT_NEAR(b[1] * 1e18, 1, 1e-14);
}

TEST_P(LinearSolverConformance, ReciprocalConditionIsWithinAFactorTenOfTheTruth) {
  std::mt19937 random(6);
  for (const int n : {5, 30, 80}) {
    Eigen::MatrixXd dense = RandomSparse(n, 0.2, random);
    for (int i = 0; i < n; ++i) dense.row(i) /= dense.row(i).cwiseAbs().maxCoeff();
    const Matrix matrix = FromDense(dense);
    const auto solver = Make(matrix);
    ASSERT_EQ(solver->Factor(matrix.values), FactorStatus::kOk);
    const auto norm1 = [](const Eigen::MatrixXd& a) { return a.cwiseAbs().colwise().sum().maxCoeff(); };
    const double truth = 1 / (norm1(dense) * norm1(dense.inverse()));
    EXPECT_GE(solver->ReciprocalCondition(), 0.999 * truth);  // the estimate is optimistic
    EXPECT_LE(solver->ReciprocalCondition(), 10 * truth);
  }
}

TEST_P(LinearSolverConformance, StructurallySingularNamesWhatAMatchingLeavesOver) {
  //   x . .     columns 1 and 2 are both served by row 1 alone, and row 2 wants column 0
  //   . x x
  //   x . .
  Eigen::MatrixXd dense(3, 3);
  dense << 1, 0, 0, 0, 2, 3, 4, 0, 0;
  const Matrix matrix = FromDense(dense);
  const auto solver = Make(matrix);
  ASSERT_EQ(solver->Factor(matrix.values), FactorStatus::kSingular);
  const Singularity singularity = solver->ExplainSingularity();
  EXPECT_TRUE(singularity.structural);
  EXPECT_EQ(singularity.rank, 2);
  ASSERT_EQ(singularity.rows.size(), 1u);
  ASSERT_EQ(singularity.columns.size(), 1u);
  EXPECT_TRUE(singularity.rows[0] == 0 || singularity.rows[0] == 2);
  EXPECT_TRUE(singularity.columns[0] == 1 || singularity.columns[0] == 2);
}

TEST_P(LinearSolverConformance, NumericallySingularNamesDependentRowsAndColumns) {
  // Columns 1 and 3 are parallel, rows 0 and 2 are.
  Eigen::MatrixXd dense(4, 4);
  dense << 1, 2, 0, 4,  //
      3, 0.1, 5, 0.2,   //
      2, 4, 0, 8,       //
      1, 7, 1, 14;
  const Matrix matrix = FromDense(dense);
  const auto solver = Make(matrix);
  ASSERT_EQ(solver->Factor(matrix.values), FactorStatus::kSingular);
  const Singularity singularity = solver->ExplainSingularity();
  EXPECT_FALSE(singularity.structural);
  EXPECT_EQ(singularity.rank, 3);
  ASSERT_EQ(singularity.rows.size(), 1u);
  ASSERT_EQ(singularity.columns.size(), 1u);
  EXPECT_TRUE(singularity.rows[0] == 0 || singularity.rows[0] == 2) << singularity.rows[0];
  EXPECT_TRUE(singularity.columns[0] == 1 || singularity.columns[0] == 3) << singularity.columns[0];
}

TEST_P(LinearSolverConformance, SingularOnlyUpToRoundoffIsStillSingular) {
  // Row 2 is the sum of rows 0 and 1, but not exactly so in binary.
  Eigen::MatrixXd dense(3, 3);
  dense << 0.1, 0.2, 0.7, 0.3, 0.9, 0.4, 0, 0, 0;
  dense.row(2) = dense.row(0) + dense.row(1);
  const Matrix matrix = FromDense(dense);
  const auto solver = Make(matrix);
  EXPECT_EQ(solver->Factor(matrix.values), FactorStatus::kSingular);
}

TEST_P(LinearSolverConformance, ManyMissingPivotsOfASmallMatrixAreAllNamed) {
  Eigen::MatrixXd dense = Eigen::MatrixXd::Identity(6, 6);
  dense.row(4) = dense.row(1);
  dense.row(5) = 2 * dense.row(1);
  dense(4, 4) = dense(5, 5) = 1e-300;  // keeps the pattern structurally regular
  dense(4, 1) = 1;
  dense(5, 1) = 2;
  const Matrix matrix = FromDense(dense);
  const auto solver = Make(matrix);
  ASSERT_EQ(solver->Factor(matrix.values), FactorStatus::kOk)
      << "a tiny pivot in a tiny column is a matter of units";
  std::vector<double> values = matrix.values;
  for (double& value : values) value = value == 1e-300 ? 0 : value;
  ASSERT_EQ(solver->Factor(values), FactorStatus::kSingular);
  const Singularity singularity = solver->ExplainSingularity();
  EXPECT_EQ(singularity.rank, 4);
  EXPECT_EQ(singularity.columns, (std::vector<std::int32_t>{4, 5}));
  EXPECT_EQ(singularity.rows.size(), 2u);
}

TEST_P(LinearSolverConformance, ASingularMatrixDoesNotSpoilTheNextOne) {
  Eigen::MatrixXd dense(2, 2);
  dense << 1, 2, 3, 4;
  const Matrix matrix = FromDense(dense);
  const auto solver = Make(matrix);
  EXPECT_EQ(solver->Factor(std::vector<double>{1, 2, 2, 4}), FactorStatus::kSingular);
  ASSERT_EQ(solver->Factor(matrix.values), FactorStatus::kOk);
  std::vector<double> b = {3, 7};
  solver->Solve(b);
  EXPECT_NEAR(b[0], 1, 1e-14);
  EXPECT_NEAR(b[1], 1, 1e-14);
}

TEST_P(LinearSolverConformance, NotFiniteValuesAreRefused) {
  const Matrix matrix = FromDense(Eigen::MatrixXd::Identity(2, 2));
  const auto solver = Make(matrix);
  EXPECT_EQ(solver->Factor(std::vector<double>{1, std::nan("")}), FactorStatus::kNotFinite);
  EXPECT_EQ(solver->Factor(std::vector<double>{INFINITY, 1}), FactorStatus::kNotFinite);
  EXPECT_EQ(solver->Factor(matrix.values), FactorStatus::kOk);
}

TEST_P(LinearSolverConformance, EmptySystemIsSolved) {
  const auto solver = Make({});
  EXPECT_EQ(solver->Factor({}), FactorStatus::kOk);
  solver->Solve({});
  EXPECT_EQ(solver->ReciprocalCondition(), 1);
}

INSTANTIATE_TEST_SUITE_P(All, LinearSolverConformance,
                         testing::Values(LinearSolverKind::kDense, LinearSolverKind::kSparse,
                                         LinearSolverKind::kBand),
                         [](const auto& tested) {
                           if (tested.param == LinearSolverKind::kBand) return "Band";
                           return tested.param == LinearSolverKind::kDense ? "Dense" : "Sparse";
                         });

TEST(LinearSolverChoice, DenseForSmallOrFullAndSparseForLargeAndSparse) {
  EXPECT_EQ(ChooseLinearSolver(DensePattern(5, 5)), LinearSolverKind::kDense);
  EXPECT_EQ(ChooseLinearSolver(DensePattern(300, 300)), LinearSolverKind::kDense);
  const Matrix large = FromDense(Eigen::MatrixXd::Identity(300, 300));
  EXPECT_EQ(ChooseLinearSolver(large.pattern), LinearSolverKind::kSparse);
  EXPECT_EQ(MakeLinearSolver(large.pattern)->name(), "sparse");
}

TEST(LinearSolverChoice, WhatFillsInIsDenseAndABandOfAsManyEntriesIsSparse) {
  constexpr std::int32_t kSize = 200;
  std::vector<Entry> band, scattered;
  std::mt19937 random(3);
  for (std::int32_t i = 0; i < kSize; ++i) {
    for (std::int32_t j = 0; j < kSize; ++j) {
      if (std::abs(i - j) <= 60) band.push_back({i, j});
      if (i == j || random() % 2 == 0) scattered.push_back({i, j});
    }
  }
  EXPECT_EQ(ChooseLinearSolver(PatternFromEntries(kSize, kSize, band)), LinearSolverKind::kSparse);
  EXPECT_EQ(ChooseLinearSolver(PatternFromEntries(kSize, kSize, scattered)), LinearSolverKind::kDense);
}

TEST(LinearSolverChoice, LargePatternsGoByTheirFill) {
  constexpr std::int32_t kSize = 2500;
  std::vector<Entry> chain;
  for (std::int32_t i = 0; i < kSize; ++i) {
    chain.push_back({i, i});
    if (i > 0) chain.push_back({i, i - 1});
  }
  EXPECT_EQ(ChooseLinearSolver(PatternFromEntries(kSize, kSize, chain)), LinearSolverKind::kSparse);
  EXPECT_EQ(ChooseLinearSolver(DensePattern(kSize, kSize)), LinearSolverKind::kDense);
}

TEST(SparseLu, LargeSingularMatrixNamesTheDependentColumnAndRow) {
  // A chain of 1000 unknowns in which row 700 repeats row 300 and only column 700 is served by it.
  constexpr std::int32_t kSize = 1000;
  std::vector<Entry> entries;
  for (std::int32_t i = 0; i < kSize; ++i) {
    entries.push_back({i, i});
    if (i > 0 && i != 700) entries.push_back({i, i - 1});
  }
  entries.push_back({700, 300});
  entries.push_back({700, 299});
  const SparsePattern pattern = PatternFromEntries(kSize, kSize, entries);
  std::vector<double> values;
  for (std::int32_t j = 0; j < kSize; ++j) {
    for (const std::int32_t i : pattern.Column(j)) values.push_back(i == 700 && j == 700 ? 0 : 1 + (i == j));
  }
  for (std::int32_t k = pattern.column_starts[300]; k < pattern.column_starts[301]; ++k) {
    if (pattern.row_indices[k] == 700) values[k] = 2;
  }
  SparseLu lu(pattern);
  ASSERT_EQ(lu.Factor(values), FactorStatus::kSingular);
  const Singularity singularity = lu.ExplainSingularity();
  EXPECT_FALSE(singularity.structural);
  ASSERT_EQ(singularity.columns.size(), 1u);
  ASSERT_EQ(singularity.rows.size(), 1u);
  // The null vector has its support in columns 700 and after; the dependent rows are 0 to 300 and 700.
  EXPECT_GE(singularity.columns[0], 700);
  EXPECT_TRUE(singularity.rows[0] == 700 || singularity.rows[0] <= 300) << singularity.rows[0];
}

}  // namespace
}  // namespace daedalus::linear
