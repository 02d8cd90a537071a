#include "daedalus/numerics/nonlinear/nearest_solution.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace daedalus::nonlinear {
namespace {

constexpr double kFree = std::numeric_limits<double>::infinity();

// (x - 1)(x - 2)(x - 5) = 0 beside y = x^2.
NonlinearProblem Cubic() {
  NonlinearProblem problem;
  problem.size = 2;
  problem.pattern = linear::DensePattern(2, 2);
  problem.nominal = {1, 1};
  problem.residual = [](auto z, auto r) {
    r[0] = (z[0] - 1) * (z[0] - 2) * (z[0] - 5);
    r[1] = z[1] - z[0] * z[0];
    return EvalOutcome::kOk;
  };
  problem.jacobian = [](auto z, auto j) {
    j[0] = (z[0] - 2) * (z[0] - 5) + (z[0] - 1) * (z[0] - 5) + (z[0] - 1) * (z[0] - 2);
    j[1] = -2 * z[0];
    j[2] = 0;
    j[3] = 1;
    return EvalOutcome::kOk;
  };
  return problem;
}

NearestOutcome Taken(std::vector<double> guess, std::vector<char> is_said, std::vector<double>& x) {
  const Bounds none{{-kFree, -kFree}, {kFree, kFree}};
  return TakeNearest(Cubic(), none, {guess, is_said}, x);
}

TEST(TakeNearest, GoesToTheSolutionThatIsNearestToTheGuess) {
  for (const double first : {1.0, 2.0, 5.0}) {
    std::vector<double> x{first, first * first};
    const NearestOutcome out = Taken({4, 20}, {1, 1}, x);
    EXPECT_NEAR(x[0], 5, 1e-10) << first;
    EXPECT_NEAR(x[1], 25, 1e-9) << first;
    EXPECT_NEAR(out.distance, std::hypot(1, 5), 1e-9);
  }
}

TEST(TakeNearest, CountsOnlyWhatWasSaid) {
  std::vector<double> x{5, 25};
  static_cast<void>(Taken({2.2, 25}, {1, 0}, x));
  EXPECT_NEAR(x[0], 2, 1e-10);
}

TEST(TakeNearest, LeavesASolutionNearTheGuess) {
  std::vector<double> x{2, 4};
  const NearestOutcome out = Taken({2.1, 4.1}, {1, 1}, x);
  EXPECT_EQ(x, (std::vector<double>{2, 4}));
  EXPECT_FALSE(out.rival);
  EXPECT_EQ(out.iterations, 0);
}

TEST(TakeNearest, DoesNothingWhereNothingWasSaid) {
  std::vector<double> x{1, 1};
  EXPECT_EQ(Taken({5, 25}, {0, 0}, x).iterations, 0);
  EXPECT_EQ(x, (std::vector<double>{1, 1}));
}

TEST(TakeNearest, PassesOverWhatIsNotAllowed) {
  const Bounds none{{-kFree, -kFree}, {kFree, kFree}};
  const std::vector<double> guess{4, 20};
  const std::vector<char> is_said{1, 0};
  std::vector<double> x{1, 1};
  static_cast<void>(TakeNearest(Cubic(), none, {guess, is_said, [](auto z) { return z[0] < 4; }}, x));
  EXPECT_NEAR(x[0], 2, 1e-10);
}

TEST(TakeNearest, NamesTheNextOne) {
  std::vector<double> x{1, 1};
  const NearestOutcome out = Taken({1.45, 1.45}, {1, 0}, x);
  EXPECT_NEAR(x[0], 1, 1e-10);
  ASSERT_TRUE(out.rival);
  EXPECT_NEAR(out.rival->x[0], 2, 1e-10);
  EXPECT_NEAR(out.rival->distance, 0.55, 1e-10);
}

}  // namespace
}  // namespace daedalus::nonlinear
