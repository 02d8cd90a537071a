// Inlined methods that choose their steps.
#include <gtest/gtest.h>

#include <cmath>

#include "daedalus/numerics/integrate/bdf.h"
#include "programs/inlined/inlined_models.h"

namespace daedalus::inlined {
namespace {

// x' = -cos(t) x^2, x = 1 / (1 + sin t), through an algebraic variable.
System Driven() {
  Model m("Driven");
  const Expr x = m.Variable("x"), z = m.Variable("z");
  m.Equation(der(x) == -cos(m.Time()) * z);
  m.Equation(z == x * x);
  return std::move(m).Build().value();
}
double Exact(double t) {
  return 1 / (1 + std::sin(t));
}
double ExactSlope(double t) {
  return -std::cos(t) * Exact(t) * Exact(t);
}

std::vector<Method> Controlled() {
  std::vector<Method> out;
  for (const Method method : Methods()) {
    if (ControlsStep(method)) out.push_back(method);
  }
  return out;
}

TEST(StepControl, MethodsWithoutAnEstimateAreKnown) {
  EXPECT_EQ(Controlled().size(), 14u);
  for (const Method method : {Method::kGauss4, Method::kGauss6, Method::kRungeKutta4})
    EXPECT_FALSE(ControlsStep(method)) << NameOf(method);
}

// The estimate of a test with steps of size h, from the exact solution.
double EstimateAt(const System& system, Method method, double h, double t, double x, double slope) {
  const auto step = CompiledStep(system, method);
  StepError error(method, 1);
  double result = 0;
  const std::vector<double> y(system.variables.size(), x), yp(system.variables.size(), slope);
  step->Guess(y, yp);
  for (int which = 0; which < error.num_steps(); ++which) {
    EXPECT_FALSE(step->Run({.t = t + (which + 1) * h, .h = h, .old = {&x, 1}, .old_slopes = {&slope, 1}}));
    error.Record(which, {&x, 1}, {&slope, 1}, *step);
    x = step->ValueOf(step->inlined().states[0]);
    slope = step->ValueOf(step->inlined().slopes()[0]);
  }
  error.Estimate(h, {&result, 1});
  return result;
}

TEST(StepControl, EstimatesFallWithTheirPowerOfH) {
  for (const Method method : Controlled()) {
    if (IsMultistep(method)) continue;
    const auto estimate = [&](double h) {
      return std::abs(EstimateAt(Driven(), method, h, 0.5, Exact(0.5), ExactSlope(0.5)));
    };
    const double h = method == Method::kDopri5 ? 0.025 : method == Method::kDop853 ? 0.2 : 0.1;
    EXPECT_NEAR(std::log2(estimate(h) / estimate(h / 2)), StepError(method, 1).exponent(), 0.4)
        << NameOf(method);
  }
}

// The same steps and formulas in a few lines of another language, with the stages found by fixed-point
// iteration; the measures of the formulas by series of the stages, A^k 1 z^k.
TEST(StepControl, EstimatesAreThoseOfAnIndependentComputation) {
  const auto estimate = [&](Method method, double h = 0.1) {
    return EstimateAt(Driven(), method, h, 0.5, Exact(0.5), ExactSlope(0.5));
  };
  EXPECT_NEAR(estimate(Method::kDop853, 0.4), 1.0164693494294727e-08, 1e-14);
  EXPECT_NEAR(estimate(Method::kDopri5), -1.058652085612899e-09, 1e-14);
  EXPECT_NEAR(estimate(Method::kSdirk4), 5.788598331529782e-07, 1e-13);
  EXPECT_NEAR(estimate(Method::kRadau3), -4.579987711208941e-06, 1e-13);
  // The coefficients of (8.108) are printed with 14 digits, of which its measure keeps three.
  EXPECT_NEAR(estimate(Method::kRadau5), 1.5135107299409713e-08, 1e-3 * 1.5e-8);
  EXPECT_NEAR(estimate(Method::kLobatto4), -2.5567711956378413e-06, 1e-13);
}

// What one of the formulas says after steps of size h on x' = -x, from x = 1.
double EstimateOfDecay(Method method, const ErrorFormula& formula, double h) {
  Model m("Decay");
  const Expr x = m.Variable("x");
  m.Equation(der(x) == -x);
  const auto step = CompiledStep(std::move(m).Build().value(), method);
  double value = 1, slope = -1, sum = 0;
  for (const SlopeWeights& weights : formula) {
    EXPECT_FALSE(step->Run({.t = h, .h = h, .old = {&value, 1}, .old_slopes = {&slope, 1}}));
    sum += h * weights.start * slope;
    for (std::size_t j = 0; j < weights.stages.size(); ++j)
      sum += h * weights.stages[j] * step->ValueOf(step->inlined().stages[j].slopes[0]);
    value = step->ValueOf(step->inlined().states[0]);
    slope = step->ValueOf(step->inlined().slopes()[0]);
  }
  return sum;
}

// What the text claims for (8.108) and (8.110) holds where the stages are exact enough: for linear equations.
// There the formulas are in the measure of the method: R(z)^2 - exp(2 z) is 2 z^4/72, 2 z^6/7200 and 2
// z^5/480 to leading order (Pade's approximations, Hairer & Wanner, Theorem IV.3.11).
TEST(StepControl, OnLinearEquationsTheFormulasOfTheTextAreTheErrorOfTheMethod) {
  const std::pair<Method, double> constants[] = {
      {Method::kRadau3, 2.0 / 72}, {Method::kRadau5, 2.0 / 7200}, {Method::kLobatto4, 2.0 / 480}};
  for (const auto& [method, constant] : constants) {
    const StepError error(method, 1);
    const auto estimate = [&](double h) { return std::abs(EstimateOfDecay(method, error.formulas()[0], h)); };
    const int power = OrderOf(method) + 1;
    EXPECT_NEAR(std::log2(estimate(0.2) / estimate(0.1)), power, 0.4) << NameOf(method);
    EXPECT_NEAR(estimate(0.05) / std::pow(0.05, power), constant, 0.15 * constant) << NameOf(method);
  }
}

// Slopes that jump from 0 to 1 at `jump`: what the method makes of it in a step from 0 to 1.
double ChangeAtJump(const causal::StageMethod& method, double jump) {
  double sum = !method.start.empty() && jump <= 0 ? method.start.back() : 0;
  for (std::size_t j = 0; j < method.num_stages(); ++j) {
    if (jump <= method.c[j]) sum += method.a.back()[j];
  }
  return sum;
}

// Over a test, less what is true.
double ErrorAtJump(const causal::StageMethod& method, double jump, int num_steps) {
  double sum = jump - num_steps;
  for (int step = 0; step < num_steps; ++step) sum += ChangeAtJump(method, jump - step);
  return sum;
}

double EstimateAtJump(const StepError& error, const causal::StageMethod& method, double jump) {
  double estimate = 0;
  for (const ErrorFormula& formula : error.formulas()) {
    double sum = 0;
    for (int step = 0; step < error.num_steps(); ++step) {
      const SlopeWeights& weights = formula[static_cast<std::size_t>(step)];
      if (jump <= step) sum += weights.start;
      for (std::size_t j = 0; j < weights.stages.size(); ++j) {
        if (jump <= step + method.c[j]) sum += weights.stages[j];
      }
      sum += weights.change * ChangeAtJump(method, jump - step);
    }
    const bool damps = error.is_damped() && &formula != error.formulas().data();
    estimate = damps ? integrate::theory::DampedEstimate(estimate, sum) : std::max(estimate, std::abs(sum));
  }
  return estimate;
}

// x' jumps somewhere inside of a test, without an event. The estimate has to see it wherever it is: what it
// says does not fall with h faster than the error itself, so a step that passes the test errs by this factor
// of the tolerance at most.
TEST(StepControl, AJumpOfSlopesIsSeenWhereverItIs) {
  for (const Method method : Controlled()) {
    if (IsMultistep(method)) continue;
    const StepError error(method, 1);
    const causal::StageMethod stages = StagesOf(method);
    double worst = 0;
    for (double jump = 1e-3; jump < error.num_steps(); jump += 1e-3) {
      const double estimate = EstimateAtJump(error, stages, jump);
      ASSERT_GT(estimate, 1e-9) << NameOf(method) << " does not see a jump at " << jump;
      worst = std::max(worst, std::abs(ErrorAtJump(stages, jump, error.num_steps())) / estimate);
    }
    // The embedded formulas have one gap each that is worse: step_error.h.
    const double most = method == Method::kDopri5   ? 170
                        : method == Method::kSdirk4 ? 36
                        : method == Method::kDop853 ? 27
                                                    : 21;
    EXPECT_LT(worst, most) << NameOf(method);
  }
}

// What is found is the tolerance: x' = sign(t - c) for jumps at many places, with steps that end anywhere.
TEST(StepControl, IntegralsOfJumpsMeetTheTolerance) {
  constexpr double kTolerance = 1e-6;
  for (const Method method : Controlled()) {
    if (OrderOf(method) < 3 || IsMultistep(method)) continue;
    double worst = 0;
    for (int place = 0; place < 40; ++place) {
      const double jump = 0.5 + 0.01 * place;
      Model m("Jump");
      const Expr x = m.Variable("x");
      m.Equation(der(x) == sign(m.Time() - jump));
      InlinedRun run(std::move(m).Build().value(), method, {}, {0}, {-1}, {kTolerance, {kTolerance}});
      worst = std::max(worst, std::abs(run.To(2) - (2 - 2 * jump)));
    }
    // The factors above, twice, as the jump is from -1 to 1; a tenth of it where steps are refused more than
    // once, which is the rule but for dopri5. dop853, whose steps shrink little for an error of its high
    // order, passes at times before that: 10.5 tolerances, of 2 * 27 at most.
    const double most = method == Method::kDopri5 ? 2 * 170 : method == Method::kDop853 ? 12 : 2 * 36 / 10.0;
    EXPECT_LT(worst, most * kTolerance) << NameOf(method);
  }
}

// Each step errs by the tolerance at most, and the equation does not make errors grow.
TEST(StepControl, ErrorsFollowTheTolerance) {
  for (const Method method : Controlled()) {
    std::int64_t last_steps = 0;
    for (const double tolerance : {1e-3, 1e-5, 1e-7}) {
      if (method != Method::kBdf && method != Method::kAdams && OrderOf(method) == 1 && tolerance < 1e-5)
        continue;
      InlinedRun run(Driven(), method, {}, {1, 1}, {-1, 0}, {tolerance, {tolerance}});
      const double end = 1.2;  // where 1 + sin t is large: errors are damped
      const double error = std::abs(run.To(end) - Exact(end));
      const std::int64_t steps = run.integrator->statistics().steps;
      EXPECT_LT(error, tolerance * static_cast<double>(steps))
          << NameOf(method) << " " << tolerance << " " << steps;
      EXPECT_GT(steps, last_steps) << NameOf(method);
      last_steps = steps;
    }
    EXPECT_LT(last_steps, 3000) << NameOf(method);
  }
}

// Two steps of equal size at a time.
TEST(StepControl, PairsOfStepsAreOneToTheOutside) {
  InlinedRun run(Driven(), Method::kRadau3, {}, {1, 1}, {-1, 0}, {1e-6, {1e-6}});
  while (run.outcome.status == integrate::StepStatus::kStepped) {
    const std::int64_t before = run.integrator->statistics().steps;
    run.outcome = run.integrator->Step(1.5);
    ASSERT_TRUE(run.outcome.ok());
    EXPECT_EQ(run.integrator->statistics().steps, before + 2);
    // Dense output knows the middle.
    const double t = 0.5 * (run.integrator->previous_time() + run.integrator->time());
    for (const double at :
         {t, t - 0.2 * (run.integrator->time() - t), t + 0.2 * (run.integrator->time() - t)}) {
      double y[2], yp[2];
      ASSERT_TRUE(run.integrator->Interpolate(at, y, yp));
      EXPECT_NEAR(y[0], Exact(at), 1e-5);
      EXPECT_NEAR(yp[0], ExactSlope(at), 1e-3);
    }
  }
  EXPECT_EQ(run.integrator->time(), 1.5);
}

TEST(StepControl, BdfBuildsItsOrderUp) {
  InlinedRun run(Driven(), Method::kBdf, {}, {1, 1}, {-1, 0}, {1e-8, {1e-8}});
  run.outcome = run.integrator->Step(1.5);
  EXPECT_EQ(run.integrator->statistics().last_order, 1);
  run.To(1.5);
  EXPECT_GE(run.integrator->statistics().last_order, 4);
  InlinedRun low(Driven(), Method::kBdf, {.max_order = 2}, {1, 1}, {-1, 0}, {1e-8, {1e-8}});
  low.To(1.5);
  EXPECT_EQ(low.integrator->statistics().last_order, 2);
  EXPECT_GT(low.integrator->statistics().steps, 2 * run.integrator->statistics().steps);
}

// The same formulas, past and control as in the residual form: on linear equations, which either solves in
// one iteration, the same steps. (At 1e-8 the residual form leaves so much of its iteration, whose matrix has
// differences in place of derivatives here, that it goes another way.)
TEST(StepControl, BdfTakesTheStepsOfTheResidualForm) {
  Model m("Oscillator");
  const Expr x = m.Variable("x"), v = m.Variable("v");
  m.Equation(der(x) == v);
  m.Equation(der(v) == -x);
  const System system = std::move(m).Build().value();
  integrate::DaeProblem problem;
  problem.size = 2;
  problem.residual = [](double, auto y, auto yp, auto r) {
    r[0] = yp[0] - y[1];
    r[1] = yp[1] + y[0];
    return integrate::EvalOutcome::kOk;
  };
  for (const double tolerance : {1e-4, 1e-5, 1e-6}) {
    InlinedRun run(system, Method::kBdf, {}, {1, 0}, {0, -1}, {tolerance, {tolerance}});
    run.To(20);
    auto bdf = *integrate::MakeBdf(problem, {tolerance, {tolerance}}, {});
    const double start[] = {1, 0}, slopes[] = {0, -1};
    ASSERT_TRUE(bdf->Initialize(0, start, slopes).ok());
    while (bdf->time() < 20) ASSERT_TRUE(bdf->Step(20).ok());
    const integrate::Statistics &ours = run.integrator->statistics(), &theirs = bdf->statistics();
    EXPECT_EQ(ours.steps, theirs.steps) << tolerance;
    EXPECT_EQ(ours.error_test_failures, theirs.error_test_failures) << tolerance;
    EXPECT_NEAR(run.integrator->y()[0], bdf->y()[0], 0.1 * tolerance);
    // Dense output too: the polynomial of the past.
    const double t = 0.5 * (bdf->previous_time() + bdf->time());
    double y[2], yp[2], their_y[2], their_yp[2];
    ASSERT_TRUE(run.integrator->Interpolate(t, y, yp) && bdf->Interpolate(t, their_y, their_yp));
    EXPECT_NEAR(y[0], their_y[0], 0.1 * tolerance);
    EXPECT_NEAR(yp[0], their_yp[0], 10 * tolerance);
  }
}

// x' = -1e4 (x - cos t) - sin t: stiff methods take long steps once the transient is over.
TEST(StepControl, StiffMethodsTakeLongSteps) {
  Model m("Stiff");
  const Expr x = m.Variable("x");
  m.Equation(der(x) == -1e4 * (x - cos(m.Time())) - sin(m.Time()));
  const System system = std::move(m).Build().value();
  for (const Method method :
       {Method::kBdf, Method::kRadau3, Method::kRadau5, Method::kLobatto4, Method::kSdirk4}) {
    InlinedRun run(system, method, {}, {2}, {-1e4}, {1e-5, {1e-5}});
    EXPECT_NEAR(run.To(2), std::cos(2.0), 1e-3) << NameOf(method);
    EXPECT_LT(run.integrator->statistics().steps, 400) << NameOf(method);
  }
}

}  // namespace
}  // namespace daedalus::inlined
