#include "daedalus/results/compare.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "daedalus/results/reader.h"

namespace daedalus::results {
namespace {

Trajectory OneSignal(std::vector<double> time, std::vector<double> values, const std::string& name = "x") {
  Trajectory trajectory;
  trajectory.time = std::move(time);
  trajectory.values = std::move(values);
  trajectory.names = {name};
  trajectory.column = {0};
  return trajectory;
}

// The definition, taken literally: every edge of the reference, cut to the window, one after the other.
double WorstExcessByDefinition(const Trajectory& result, const Trajectory& reference, double tolerance) {
  const std::vector<double>&rt = reference.time, &r = reference.values;
  const double t0 = rt.front(), t1 = rt.back();
  const double rmin = *std::min_element(r.begin(), r.end()), rmax = *std::max_element(r.begin(), r.end());
  const double sx = tolerance * std::max(t1 - t0, std::abs(t0));
  const double sy = tolerance * std::max({rmax - rmin, std::abs(rmin), 0.001});
  double worst = 0;
  for (std::size_t i = 0; i < result.time.size(); ++i) {
    const double t = result.time[i], begin = t - sx, end = t + sx;
    if (t > t1) continue;
    double low = std::numeric_limits<double>::infinity(), high = -low;
    const auto include = [&](double value) { low = std::min(low, value), high = std::max(high, value); };
    for (std::size_t k = 0; k < rt.size(); ++k) {
      if (rt[k] >= begin && rt[k] <= end) include(r[k]);
      if (k + 1 == rt.size() || rt[k] == rt[k + 1]) continue;
      for (const double s : {begin, end}) {
        if (s < rt[k] || s > rt[k + 1]) continue;
        include(r[k] + (s - rt[k]) / (rt[k + 1] - rt[k]) * (r[k + 1] - r[k]));
      }
    }
    const double y = result.values[i];
    worst = std::max({worst, low - sy - y, y - high - sy});
  }
  return worst;
}

TEST(Compare, AgreesWithTheDefinitionOnRandomPolylines) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> unit(0, 1);
  int num_matching = 0;
  for (int attempt = 0; attempt < 2000; ++attempt) {
    const double tolerance = std::pow(10.0, -3 * unit(random)),
                 offset = random() % 3 == 0 ? 100 * unit(random) : 0;
    // Times on a coarse grid, so that jumps and hits of the window's ends occur often.
    const auto curve = [&](double noise, double from, double to) {
      std::vector<double> time, values;
      const int n = 1 + static_cast<int>(random() % 60);
      for (int i = 0; i < n; ++i)
        time.push_back(offset + from + std::floor((to - from) * 64 * unit(random)) / 64);
      std::sort(time.begin(), time.end());
      for (const double t : time)
        values.push_back(std::sin(t) + (t > offset + 5 ? 2 : 0) + noise * unit(random));
      return OneSignal(time, values);
    };
    const Trajectory reference = curve(0.1, 0, 10), result = curve(0.1, random() % 2 ? 0 : -0.2, 11);
    const Comparison comparison = Compare(result, reference, {tolerance, {}});
    const double expected = WorstExcessByDefinition(result, reference, tolerance);
    ASSERT_EQ(comparison.signals.size(), 1u);
    const SignalComparison& signal = comparison.signals[0];
    num_matching += signal.matches;
    if (std::isinf(expected)) {
      ASSERT_TRUE(std::isinf(signal.worst_excess));
      continue;
    }
    ASSERT_NEAR(signal.worst_excess, expected, 1e-12) << "attempt " << attempt;
    if (expected > 1e-12 || expected == 0) {
      ASSERT_EQ(signal.matches, expected == 0) << "attempt " << attempt;
    }
  }
  EXPECT_GT(num_matching, 100);
  EXPECT_LT(num_matching, 1900);
}

// r:  0 ____      jump at t = 1 of [0, 2]; sx = 2e-3 * 2, sy = 2e-3 * 1
//          |____1
TEST(Compare, AJumpMayComeAtAnyTimeWithinTheTubeAndNotLater) {
  const Trajectory reference = OneSignal({0, 1, 1, 2}, {0, 0, 1, 1});
  EXPECT_TRUE(Compare(OneSignal({0, 1.0039, 1.0039, 2}, {0, 0, 1, 1}), reference).matches);
  EXPECT_TRUE(Compare(OneSignal({0, 0.9961, 0.9961, 2}, {0, 0, 1, 1}), reference).matches);
  const Comparison late = Compare(OneSignal({0, 1.0041, 1.0041, 2}, {0, 0, 1, 1}), reference);
  EXPECT_FALSE(late.matches);
  EXPECT_EQ(late.signals[0].worst_time, 1.0041);
  EXPECT_NEAR(late.signals[0].worst_excess, 1 - 2e-3, 1e-12);
  EXPECT_EQ(late.signals[0].result_value, 0);
}

TEST(Compare, TheHalfHeightIsOfTheRangeOfTheReference) {
  const Trajectory reference = OneSignal({0, 1}, {10, 10});  // sy = 2e-3 * |rmin| = 0.02
  EXPECT_TRUE(Compare(OneSignal({0, 1}, {10.019, 9.981}), reference).matches);
  EXPECT_FALSE(Compare(OneSignal({0, 1}, {10.021, 10}), reference).matches);
  const Trajectory zero = OneSignal({0, 1}, {0, 0});  // sy = 2e-3 * 0.001
  EXPECT_TRUE(Compare(OneSignal({0, 1}, {1.9e-6, 0}), zero).matches);
  EXPECT_FALSE(Compare(OneSignal({0, 1}, {2.1e-6, 0}), zero).matches);
}

TEST(Compare, PointsAfterTheReferenceDoNotCount) {
  EXPECT_TRUE(Compare(OneSignal({0, 1, 2}, {1, 1, 99}), OneSignal({0, 1}, {1, 1})).matches);
}

TEST(Compare, NotANumberNeverMatches) {
  const Comparison comparison =
      Compare(OneSignal({0, 0.5, 1}, {1, std::nan(""), 1}), OneSignal({0, 1}, {1, 1}));
  EXPECT_FALSE(comparison.matches);
  EXPECT_EQ(comparison.signals[0].worst_time, 0.5);
}

TEST(Compare, ValuesThatAreNotFiniteAreToldOnBothSides) {
  const double inf = std::numeric_limits<double>::infinity();
  const Trajectory plain = OneSignal({0, 0.5, 1}, {1, 1, 1});
  for (const double value : {std::nan(""), inf, -inf}) {
    const Trajectory broken = OneSignal({0, 0.5, 1}, {1, value, 1});
    EXPECT_EQ(Compare(broken, plain).signals[0].not_finite_in_result, 0.5);
    EXPECT_NE(RenderComparison(Compare(broken, plain)).find("0.5  not a finite number in the result"),
              std::string::npos)
        << RenderComparison(Compare(broken, plain));
    const Comparison reference = Compare(plain, broken);
    EXPECT_FALSE(reference.matches) << "nothing can be compared with " << value;
    EXPECT_NE(RenderComparison(reference).find("not a finite number in the reference"), std::string::npos);
    EXPECT_FALSE(Compare(broken, broken).matches);
  }
}

TEST(Compare, AMissingSignalDoesNotMatch) {
  const Comparison comparison = Compare(OneSignal({0, 1}, {1, 1}, "y"), OneSignal({0, 1}, {1, 1}, "x"));
  EXPECT_FALSE(comparison.matches);
  EXPECT_TRUE(comparison.signals[0].missing_in_result);
}

TEST(Compare, OnlyTheSignalsAskedForCount) {
  Trajectory result = OneSignal({0, 1}, {1, 1, 5, 5});
  result.names = {"x", "y"};
  result.column = {0, 1};
  Trajectory reference = result;
  reference.values = {1, 1, 7, 7};
  EXPECT_FALSE(Compare(result, reference).matches);
  EXPECT_TRUE(Compare(result, reference, {2e-3, {"x"}}).matches);
  const Comparison unknown = Compare(result, reference, {2e-3, {"z"}});
  EXPECT_FALSE(unknown.matches);
  EXPECT_TRUE(unknown.signals[0].missing_in_reference);
}

TEST(Compare, AConstantOfTheResultIsHeldAgainstAColumnOfTheReference) {
  Trajectory result = OneSignal({0, 1}, {1, 1});
  result.constant_names = {"R"};
  result.constant_values = {47};
  EXPECT_TRUE(Compare(result, OneSignal({0, 1}, {47, 47}, "R")).matches);
  EXPECT_FALSE(Compare(result, OneSignal({0, 1}, {48, 48}, "R")).matches);
}

// Texts count as texts, whatever their numbers in each file.
TEST(Compare, StringsByWhatTheySay) {
  const auto read = [](const char* text) { return ReadCsv("f.csv", text).value(); };
  const Trajectory reference = read("time,s\n0,\"a\"\n1,\"a\"\n1,\"b\"\n2,\"b\"\n");
  EXPECT_TRUE(Compare(read("time,s\n0,\"a\"\n1,\"a\"\n1,\"b\"\n2,\"b\"\n"), reference).matches);
  EXPECT_FALSE(Compare(read("time,s\n0,\"b\"\n1,\"b\"\n1,\"a\"\n2,\"a\"\n"), reference).matches);
  EXPECT_FALSE(Compare(read("time,s\n0,\"a\"\n2,\"a\"\n"), reference).matches);
  const Comparison numbers = Compare(read("time,s\n0,1\n1,1\n1,2\n2,2\n"), reference);
  EXPECT_FALSE(numbers.matches);
  EXPECT_TRUE(numbers.signals[0].is_text_in_one);
}

TEST(Compare, AResultThatStopsEarlyDoesNotMatchThoughItsPointsDo) {
  const Comparison comparison = Compare(OneSignal({0, 0.5}, {1, 1}), OneSignal({0, 1}, {1, 1}));
  EXPECT_TRUE(comparison.signals[0].matches);
  EXPECT_FALSE(comparison.covers_reference);
  EXPECT_FALSE(comparison.matches);
  EXPECT_FALSE(Compare(OneSignal({}, {}), OneSignal({0, 1}, {1, 1})).signals[0].matches);
}

TEST(RenderComparison, ListsTheWorstFirstAndCounts) {
  Trajectory reference = OneSignal({0, 1}, {0, 1, 0, 1, 0, 1, 0, 1});
  reference.names = {"good", "bad", "worse", "gone"};
  reference.column = {0, 1, 2, 3};
  Trajectory result = reference;
  result.values = {0, 1, 0.1, 1, 0.7, 1, 0, 1};
  result.names[3] = "other";
  const std::string text = RenderComparison(Compare(result, reference));
  EXPECT_LT(text.find("gone"), text.find("worse"));
  EXPECT_LT(text.find("worse"), text.find("bad"));
  EXPECT_EQ(text.find("good"), std::string::npos);
  EXPECT_NE(text.find("1 of 4 signals match"), std::string::npos);
}

}  // namespace
}  // namespace daedalus::results
