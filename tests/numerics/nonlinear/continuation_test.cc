#include "daedalus/numerics/nonlinear/continuation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace daedalus::nonlinear {
namespace {

// Newton's iteration of few steps from the last solution.
struct Follower {
  double z = 0;
  std::vector<double> tried = {};

  template <class Residual, class Slope>
  bool Solve(double lambda, Residual residual, Slope slope) {
    tried.push_back(lambda);
    double at = z;
    for (int i = 0; i < 6; ++i) at -= residual(at, lambda) / slope(at, lambda);
    if (!(std::abs(residual(at, lambda)) < 1e-9)) return false;
    z = at;
    return true;
  }
};

TEST(Continuation, ArrivesWhereASingleLeapDoesNot) {
  // atan(z) = 1.5 lambda: Newton's iteration from 0 diverges for lambda = 1.
  const auto residual = [](double z, double lambda) { return std::atan(z) - 1.5 * lambda; };
  const auto slope = [](double z, double) { return 1 / (1 + z * z); };
  Follower leap;
  ASSERT_FALSE(leap.Solve(1, residual, slope)) << "else the test proves nothing";
  Follower follower;
  const auto way = FollowSolution([&](double lambda) { return follower.Solve(lambda, residual, slope); },
                                  {.begins_solved = true});
  EXPECT_TRUE(way.arrived);
  EXPECT_EQ(way.reached, 1);
  EXPECT_NEAR(follower.z, std::tan(1.5), 1e-6);
  EXPECT_EQ(follower.tried.front(), 1) << "one step, if that will do";
}

TEST(Continuation, SaysHowFarItCameWhereTheBranchTurnsBack) {
  // z^2 - z + lambda = 0 has real solutions up to lambda = 1/4.
  const auto residual = [](double z, double lambda) { return z * z - z + lambda; };
  const auto slope = [](double z, double) { return 2 * z - 1; };
  Follower follower;
  const auto way = FollowSolution([&](double lambda) { return follower.Solve(lambda, residual, slope); });
  EXPECT_FALSE(way.arrived);
  EXPECT_NEAR(way.reached, 0.25, 2e-3);
  EXPECT_LE(way.reached, 0.25);
  EXPECT_GT(way.num_solved, 3);
}

TEST(Continuation, GivesUpAtOnceWithoutABeginning) {
  int asked = 0;
  const auto way = FollowSolution([&](double) { return ++asked < 0; });
  EXPECT_FALSE(way.arrived);
  EXPECT_EQ(asked, 1);
  EXPECT_EQ(way.num_solved, 0);
}

}  // namespace
}  // namespace daedalus::nonlinear
