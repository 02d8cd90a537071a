#include "daedalus/programs/causal/choice_matrix.h"

#include <gtest/gtest.h>

#include <cmath>

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
