// Loops with more equations than unknowns, against closed forms of their least squares.
#include "daedalus/programs/execute/least_squares_loop.h"

#include <gtest/gtest.h>

#include <cmath>

#include "daedalus/system/builder.h"

namespace daedalus::execute {
namespace {

// A loop in all variables of a system, and all of its invariants.
struct WholeLoop {
  System system;
  causal::Program program;
  std::vector<double> nominal;
  Workspace workspace;

  explicit WholeLoop(System given, std::vector<double> units = {})
      : system(std::move(given)), nominal(std::move(units)) {
    const auto n = static_cast<std::uint32_t>(system.variables.size());
    nominal.resize(n, 1.0);
    for (std::uint32_t i = 0; i < n; ++i) {
      program.equations.push_back(EquationId(i));
      program.unknowns.push_back({VariableId(i), 0});
      program.yielding.push_back({EquationId(i), {VariableId(i), 0}});
    }
    program.tearing = program.unknowns;
    program.residuals = program.equations;
    program.blocks.push_back(
        {causal::BlockKind::kNonlinear, causal::BlockMethod::kSparse, {0, n}, {}, {0, n}});
    workspace.y.assign(n, 0.5);
    workspace.yp.assign(n, 0.0);
  }
  std::optional<LoopFailure> Solve(int most = 0) {
    LeastSquaresLoop loop(system, system.equations, program, program.blocks[0], system.invariants, nominal);
    if (most > 0) loop.BoundIterations(most);
    return loop.Solve(workspace);
  }
};

// x = a and x = b: the mean by their weights, the equation in the unit of x.
TEST(LeastSquaresLoop, WeighsAnInvariantAgainstAnEquation) {
  for (const double weight : {0.1, 1.0, 1e6}) {
    Model m("Mean");
    const Expr x = m.Variable("x");
    m.Equation(x == 2.0);
    m.Invariant(x == 5.0, weight);
    WholeLoop loop(std::move(m).Build().value(), {3.0});
    ASSERT_FALSE(loop.Solve().has_value());
    const double own = 1 / 9.0, other = weight * weight;
    EXPECT_NEAR(loop.workspace.y[0], (own * 2 + other * 5) / (own + other), 1e-12) << weight;
  }
}

// (x, y) = a and |(x, y)| = 1: on the ray of a, where (r - |a|) + 2 w^2 r (r^2 - 1) = 0.
TEST(LeastSquaresLoop, IteratesToTheLeastSquaresOfACircle) {
  for (const double weight : {0.2, 1.0, 1e3, 1e6}) {
    Model m("Circle");
    const Expr x = m.Variable("x"), y = m.Variable("y");
    m.Equation(x == 0.84);
    m.Equation(y == 0.63);  // a has the length 1.05
    m.Invariant(x * x + y * y == 1.0, weight);
    WholeLoop loop(std::move(m).Build().value());
    ASSERT_FALSE(loop.Solve().has_value());
    const double r = std::hypot(loop.workspace.y[0], loop.workspace.y[1]);
    EXPECT_NEAR(loop.workspace.y[1] / loop.workspace.y[0], 0.75, 1e-10) << weight;
    EXPECT_NEAR(((r - 1.05) + 2 * weight * weight * r * (r * r - 1)) / (1 + 4 * weight * weight), 0, 1e-9)
        << weight;
    if (weight == 1e6) {
      EXPECT_NEAR(r, 1, 1e-12) << "as good as exact: normal equations would not be";
    }
  }
}

// y = x^2 holds, x = 2 yields: (x - 2)^2 + (y - 5)^2 is least where (x - 2) + 2 x (x^2 - 5) = 0.
TEST(LeastSquaresLoop, OnlySomeEquationsYield) {
  Model m("Parabola");
  const Expr x = m.Variable("x"), y = m.Variable("y");
  m.Equation(x == 2.0);
  m.Equation(y == x * x);
  m.Invariant(y == 5.0, 1.0);
  WholeLoop loop(std::move(m).Build().value());
  loop.program.yielding.pop_back();
  loop.workspace.y = {2, 4};
  ASSERT_FALSE(loop.Solve().has_value());
  const double found = loop.workspace.y[0];
  EXPECT_NEAR(loop.workspace.y[1], found * found, 1e-12);
  EXPECT_NEAR((found - 2) + 2 * found * (found * found - 5), 0, 1e-8);
}

TEST(LeastSquaresLoop, TellsThatItsIterationsAreNotEnough) {
  Model m("Slow");
  const Expr x = m.Variable("x", {.start = 0.5});
  m.Equation(exp(x) == 10.0);
  m.Invariant(x == 1.0, 1.0);
  WholeLoop loop(std::move(m).Build().value());
  const auto failure = loop.Solve(2);
  ASSERT_TRUE(failure.has_value());
  EXPECT_NE(failure->reason.find("within 2 iterations"), std::string::npos);
  EXPECT_EQ(loop.workspace.y[0], 0.5) << "as before";
}

}  // namespace
}  // namespace daedalus::execute
