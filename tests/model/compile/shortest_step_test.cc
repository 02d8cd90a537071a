#include "daedalus/model/compile/shortest_step.h"

#include <gtest/gtest.h>

#include <cmath>

namespace daedalus::compile {
namespace {

// Rows d[i] - d[i+1] = -b[i] of a ring: as many rows as unknowns, and their sum is nothing. The shortest of
// the solutions has the mean 0.
Eigen::VectorXd StepInRing(std::uint32_t size, double last) {
  causal::SparseRows a;
  Eigen::VectorXd b(size);
  for (std::uint32_t i = 0; i < size; ++i) {
    a.entries.push_back({i, 1.0});
    a.entries.push_back({(i + 1) % size, -1.0});
    a.EndRow();
    b[i] = std::sin(2 * M_PI * i / size);
  }
  b[size - 1] += last;
  return ShortestStep(a, size, b);
}

double LargestRest(const Eigen::VectorXd& d) {
  const Eigen::Index n = d.size();
  double out = 0;
  for (Eigen::Index i = 0; i < n; ++i)
    out = std::max(out, std::abs(d[i] - d[(i + 1) % n] +
                                 std::sin(2 * M_PI * static_cast<double>(i) / static_cast<double>(n))));
  return out;
}

TEST(ShortestStep, IsFoundWhereOneRowSaysWhatTheOthersSay) {
  for (const std::uint32_t size : {12u, 900u}) {
    const Eigen::VectorXd d = StepInRing(size, 0);
    EXPECT_LT(LargestRest(d), size < 400 ? 1e-12 : 1e-5) << size;
    EXPECT_NEAR(d.mean(), 0, 1e-6) << size;
  }
}

// What cannot hold is missed by the same in each row.
TEST(ShortestStep, ComesNearestToAContradiction) {
  for (const std::uint32_t size : {12u, 900u}) {
    const Eigen::VectorXd d = StepInRing(size, 1);
    for (Eigen::Index i = 0; i + 1 < d.size(); ++i)
      ASSERT_NEAR(d[i] - d[i + 1] + std::sin(2 * M_PI * static_cast<double>(i) / size), 1.0 / size, 1e-5)
          << size;
  }
}

TEST(ShortestStep, IsZeroWhereNumbersAreNotFinite) {
  causal::SparseRows a;
  for (std::uint32_t i = 0; i < 500; ++i) {
    a.entries.push_back({i, i == 77 ? std::nan("") : 1.0});
    a.EndRow();
  }
  EXPECT_EQ(ShortestStep(a, 500, Eigen::VectorXd::Ones(500)).norm(), 0);
}

}  // namespace
}  // namespace daedalus::compile
