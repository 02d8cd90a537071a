#include "daedalus/model/hybrid/past_record.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

namespace daedalus::hybrid {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

using Four = std::array<double, PastRecord::kNodes>;

// f over the way from x0 to x1, at points that are not equally spaced.
template <class F>
std::pair<Four, Four> StepOf(double x0, double x1, F f) {
  Four places{}, values{};
  for (std::size_t i = 0; i < places.size(); ++i) {
    const double share = static_cast<double>(i) / 3;
    places[i] = x0 + (x1 - x0) * (share + 0.2 * share * (1 - share));
    values[i] = f(places[i]);
  }
  return {places, values};
}

double At(const PastRecord& record, double place) {
  return record.Read(place, record.At(place))(place);
}

TEST(PastRecord, CubicsAreExactAtBothEnds) {
  const auto f = [](double x) { return 1 + x * (2 - x * (3 - x)); };
  PastRecord record;
  record.BeginLines(std::array{-0.1, 0.0}, std::array{f(-0.1), f(0)}, 100);
  for (int i = 0; i < 5; ++i) {
    const auto [up, up_values] = StepOf(0.3 * i, 0.3 * (i + 1), f);
    record.AppendTop(up, up_values);
    const auto [down, down_values] = StepOf(-0.1 - 0.3 * i, -0.1 - 0.3 * (i + 1), f);
    record.AppendBottom(down, down_values);
  }
  EXPECT_NEAR(record.top(), 1.5, 1e-15);
  EXPECT_NEAR(record.bottom(), -1.6, 1e-15);
  for (double x = -1.59; x < 1.5; x += 0.0171) {
    if (x > -0.1 && x < 0) continue;
    EXPECT_NEAR(At(record, x), f(x), 1e-12) << x;
  }
}

TEST(PastRecord, IsConstantBeforeItsBeginning) {
  PastRecord record;
  record.BeginConstant(2, 7, 10);
  EXPECT_EQ(At(record, 1), 7);
  EXPECT_EQ(record.At(1).low, -kInfinite);
  EXPECT_EQ(record.At(1).high, 2);
  EXPECT_EQ(record.At(2).low, 2);
}

// Who reads keeps to the polynomial of the own section, until it is left.
TEST(PastRecord, IsCutWhereItJumpsAndNowhereElse) {
  PastRecord record;
  record.BeginConstant(0, 0, 100);
  const auto append = [&](double x0, double x1, double value) {
    const auto [places, values] = StepOf(x0, x1, [&](double) { return value; });
    record.AppendTop(places, values);
  };
  append(0, 1, 0);
  append(1, 2, 0);
  append(2, 3, 5);
  append(3, 4, 5);
  const PastRecord::Section first = record.At(1.5);
  EXPECT_EQ(first.low, 0);
  EXPECT_EQ(first.high, 2);
  EXPECT_EQ(record.Read(2.5, first)(2.5), 0);
  const PastRecord::Section second = record.Above(first);
  EXPECT_EQ(second.low, 2);
  EXPECT_EQ(second.high, kInfinite);
  EXPECT_EQ(record.Read(1.9, second)(1.9), 5);
  EXPECT_EQ(record.Below(second).low, first.low);
  // What is written later bounds a section that was open.
  append(4, 5, 6);
  EXPECT_EQ(record.Renewed(second).high, 4);
}

TEST(PastRecord, AProfileMayJumpInside) {
  PastRecord record;
  record.BeginLines(std::array{-1.0, -0.5, -0.5, 0.0}, std::array{1.0, 1.0, 0.0, 2.0}, 1);
  EXPECT_EQ(At(record, -0.75), 1);
  EXPECT_EQ(At(record, -0.25), 1);
  EXPECT_EQ(At(record, -0.5), 0);
  EXPECT_EQ(record.At(-0.75).high, -0.5);
}

// A velocity of zero writes nothing; what has changed meanwhile is a jump.
TEST(PastRecord, AnEndThatStandsWritesNothing) {
  PastRecord record;
  record.BeginLines(std::array{0.0, 1.0}, std::array{3.0, 3.0}, 1);
  record.AppendTop(Four{1, 1, 1, 1}, Four{3, 4, 5, 6});
  EXPECT_EQ(record.top(), 1);
  const auto [places, values] = StepOf(1, 2, [](double) { return 6.0; });
  record.AppendTop(places, values);
  EXPECT_EQ(At(record, 1.5), 6);
  EXPECT_EQ(record.At(1.5).low, 1);
}

// What has gone out at one end is gone when the flow turns, although it is kept for a while.
TEST(PastRecord, WhatEntersAtTheOtherEndFollowsTheContents) {
  PastRecord record;
  record.BeginLines(std::array{-1.0, 0.0}, std::array{5.0, 5.0}, 1);
  for (int i = 0; i < 4; ++i) {
    const auto [places, values] = StepOf(0.7 * i, 0.7 * (i + 1), [](double x) { return x; });
    record.AppendTop(places, values);
  }
  EXPECT_LT(record.bottom(), 1.8);  // a piece more than is needed
  const auto [places, values] = StepOf(1.8, 1.3, [](double) { return 10.0; });
  record.AppendBottom(places, values);
  EXPECT_EQ(At(record, 1.5), 10);
  EXPECT_NEAR(At(record, 1.9), 1.9, 1e-14);
  EXPECT_EQ(record.At(1.9).low, 1.8);
}

// Results inside a step are read after it is recorded. The first steps of a run are tiny, so many pieces lie
// at nearly the same place.
TEST(PastRecord, KeepsWhatTheLastStepMayStillRead) {
  const auto f = [](double x) { return 1 + x; };
  PastRecord record;
  record.BeginLines(std::array{-1.0, 0.0}, std::array{5.0, 5.0}, 1);
  double begin = 0;
  for (const double end : {1e-16, 3e-16, 1e-15, 1e-3, 0.9, 1 + 1e-15}) {
    const auto [places, values] = StepOf(begin, end, f);
    record.AppendTop(places, values);
    begin = end;
  }
  EXPECT_EQ(record.Read(-0.05, {-1, 0})(-0.05), 5);
}

TEST(PastRecord, ForgetsWhatIsFartherThanItsExtent) {
  PastRecord record;
  record.BeginConstant(0, 0, 1);
  for (int i = 0; i < 1000; ++i) {
    const auto [places, values] =
        StepOf(0.1 * i, 0.1 * (i + 1), [&](double) { return static_cast<double>(i); });
    record.AppendTop(places, values);
  }
  EXPECT_GT(record.bottom(), 98);
  EXPECT_LE(record.bottom(), 99);
}

}  // namespace
}  // namespace daedalus::hybrid
