// Small differential-algebraic equations on which structure, difference formulas or searches for a start
// fail: their solutions are known in closed form, for their right hand sides were made for them. With default
// options, in both forms.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "golden/run_of_model.h"

namespace daedalus {
namespace {

struct ExactSignal {
  const char *model, *variable;
  double (*value)(double t);
};

const std::vector<ExactSignal>& ExactSignals() {
  static const std::vector<ExactSignal> signals = {
      {"Reissig", "x1", [](double t) { return std::sin(t); }},
      {"Reissig", "x2", [](double t) { return std::cos(t); }},
      {"Reissig", "x3", [](double t) { return std::exp(-t); }},
      {"Reissig", "x4", [](double t) { return t * t; }},
      {"Reissig", "x5", [](double t) { return std::cos(2.0 * t); }},
      {"ReissigChain", "x1", [](double t) { return std::sin(t); }},
      {"ReissigChain", "x2", [](double t) { return std::cos(t); }},
      {"ReissigChain", "x3", [](double t) { return std::exp(-t); }},
      {"ReissigChain", "x4", [](double t) { return t * t; }},
      {"ReissigChain", "x5", [](double t) { return std::sin(t); }},
      {"ReissigChain", "x6", [](double t) { return std::exp(-t); }},
      {"ReissigChain", "x7", [](double t) { return std::cos(2.0 * t); }},
      {"GearPetzold", "y", [](double t) { return std::exp(-t); }},
      {"GearPetzold", "x", [](double t) { return (1.0 - (5.0) * t) * std::exp(-t); }},
      {"TimeVaryingIndex3", "x", [](double t) { return std::sin(t); }},
      {"TimeVaryingIndex3", "y", [](double t) { return std::cos(t); }},
      {"TimeVaryingIndex3", "z", [](double t) { return std::exp(-t); }},
      {"PerfectTransformer", "v1", [](double t) { return std::exp(-t / 5.0) / 5.0; }},
      {"PerfectTransformer", "i1", [](double t) { return 1.0 - std::exp(-t / 5.0) / 5.0; }},
      {"PerfectTransformer", "i2", [](double t) { return -2.0 * std::exp(-t / 5.0) / 5.0; }},
      {"PerfectTransformer", "phi", [](double t) { return 1.0 - std::exp(-t / 5.0); }},
      {"ParallelBars", "err", [](double) { return 0.0; }},
      {"RollingPenny", "x", [](double t) { return std::sin(t); }},
      {"RollingPenny", "y", [](double t) { return 1.0 - std::cos(t); }},
      {"MixedIndex3", "z[1]", [](double t) { return -std::sin(t); }},
      {"MixedIndex3", "z[2]", [](double t) { return std::cos(t); }},
      {"MixedIndex3", "z[3]", [](double t) { return std::sin(t); }},
      {"MixedIndex3", "z[4]", [](double t) { return std::exp(-t); }},
      {"MixedIndex3", "z[5]", [](double t) { return std::cos(t); }},
      {"TurningChain3", "z3", [](double t) { return -4.0 * std::sin(2.0 * t); }},
      {"TwoPendula", "e", [](double) { return -7.84; }},
      {"ThreePendula", "e", [](double) { return -7.84; }},
      {"StateMultiplier", "a", [](double t) { return std::cos(t); }},
      {"StateMultiplier", "b", [](double t) { return std::sin(t); }},
      {"StateMultiplier", "c", [](double t) { return 0.5 * std::exp(t); }},
      {"VanishingMultiplier", "x", [](double t) { return std::exp(-t); }},
      {"VanishingMultiplier", "y", [](double t) { return std::sin(t); }},
      {"HiddenSine", "x", [](double t) { return std::sin(t); }},
      {"HiddenSine", "y", [](double t) { return std::cos(t); }},
      {"HiddenSine", "z", [](double t) { return std::exp(-t); }},
      {"SquareOfSum", "x", [](double t) { return std::sin(t); }},
      {"SquareOfSum", "y", [](double t) { return std::cos(t); }},
      {"SquareOfSum", "z", [](double t) { return t; }},
      {"CancellingDerivatives", "b", [](double t) { return std::exp(-t); }},
      {"CancellingDerivatives", "a", [](double t) { return (std::sin(t) - std::exp(-t) - t) / 2.0; }},
      {"CancellingDerivatives", "c", [](double t) { return (std::sin(t) - std::exp(-t) + t) / 2.0; }},
      {"Crane", "x", [](double t) { return std::pow(std::sin(t), 4.0); }},
      {"Crane", "z", [](double t) { return 1.0 + 0.1 * std::pow(std::sin(t), 4.0); }},
      {"Crane", "s",
       [](double t) {
         return std::pow(std::sin(t), 4.0) +
                (1.0 + .1 * std::pow(std::sin(t), 4.0)) *
                    (12.0 * std::pow(std::sin(t), 2.0) * std::pow(std::cos(t), 2.0) -
                     4.0 * std::pow(std::sin(t), 4.0)) /
                    (10.0 - .1 * (12.0 * std::pow(std::sin(t), 2.0) * std::pow(std::cos(t), 2.0) -
                                  4.0 * std::pow(std::sin(t), 4.0)));
       }},
      {"InverseTanks", "h2", [](double t) { return 1.0 + 0.1 * std::sin(t); }},
      {"InverseTanks", "h1",
       [](double t) {
         return (0.1 * std::cos(t) + std::sqrt(1.0 + 0.1 * std::sin(t))) *
                (0.1 * std::cos(t) + std::sqrt(1.0 + 0.1 * std::sin(t)));
       }},
      {"SpatialRedundant", "e", [](double) { return -7.848; }},
      {"Skate", "x", [](double t) { return std::sin(t); }},
      {"Skate", "y", [](double t) { return 1.0 - std::cos(t); }},
      {"SphereAndPlane", "x", [](double t) { return std::cos(t) + std::sin(t) / std::sqrt(3.0); }},
      {"Helix", "z", [](double t) { return -t * t / 4.0; }},
      {"Helix", "e", [](double) { return 0.0; }},
      {"Dumbbell", "x1", [](double t) { return 0.5 * std::cos(t); }},
      {"Dumbbell", "y2", [](double t) { return -0.5 * std::sin(t); }},
      {"FastEquilibrium", "b", [](double t) { return 0.5 * std::exp(-t / 3.0); }},
      {"FastEquilibrium", "c", [](double t) { return 1.5 * (1.0 - std::exp(-t / 3.0)); }},
      {"GivenPressure", "n", [](double t) { return (2.0 + 0.1 * std::sin(t)) / (1.0 + 0.1 * std::cos(t)); }},
      {"SingularMass", "x[1]", [](double t) { return std::sin(t); }},
      {"SingularMass", "x[2]", [](double t) { return std::cos(t); }},
      {"SingularMass", "x[3]", [](double t) { return std::sin(2.0 * t); }},
      {"ProductOfDerivatives", "x", [](double t) { return std::exp(t); }},
      {"ProductOfDerivatives", "y", [](double t) { return std::exp(t); }},
      {"SquareOfCombination", "x", [](double t) { return 0.5 * std::sin(t); }},
      {"SquareOfCombination", "y", [](double t) { return 0.5 * std::sin(t); }},
      {"SumOfAccelerations", "x", [](double t) { return std::sin(t); }},
      {"SumOfAccelerations", "y", [](double t) { return std::cos(t); }},
      {"StateDependentRank", "x", [](double t) { return std::exp(-t); }},
      {"StateDependentRank", "y", [](double t) { return std::sin(t); }},
      {"StateDependentRank", "z", [](double t) { return std::exp(t); }},
      {"Charges", "q1", [](double t) { return std::sin(t) / 2.0; }},
      {"AscherPetzold", "x1", [](double t) { return std::exp(t); }},
      {"AscherPetzold", "x2", [](double t) { return std::exp(t); }},
      {"AscherPetzold", "z", [](double t) { return -std::exp(t) / (2.0 - t); }},
      {"FlexibleJoint", "qm",
       [](double t) { return std::sin(t) + (std::sin(std::sin(t)) - std::sin(t)) / 100.0; }},
      {"PeriodicStokes", "u[5,4]",
       [](double t) {
         return std::sin(2.0 * M_PI / 3.0) * std::exp(-t * (2.0 - std::sqrt(3.0)) * 36.0 / (M_PI * M_PI));
       }},
      {"PeriodicStokes", "v[2,7]",
       [](double t) {
         return std::sin(M_PI / 3.0) * std::exp(-t * (2.0 - std::sqrt(3.0)) * 36.0 / (M_PI * M_PI));
       }},
      {"PeriodicStokes", "difference", [](double t) { return -0.75 * (1.0 + t); }},
      {"HiddenChains", "x[1]", [](double t) { return std::sin(0.3 * t + 0.5); }},
      {"HiddenChains", "x[9]", [](double t) { return std::sin(0.7 * t + 4.5); }},
      {"HiddenChains", "x[14]", [](double t) { return std::sin(0.35 * t + 7.0); }},
      {"HiddenChains", "x[15]", [](double t) { return std::sin(0.4 * t + 7.5); }},
      {"PerfectCoupling", "i1", [](double t) { return std::exp(-t / 3.0); }},
      {"PerfectCoupling", "i2", [](double t) { return std::exp(-t / 3.0); }},
      {"SwitchedSum", "x", [](double t) { return std::sin(t); }},
      {"SwitchedSum", "y", [](double t) { return std::cos(t); }},
      {"SwitchedSum", "z", [](double t) { return std::exp(-t); }},
      {"LiesAtFirst", "x", [](double t) { return std::sin(t); }},
      {"LiesAtFirst", "y", [](double t) { return std::cos(t); }},
      {"LiesLater", "x", [](double t) { return std::sin(t); }},
      {"LiesLater", "y", [](double t) { return std::cos(t); }},
      {"SwitchedPair", "x", [](double t) { return std::sin(t); }},
      {"SwitchedPair", "y", [](double t) { return std::cos(t); }},
      {"SwitchedPair", "z", [](double t) { return std::exp(-t); }},
      {"ZeroAtTheStart", "x", [](double t) { return std::exp(-t); }},
      {"ZeroAtTheStart", "y", [](double t) { return std::sin(t); }},
  };
  return signals;
}

std::vector<std::string> HardModels() {
  std::vector<std::string> out;
  for (const ExactSignal& signal : ExactSignals()) {
    if (out.empty() || out.back() != signal.model) out.emplace_back(signal.model);
  }
  return out;
}

RunOfModel RunHard(const std::string& name, const driver::SimulateOptions& options) {
  return ObservedFile(options, DAEDALUS_SOURCE_DIR "/tests/golden/hard_models/" + name + ".mo");
}

RunOfModel RunHard(const std::string& name, const std::string& method) {
  driver::SimulateOptions options;
  options.method = method;
  return RunHard(name, options);
}

class HardModel : public testing::TestWithParam<std::string> {};

TEST_P(HardModel, HasItsClosedSolutionInBothForms) {
  for (const char* form : {"ode", "dae"}) {
    SCOPED_TRACE(form);
    driver::SimulateOptions options;
    options.form = FormNamed(form);
    const RunOfModel run = RunHard(GetParam(), options);
    ASSERT_EQ(run.report.status, driver::SimulateStatus::kDone) << run.diagnostics.items().at(0).message;
    for (const ExactSignal& signal : ExactSignals()) {
      if (signal.model != GetParam()) continue;
      const std::vector<double> values = SignalOf(run.trajectory, signal.variable);
      double worst = 0;
      for (std::size_t i = 0; i < values.size(); ++i) {
        const double exact = signal.value(run.trajectory.time[i]);
        worst = std::max(worst, std::abs(values[i] - exact) / std::max(1.0, std::abs(exact)));
      }
      EXPECT_LT(worst, 1e-4) << signal.variable << ": a hundred tolerances";
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Golden, HardModel, testing::ValuesIn(HardModels()),
                         [](const auto& test) { return test.param; });

// The values of the IVP test set at its end.
TEST(HardModels, TheCarAxisStartsWithoutAWordAndEndsWhereItShould) {
  for (const char* form : {"ode", "dae"}) {
    SCOPED_TRACE(form);
    driver::SimulateOptions options;
    options.form = FormNamed(form);
    const RunOfModel run = WithoutMessages(RunHard("CarAxis", options));
    ASSERT_EQ(run.report.status, driver::SimulateStatus::kDone);
    EXPECT_NEAR(SignalOf(run.trajectory, "xl").back(), 0.493455784275402809122e-1, 1e-6);
    EXPECT_NEAR(SignalOf(run.trajectory, "yl").back(), 0.496989460230171153861, 1e-6);
    EXPECT_NEAR(SignalOf(run.trajectory, "xr").back(), 0.104174252488542151681e1, 1e-6);
    EXPECT_NEAR(SignalOf(run.trajectory, "yr").back(), 0.373911027265361256927, 1e-6);
  }
}

// In the whole model x and y are states; behind the event only x + y = S is one: 2 y - x = 1, S' = -x. Until
// then x' = -2 x + 2 y - 1, y' = x - 2 y + 1.
TEST(HardModels, StatesJumpOntoAConstraintThatAFactorHasMade) {
  const double root = std::sqrt(2.0), share = -1 / (2 * root);
  const double sum_at_event =
      0.5 + share * (1 + root / 2) * std::exp(-2 + root) - share * (1 - root / 2) * std::exp(-2 - root);
  const double sum = 0.5 + (sum_at_event - 0.5) * std::exp(-2.0 / 3);
  for (const char* form : {"ode", "dae"}) {
    SCOPED_TRACE(form);
    driver::SimulateOptions options;
    options.form = FormNamed(form);
    const RunOfModel run = RunHard("LiesLaterAndJumps", options);
    ASSERT_EQ(run.report.status, driver::SimulateStatus::kDone);
    EXPECT_NEAR(SignalOf(run.trajectory, "x").back(), (2 * sum - 1) / 3, 1e-5);
    EXPECT_NEAR(SignalOf(run.trajectory, "y").back(), (sum + 1) / 3, 1e-5);
  }
}

// S = x + y begins at -1, since x begins at 0: S' = (2 - S)/3 until the ball is down at sqrt(2/9.81), S' =
// -S/3 behind it, where 3 x = S - 3.
TEST(HardModels, StartValuesOfWhatIsInConstraintsAreKept) {
  const double down = std::sqrt(2 / 9.81);
  const double sum = (2 - 3 * std::exp(-down / 3)) * std::exp(-(1 - down) / 3);
  for (const char* form : {"ode", "dae"}) {
    SCOPED_TRACE(form);
    driver::SimulateOptions options;
    options.form = FormNamed(form);
    const RunOfModel run = WithoutMessages(RunHard("SwitchedSource", options));
    ASSERT_EQ(run.report.status, driver::SimulateStatus::kDone);
    EXPECT_EQ(SignalOf(run.trajectory, "x").front(), 0) << "x has a start value, and y has none";
    EXPECT_NEAR(SignalOf(run.trajectory, "x").back(), (sum - 3) / 3, 1e-5);
    WithoutMessages(RunHard("PerfectCoupling", options));
  }
}

TEST(ArrayFallback, IsToldWithItsReason) {
  const RunOfModel run = RunHard("StateDependentRank", "auto");
  EXPECT_EQ(run.report.statistics.method, "ucp");
  ASSERT_EQ(run.diagnostics.items().size(), 1u);
  EXPECT_EQ(run.diagnostics.items()[0].code, Code::kRankDeficient);
  EXPECT_EQ(run.diagnostics.items()[0].severity, Severity::kWarning);
  EXPECT_NE(run.diagnostics.items()[0].message.find("differential index 1, 2 free values"), std::string::npos)
      << run.diagnostics.items()[0].message;
  EXPECT_GE(run.diagnostics.items()[0].notes.size(), 2u) << "what structure says, and what failed";
}

// Three equations like those of StateDependentRank, whose solution is exp(-t), sin(t), exp(t), among 500
// others, some of which read its variables and the derivative of one.
std::string DependentBlockAnd(const std::string& exp_minus, const std::string& exp_plus,
                              const std::string& more_variables, const std::string& more_equations) {
  std::string text = R"(model Beside
  Real x(start = 1, fixed = true), y(start = 0, fixed = true), z(start = 1);
  Real w[500](each start = 1, each fixed = true), p(start = 0, fixed = true), q;
  MORE_VARIABLES
equation
  x*(der(x) + y*der(z)) + (der(y) + der(z)) = EM*(-EM + sin(time)*EP) + cos(time) + EP;
  y*(der(x) + y*der(z)) + 2*(der(y) + der(z)) = sin(time)*(-EM + sin(time)*EP) + 2*(cos(time) + EP);
  z*(der(x) + y*der(z)) - (der(y) + der(z)) + x + 2*z = EP*(-EM + sin(time)*EP) - (cos(time) + EP) + EM + 2*EP;
  for k in 1:500 loop
    der(w[k]) = -0.01*k*w[k];
  end for;
  der(p) = x*z;
  q = der(y);
  MORE_EQUATIONS
  annotation(experiment(StopTime = 0.5));
end Beside;
)";
  const auto put = [&text](const std::string& what, const std::string& value) {
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + value.size()))
      text.replace(at, what.size(), value);
  };
  put("MORE_VARIABLES", more_variables);
  put("MORE_EQUATIONS", more_equations);
  put("EM", exp_minus);
  put("EP", exp_plus);
  return text;
}

void ExpectClosedForms(const RunOfModel& run) {
  ASSERT_EQ(run.report.status, driver::SimulateStatus::kDone) << run.diagnostics.items().at(0).message;
  const std::vector<double>& t = run.trajectory.time;
  EXPECT_NEAR(t.back(), 0.5, 1e-12);
  const auto expect = [&](const char* name, double (*exact)(double)) {
    const std::vector<double> values = SignalOf(run.trajectory, name);
    ASSERT_EQ(values.size(), t.size());
    for (std::size_t i = 0; i < t.size(); ++i)
      ASSERT_NEAR(values[i], exact(t[i]), 1e-4) << name << " at " << t[i];
  };
  expect("x", [](double s) { return std::exp(-s); });
  expect("y", [](double s) { return std::sin(s); });
  expect("z", [](double s) { return std::exp(s); });
  expect("p", [](double s) { return s; });
  expect("q", [](double s) { return std::cos(s); });
  expect("w[1]", [](double s) { return std::exp(-0.01 * s); });
  expect("w[500]", [](double s) { return std::exp(-5 * s); });
}

// One warning, which speaks of the block and of nothing else.
void ExpectTheBlockIsTold(const RunOfModel& run) {
  ASSERT_EQ(run.diagnostics.items().size(), 1u);
  const Diagnostic& told = run.diagnostics.items()[0];
  EXPECT_EQ(told.code, Code::kRankDeficient);
  EXPECT_EQ(told.severity, Severity::kWarning);
  EXPECT_NE(told.message.find(
                "the derivative array of 3 equations has taken over: differential index 1, 2 free values"),
            std::string::npos)
      << told.message;
  std::string notes;
  for (const std::string& note : told.notes) notes += note + "\n";
  EXPECT_NE(notes.find("der(x) + y*der(z)"), std::string::npos) << notes;
  EXPECT_NE(notes.find("without it: division by zero"), std::string::npos) << notes;
  EXPECT_EQ(notes.find("w["), std::string::npos) << notes;
  std::vector<std::string> names;
  for (const std::string& note : told.notes) {
    if (note.starts_with("variables: ")) names.push_back(note);
  }
  ASSERT_EQ(names.size(), 1u);
  for (const char* name : {"x", "y", "z"}) EXPECT_NE(names[0].find(name), std::string::npos) << names[0];
}

TEST(ArrayFallback, TakesOverForOneBlockBesideALargeModel) {
  for (const char* form : {"auto", "ode", "dae"}) {
    SCOPED_TRACE(form);
    driver::SimulateOptions options;
    options.form = FormNamed(form);
    const RunOfModel run = ObservedText(options, DependentBlockAnd("exp(-time)", "exp(time)", "", ""));
    ExpectClosedForms(run);
    ExpectTheBlockIsTold(run);
    EXPECT_NE(run.report.statistics.method, "ucp") << "an ordinary method integrates it with the rest";
  }
}

// Its sources are a state of the rest and the slope of another, whose derivatives the array needs.
TEST(ArrayFallback, TakesOverForOneBlockBehindOthers) {
  const RunOfModel run = ObservedText(
      {}, DependentBlockAnd("e", "der(g)", "Real e(start = 1, fixed = true), g(start = 1, fixed = true);",
                            "der(e) = -e; der(g) = g;"));
  ExpectClosedForms(run);
  ExpectTheBlockIsTold(run);
}

// The second one reads variables of the first, which are written by an array already.
TEST(ArrayFallback, TakesOverForBlocksBehindEachOther) {
  const RunOfModel run = ObservedText(
      {}, DependentBlockAnd("exp(-time)", "exp(time)",
                            "Real u(start = 1, fixed = true), v(start = 0, fixed = true), s(start = 1);", R"(
  u*(der(u) + v*der(s)) + (der(v) + der(s)) = x*(-x + sin(time)*z) + cos(time) + z;
  v*(der(u) + v*der(s)) + 2*(der(v) + der(s)) = sin(time)*(-x + sin(time)*z) + 2*(cos(time) + z);
  s*(der(u) + v*der(s)) - (der(v) + der(s)) + u + 2*s = z*(-x + sin(time)*z) - (cos(time) + z) + x + 2*z;
)"));
  ExpectClosedForms(run);
  ASSERT_EQ(run.diagnostics.items().size(), 2u) << "one for each";
  for (const Diagnostic& told : run.diagnostics.items()) EXPECT_EQ(told.code, Code::kRankDeficient);
  const std::vector<double> u = SignalOf(run.trajectory, "u"), s = SignalOf(run.trajectory, "s");
  for (std::size_t i = 0; i < u.size(); ++i) {
    EXPECT_NEAR(u[i], std::exp(-run.trajectory.time[i]), 1e-4);
    EXPECT_NEAR(s[i], std::exp(run.trajectory.time[i]), 1e-4);
  }
}

// w[500] = exp(-5 t) is 1/2 at ln(2)/5.
TEST(ArrayFallback, TakesOverForOneBlockOfAModelWithEvents) {
  const RunOfModel run = ObservedText(
      {}, DependentBlockAnd("exp(-time)", "exp(time)", "discrete Real n(start = 0, fixed = true);",
                            "when w[500] < 0.5 then n = time; end when;"));
  ExpectClosedForms(run);
  ExpectTheBlockIsTold(run);
  EXPECT_NEAR(SignalOf(run.trajectory, "n").back(), std::log(2.0) / 5, 1e-4);
}

// The same with what the block takes from others, whose values at the start are found without events.
TEST(ArrayFallback, TakesOverForOneBlockBehindOthersInAModelWithEvents) {
  const RunOfModel run = ObservedText(
      {},
      DependentBlockAnd(
          "e", "der(g)",
          "Real e(start = 1, fixed = true), g(start = 1, fixed = true); discrete Real n(start = 0, fixed = "
          "true);",
          "der(e) = -e; der(g) = if n > 0 then g else g + 0*n; when w[500] < 0.5 then n = time; end when;"));
  ExpectClosedForms(run);
  ExpectTheBlockIsTold(run);
  EXPECT_NEAR(SignalOf(run.trajectory, "n").back(), std::log(2.0) / 5, 1e-4);
}

// The direction (c, s) comes from a function with a loop, so that ranks at free numbers say that nothing is
// wrong. x = cos(t), y = sin(t).
constexpr const char* kTurningCircle = R"(model TurningCircle
  function Direction
    input Real angle;
    output Real c, s;
  protected
    Real a = angle;
  algorithm
    while a > 3.14159265358979 loop
      a := a - 6.28318530717959;
    end while;
    c := cos(a);
    s := sin(a);
  end Direction;
  Real th(start = 0, fixed = true), c, s, x(start = 1), y(start = 0), w(start = 0, fixed = true);
  discrete Real n(start = 0, fixed = true);
equation
  der(th) = 1;
  (c, s) = Direction(th);
  (1 - c*c)*(der(x) + y) - c*s*(der(y) - x) + c*(x^2 + y^2 - 1) = 0;
  -c*s*(der(x) + y) + (1 - s*s)*(der(y) - x) + s*(x^2 + y^2 - 1) = 0;
  der(w) = x*y;
  when time > 1 then
    n = 1;
  end when;
  annotation(experiment(StopTime = 1.2));
end TurningCircle;
)";

TEST(ArrayFallback, TakesOverBehindFunctionsInAModelWithEvents) {
  driver::SimulateOptions options;
  options.form = FormNamed("ode");
  const RunOfModel run = ObservedText(options, kTurningCircle);
  ASSERT_EQ(run.report.status, driver::SimulateStatus::kDone);
  ASSERT_EQ(run.diagnostics.items().size(), 1u);
  EXPECT_EQ(run.diagnostics.items()[0].code, Code::kRankDeficient);
  const std::vector<double> x = SignalOf(run.trajectory, "x"), w = SignalOf(run.trajectory, "w");
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double t = run.trajectory.time[i];
    ASSERT_NEAR(x[i], std::cos(t), 1e-4) << t;
    ASSERT_NEAR(w[i], std::sin(t) * std::sin(t) / 2, 1e-4) << t;
  }
}

// Three equations whose sources are switched at 0.25 s, so that x = exp(-t) goes on as exp(1/4 - 2 t).
std::string SwitchedBlock(const std::string& factor) {
  const std::string source = "(if time < 0.25 then exp(-time) else exp(0.25 - 2*time))",
                    slope = "(if time < 0.25 then -exp(-time) else -2*exp(0.25 - 2*time))";
  return R"(model Switched
  Real x(start = 1, fixed = true), y(start = 0, fixed = true), z(start = 1);
equation
  )" + factor +
         "*(der(x) + y*der(z)) + (der(y) + der(z)) = " + source + "*(" + slope +
         R"( + sin(time)*exp(time)) + cos(time) + exp(time);
  y*(der(x) + y*der(z)) + 2*(der(y) + der(z)) = sin(time)*()" +
         slope + R"( + sin(time)*exp(time)) + 2*(cos(time) + exp(time));
  z*(der(x) + y*der(z)) - (der(y) + der(z)) + x + 2*z = exp(time)*()" +
         slope + R"( + sin(time)*exp(time)) - (cos(time) + exp(time)) + )" + source + R"( + 2*exp(time);
  annotation(experiment(StopTime = 0.5));
end Switched;
)";
}

// A factor in another part jumps, and derivatives of it stand in the array: the run ends there. The first
// attempt ended at the start.
TEST(ArrayFallback, WhatEndsOnItsWayIsToldAndNotTheFirstAttempt) {
  std::string text = SwitchedBlock("k*x");
  text.insert(text.find("equation"), "  Real k = if time < 0.25 then 1 else 2;\n");
  const RunOfModel run = ObservedText({}, text);
  ASSERT_EQ(run.report.status, driver::SimulateStatus::kStopped);
  EXPECT_NEAR(run.report.statistics.final_time, 0.25, 1e-9);
  ASSERT_EQ(run.diagnostics.items().size(), 2u);
  EXPECT_EQ(run.diagnostics.items()[0].code, Code::kRankDeficient);
  EXPECT_EQ(run.diagnostics.items()[1].code, Code::kImpulse) << run.diagnostics.items()[1].message;
}

TEST(ArrayFallback, TakesOverForAModelWhoseSourcesAreSwitched) {
  const RunOfModel run = ObservedText({}, SwitchedBlock("x"));
  ASSERT_EQ(run.report.status, driver::SimulateStatus::kDone);
  ASSERT_EQ(run.diagnostics.items().size(), 1u);
  EXPECT_EQ(run.diagnostics.items()[0].code, Code::kRankDeficient);
  const std::vector<double> x = SignalOf(run.trajectory, "x"), z = SignalOf(run.trajectory, "z");
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double t = run.trajectory.time[i];
    ASSERT_NEAR(x[i], t < 0.25 ? std::exp(-t) : std::exp(0.25 - 2 * t), 1e-6) << t;
    ASSERT_NEAR(z[i], std::exp(t), 1e-6) << t;
  }
}

// What is switched is a factor: behind the event the ranks may be others, and nobody has looked.
TEST(ArrayFallback, DoesNotTrustRanksThatAnEventMayChange) {
  const RunOfModel run = ObservedText({}, SwitchedBlock("(if time < 0.25 then x else 2*x)"));
  EXPECT_EQ(run.report.status, driver::SimulateStatus::kStopped);
  EXPECT_GT(run.diagnostics.num_errors(), 0u);
}

TEST(ArrayFallback, IsNotForAMethodThatWasAskedFor) {
  EXPECT_EQ(RunHard("StateDependentRank", "bdf").report.status, driver::SimulateStatus::kStopped);
}

// The structure tells the truth, and nobody goes on.
TEST(ArrayFallback, LeavesASolutionThatEndsAlone) {
  const RunOfModel run = RunHard("Impasse", "auto");
  EXPECT_EQ(run.report.status, driver::SimulateStatus::kStopped);
  ASSERT_FALSE(run.trajectory.time.empty());
  EXPECT_NEAR(run.trajectory.time.back(), 2, 0.01);
  EXPECT_NE(run.report.statistics.method, "ucp");
}

TEST(Impasse, IsToldInTheseWordsInBothForms) {
  for (const char* form : {"ode", "dae"}) {
    SCOPED_TRACE(form);
    driver::SimulateOptions options;
    options.form = FormNamed(form);
    const RunOfModel run = RunHard("Impasse", options);
    ASSERT_EQ(run.diagnostics.items().size(), 1u);
    std::string notes;
    for (const std::string& note : run.diagnostics.items()[0].notes) notes += note + "\n";
    EXPECT_NE(notes.find("singular point there (an impasse): `y^2 = -x` does not determine y"),
              std::string::npos)
        << notes;
    EXPECT_NE(notes.find("check these start values first: "), std::string::npos) << notes;
    EXPECT_NE(notes.find("x (start -1, fixed)"), std::string::npos) << notes;
    EXPECT_NE(notes.find("y (start 1)"), std::string::npos) << notes;
  }
}

}  // namespace
}  // namespace daedalus
