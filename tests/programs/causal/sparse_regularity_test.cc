#include "daedalus/programs/causal/sparse_regularity.h"

#include <gtest/gtest.h>

#include <cmath>

#include "daedalus/programs/causal/dependent_rows.h"
#include "random_numbers.h"

namespace daedalus::causal {
namespace {

SparseRows Sparse(const std::vector<double>& a, std::size_t n) {
  SparseRows out;
  for (std::size_t r = 0; r < n; ++r) {
    for (std::uint32_t c = 0; c < n; ++c) {
      if (a[r * n + c] != 0) out.entries.push_back({c, a[r * n + c]});
    }
    out.EndRow();
  }
  return out;
}

bool IsSure(const std::vector<double>& a, std::size_t n) {
  return SparseRegularity().IsBeyondDoubt(Sparse(a, n));
}

TEST(SparseRegularity, SizesOfRowsAndColumnsDoNotMatter) {
  EXPECT_TRUE(IsSure({1e-12, 1, 0, 1e9}, 2));
  EXPECT_FALSE(IsSure({1e-12, 2e-3, 3e3, 6e12}, 2));
}

TEST(SparseRegularity, NearlyDependentIsADoubt) {
  EXPECT_TRUE(IsSure({1, 1, 1, 1.1}, 2));
  EXPECT_FALSE(IsSure({1, 1, 1, 1 + 1e-11}, 2));
}

TEST(SparseRegularity, ZerosAreADoubt) {
  EXPECT_FALSE(IsSure({0, 0, 1, 1}, 2));
  EXPECT_FALSE(IsSure({0, 1, 0, 1}, 2));
  EXPECT_TRUE(IsSure({0, 1, 1, 0}, 2));
}

// 1 on the diagonal and -1 above: all pivots are 1, and still the first and the last row depend on each other
// to 2^(2 - n).
TEST(SparseRegularity, PivotsAloneDoNotDecide) {
  for (const std::size_t n : {4u, 60u}) {
    std::vector<double> a(n * n);
    for (std::size_t r = 0; r < n; ++r) {
      for (std::size_t c = r; c < n; ++c) a[r * n + c] = r == c ? 1 : -1;
    }
    EXPECT_EQ(IsSure(a, n), n == 4) << n;
  }
}

// A ring of nodes, each of which looks at its neighbours: the rows add up to zero until one of them looks at
// the ground too.
TEST(SparseRegularity, ARingWithoutGround) {
  for (const std::size_t n : {3u, 10u, 300u}) {
    std::vector<double> a(n * n);
    for (std::size_t r = 0; r < n; ++r) {
      a[r * n + r] = 0.3 + 0.7;
      a[r * n + (r + 1) % n] -= 0.3;
      a[r * n + (r + n - 1) % n] -= 0.7;
    }
    EXPECT_FALSE(IsSure(a, n)) << n;
    a[0] += 1;
    EXPECT_TRUE(IsSure(a, n)) << n;
  }
}

// E = U U' of decimals, of known rank: what cancels does so to rounding only.
TEST(SparseRegularity, ProductsOfDecimals) {
  Random numbers(3);
  for (const std::size_t n : {5u, 20u, 50u}) {
    for (const std::size_t rank : {n - 1, n - 2, n / 2, n + 3}) {
      std::vector<double> u(n * rank), a(n * n);
      for (double& x : u) x = Number(numbers);
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
          for (std::size_t k = 0; k < rank; ++k) a[i * n + j] += u[i * rank + k] * u[j * rank + k];
        }
      }
      EXPECT_EQ(IsSure(a, n), rank > n) << n << " " << rank;
    }
  }
}

// What is sure has no dependent rows: one that is a combination of some others is never passed over.
TEST(SparseRegularity, NeverPassesOverACombination) {
  Random numbers(7);
  int num_sure = 0, num_rounds = 0;
  for (const std::size_t n : {2u, 3u, 6u, 15u, 40u, 120u}) {
    for (int round = 0; round < 50; ++round, ++num_rounds) {
      std::vector<double> a(n * n);
      for (std::size_t r = 0; r < n; ++r) {
        a[r * n + r] = 1 + Number(numbers);
        for (int k = 0; k < 3; ++k)
          a[r * n + static_cast<std::size_t>(Between(numbers, 0, static_cast<int>(n) - 1))] +=
              Number(numbers);
      }
      if (IsSure(a, n)) {
        ++num_sure;
        EXPECT_TRUE(FindDependentRows(a, std::vector<std::uint32_t>(n, 0)).dependent.empty()) << n;
      }
      const auto dependent = static_cast<std::size_t>(Between(numbers, 0, static_cast<int>(n) - 1));
      for (std::size_t c = 0; c < n; ++c) a[dependent * n + c] = 0;
      for (std::size_t r = 0; r < n; ++r) {
        const double multiplier = r == dependent ? 0 : std::pow(10, Number(numbers, 3));
        for (std::size_t c = 0; c < n && r % 3 == 0; ++c) a[dependent * n + c] += multiplier * a[r * n + c];
      }
      EXPECT_FALSE(IsSure(a, n)) << n << " " << round;
    }
  }
  EXPECT_GT(num_sure, num_rounds * 9 / 10);
}

}  // namespace
}  // namespace daedalus::causal
