#include "daedalus/programs/causal/sparse_dependences.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "daedalus/programs/causal/sparse_regularity.h"
#include "random_numbers.h"

namespace daedalus::causal {
namespace {

struct Planted {
  SparseRows matrix;
  std::vector<std::uint32_t> ranks;
  std::size_t num_dependent = 0;
};

// Rows of a diagonal and three more entries; every fifth is a combination of some of the others before it.
Planted MakePlanted(std::size_t n, Random& numbers) {
  Planted out;
  std::vector<std::map<std::uint32_t, double>> rows;
  const auto place = [&](std::size_t below) {
    return static_cast<std::uint32_t>(Between(numbers, 0, static_cast<int>(below) - 1));
  };
  for (std::size_t r = 0; r < n; ++r) {
    std::map<std::uint32_t, double>& row = rows.emplace_back();
    if (r % 5 == 4) {
      for (int k = 0; k < 3; ++k) {
        const double multiplier = 1 + Number(numbers, 0.7);
        std::size_t other = place(r);
        if (other % 5 == 4) --other;
        for (const auto& [column, value] : rows[other]) row[column] += multiplier * value;
      }
      ++out.num_dependent;
    } else {
      row[static_cast<std::uint32_t>(r)] = 3 + Number(numbers);
      for (int k = 0; k < 3; ++k) row[place(n)] += Number(numbers);
    }
    for (const auto& [column, value] : row) out.matrix.entries.push_back({column, value});
    out.matrix.EndRow();
    out.ranks.push_back(static_cast<std::uint32_t>(Between(numbers, 0, 2)));
  }
  return out;
}

void ExpectCombination(const Planted& of, const DependentRow& dependent) {
  std::map<std::uint32_t, std::pair<double, double>> sums;
  const auto add = [&](std::uint32_t row, double multiplier) {
    for (const auto& entry : of.matrix.Row(row)) {
      sums[entry.column].first += multiplier * entry.value;
      sums[entry.column].second += std::abs(multiplier * entry.value);
    }
  };
  add(dependent.row, 1);
  for (std::size_t i = 0; i < dependent.others.size(); ++i) {
    add(dependent.others[i], dependent.multipliers[i]);
    EXPECT_GE(of.ranks[dependent.others[i]], of.ranks[dependent.row]);
  }
  for (const auto& [column, sum] : sums) EXPECT_LE(std::abs(sum.first), 1e-9 * sum.second) << column;
}

TEST(SparseDependences, AreFoundWhereTheyWerePlanted) {
  Random numbers(11);
  for (const std::size_t n : {5u, 20u}) {
    for (int round = 0; round < 20; ++round) {
      const Planted planted = MakePlanted(n, numbers);
      const auto sparse = FindSparseDependences(planted.matrix, planted.ranks);
      ASSERT_TRUE(sparse);
      // What follows to rounding may look as if it did not, never the other way; both eliminations together
      // have found all.
      EXPECT_LE(sparse->dependent.size(), planted.num_dependent) << n << " " << round;
      const auto best = FindDependentRows(planted.matrix, planted.ranks);
      EXPECT_EQ(best->dependent.size(), planted.num_dependent) << n << " " << round;
      EXPECT_EQ(best->rank(), n - planted.num_dependent);
      for (const DependentRow& dependent : best->dependent) ExpectCombination(planted, dependent);
      for (const DependentRow& dependent : sparse->dependent) {
        ExpectCombination(planted, dependent);
        for (const std::uint32_t other : dependent.others)
          EXPECT_TRUE(std::ranges::none_of(sparse->dependent,
                                           [&](const DependentRow& row) { return row.row == other; }));
      }
    }
  }
}

// A ring of nodes that look at each other: all rows together are zero.
SparseRows Ring(std::uint32_t n, double ground) {
  SparseRows out;
  for (std::uint32_t r = 0; r < n; ++r) {
    out.entries.push_back({r, 2 + (r == 0 ? ground : 0)});
    out.entries.push_back({(r + 1) % n, -1});
    out.entries.push_back({(r + n - 1) % n, -1});
    out.EndRow();
  }
  return out;
}

TEST(SparseDependences, AllRowsOfALongRing) {
  constexpr std::uint32_t kNodes = 5000;
  const std::vector<std::uint32_t> ranks(kNodes, 0);
  const auto found = FindDependentRows(Ring(kNodes, 0), ranks);
  ASSERT_TRUE(found);
  ASSERT_EQ(found->dependent.size(), 1u);
  EXPECT_EQ(found->dependent[0].others.size(), kNodes - 1);
  for (const double multiplier : found->dependent[0].multipliers) ASSERT_NEAR(multiplier, 1, 1e-9);
  EXPECT_TRUE(FindDependentRows(Ring(kNodes, 0.1), ranks)->dependent.empty());
}

TEST(SparseDependences, WhatFillsUpIsNotJudged) {
  Random numbers(5);
  SparseRows full;
  constexpr std::uint32_t kRows = 700;
  for (std::uint32_t r = 0; r < kRows; ++r) {
    for (std::uint32_t c = 0; c < kRows; ++c) full.entries.push_back({c, Number(numbers)});
    full.EndRow();
  }
  EXPECT_FALSE(FindSparseDependences(full, std::vector<std::uint32_t>(kRows, 0)));
  EXPECT_FALSE(SparseRegularity().IsBeyondDoubt(full));
}

}  // namespace
}  // namespace daedalus::causal
