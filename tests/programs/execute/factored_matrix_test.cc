// A matrix that is factored only where it has changed.
#include "daedalus/programs/execute/factored_matrix.h"

#include <gtest/gtest.h>

#include <vector>

namespace daedalus::execute {
namespace {

constexpr double kFirst[] = {2, 1, 1, 3}, kSecond[] = {4, 1, 1, 3};  // by columns

std::vector<double> SolvedFor(FactoredMatrix& matrix, std::span<const double> values, std::vector<double> b) {
  EXPECT_EQ(matrix.FactorIfNew(values), linear::FactorStatus::kOk);
  matrix->Solve(b);
  return b;
}

TEST(FactoredMatrix, SolvesForTheValuesOfTheLastTime) {
  FactoredMatrix matrix(linear::DensePattern(2, 2));
  for (int round = 0; round < 2; ++round) {
    for (int again = 0; again < 2; ++again) {
      EXPECT_NEAR(SolvedFor(matrix, kFirst, {3, 4})[0], 1, 1e-15);
      EXPECT_NEAR(SolvedFor(matrix, kSecond, {5, 4})[0], 1, 1e-15);
      EXPECT_NEAR(SolvedFor(matrix, kSecond, {9, 5})[0], 2, 1e-15);
    }
    ASSERT_EQ(matrix.Factor(kFirst), linear::FactorStatus::kOk);  // which makes what was known unknown
  }
}

TEST(FactoredMatrix, ASingularOneIsNotTakenForKnown) {
  FactoredMatrix matrix(linear::DensePattern(2, 2));
  constexpr double kSingular[] = {1, 1, 1, 1};
  EXPECT_EQ(matrix.FactorIfNew(kSingular), linear::FactorStatus::kSingular);
  EXPECT_EQ(matrix.FactorIfNew(kSingular), linear::FactorStatus::kSingular);
  EXPECT_NEAR(SolvedFor(matrix, kFirst, {3, 4})[1], 1, 1e-15);
}

TEST(FactoredMatrix, ACopyHasFactoredNothing) {
  FactoredMatrix matrix(linear::DensePattern(2, 2));
  SolvedFor(matrix, kFirst, {3, 4});
  FactoredMatrix copy = matrix;
  EXPECT_NEAR(SolvedFor(copy, kFirst, {3, 4})[0], 1, 1e-15);
  copy = matrix;
  EXPECT_NEAR(SolvedFor(copy, kFirst, {3, 4})[1], 1, 1e-15);
}

}  // namespace
}  // namespace daedalus::execute
