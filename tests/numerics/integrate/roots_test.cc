// Events on the dense output: of a solution known exactly, where every claim of roots.h is tried alone, and
// of every available method.
#include "daedalus/numerics/integrate/roots.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <memory>
#include <numbers>
#include <stdexcept>
#include <string>
#include <vector>

#include "daedalus/numerics/integrate/sharpening.h"
#include "daedalus/numerics/integrate/suite/methods.h"
#include "numerics/integrate/clock.h"
#include "numerics/integrate/problems.h"
#include "numerics/integrate/run.h"

namespace daedalus::integrate {
namespace {

constexpr double kHalfTurn = std::numbers::pi;

struct Seen {
  double time = 0;
  double t_left = 0;
  std::vector<RootCrossing> crossings;
};

struct Watched {
  std::vector<Seen> events;
  RootStep last;
};

Watched WatchFrom(Integrator& integrator, RootFinder& finder, double t_end) {
  Watched watched;
  do {
    watched.last = StepWithRoots(integrator, finder, t_end);
    if (watched.last.status != RootStatus::kEvent) break;
    const RootEvent& event = watched.last.event;
    watched.events.push_back({event.time, event.t_left, {event.crossings.begin(), event.crossings.end()}});
  } while (watched.events.size() < 1000);
  return watched;
}

// All events of functions of time in steps of this size.
Watched Watch(const Functions& functions, double t_end, double step) {
  Clock clock(step);
  RootFinder finder(WithRoots(functions));
  finder.Start(clock);
  return WatchFrom(clock, finder, t_end);
}

TEST(Roots, EverySignChangeIsEnclosedInAFewUlpsWithItsDirection) {
  const Watched watched = Watch({[](double t) { return std::sin(t); }}, 100, 0.7);
  ASSERT_EQ(watched.events.size(), 31u);
  for (int k = 1; k <= 31; ++k) {
    const Seen& seen = watched.events[k - 1];
    EXPECT_NEAR(seen.time, k * kHalfTurn, 1e-15 * k * kHalfTurn + 1e-15);
    EXPECT_LE(seen.time - seen.t_left, 1e-15 * seen.time);
    ASSERT_EQ(seen.crossings.size(), 1u);
    const RootCrossing& crossing = seen.crossings[0];
    EXPECT_EQ(crossing.direction, k % 2 ? RootDirection::kFalling : RootDirection::kRising);
    EXPECT_EQ(crossing.left, std::sin(seen.t_left));
    EXPECT_EQ(crossing.right, std::sin(seen.time));
  }
  EXPECT_EQ(watched.last.status, RootStatus::kReachedLimit);
}

TEST(Roots, AtTheEndsOfStepsAChangeIsAnEventThere) {
  Clock clock(0.7);
  RootFinder finder(WithRoots({[](double t) { return std::sin(t); }, [](double t) { return std::cos(t); }}),
                    {.at_step_ends = true});
  finder.Start(clock);
  const Watched watched = WatchFrom(clock, finder, 7);
  ASSERT_EQ(watched.events.size(), 4u);  // of cos, sin, cos, sin
  for (int k = 1; k <= 4; ++k) {
    const double ends = std::ceil(k * kHalfTurn / 2 / 0.7) * 0.7;
    EXPECT_NEAR(watched.events[k - 1].time, ends, 1e-12);
    EXPECT_EQ(watched.events[k - 1].crossings[0].function, k % 2);
  }
  EXPECT_LE(finder.evaluations(), 12);  // one a step, and one at the start
}

TEST(Roots, FunctionsWithoutRootsGiveNoEvents) {
  const Watched watched =
      Watch({[](double t) { return 1 + t * t; }, [](double t) { return std::cos(t) - 1.001; }}, 50, 0.4);
  EXPECT_TRUE(watched.events.empty());
  EXPECT_EQ(watched.last.status, RootStatus::kReachedLimit);
}

TEST(Roots, TwoRootsOfOneFunctionInOneStepAreBothFoundInOrder) {
  // Signs at both ends and in the middle are equal.
  for (const double gap : {0.4, 0.1, 1e-2, 1e-3}) {
    const double center = 0.77;
    const auto g = [=](double t) { return (t - center) * (t - center) - gap * gap / 4; };
    const Watched watched = Watch({g}, 1, 1);
    ASSERT_EQ(watched.events.size(), 2u) << gap;
    EXPECT_NEAR(watched.events[0].time, center - gap / 2, 1e-12);
    EXPECT_NEAR(watched.events[1].time, center + gap / 2, 1e-12);
    EXPECT_EQ(watched.events[0].crossings[0].direction, RootDirection::kFalling);
    EXPECT_EQ(watched.events[1].crossings[0].direction, RootDirection::kRising);
  }
}

TEST(Roots, ManyRootsOfSeveralFunctionsInOneStepComeInOrderOfTime) {
  const Watched watched =
      Watch({[](double t) { return 0.6 - t; }, [](double t) { return (t - 0.1) * (t - 0.3); },
             [](double t) { return (t - 0.2) * (t - 0.7); }},
            1, 1);
  ASSERT_EQ(watched.events.size(), 5u);
  const double times[] = {0.1, 0.2, 0.3, 0.6, 0.7};
  const std::int32_t functions[] = {1, 2, 1, 0, 2};
  for (int k = 0; k < 5; ++k) {
    EXPECT_NEAR(watched.events[k].time, times[k], 1e-15);
    EXPECT_EQ(watched.events[k].crossings[0].function, functions[k]);
  }
}

TEST(Roots, SimultaneousRootsAreOneEvent) {
  const Watched watched =
      Watch({[](double t) { return std::cos(t); }, [](double t) { return kHalfTurn / 2 - t; },
             [](double t) { return std::sin(2 * t); }},
            2, 0.9);
  ASSERT_EQ(watched.events.size(), 1u);
  ASSERT_EQ(watched.events[0].crossings.size(), 3u);
  for (std::int32_t i = 0; i < 3; ++i) {
    EXPECT_EQ(watched.events[0].crossings[i].function, i);
    EXPECT_EQ(watched.events[0].crossings[i].direction, RootDirection::kFalling);
  }
}

TEST(Roots, TouchingZeroWithoutChangeOfSignIsTangential) {
  for (const double step : {0.3, 0.7, 1.1}) {
    const Watched watched = Watch({[](double t) { return 1 - std::cos(t - 0.5); }}, 20, step);
    ASSERT_EQ(watched.events.size(), 4u) << step;
    for (int k = 0; k < 4; ++k) {
      EXPECT_NEAR(watched.events[k].time, 0.5 + 2 * kHalfTurn * k, 2e-6);
      EXPECT_EQ(watched.events[k].crossings[0].direction, RootDirection::kTangential);
    }
  }
}

TEST(Roots, NearlyTouchingIsNoEventAndPassingBarelyIsTwo) {
  const auto dip = [](double least) { return [=](double t) { return (t - 0.3) * (t - 0.3) + least; }; };
  EXPECT_TRUE(Watch({dip(1e-7)}, 1, 1).events.empty());
  EXPECT_EQ(Watch({dip(-1e-7)}, 1, 1).events.size(), 2u);
  EXPECT_EQ(Watch({dip(0)}, 1, 1).events.size(), 1u);
  EXPECT_EQ(Watch({dip(-1e-12)}, 1, 1).events.size(), 1u);  // within RootOptions::grazing
}

TEST(Roots, ARootAtTheStartIsNoEventAndGivesNoSide) {
  EXPECT_TRUE(Watch({[](double t) { return t; }}, 1, 0.3).events.empty());
  EXPECT_TRUE(Watch({[](double t) { return -t * t; }}, 1, 0.3).events.empty());
  const Watched watched = Watch({[](double t) { return std::sin(t); }}, 4, 0.3);
  ASSERT_EQ(watched.events.size(), 1u);
  EXPECT_NEAR(watched.events[0].time, kHalfTurn, 3e-15);
}

TEST(Roots, LeavingZeroAndComingBackInASmallPartOfTheFirstStepIsAnEvent) {
  for (const double flight : {0.3, 1e-2, 1e-4, 1e-7}) {
    const Watched watched = Watch({[=](double t) { return t * (flight - t); }}, 1, 1);
    ASSERT_EQ(watched.events.size(), 1u) << flight;
    EXPECT_NEAR(watched.events[0].time, flight, 1e-12 * flight);
    EXPECT_EQ(watched.events[0].crossings[0].direction, RootDirection::kFalling);
  }
}

TEST(Roots, BecomingZeroIsReportedOnceAndStayingZeroAndLeavingAreNot) {
  const auto g = [](double t) { return t < 1 ? 1 - t : t < 2 ? 0.0 : t - 2; };
  const Watched watched = Watch({g, [](double) { return 0.0; }}, 3, 0.13);
  ASSERT_EQ(watched.events.size(), 1u);
  EXPECT_NEAR(watched.events[0].time, 1, 1e-15);
  EXPECT_EQ(watched.events[0].crossings[0].direction, RootDirection::kFalling);
  EXPECT_EQ(watched.events[0].crossings[0].right, 0);
}

TEST(Roots, ARootAtTheEndOfAStepOrAtTheLimitIsReportedOnce) {
  const Watched watched = Watch({[](double t) { return t - 0.5; }, [](double t) { return 1 - t; }}, 1, 0.25);
  ASSERT_EQ(watched.events.size(), 2u);
  EXPECT_EQ(watched.events[0].time, 0.5);
  EXPECT_EQ(watched.events[1].time, 1);
}

TEST(Roots, ARestartAtAnEventDoesNotReportItAgain) {
  // Restarted at every event, the function continues as it was, or turns back as a ball does.
  for (const bool turns_back : {false, true}) {
    double sign = 1;
    DaeProblem problem = WithRoots({[](double) { return 0.0; }});
    problem.roots = [&](double t, auto, auto, auto g) {
      g[0] = sign * std::sin(t);
      return EvalOutcome::kOk;
    };
    Clock clock(0.4);
    RootFinder finder(problem);
    finder.Start(clock);
    const double nothing[1] = {};
    for (int k = 1; k <= 20; ++k) {
      const RootStep step = StepWithRoots(clock, finder, 100);
      ASSERT_EQ(step.status, RootStatus::kEvent);
      ASSERT_NEAR(step.event.time, k * kHalfTurn, 1e-14 * k) << "turns back: " << turns_back;
      if (turns_back) sign = -sign;
      clock.Restart(step.event.time, nothing, nothing);
      ASSERT_TRUE(finder.Start(clock).ok());
    }
  }
}

TEST(Roots, AJumpThroughZeroIsEnclosed) {
  const Watched watched = Watch({[](double t) { return t < 0.123456789 ? -5.0 : 7.0; }}, 1, 1);
  ASSERT_EQ(watched.events.size(), 1u);
  EXPECT_NEAR(watched.events[0].time, 0.123456789, 2e-16);
  EXPECT_EQ(watched.events[0].crossings[0].left, -5);
  EXPECT_EQ(watched.events[0].crossings[0].right, 7);
}

TEST(Roots, EvaluationsWithoutEventsAreFivePerStepAtMost) {
  Clock clock(0.1);
  RootFinder finder(WithRoots({[](double t) { return 2 + std::sin(t); }}));
  finder.Start(clock);
  StepWithRoots(clock, finder, 100);
  EXPECT_LE(finder.evaluations(), 6 * 1001 + 1);
}

// ---- Landing ----

// y = t at the ends of a step, and between them dense output that is off by up to `error`, unless it was
// sharpened.
class CrudeClock final : public Integrator {
 public:
  explicit CrudeClock(double error) : error_(error) {}
  StepOutcome Initialize(double t0, std::span<const double> y, std::span<const double> yp) override {
    return clock_.Initialize(t0, y, yp);
  }
  StepOutcome Restart(double t, std::span<const double> y, std::span<const double> yp) override {
    return clock_.Restart(t, y, yp);
  }
  StepOutcome Step(double t_limit) override {
    sharpening_.Forget();
    return clock_.Step(t_limit);
  }
  bool Interpolate(double t, std::span<double> y, std::span<double> yp) const override {
    if (!clock_.Interpolate(t, y, yp)) return false;
    y[0] += Error(t);
    sharpening_.AddTo(t, y, yp);
    return true;
  }
  bool Sharpen(double t) override {
    ++sharpened;
    sharpening_.Set(previous_time(), t, time(), {-Error(t)}, {0});
    return true;
  }
  double time() const override { return clock_.time(); }
  double previous_time() const override { return clock_.previous_time(); }
  std::span<const double> y() const override { return clock_.y(); }
  std::span<const double> yp() const override { return clock_.yp(); }
  const Statistics& statistics() const override { return clock_.statistics(); }

  int sharpened = 0;

 private:
  double Error(double t) const { return 4 * error_ * (t - previous_time()) * (time() - t); }

  double error_;
  Clock clock_{1};
  Sharpening sharpening_;
};

// g_0 = y - 1/2, and g_1 = t - other.
Watched WatchCrudely(CrudeClock& clock, double other) {
  DaeProblem problem = WithRoots({[](double) { return 0.0; }, [](double) { return 0.0; }});
  problem.roots = [=](double t, auto y, auto, auto g) {
    g[0] = y[0] - 0.5;
    g[1] = t - other;
    return EvalOutcome::kOk;
  };
  RootFinder finder(problem);
  finder.Start(clock);
  return WatchFrom(clock, finder, 1);
}

TEST(RootsLanding, AnEventIsWhereTheMethodIsAndNotWhereDenseOutputWas) {
  for (const double error : {0.01, -0.01, 1e-6}) {
    CrudeClock clock(error);
    const Watched watched = WatchCrudely(clock, 0.9);
    ASSERT_EQ(watched.events.size(), 2u);
    EXPECT_NEAR(watched.events[0].time, 0.5, 1e-5 * std::abs(error));
    EXPECT_LE(watched.events[0].time - watched.events[0].t_left, 1e-15);
    EXPECT_LT(watched.events[0].crossings[0].left, 0);
    EXPECT_GE(watched.events[0].crossings[0].right, 0);
    EXPECT_EQ(watched.events[1].time, 0.9);
    EXPECT_LE(clock.sharpened, 6);
  }
}

TEST(RootsLanding, EventsThatTradePlacesAreNotLost) {
  // Dense output has g_0 first, at 0.49, the solution g_1.
  CrudeClock early(0.01);
  const Watched joined = WatchCrudely(early, 0.4999);
  ASSERT_EQ(joined.events.size(), 1u);
  EXPECT_NEAR(joined.events[0].time, 0.5, 1e-8);
  EXPECT_NEAR(joined.events[0].t_left, 0.4999, 1e-8);
  ASSERT_EQ(joined.events[0].crossings.size(), 2u);
  EXPECT_LT(joined.events[0].crossings[1].left, 0);
  // Dense output has g_1 first, the solution g_0: it is found in the past, and handed out at once.
  CrudeClock late(-0.01);
  const Watched sorted = WatchCrudely(late, 0.5001);
  ASSERT_EQ(sorted.events.size(), 1u);
  EXPECT_EQ(sorted.events[0].time, 0.5001);
  EXPECT_NEAR(sorted.events[0].t_left, 0.5, 1e-4);
}

TEST(RootsFailure, NanIsAnOutcomeThatNamesFunctionAndTime) {
  const Watched watched =
      Watch({[](double t) { return 1 + t; }, [](double t) { return t > 2 ? std::nan("") : 1.0; }}, 5, 0.3);
  EXPECT_TRUE(watched.events.empty());
  EXPECT_EQ(watched.last.status, RootStatus::kFailed);
  EXPECT_EQ(watched.last.outcome.status, StepStatus::kResidualFailed);
  EXPECT_EQ(watched.last.outcome.row, 1);
  EXPECT_EQ(watched.last.outcome.reason, "root function 1 is not finite");
  EXPECT_NEAR(watched.last.outcome.t, 2.1, 0.3);
}

TEST(RootsFailure, ExceptionsAndRefusalsAreOutcomes) {
  const auto throws = [](double t) -> double {
    if (t > 1) throw std::runtime_error("out of range");
    return 1;
  };
  const Watched watched = Watch({throws}, 5, 0.3);
  EXPECT_EQ(watched.last.status, RootStatus::kFailed);
  EXPECT_EQ(watched.last.outcome.status, StepStatus::kFatal);
  EXPECT_EQ(watched.last.outcome.reason, "in the root functions the callback threw: out of range");

  DaeProblem problem = WithRoots({throws});
  problem.roots = [](double, auto, auto, auto) { return EvalOutcome::kRecoverable; };
  Clock clock(0.1);
  EXPECT_EQ(RootFinder(problem).Start(clock).status, StepStatus::kResidualFailed);
}

TEST(RootsFailure, AForgottenStartIsRefused) {
  Clock clock(0.1);
  RootFinder finder(WithRoots({[](double t) { return t - 5; }}));
  EXPECT_EQ(finder.Scan(clock).status, StepStatus::kBadInput);
  finder.Start(clock);
  clock.Step(10);
  EXPECT_TRUE(finder.Scan(clock).ok());
  clock.Restart(7, {}, {});
  EXPECT_EQ(finder.Scan(clock).status, StepStatus::kBadInput);
}

// ---- All methods ----

class RootsOfMethod : public testing::TestWithParam<std::string> {
 protected:
  static std::unique_ptr<Integrator> Make(DaeProblem problem, double tolerance) {
    problem.constant_mass = true;  // M = I in all that follow
    auto made = MakeIntegrator(GetParam(), problem, {.relative = tolerance, .absolute = {tolerance}});
    EXPECT_TRUE(made) << made.error();
    return made ? *std::move(made) : nullptr;
  }
};

TEST_P(RootsOfMethod, ZerosOfAnOscillatorAreFoundToTheTolerance) {
  TestProblem test = Oscillator();
  test.dae.num_roots = 2;
  test.dae.roots = [](double, auto y, auto, auto g) {
    g[0] = y[0];  // cos t
    g[1] = y[1];  // -sin t
    return EvalOutcome::kOk;
  };
  const auto integrator = Make(test.dae, 1e-8);
  ASSERT_TRUE(integrator);
  RootFinder finder(test.dae);
  integrator->Initialize(0, test.y0, test.yp0);
  ASSERT_TRUE(finder.Start(*integrator).ok());
  const Watched watched = WatchFrom(*integrator, finder, 20);
  EXPECT_EQ(watched.last.status, RootStatus::kReachedLimit);
  ASSERT_EQ(watched.events.size(), 12u);
  // Methods of low order make many steps, each with an error of the tolerance.
  const bool low_order = FindMethod(GetParam())->max_order < 3;
  const double allowed = 3e-6 + (low_order ? 1e-8 * static_cast<double>(integrator->statistics().steps) : 0);
  for (int k = 1; k <= 12; ++k) {
    EXPECT_NEAR(watched.events[k - 1].time, k * kHalfTurn / 2, allowed);
    EXPECT_EQ(watched.events[k - 1].crossings[0].function, (k + 1) % 2);
  }
}

TEST_P(RootsOfMethod, AGrazingContactIsOneTangentialEventWithinTheGivenWidth) {
  if (FindMethod(GetParam())->max_order < 2) GTEST_SKIP() << "a method of first order does not get that near";
  TestProblem test = Oscillator();
  test.dae.num_roots = 1;
  test.dae.roots = [](double, auto y, auto, auto g) {
    g[0] = 1 + y[0];  // 1 + cos t
    return EvalOutcome::kOk;
  };
  const auto integrator = Make(test.dae, 1e-9);
  ASSERT_TRUE(integrator);
  RootFinder finder(test.dae, {.grazing = 1e-4});
  integrator->Initialize(0, test.y0, test.yp0);
  finder.Start(*integrator);
  const Watched watched = WatchFrom(*integrator, finder, 12);
  ASSERT_EQ(watched.events.size(), 2u);
  for (int k = 0; k < 2; ++k) {
    EXPECT_EQ(watched.events[k].crossings[0].direction, RootDirection::kTangential);
    EXPECT_NEAR(watched.events[k].time, kHalfTurn + 2 * kHalfTurn * k, 1e-3);
  }
}

// x'' = -g above the floor, v := -e v at every contact. Contact n + 1 happens at
// t1 + 2 (v1 / g) (e + e^2 + ... + e^n), t1 = sqrt(2 / g), v1 = sqrt(2 g) for a fall from height 1.
struct Ball {
  static constexpr double kGravity = 9.81;

  static TestProblem Problem() {
    TestProblem test;
    test.dae.size = 2;
    test.dae.constant_mass = true;
    test.dae.residual = [](double, auto y, auto yp, auto r) {
      r[0] = yp[0] - y[1];
      r[1] = yp[1] + kGravity;
      return EvalOutcome::kOk;
    };
    test.dae.num_roots = 1;
    test.dae.roots = [](double, auto y, auto, auto g) {
      g[0] = y[0];
      return EvalOutcome::kOk;
    };
    test.y0 = {1, 0};
    test.yp0 = {0, -kGravity};
    return test;
  }
  static double ContactTime(int n, double restitution) {
    const double first = std::sqrt(2 / kGravity);
    return first + 2 * first * restitution * (1 - std::pow(restitution, n)) / (1 - restitution);
  }
};

struct Bounces {
  std::vector<double> times;
  RootStep last;
};

Bounces Bounce(Integrator& integrator, double restitution, double t_end) {
  const TestProblem test = Ball::Problem();
  RootFinder finder(test.dae);
  Bounces bounces;
  std::vector<double> y(2), yp(2);
  integrator.Initialize(0, test.y0, test.yp0);
  finder.Start(integrator);
  while (bounces.times.size() < 1000) {
    bounces.last = StepWithRoots(integrator, finder, t_end);
    if (bounces.last.status != RootStatus::kEvent) break;
    const double t = bounces.last.event.time;
    bounces.times.push_back(t);
    integrator.Interpolate(t, y, yp);
    y = {0, restitution * std::abs(y[1])};  // upwards, also where rounding has turned it already
    yp = {y[1], -Ball::kGravity};
    if (!integrator.Restart(t, y, yp).ok() || !finder.Start(integrator).ok()) break;
  }
  return bounces;
}

TEST_P(RootsOfMethod, AHundredBouncesOfABallHappenAtTheirTimes) {
  if (FindMethod(GetParam())->max_order < 2) GTEST_SKIP() << "a method of first order does not get that near";
  const auto integrator = Make(Ball::Problem().dae, 1e-9);
  ASSERT_TRUE(integrator);
  const double restitution = 0.98;
  const Bounces bounces = Bounce(*integrator, restitution, Ball::ContactTime(100, restitution) - 0.01);
  EXPECT_EQ(bounces.last.status, RootStatus::kReachedLimit);
  ASSERT_EQ(bounces.times.size(), 100u);
  for (int n = 0; n < 100; ++n) EXPECT_NEAR(bounces.times[n], Ball::ContactTime(n, restitution), 1e-5) << n;
}

TEST_P(RootsOfMethod, BouncesThatAccumulateEndWithAStatusAtTheAccumulationPoint) {
  if (FindMethod(GetParam())->max_order < 2) GTEST_SKIP() << "a method of first order does not get that near";
  for (const double restitution : {0.5, 0.8}) {
    const auto integrator = Make(Ball::Problem().dae, 1e-8);
    ASSERT_TRUE(integrator);
    const Bounces bounces = Bounce(*integrator, restitution, 10);
    EXPECT_EQ(bounces.last.status, RootStatus::kAccumulation);
    EXPECT_LT(bounces.times.size(), 300u);
    EXPECT_NEAR(bounces.last.event.time, Ball::ContactTime(1000, restitution), 1e-5);
  }
}

// Of order 2 at least: with one of order 1, tight tolerances take too long.
std::vector<std::string> MethodsWithStepControl() {
  std::vector<std::string> names;
  for (const MethodInfo& method : Methods()) {
    if (method.available && method.variable_step && method.max_order > 1 && method.name != "auto")
      names.emplace_back(method.name);
  }
  return names;
}

INSTANTIATE_TEST_SUITE_P(AllMethods, RootsOfMethod, testing::ValuesIn(MethodsWithStepControl()),
                         [](const auto& tested) { return TestNameOf(tested.param); });

}  // namespace
}  // namespace daedalus::integrate
