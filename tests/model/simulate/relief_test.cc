// Another integrator takes over during a run, and output points that are reached by steps.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "daedalus/model/simulate/run.h"
#include "daedalus/numerics/integrate/suite/methods.h"

namespace daedalus::simulate {
namespace {

using integrate::EvalOutcome;
using integrate::Integrator;

// x' = a x, from x(t0) = x0.
std::unique_ptr<Integrator> Growth(std::string_view method, double a, double t0, double x0) {
  integrate::DaeProblem problem;
  problem.size = 1;
  problem.constant_mass = true;
  problem.residual = [a](double, auto y, auto yp, auto r) {
    r[0] = yp[0] - a * y[0];
    return EvalOutcome::kOk;
  };
  auto integrator =
      integrate::MakeIntegrator(method, problem, {.relative = 1e-9, .absolute = {1e-12}}).value();
  const double yp0 = a * x0;
  EXPECT_TRUE(integrator->Initialize(t0, {&x0, 1}, {&yp0, 1}).ok());
  return integrator;
}

struct Recorder {
  std::vector<double> times, values;
  RunHooks Hooks() {
    RunHooks hooks;
    hooks.output = [this](double t, auto y, auto) -> Result<Unit> {
      times.push_back(t);
      values.push_back(y[0]);
      return Unit{};
    };
    return hooks;
  }
};

TEST(Points, BySteps) {
  // With steps to the points, every point is the end of a step; with dense output most lie inside of one.
  for (const std::string_view method : {"bdf", "radau5", "rodas"}) {
    for (const PointsBy points : {PointsBy::kSteps, PointsBy::kDenseOutput}) {
      auto integrator = Growth(method, -1, 0, 1);
      Recorder recorder;
      RunHooks hooks = recorder.Hooks();
      std::vector<double> step_ends{0};
      hooks.after_step = [&](double t) { step_ends.push_back(t); };
      const OutputGrid grid = MakeGridOfIntervals(0, 2, 200);
      ASSERT_EQ(simulate::Run(*integrator, grid, hooks, points).status, RunOutcome::Status::kDone);
      ASSERT_EQ(recorder.times.size(), 201u) << method;
      std::size_t points_at_step_ends = 0;
      for (std::size_t i = 0; i < recorder.times.size(); ++i) {
        EXPECT_EQ(recorder.times[i], grid.Time(static_cast<std::int64_t>(i)));
        EXPECT_NEAR(recorder.values[i], std::exp(-recorder.times[i]), 1e-7) << method;
        points_at_step_ends += std::count(step_ends.begin(), step_ends.end(), recorder.times[i]) > 0;
      }
      if (points == PointsBy::kSteps) {
        EXPECT_EQ(points_at_step_ends, 201u) << method;
      } else {
        EXPECT_LT(points_at_step_ends, 150u) << method;
      }
    }
  }
}

TEST(Relief, TheOtherIntegratorGoesOnFromTheSameTime) {
  // x' = -x until t = 1, then x' = +x: x(2) = 1.
  auto falling = Growth("bdf", -1, 0, 1);
  std::unique_ptr<Integrator> rising;
  Recorder recorder;
  RunHooks hooks = recorder.Hooks();
  double change = 0;
  hooks.relieve = [&](const integrate::StepOutcome* failure) -> Result<Relief> {
    EXPECT_EQ(failure, nullptr);
    if (rising || falling->time() < 1) return Relief{};
    change = falling->time();
    rising = Growth("radau5", 1, change, falling->y()[0]);
    return Relief{rising.get(), PointsBy::kSteps};
  };
  const RunOutcome outcome = simulate::Run(*falling, MakeGridOfIntervals(0, 3, 30), hooks);
  EXPECT_EQ(outcome.status, RunOutcome::Status::kDone);
  EXPECT_EQ(outcome.final_time, 3.0);
  ASSERT_TRUE(rising);
  EXPECT_EQ(rising->time(), 3.0) << "the run ended with the integrator that took over";
  ASSERT_EQ(recorder.times.size(), 31u);
  for (std::size_t i = 0; i < 31; ++i) {
    const double t = recorder.times[i];
    EXPECT_NEAR(recorder.values[i], t <= change ? std::exp(-t) : std::exp(t - 2 * change), 1e-6) << t;
  }
}

TEST(Relief, AFailedStepIsToldAndTheReliefReachesTheEnd) {
  // The first integrator may make five steps only.
  integrate::DaeProblem problem;
  problem.size = 1;
  problem.constant_mass = true;
  problem.residual = [](double, auto y, auto yp, auto r) {
    r[0] = yp[0] + y[0];
    return EvalOutcome::kOk;
  };
  auto tired =
      integrate::MakeIntegrator("bdf", problem, {.relative = 1e-9, .absolute = {1e-12}}, {.max_steps = 5})
          .value();
  const double y0 = 1, yp0 = -1;
  ASSERT_TRUE(tired->Initialize(0, {&y0, 1}, {&yp0, 1}).ok());
  std::unique_ptr<Integrator> fresh;
  Recorder recorder;
  RunHooks hooks = recorder.Hooks();
  hooks.relieve = [&](const integrate::StepOutcome* failure) -> Result<Relief> {
    if (!failure) return Relief{};
    EXPECT_EQ(failure->status, integrate::StepStatus::kTooManySteps);
    fresh = Growth("radau5", -1, tired->time(), tired->y()[0]);
    return Relief{fresh.get(), PointsBy::kSteps};
  };
  EXPECT_EQ(simulate::Run(*tired, MakeGridOfIntervals(0, 2, 20), hooks).status, RunOutcome::Status::kDone);
  ASSERT_TRUE(fresh);
  ASSERT_EQ(recorder.times.size(), 21u);
  EXPECT_NEAR(recorder.values.back(), std::exp(-2), 1e-7);

  // Without a relief the same run fails, and says so.
  ASSERT_TRUE(tired->Initialize(0, {&y0, 1}, {&yp0, 1}).ok());
  Recorder alone;
  EXPECT_EQ(simulate::Run(*tired, MakeGridOfIntervals(0, 2, 20), alone.Hooks()).status,
            RunOutcome::Status::kSolverFailed);
}

}  // namespace
}  // namespace daedalus::simulate
