#include "daedalus/model/hybrid/delay_history.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace daedalus::hybrid {
namespace {

// f over [t0, t1] as one step.
template <class F>
void Step(DelayHistory& history, double t0, double t1, F f) {
  std::vector<double> values;
  for (int i = 0; i < 4; ++i) values.push_back(f(t0 + (t1 - t0) * i / 3));
  history.Append(t0, t1, values);
}

double At(const DelayHistory& history, double t) {
  double out = 0;
  history.Read(t, {&out, 1});
  return out;
}

TEST(DelayHistory, BeforeTheStartIsTheStart) {
  DelayHistory history;
  history.Begin(2, std::vector<double>{5}, std::vector<double>{0.5});
  EXPECT_EQ(At(history, 2), 5);
  EXPECT_EQ(At(history, 2.4), 5);
  EXPECT_EQ(history.shortest(), 0.5);
  EXPECT_EQ(history.NextBreakpoint(2), 2.5);
}

TEST(DelayHistory, CubicsAreExact) {
  DelayHistory history;
  const auto f = [](double t) { return 1 + t * (2 - t * (3 - t)); };
  history.Begin(0, std::vector<double>{f(0)}, std::vector<double>{1});
  for (int i = 0; i < 5; ++i) Step(history, 0.3 * i, 0.3 * (i + 1), f);
  for (double t = 1.501; t < 2.5; t += 0.017) EXPECT_NEAR(At(history, t), f(t - 1), 1e-13) << t;
}

// The error of a step of length h is of order h^4.
TEST(DelayHistory, HasOrderFour) {
  const auto error = [](double h) {
    DelayHistory history;
    history.Begin(0, std::vector<double>{0}, std::vector<double>{1});
    for (double t = 0; t < 3; t += h) Step(history, t, t + h, [](double x) { return std::sin(x); });
    double worst = 0;
    for (double t = 3.01; t < 4; t += 0.0137)
      worst = std::max(worst, std::abs(At(history, t) - std::sin(t - 1)));
    return worst;
  };
  EXPECT_NEAR(std::log2(error(0.2) / error(0.1)), 4, 0.2);
}

TEST(DelayHistory, AJumpComesBackFromBothSides) {
  DelayHistory history;
  history.Begin(0, std::vector<double>{0}, std::vector<double>{1});
  Step(history, 0, 0.5, [](double) { return 0.0; });
  history.StandAt(0.5);
  history.Jump(0.5, std::vector<double>{0}, std::vector<double>{7});
  EXPECT_EQ(history.NextBreakpoint(0.5), 1);  // the end of the constant past
  EXPECT_EQ(history.NextBreakpoint(1), 1.5);
  Step(history, 0.5, 1.5, [](double) { return 7.0; });
  EXPECT_EQ(At(history, 1.5), 0) << "a step ends there";
  history.StandAt(1.5);
  EXPECT_NEAR(At(history, 1.5), 7, 1e-14) << "the event has begun";
  EXPECT_NEAR(At(history, 1.6), 7, 1e-14);
  history.Jump(1.5, std::vector<double>{7}, std::vector<double>{7});
  EXPECT_EQ(history.NextBreakpoint(1.5), std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace daedalus::hybrid
