#include "daedalus/programs/causal/inline_integration.h"

#include <gtest/gtest.h>

#include <Eigen/Sparse>
#include <numbers>

#include "programs/causal/programs.h"

namespace daedalus::causal {
namespace {

// One step, its program built with typical values of the parameters.
struct InlinedStep {
  InlinedSystem inlined;
  BuiltProgram built;

  void SetStep(double h) { built.parameters[inlined.step_size.index()] = h; }
  void SetOld(std::size_t state, double value) { built.parameters[inlined.old[state].index()] = value; }
};
InlinedStep Inline(const System& system, const StageMethod& method, double typical_step,
                   const ProgramOptions& options = {}) {
  InlinedStep out;
  out.inlined = InlineStep(system, IncidenceOf(system), method);
  std::vector<double> parameters = EvaluateParameters(out.inlined.system).value().values;
  parameters[out.inlined.step_size.index()] = typical_step;
  const ParameterId h = out.inlined.step_size;
  out.built = BuiltIn(out.inlined.system, {{parameters, {&h, 1}}, {}}, options);
  out.built.parameters = std::move(parameters);
  return out;
}

// (8.115)
StageMethod RadauIIA3() {
  return {.c = {1.0 / 3, 1.0}, .a = {{5.0 / 12, -1.0 / 12}, {3.0 / 4, 1.0 / 4}}};
}

// x' = t^power, with an algebraic variable in between.
System Quadrature(int power) {
  Model m("Quadrature");
  const Expr x = m.Variable("x"), rate = m.Variable("rate");
  m.Equation(der(x) - rate == 0.0);
  m.Equation(rate == pow(m.Time(), static_cast<double>(power)));
  return std::move(m).Build().value();
}

TEST(InlineStep, RadauIntegratesAParabolaExactlyAndBackwardEulerDoesNot) {
  const auto end = [](const StageMethod& method, int power) {
    InlinedStep step = Inline(Quadrature(power), method, 0.5);
    SlowRunner runner(step.built, 0.5);
    runner.Run();
    EXPECT_LT(runner.WorstResidual(), 1e-14);
    return runner.values[0];
  };
  EXPECT_NEAR(end(RadauIIA3(), 2), std::pow(0.5, 3) / 3, 1e-15) << "order 3";
  EXPECT_GT(std::abs(end(RadauIIA3(), 3) - std::pow(0.5, 4) / 4), 1e-4);
  EXPECT_NEAR(end(OneStage(), 0), 0.5, 1e-15) << "order 1";
  EXPECT_GT(std::abs(end(OneStage(), 1) - 0.125), 1e-2);
}

// The trapezoidal rule: the slope at the beginning is known, x = 1/2 (0 + 0.5) 0.5.
TEST(InlineStep, TheSlopeAtTheBeginningIsAParameter) {
  InlinedStep step = Inline(Quadrature(1), {.c = {1}, .a = {{0.5}}, .start = {0.5}}, 0.5);
  ASSERT_EQ(step.inlined.old_slopes.size(), 1u);
  EXPECT_TRUE(Inline(Quadrature(1), OneStage(), 0.5).inlined.old_slopes.empty());
  SlowRunner runner(step.built, 0.5);
  runner.Run();
  EXPECT_NEAR(runner.values[0], 0.125, 1e-15);
  step.built.parameters[step.inlined.old_slopes[0].index()] = 1;
  SlowRunner steeper(step.built, 0.5);
  steeper.Run();
  EXPECT_NEAR(steeper.values[0], 0.375, 1e-15);
}

TEST(InlineStep, StagesAndStatesAreCounted) {
  const InlinedStep bdf = Inline(Quadrature(2), OneStage(), 0.1);
  EXPECT_EQ(bdf.inlined.system.equations.size(), 3u);
  EXPECT_EQ(bdf.inlined.system.variables.size(), 3u);
  const InlinedStep radau = Inline(Quadrature(2), RadauIIA3(), 0.1);
  EXPECT_EQ(radau.inlined.system.equations.size(), 6u);
  EXPECT_EQ(radau.inlined.system.variables.size(), 6u);
  EXPECT_EQ(IncidenceOf(radau.inlined.system).num_differential(), 0u);
}

// (8.112), as models/HeatEquation.mo writes it.
constexpr std::size_t kCells = 50;
System HeatEquation() {
  Model m("HeatEquation");
  constexpr int n = kCells;
  const double pi = std::numbers::pi;
  const Expr k = m.Parameter("k", n * n / (120.0 * pi * pi)), b = m.Variable("b");
  std::vector<Expr> u;
  for (int i = 0; i < n; ++i) u.push_back(m.Variable("u" + std::to_string(i + 1)));
  m.Equation(b == exp(-0.1 * m.Time()));
  m.Equation(der(u[0]) == k * (10.0 * b - 15.0 * u[0] - 4.0 * u[1] + 14.0 * u[2] - 6.0 * u[3] + u[4]));
  m.Equation(der(u[1]) == k * (-b + 16.0 * u[0] - 30.0 * u[1] + 16.0 * u[2] - u[3]));
  for (std::size_t i = 2; i < kCells - 2; ++i) {
    m.Equation(der(u[i]) == k * (-u[i - 2] + 16.0 * u[i - 1] - 30.0 * u[i] + 16.0 * u[i + 1] - u[i + 2]));
  }
  m.Equation(der(u[n - 2]) == k * (-u[n - 4] + 16.0 * u[n - 3] - 31.0 * u[n - 2] + 16.0 * u[n - 1]));
  m.Equation(der(u[n - 1]) == k * (-2.0 * u[n - 3] + 32.0 * u[n - 2] - 30.0 * u[n - 1]));
  return std::move(m).Build().value();
}

// All equations at once, which are linear, by sparse LU.
Eigen::VectorXd SolveBySparseLu(const BuiltProgram& p, double time) {
  System system = p.system;
  const auto n = static_cast<Eigen::Index>(system.variables.size());
  const std::vector<double> zero(system.variables.size(), 0.0);
  expr::Differentiator differentiator(system.graph);
  expr::Evaluator evaluator(system.graph);
  std::vector<Eigen::Triplet<double>> entries;
  Eigen::VectorXd side(n);
  for (const EquationId e : IdRange<EquationId>(system.equations.size())) {
    const expr::Point point{time, zero, zero, p.parameters};
    const auto row = static_cast<int>(e.index());
    for (const auto& d : differentiator.Gradient(system.equations[e].residual)) {
      entries.emplace_back(row, static_cast<int>(d.leaf.variable.index()),
                           evaluator.Evaluate(d.value, point));
    }
    side[row] = -evaluator.Evaluate(system.equations[e].residual, point);
  }
  Eigen::SparseMatrix<double> matrix(n, n);
  matrix.setFromTriplets(entries.begin(), entries.end());
  Eigen::SparseLU<Eigen::SparseMatrix<double>> lu(matrix);
  return lu.solve(side);
}

// The largest difference in the temperatures, which are about 1, after one step from a cosine.
double TornError(InlinedStep& step, double h) {
  step.SetStep(h);
  for (std::size_t i = 0; i < kCells; ++i) {
    step.SetOld(i, std::cos(std::numbers::pi * static_cast<double>(i + 1) / kCells));
  }
  SlowRunner runner(step.built, h);
  runner.Run();
  const Eigen::VectorXd reference = SolveBySparseLu(step.built, h);
  double worst = 0;
  for (const VariableId v : step.inlined.states) {
    worst =
        std::max(worst, std::abs(runner.values[v.index()] - reference[static_cast<Eigen::Index>(v.index())]));
  }
  return worst;
}

// Every assignment keeps its value when h goes to zero: nothing is divided by h.
void ExpectNoDivisionByStep(InlinedStep step) {
  step.SetStep(0.0);
  std::vector<double> ones(step.built.system.variables.size(), 1.0);
  for (const Assignment& a : step.built.program.assignments) {
    const double value =
        expr::Evaluate(step.built.system.graph, a.value, {0.0, ones, ones, step.built.parameters});
    EXPECT_TRUE(std::isfinite(value));
  }
}

// 25 are what the wider procedure of 8.9 finds, and what the text suspects to be the fewest.
TEST(InlinedHeatEquation, BdfHasAtMost25TearingVariablesAndTheDigitsOfSparseLu) {
  InlinedStep step = Inline(HeatEquation(), OneStage(), 0.01, {.loop_method = BlockMethod::kTorn});
  EXPECT_LE(step.built.program.tearing.size(), 25u);
  ExpectLegal(step.built);
  ExpectNoDivisionByStep(step);
  for (const double h : {1e-4, 0.01, 0.1}) EXPECT_LT(TornError(step, h), 1e-12) << h;
}

// The tools of the text found 100; to tear the slopes of every other pair of cells takes 50.
TEST(InlinedHeatEquation, RadauHasAtMost50TearingVariablesAndTheDigitsOfSparseLu) {
  InlinedStep step = Inline(HeatEquation(), RadauIIA3(), 0.01, {.loop_method = BlockMethod::kTorn});
  EXPECT_LE(step.built.program.tearing.size(), 50u);
  ExpectLegal(step.built);
  ExpectNoDivisionByStep(step);
  for (const double h : {1e-4, 0.01, 0.1}) EXPECT_LT(TornError(step, h), 1e-12) << h;
}

// The outermost coefficients are 30 times smaller than the largest. With them as pivots there are as few
// tearing variables and no digits left, unless chains are torn again where errors grow.
TEST(InlinedHeatEquation, PoorPivotsLoseAllDigitsUnlessGrowthIsLimited) {
  ProgramOptions options{
      .max_pivot_cost = kWorstPivot, .max_growth = 1e300, .loop_method = BlockMethod::kTorn};
  InlinedStep careless = Inline(HeatEquation(), OneStage(), 0.01, options);
  EXPECT_FALSE(TornError(careless, 0.01) < 1e-3);
  options.max_growth = 1e5;
  InlinedStep limited = Inline(HeatEquation(), OneStage(), 0.01, options);
  EXPECT_LT(TornError(limited, 0.01), 1e-11);
}

}  // namespace
}  // namespace daedalus::causal
