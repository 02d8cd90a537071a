#include "daedalus/programs/execute/branch_watch.h"

#include <gtest/gtest.h>

#include <cmath>
#include <initializer_list>
#include <vector>

#include "programs/execute/compiled.h"

namespace daedalus::execute {
namespace {

// Follows a model of x' = 1 and one algebraic unknown z along x = t, from a guess of z.
BranchWatch Followed(Compiled& model, double z, std::initializer_list<double> times) {
  model.ode->Start(std::vector<double>{*times.begin(), z}, std::vector<double>{1, 0});
  BranchWatch watch(model.ode->states(), {});
  for (const double t : times) {
    EXPECT_TRUE(model.ode->Complete(t, std::vector<double>{t}));
    std::vector<LoopDeterminant> found;
    model.ode->runner().FindDeterminants(model.ode->workspace(), found);
    watch.Look(found, model.ode->workspace(), [&]() -> const ProgramRunner& { return model.ode->runner(); });
  }
  return watch;
}

// z = t and z = -t cross at 0. From z = -0.2 Newton's iteration for t = 0.3 comes to z = -0.3, and the
// determinant 2 z keeps its sign.
TEST(BranchWatch, ARunThatGoesOverToAnotherSolutionIsSeen) {
  Model m("Cross");
  auto x = m.Variable("x"), z = m.Variable("z");
  m.Equation(der(x) == 1.0);
  m.Equation(z * z == x * x);
  Compiled model(std::move(m));
  const BranchWatch watch = Followed(model, -1, {-1, -0.6, -0.2, 0.3, 0.7});
  EXPECT_NEAR(model.ode->workspace().y[1], -0.7, 1e-9);
  ASSERT_TRUE(watch.first());
  EXPECT_NEAR(watch.first()->where.time, 0, 1e-3);
  EXPECT_EQ(watch.first()->is_other, std::optional(true));
  EXPECT_EQ(watch.num_passed(), 1);
}

// The determinant 3 z^2 + 0.01 falls to a hundredth and rises again: it is predicted to vanish, and does not.
TEST(BranchWatch, ASingleSolutionIsNotTakenForTwo) {
  Model m("Single");
  auto x = m.Variable("x"), z = m.Variable("z");
  m.Equation(der(x) == 1.0);
  m.Equation(z * z * z + 0.01 * z == x);
  Compiled model(std::move(m));
  const BranchWatch watch = Followed(model, -1, {-1, -0.8, -0.6, -0.4, -0.2, 0.1, 0.5});
  EXPECT_FALSE(watch.first());
}

}  // namespace
}  // namespace daedalus::execute
