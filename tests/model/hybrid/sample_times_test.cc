#include "daedalus/model/hybrid/sample_times.h"

#include <gtest/gtest.h>

#include <limits>

#include "model/hybrid/hybrid_system.h"

namespace daedalus::hybrid {
namespace {

struct Clocks {
  // Pairs of start and interval.
  explicit Clocks(const std::vector<std::pair<double, double>>& clocks)
      : model(Compiled(clocks)), times(model) {
    times.Read(model, {});
  }
  static EventModel Compiled(const std::vector<std::pair<double, double>>& clocks) {
    HybridSystem h;
    for (const auto& [start, interval] : clocks)
      AddSample(h.system.hybrid, {h.Constant(start), h.Constant(interval), {}, {}});
    return CompileEvents(h.system).value();
  }
  std::size_t CountDue(double t) { return times.TakeDue(t).size(); }

  EventModel model;
  SampleTimes times;
};

TEST(SampleTimes, AreDueAtTheirInstantsOnce) {
  Clocks c({{0.5, 0.25}, {0, 1}});
  EXPECT_EQ(c.times.Next(0), 0);
  EXPECT_EQ(c.times.TakeDue(0), std::vector<SampleId>{SampleId(1)});
  EXPECT_EQ(c.CountDue(0), 0u);
  EXPECT_EQ(c.times.Next(0), 0.5);
  EXPECT_EQ(c.times.TakeDue(0.5), std::vector<SampleId>{SampleId(0)});
  EXPECT_EQ(c.times.TakeDue(1), (std::vector<SampleId>{SampleId(0), SampleId(1)}));  // 0.75 was missed
  EXPECT_EQ(c.times.Next(1), 1.25);
}

// A tenth is not a double: a million additions would be off by 1e-6 of an interval.
TEST(SampleTimes, AreCountedAndNotAddedUp) {
  Clocks c({{0, 0.1}});
  c.times.GoBackTo({1e6});
  EXPECT_EQ(c.times.Next(0), 1e6 * 0.1);
  EXPECT_EQ(c.CountDue(1e6 * 0.1), 1u);
  EXPECT_EQ(c.times.counts()[0], 1e6 + 1);
}

TEST(SampleTimes, ARunThatStartsLaterSkipsWhatHasBeen) {
  Clocks c({{0, 0.25}, {5, 1}});
  c.times.SkipBefore(0.6);
  EXPECT_EQ(c.times.Next(0.6), 0.75);
  c.times.Reset();
  c.times.SkipBefore(0.5);  // the instant itself is still to come
  EXPECT_EQ(c.times.Next(0.5), 0.5);
}

TEST(SampleTimes, GoBack) {
  Clocks c({{0, 1}});
  const std::vector<double> before = c.times.counts();
  EXPECT_EQ(c.CountDue(3), 1u);
  EXPECT_EQ(c.times.Next(3), 4);
  c.times.GoBackTo(before);
  EXPECT_EQ(c.times.Next(0), 0);
}

TEST(SampleTimes, WrongIntervalsAndStartsAreFound) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  EXPECT_FALSE(Clocks({{0, 1}}).times.FindBad());
  EXPECT_EQ(Clocks({{0, 1}, {0, 0}}).times.FindBad(), SampleId(1));
  EXPECT_EQ(Clocks({{0, -1}}).times.FindBad(), SampleId(0));
  EXPECT_EQ(Clocks({{0, std::numeric_limits<double>::quiet_NaN()}}).times.FindBad(), SampleId(0));
  EXPECT_EQ(Clocks({{kInfinity, 1}}).times.FindBad(), SampleId(0));
  EXPECT_EQ(Clocks({}).times.Next(0), kInfinity);
}

}  // namespace
}  // namespace daedalus::hybrid
