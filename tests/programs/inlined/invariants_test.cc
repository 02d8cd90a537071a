// Invariants among the equations of inlined steps.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "programs/inlined/inlined_models.h"

namespace daedalus::inlined {
namespace {

// phi'' = -sin(phi) from phi = 1 at rest; its energy is an invariant.
System Pendulum() {
  Model m("Pendulum");
  const Expr phi = m.Variable("phi"), w = m.Variable("w"), energy = m.Variable("energy");
  m.Equation(der(phi) == w);
  m.Equation(der(w) == -sin(phi));
  m.Equation(energy == w * w / 2.0 + 1.0 - cos(phi));
  m.Invariant(energy == 1 - std::cos(1.0));
  return std::move(m).Build().value();
}
const std::vector<double> kPendulumStart = {1, 0, 1 - std::cos(1.0)},
                          kPendulumSlopes = {0, -std::sin(1.0), 0};

constexpr Method kExplicit[] = {Method::kEuler, Method::kRungeKutta4, Method::kDopri5, Method::kDop853};

TEST(InlinedInvariants, AreKeptByEveryImplicitMethod) {
  const auto energy_after = [](Method method) {
    InlinedRun run(Pendulum(), method, {.fixed_step = 0.05}, kPendulumStart, kPendulumSlopes);
    EXPECT_TRUE(run.integrator->program().is_overdetermined());
    run.To(10);
    return run.integrator->y()[2];
  };
  for (const Method method : Methods()) {
    if (std::ranges::find(kExplicit, method) != std::end(kExplicit)) continue;
    EXPECT_NEAR(energy_after(method), 1 - std::cos(1.0), 1e-9) << NameOf(method);
  }
}

// One block takes them, in all its unknowns: the loop of the step, and what the energy needs besides.
TEST(InlinedInvariants, StandInOneBlock) {
  const auto step = CompiledStep(Pendulum(), Method::kBackwardEuler);
  std::size_t count = 0;
  for (const causal::Block& block : step->program().blocks) count += block.takes_invariants;
  EXPECT_EQ(count, 1u);
  EXPECT_EQ(step->program().equations.size(), 5u);
  EXPECT_EQ(step->program().tearing.size(), 5u);
}

TEST(InlinedInvariants, OfAnExplicitStepAreLeftToAProjection) {
  for (const Method method : kExplicit)
    EXPECT_FALSE(CompiledStep(Pendulum(), method)->is_overdetermined()) << NameOf(method);
}

// The solution is no worse for it: of order 1 and 5, with errors below those of the same methods without.
TEST(InlinedInvariants, CostNoOrder) {
  const auto error = [](const System& system, Method method, double h) {
    InlinedRun exact(Pendulum(), Method::kGauss6, {.fixed_step = 0.01}, kPendulumStart, kPendulumSlopes);
    InlinedRun run(system, method, {.fixed_step = h}, kPendulumStart, kPendulumSlopes);
    return std::abs(run.To(2) - exact.To(2));
  };
  System free = Pendulum();
  free.invariants.clear();
  for (const auto& [method, order, h] :
       {std::tuple{Method::kBackwardEuler, 1, 0.01}, {Method::kRadau5, 5, 0.1}}) {
    const double coarse = error(Pendulum(), method, h), fine = error(Pendulum(), method, h / 2);
    EXPECT_GT(std::log2(coarse / fine), order - 0.3) << NameOf(method);
    EXPECT_LT(coarse, 1.5 * error(free, method, h)) << NameOf(method);
  }
}

}  // namespace
}  // namespace daedalus::inlined
