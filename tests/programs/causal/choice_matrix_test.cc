#include "daedalus/programs/causal/choice_matrix.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace daedalus::causal {
namespace {

using Columns = std::vector<std::uint32_t>;
constexpr auto kDefault = StateSelect::kDefault, kPrefer = StateSelect::kPrefer,
               kAlways = StateSelect::kAlways, kAvoid = StateSelect::kAvoid;

std::optional<Columns> Choose(std::vector<double> values, std::size_t rows,
                              std::vector<StateSelect> preferences) {
  return IndependentColumns(std::move(values), rows, preferences);
}

TEST(IndependentColumns, TakesTheFirstThatIsNotMuchSmallerThanTheBest) {
  const std::vector<StateSelect> equal(3, kDefault);
  EXPECT_EQ(Choose({0.7, 1.0, 0.9}, 1, equal), Columns{0});
  EXPECT_EQ(Choose({0.1, 1.0, 0.9}, 1, equal), Columns{1});
  EXPECT_EQ(Choose({3, 4, 1,  //
                    3, 4, 2},
                   2, equal),
            (Columns{0, 2}));
  EXPECT_EQ(Choose({1, 1, 1, 1}, 2, {kDefault, kDefault}), std::nullopt);
}

// The definition, without any of the shortcuts: each step looks at all entries that are left.
std::optional<Columns> ChooseByDefinition(std::vector<double> a, std::size_t rows, std::size_t columns) {
  const auto at = [&](std::size_t r, std::size_t c) -> double& { return a[r * columns + c]; };
  Columns chosen;
  for (std::size_t step = 0; step < rows; ++step) {
    std::vector<std::size_t> row(columns, step);
    std::vector<double> size(columns, 0.0);
    for (std::uint32_t c = 0; c < columns; ++c) {
      if (std::ranges::count(chosen, c) > 0) continue;
      for (std::size_t r = step; r < rows; ++r) {
        if (std::abs(at(r, c)) > size[c]) size[c] = std::abs(at(r, c)), row[c] = r;
      }
    }
    const double best = *std::ranges::max_element(size);
    if (!(best > 1e-10)) return std::nullopt;
    const auto column = static_cast<std::size_t>(
        std::ranges::find_if(size, [&](double s) { return s >= 0.6 * best; }) - size.begin());
    for (std::size_t c = 0; c < columns; ++c) std::swap(at(step, c), at(row[column], c));
    for (std::size_t r = step + 1; r < rows; ++r) {
      const double factor = at(r, column) / at(step, column);
      for (std::size_t c = 0; c < columns; ++c) at(r, c) -= factor * at(step, c);
    }
    chosen.push_back(static_cast<std::uint32_t>(column));
  }
  std::ranges::sort(chosen);
  return chosen;
}

TEST(IndependentColumns, OfSparseMatricesAreThoseOfTheDefinition) {
  std::mt19937 random(5);
  constexpr std::size_t kRows = 30, kColumns = 45;
  int num_regular = 0;
  for (int trial = 0; trial < 50; ++trial) {
    std::vector<double> values(kRows * kColumns, 0.0);
    for (std::size_t r = 0; r < kRows; ++r) {
      // Many entries of equal size, so that ties decide.
      for (int k = 0; k < 4; ++k) values[r * kColumns + random() % kColumns] = k % 2 == 0 ? 1.0 : -0.5;
    }
    const auto expected = ChooseByDefinition(values, kRows, kColumns);
    num_regular += expected.has_value();
    EXPECT_EQ(Choose(values, kRows, std::vector<StateSelect>(kColumns, kDefault)), expected);
  }
  EXPECT_GT(num_regular, 10);
}

TEST(IndependentColumns, AStrongerWishGivesWayOnlyToWhatCannotBeUsed) {
  EXPECT_EQ(Choose({1.0, 0.01}, 1, {kPrefer, kDefault}), Columns{1});
  EXPECT_EQ(Choose({1.0, 1e-5}, 1, {kPrefer, kDefault}), Columns{0});
  EXPECT_EQ(Choose({1.0, 1e-5}, 1, {kAlways, kDefault}), Columns{1});
  EXPECT_EQ(Choose({1.0, 0.0}, 1, {kAlways, kDefault}), Columns{0}) << "a singular choice is no choice";
  EXPECT_EQ(Choose({0.01, 1.0}, 1, {kAvoid, kDefault}), Columns{0});
}

ChoiceMatrix Chosen(std::size_t rows, std::vector<StateSelect> preferences, Columns chosen) {
  ChoiceMatrix matrix;
  matrix.rows = rows;
  matrix.columns = preferences.size();
  matrix.preferences = std::move(preferences);
  matrix.chosen = std::move(chosen);
  return matrix;
}

// 2 x x' + 2 y y' = 0 with x' a dummy: the gain of having y' instead is |y/x|.
TEST(ExchangeGain, IsTheRatioOfThePivotsWhereThereIsOneEquation) {
  const ChoiceMatrix matrix = Chosen(1, {kDefault, kDefault}, {0});
  EXPECT_DOUBLE_EQ(ExchangeGain(std::vector<double>{0.6, 0.8}, matrix), 0.8 / 0.6);
  EXPECT_DOUBLE_EQ(ExchangeGain(std::vector<double>{0.6, -0.8}, matrix), 0.8 / 0.6);
  EXPECT_TRUE(std::isinf(ExchangeGain(std::vector<double>{0.0, 1.0}, matrix)));
}

// Against the definition: all exchanges, by the determinants of two rows.
TEST(ExchangeGain, IsTheLargestGrowthOfTheDeterminant) {
  const std::vector<double> a = {1, 2, 3, 4,  //
                                 2, 1, 0, 5};
  const ChoiceMatrix matrix = Chosen(2, std::vector<StateSelect>(4, kDefault), {1, 2});
  const auto det = [&](std::size_t i, std::size_t j) { return std::abs(a[i] * a[4 + j] - a[j] * a[4 + i]); };
  double largest = 0;
  for (const std::size_t other : {0u, 3u}) largest = std::max({largest, det(other, 2), det(1, other)});
  EXPECT_DOUBLE_EQ(ExchangeGain(a, matrix), largest / det(1, 2));
}

TEST(ExchangeGain, AWishIsWorthSomething) {
  const std::vector<double> values = {0.01, 1.0};
  EXPECT_DOUBLE_EQ(ExchangeGain(values, Chosen(1, {kDefault, kDefault}, {0})), 100.0);
  EXPECT_DOUBLE_EQ(ExchangeGain(values, Chosen(1, {kDefault, kPrefer}, {0})), 0.1);
  EXPECT_EQ(ExchangeGain(values, Chosen(1, {kDefault}, {0})), 0.0) << "nothing to exchange";
}

}  // namespace
}  // namespace daedalus::causal
