#include "daedalus/programs/execute/program_runner.h"

#include <gtest/gtest.h>

#include <cmath>

#include "programs/execute/compiled.h"

namespace daedalus::execute {
namespace {

// Cellier & Kofman (7.1), with numbers: everything is an assignment.
Model Rlc() {
  Model m("Rlc");
  auto u0 = m.Variable("u0"), i0 = m.Variable("i0"), u1 = m.Variable("u1"), i1 = m.Variable("i1"),
       u2 = m.Variable("u2"), i2 = m.Variable("i2"), uL = m.Variable("uL"), iL = m.Variable("iL"),
       uC = m.Variable("uC"), iC = m.Variable("iC");
  m.Equation(u0 == 3.0);
  m.Equation(u1 == 2.0 * i1);
  m.Equation(u2 == 5.0 * i2);
  m.Equation(uL == 0.5 * der(iL));
  m.Equation(iC == 0.1 * der(uC));
  m.Equation(u0 == u1 + uC);
  m.Equation(uL == u1 + u2);
  m.Equation(uC == u2);
  m.Equation(i0 == i1 + iL);
  m.Equation(i1 == i2 + iC);
  return m;
}

TEST(ProgramRunner, AssignmentsSatisfyTheEquations) {
  Compiled model(Rlc());
  const std::vector<double> x = {0.7, 1.3};  // iL, uC
  ASSERT_TRUE(model.ode->Complete(0, x));
  EXPECT_LT(model.Residual(), 1e-14);
}

TEST(ProgramRunner, OutputsAreNotComputedForDerivatives) {
  Model m("M");
  auto x = m.Variable("x"), energy = m.Variable("energy"), half = m.Variable("half");
  m.Equation(der(x) == -half);
  m.Equation(half == x / 2.0);
  m.Equation(energy == half * half);
  Compiled model(std::move(m));
  const auto problem = causal::CausalProblem(model.system, model.incidence);
  const auto needed = NeededForDerivatives(model.program, BlockNeeds(model.program, problem));
  int num_needed = 0;
  for (const char n : needed) num_needed += n;
  EXPECT_EQ(num_needed, 2) << "half and der(x)";
  ASSERT_TRUE(model.ode->Complete(0, std::vector<double>{4}));
  EXPECT_EQ(model.ode->workspace().y[1], 4) << "energy, at x = 4";
}

// The last stage of a step is often where its results are asked for, and where the states are looked at.
TEST(ProgramRunner, LoopsAreNotSolvedAgainAtTheSamePoint) {
  Model m("M");
  auto x = m.Variable("x"), y = m.Variable("y"), z = m.Variable("z");
  m.Equation(der(x) == -y);
  m.Equation(y + exp(y) == x);
  m.Equation(z == 2.0 * y);
  Compiled model(std::move(m));
  const auto problem = model.ode->Problem();
  const std::vector<double> here = {1}, there = {2}, slope = {0};
  std::vector<double> r(1);
  const auto solved = [&] { return model.ode->runner().loop_statistics().solved; };
  ASSERT_EQ(problem.residual(0.5, here, slope, r), integrate::EvalOutcome::kOk);
  ASSERT_EQ(solved(), 1);
  ASSERT_TRUE(model.ode->Complete(0.5, here));
  EXPECT_EQ(solved(), 1) << "the same time and states";
  EXPECT_LT(model.Residual(), 1e-14);
  ASSERT_TRUE(model.ode->Complete(0.5, there));
  EXPECT_EQ(solved(), 2) << "other states";
  ASSERT_TRUE(model.ode->Complete(0.6, there));
  EXPECT_EQ(solved(), 3) << "another time";
  model.ode->Start(model.ode->workspace().y, model.ode->workspace().yp);
  ASSERT_TRUE(model.ode->Complete(0.6, there));
  EXPECT_EQ(solved(), 4) << "a new start knows nothing";
}

// A chain of assignments, each from the one before, and a level that is wide: both kinds of stages.
TEST(ProgramRunner, WideAndNarrowStagesGiveTheSame) {
  constexpr int kWidth = 300;
  Model m("M");
  auto x = m.Variable("x");
  Expr sum = x;
  for (int i = 0; i < kWidth; ++i) {
    auto w = m.Variable("w[" + std::to_string(i + 1) + "]");
    m.Equation(w == static_cast<double>(i) * x);
    sum = sum + w;
  }
  auto total = m.Variable("total"), next = m.Variable("next");
  m.Equation(total == sum);
  m.Equation(next == sin(total));
  m.Equation(der(x) == next);
  Compiled model(std::move(m));
  ASSERT_TRUE(model.ode->Complete(0, std::vector<double>{0.001}));
  EXPECT_LT(model.Residual(), 1e-12);
  EXPECT_NEAR(model.ode->workspace().yp[0], std::sin(0.001 * (1 + kWidth * (kWidth - 1) / 2.0)), 1e-12);
}

TEST(ProgramRunner, MachineCodeGivesTheSameBits) {
  Compiled model(Rlc());
  const std::vector<double> x = {0.7, 1.3};
  ASSERT_TRUE(model.ode->Complete(0, x));
  const Workspace interpreted = model.ode->workspace();
  for (codegen::Kernel* kernel : model.ode->runner().kernels())
    ASSERT_EQ(kernel->UseMachineCode(), std::nullopt);
  ASSERT_TRUE(model.ode->Complete(0, x));
  EXPECT_EQ(model.ode->workspace().y, interpreted.y);
  EXPECT_EQ(model.ode->workspace().yp, interpreted.yp);
}

}  // namespace
}  // namespace daedalus::execute
