#include "daedalus/programs/execute/loop_solver.h"

#include <gtest/gtest.h>

#include <cmath>

#include "programs/execute/compiled.h"

namespace daedalus::execute {
namespace {

// Three linear equations in a loop.
Model LinearLoop() {
  Model m("LinearLoop");
  auto x = m.Variable("x"), a = m.Variable("a"), b = m.Variable("b"), c = m.Variable("c");
  m.Equation(a == 0.5 * b + x);
  m.Equation(b == 0.25 * c - a);
  m.Equation(c == 3.0 * a + 2.0 * b);
  m.Equation(der(x) == a + b + c);
  return m;
}

TEST(LoopSolver, EveryMethodSolvesALinearLoop) {
  using causal::BlockMethod;
  for (const BlockMethod method :
       {BlockMethod::kRelaxation, BlockMethod::kTorn, BlockMethod::kDense, BlockMethod::kSparse}) {
    causal::ProgramOptions options;
    options.loop_method = method;
    Compiled model(LinearLoop(), options);
    ASSERT_TRUE(model.ode->Complete(0, std::vector<double>{2})) << NameOf(method);
    EXPECT_LT(model.Residual(), 1e-14) << NameOf(method);
    const LoopStatistics statistics = model.ode->runner().loop_statistics();
    EXPECT_EQ(statistics.solved, 1);
    EXPECT_EQ(statistics.relaxed, method == BlockMethod::kRelaxation ? 1 : 0);
    EXPECT_EQ(statistics.iterations, method == BlockMethod::kRelaxation ? 0 : 1) << "linear: one step";
  }
}

// A step from there would lose all of its digits.
TEST(LoopSolver, ALinearLoopForgetsWhatItsUnknownsWere) {
  causal::ProgramOptions options;
  options.loop_method = causal::BlockMethod::kSparse;
  Compiled model(LinearLoop(), options);
  model.ode->Start(std::vector<double>{2, 1e30, -1e30, 1e30}, std::vector<double>{0, 0, 0, 0});
  ASSERT_TRUE(model.ode->Complete(0, std::vector<double>{2}));
  EXPECT_LT(model.Residual(), 1e-14);
}

// s a + b = 1, a + b = 2: the elimination without pivoting divides by s, which is 0 at x = 0.
TEST(LoopSolver, AVanishingPivotFallsBackToPivotedElimination) {
  Model m("Guard");
  auto x = m.Variable("x"), a = m.Variable("a"), b = m.Variable("b");
  m.Equation(der(x) == a);
  m.Equation(x * a + b == 1.0);
  m.Equation(a + x * b == 2.0);
  causal::ProgramOptions options;
  options.loop_method = causal::BlockMethod::kRelaxation;
  Compiled model(std::move(m), options);
  for (const double at : {0.5, 0.0, 1e-9, -0.3, 1 + 1e-7}) {
    ASSERT_TRUE(model.ode->Complete(0, std::vector<double>{at})) << at;
    EXPECT_LT(model.Residual(), 1e-6 * std::abs(model.ode->workspace().y[1])) << at;
  }
}

TEST(LoopSolver, NewtonSolvesANonlinearLoopFromTheLastSolution) {
  Model m("Nonlinear");
  auto x = m.Variable("x"), a = m.Variable("a"), b = m.Variable("b");
  m.Equation(der(x) == a);
  m.Equation(a + b * b * b == x);
  m.Equation(b == cos(a));
  Compiled model(std::move(m));
  model.ode->Start(std::vector<double>{0, 0.1, 0.9}, std::vector<double>{0, 0, 0});
  ASSERT_TRUE(model.ode->Complete(0, std::vector<double>{1}));
  EXPECT_LT(model.Residual(), 1e-12);
  const auto before = model.ode->runner().loop_statistics().iterations;
  ASSERT_TRUE(model.ode->Complete(0, std::vector<double>{1 + 1e-6}));
  EXPECT_LE(model.ode->runner().loop_statistics().iterations - before, 2);
}

TEST(LoopSolver, TheDampedIterationHelpsWhereFullStepsRunAway) {
  Model m("Arctangent");
  auto x = m.Variable("x"), a = m.Variable("a");
  m.Equation(der(x) == a);
  m.Equation(atan(a) == x);
  Compiled model(std::move(m));
  model.ode->Start(std::vector<double>{0, 3}, std::vector<double>{0, 0});  // Newton diverges from |a| > 1.39
  ASSERT_TRUE(model.ode->Complete(0, std::vector<double>{0}));
  EXPECT_NEAR(model.ode->workspace().y[1], 0, 1e-9);
  EXPECT_EQ(model.ode->runner().loop_statistics().damped, 1);
}

// y = sqrt(1 - x^2), the upper half of a circle.
Model Circle() {
  Model m("Circle");
  auto x = m.Variable("x"), y = m.Variable("y");
  m.Equation(der(x) == y);
  m.Equation(x * x + y * y == 1.0);
  return m;
}

TEST(LoopSolver, ALoopThatKeepsItsBranchStopsBeforeTheFold) {
  Compiled model(Circle(), {}, true);
  model.ode->Start(std::vector<double>{0, 1}, std::vector<double>{1, 0});
  ASSERT_TRUE(model.ode->Complete(0, std::vector<double>{0.6}));
  EXPECT_NEAR(model.ode->workspace().y[1], 0.8, 1e-12);
  for (const double x : {0.9999, 1.0, 1.5}) {
    EXPECT_FALSE(model.ode->Complete(0, std::vector<double>{x})) << x;
    EXPECT_TRUE(model.ode->last_failure()->execution.loop.is_fold) << x;
    EXPECT_NEAR(model.ode->workspace().y[1], 0.8, 1e-12) << "the guess stays on the branch";
  }
  ASSERT_TRUE(model.ode->Complete(0, std::vector<double>{0.8}));
  EXPECT_NEAR(model.ode->workspace().y[1], 0.6, 1e-12);
}

TEST(LoopSolver, AConfirmedBranchIsComparedWithFromThereOn) {
  Compiled model(Circle(), {}, true);
  model.ode->Start(std::vector<double>{0, 1}, std::vector<double>{1, 0});
  for (const double y : {0.5, 0.2, 0.08, 0.03, 0.01}) {
    ASSERT_TRUE(model.ode->Complete(0, std::vector<double>{std::sqrt(1 - y * y)})) << y;
    EXPECT_NEAR(model.ode->workspace().y[1], y, 1e-12);
    model.ode->ConfirmBranches();
  }
}

TEST(LoopSolver, ACancelledEvaluationFailsForGood) {
  Compiled model(Circle());
  std::atomic<bool> cancelled = false;
  model.ode->ObeyCancellation(&cancelled);
  const integrate::DaeProblem problem = model.ode->Problem();
  std::vector<double> x = {0.5}, xp = {0}, r(1);
  model.ode->Start(std::vector<double>{0, 1}, std::vector<double>{1, 0});
  EXPECT_EQ(problem.residual(0, x, xp, r), integrate::EvalOutcome::kOk);
  cancelled = true;
  EXPECT_EQ(problem.residual(0, x, xp, r), integrate::EvalOutcome::kFatal);
}

// t a + b = 3, a + b = 3: at t = 1 they say the same, and what is iterated keeps its value.
TEST(LoopSolver, WhatIsOpenForAMomentKeepsItsValueAndIsRemembered) {
  Model m("Open");
  auto x = m.Variable("x"), a = m.Variable("a"), b = m.Variable("b");
  m.Equation(der(x) == b);
  m.Equation(m.Time() * a + b == 3.0);
  m.Equation(a + b == 3.0);
  Compiled model(std::move(m));
  model.ode->Start(std::vector<double>{0, 1, 1}, std::vector<double>{0, 0, 0});
  ASSERT_TRUE(model.ode->Complete(1, std::vector<double>{0}));
  EXPECT_LT(model.Residual(), 1e-12);
  EXPECT_NEAR(model.ode->workspace().y[1], 1, 1e-12);
  const auto open = model.ode->runner().FindUndetermined();
  ASSERT_TRUE(open.has_value());
  EXPECT_EQ(open->time, 1);
  ASSERT_TRUE(model.ode->Complete(2, std::vector<double>{0}));
  EXPECT_NEAR(model.ode->workspace().y[1], 0, 1e-12);
}

// The same with a contradiction: a + b = 3 and a + b = 4.
TEST(LoopSolver, AContradictionIsStillAFailure) {
  Model m("Contradiction");
  auto x = m.Variable("x"), a = m.Variable("a"), b = m.Variable("b");
  m.Equation(der(x) == b);
  m.Equation(m.Time() * a + b == 4.0);
  m.Equation(a + b == 3.0);
  Compiled model(std::move(m));
  EXPECT_FALSE(model.ode->Complete(1, std::vector<double>{0}));
  EXPECT_FALSE(model.ode->runner().FindUndetermined());
}

TEST(LoopSolver, AFailureNamesTheLoopAndLeavesTheGuess) {
  Model m("NoSolution");
  auto x = m.Variable("x"), a = m.Variable("a");
  m.Equation(der(x) == a);
  m.Equation(a * a == -1.0 - x * x);
  Compiled model(std::move(m));
  model.ode->Start(std::vector<double>{0, 0.5}, std::vector<double>{0, 0});
  EXPECT_FALSE(model.ode->Complete(0, std::vector<double>{0}));
  ASSERT_TRUE(model.ode->last_failure().has_value());
  const ExecutionFailure& failure = model.ode->last_failure()->execution;
  const auto unknowns = model.program.UnknownsOf(model.program.blocks[failure.block]);
  EXPECT_EQ(unknowns[0].variable, VariableId(1u));
  EXPECT_FALSE(failure.loop.reason.empty());
  EXPECT_EQ(model.ode->workspace().y[1], 0.5);
}

}  // namespace
}  // namespace daedalus::execute
