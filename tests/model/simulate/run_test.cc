#include "daedalus/model/simulate/run.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "daedalus/numerics/integrate/sundials/ida.h"

namespace daedalus::simulate {
namespace {

using integrate::DaeProblem;
using integrate::EvalOutcome;

// x' = -x, or not a number once x < `wall`.
DaeProblem DecayTo(double wall = -1) {
  DaeProblem problem;
  problem.size = 1;
  problem.residual = [wall](double, auto y, auto yp, auto r) {
    r[0] = y[0] < wall ? std::numeric_limits<double>::quiet_NaN() : yp[0] + y[0];
    return EvalOutcome::kOk;
  };
  return problem;
}

struct RunRecorder {
  std::vector<double> times, values;
  RunHooks Hooks() {
    return {.output = [this](double t, auto y, auto) -> Result<Unit> {
              times.push_back(t);
              values.push_back(y[0]);
              return Unit{};
            },
            .after_step = {},
            .relieve = {},
            .interrupted = {}};
  }
};

std::unique_ptr<integrate::Integrator> Started(DaeProblem problem) {
  auto integrator = integrate::MakeIda(std::move(problem), {.relative = 1e-9, .absolute = {1e-12}}).value();
  const double y0[] = {1}, yp0[] = {-1};
  EXPECT_TRUE(integrator->Initialize(0, y0, yp0).ok());
  return integrator;
}

TEST(Run, HandsOutEveryGridPointInOrderWithTheSolution) {
  auto integrator = Started(DecayTo());
  RunRecorder recorder;
  const OutputGrid grid = MakeGridOfIntervals(0, 2, 40);
  const RunOutcome outcome = simulate::Run(*integrator, grid, recorder.Hooks());
  EXPECT_EQ(outcome.status, RunOutcome::Status::kDone);
  EXPECT_EQ(outcome.final_time, 2.0);
  ASSERT_EQ(recorder.times.size(), 41u);
  for (std::int64_t i = 0; i <= 40; ++i) {
    EXPECT_EQ(recorder.times[static_cast<std::size_t>(i)], grid.Time(i));
    EXPECT_NEAR(recorder.values[static_cast<std::size_t>(i)], std::exp(-grid.Time(i)), 1e-7);
  }
}

TEST(Run, KeepsTheResultsUpToAFailureAndItsReason) {
  auto integrator = Started(DecayTo(0.5));  // reached at t = log 2
  RunRecorder recorder;
  const RunOutcome outcome = simulate::Run(*integrator, MakeGridOfIntervals(0, 2, 20), recorder.Hooks());
  EXPECT_EQ(outcome.status, RunOutcome::Status::kSolverFailed);
  ASSERT_TRUE(outcome.failure.has_value());
  EXPECT_EQ(outcome.failure->row, 0);
  EXPECT_GT(recorder.times.back(), 0.6);
  EXPECT_LE(recorder.times.back(), std::log(2.0) * (1 + 1e-6));
  EXPECT_EQ(recorder.times.back(), outcome.final_time) << "the results end where the run ended";
}

TEST(Run, AnInterruptionKeepsTheLastPoint) {
  auto integrator = Started(DecayTo());
  RunRecorder recorder;
  RunHooks hooks = recorder.Hooks();
  hooks.interrupted = [&] { return integrator->time() > 0.5; };
  const RunOutcome outcome = simulate::Run(*integrator, MakeGridOfIntervals(0, 2, 2), hooks);
  EXPECT_EQ(outcome.status, RunOutcome::Status::kInterrupted);
  EXPECT_GT(recorder.times.back(), 0.5);
  EXPECT_LT(recorder.times.back(), 2.0);
}

TEST(Run, AFailedOutputEndsTheRun) {
  auto integrator = Started(DecayTo());
  int written = 0;
  RunHooks hooks;
  hooks.output = [&](double, auto, auto) -> Result<Unit> {
    if (++written == 3) return Fail(Error(Code::kCannotReadFile, {}, "disk full"));
    return Unit{};
  };
  const RunOutcome outcome = simulate::Run(*integrator, MakeGridOfIntervals(0, 2, 20), hooks);
  EXPECT_EQ(outcome.status, RunOutcome::Status::kStopped);
  EXPECT_EQ(outcome.errors.at(0).message, "disk full");
  EXPECT_EQ(written, 3);
}

TEST(Run, AnEmptySpanGivesOnePoint) {
  auto integrator = Started(DecayTo());
  RunRecorder recorder;
  EXPECT_EQ(simulate::Run(*integrator, MakeGridOfIntervals(0, 0, 500), recorder.Hooks()).status,
            RunOutcome::Status::kDone);
  EXPECT_EQ(recorder.times, std::vector<double>{0.0});
}

}  // namespace
}  // namespace daedalus::simulate
