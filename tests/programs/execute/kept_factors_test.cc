// When old factors of a loop's matrix may serve again: formula (1) of kept_factors.h, and what ends it.
#include "daedalus/programs/execute/kept_factors.h"

#include <gtest/gtest.h>

#include <vector>

namespace daedalus::execute {
namespace {

constexpr double kLoose = 1e-6, kFull = 1e-13;  // accuracies
const ParameterId kEntry(0), kStep(1);

// A workspace with an entry of the matrix and the step size as parameters.
struct Place {
  double parameters[2] = {3, 0.1};
  Workspace workspace;
  Workspace& At(double entry, double step) {
    parameters[0] = entry;
    parameters[1] = step;
    workspace.parameters = parameters;
    return workspace;
  }
};

KeptFactors Nonlinear(std::int32_t size) {
  KeptFactors kept(linear::DensePattern(size, size), false, std::nullopt);
  kept.FollowStepSize(kStep);
  return kept;
}

TEST(KeptFactors, ServeAgainWhileTheStepSizeStays) {
  KeptFactors kept = Nonlinear(4);
  Place at;
  kept.Note(at.At(3, 0.1));
  const auto use = kept.UseAt(at.At(7, 0.1), kFull);
  ASSERT_TRUE(use.has_value());
  EXPECT_EQ(use->share, 1);
  EXPECT_EQ(use->rate, 0);
}

// r = 1.05: share 2/(1 + r), rate (r - 1)/(1 + r), below 0.05; with r = 1.25 it is 1/9.
TEST(KeptFactors, OfASmallLoopServeForStepSizesNearby) {
  KeptFactors kept = Nonlinear(4);
  EXPECT_FALSE(kept.outlive_steps());
  Place at;
  kept.Note(at.At(3, 0.1));
  const auto use = kept.UseAt(at.At(3, 0.105), kLoose);
  ASSERT_TRUE(use.has_value());
  EXPECT_NEAR(use->share, 2 / 2.05, 1e-14);
  EXPECT_NEAR(use->rate, 0.05 / 2.05, 1e-14);
  EXPECT_FALSE(kept.UseAt(at.At(3, 0.125), kLoose).has_value());
}

TEST(KeptFactors, OfALargeFullLoopServeForOtherStepSizesUnlessAllDigitsAreWanted) {
  KeptFactors kept = Nonlinear(250);  // a factorization is worth 250/3 solutions
  EXPECT_TRUE(kept.outlive_steps());
  Place at;
  kept.Note(at.At(3, 0.1));
  const auto use = kept.UseAt(at.At(3, 0.125), kLoose);
  ASSERT_TRUE(use.has_value());
  EXPECT_NEAR(use->share, 8.0 / 9, 1e-14);
  EXPECT_NEAR(use->rate, 1.0 / 9, 1e-14);
  EXPECT_FALSE(kept.UseAt(at.At(3, 0.2), kLoose).has_value()) << "1/3 is too slow";
  EXPECT_FALSE(kept.UseAt(at.At(3, 0.125), kFull).has_value());
}

TEST(KeptFactors, OfALinearLoopServeWhileItsParametersStay) {
  KeptFactors kept(linear::DensePattern(4, 4), true, std::vector{kEntry, kStep});
  kept.FollowStepSize(kStep);
  Place at;
  kept.Note(at.At(3, 0.1));
  EXPECT_TRUE(kept.UseAt(at.At(3, 0.1), kLoose).has_value());
  EXPECT_FALSE(kept.UseAt(at.At(4, 0.1), kLoose).has_value());
  EXPECT_FALSE(kept.UseAt(at.At(3, 0.1001), kLoose).has_value()) << "one step must be exact";
}

TEST(KeptFactors, AMatrixWithoutTheStepSizeServesForAll) {
  KeptFactors kept(linear::DensePattern(4, 4), true, std::vector{kEntry});
  kept.FollowStepSize(kStep);
  Place at;
  kept.Note(at.At(3, 0.1));
  EXPECT_TRUE(kept.UseAt(at.At(3, 0.4), kFull).has_value());
}

TEST(KeptFactors, ARateIsTrustedLessWithEverySolutionAndForLargerSteps) {
  KeptFactors kept = Nonlinear(4);
  kept.Measure(0.01, 1e-3);
  EXPECT_DOUBLE_EQ(kept.ExpectRate(1e-3), 0.04);
  EXPECT_DOUBLE_EQ(kept.ExpectRate(2e-3), 0.32);
  EXPECT_DOUBLE_EQ(kept.ExpectRate(1e-3), 0.64);
  kept.Measure(0.01, 1e-3);
  kept.ForgetRate();
  EXPECT_DOUBLE_EQ(kept.ExpectRate(1e-9), 1) << "not known";
}

TEST(KeptFactors, ASlowIterationAsksForANewMatrix) {
  KeptFactors kept = Nonlinear(4);
  Place at;
  kept.Note(at.At(3, 0.1));
  kept.Measure(0.04, 1e-3);
  EXPECT_TRUE(kept.UseAt(at.At(3, 0.1), kLoose).has_value());
  kept.Measure(0.06, 1e-3);
  EXPECT_FALSE(kept.UseAt(at.At(3, 0.1), kLoose).has_value());
  kept.Note(at.At(3, 0.1));
  EXPECT_TRUE(kept.UseAt(at.At(3, 0.1), kLoose).has_value());
}

TEST(KeptFactors, OfALargeLoopAreRenewedOnceIterationsCostMore) {
  KeptFactors kept = Nonlinear(300);  // worth 100 iterations
  Place at;
  kept.Note(at.At(3, 0.1));
  for (int i = 0; i < 100; ++i) kept.Measure(0.2, 1e-3);
  EXPECT_TRUE(kept.UseAt(at.At(3, 0.1), kLoose).has_value());
  kept.Measure(0.2, 1e-3);
  EXPECT_FALSE(kept.UseAt(at.At(3, 0.1), kLoose).has_value());
}

}  // namespace
}  // namespace daedalus::execute
