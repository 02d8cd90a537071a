// Ways to initial values that begin elsewhere than at the start values: sources led from zero, and the way of
// the model to its rest.
#include "daedalus/model/initialize/source_ramp.h"

#include <gtest/gtest.h>

#include <cmath>

#include "daedalus/model/initialize/initial_values.h"
#include "daedalus/model/initialize/settle.h"
#include "daedalus/system/builder.h"
#include "daedalus/system/parameters.h"

namespace daedalus::initialize {
namespace {

// A built model with all that a search for its start needs.
struct Searched {
  System system;
  causal::SystemIncidence incidence;
  InitialPlan plan;
  std::vector<double> parameters;
  AttributeValues attributes;
  std::unique_ptr<codegen::ModelKernels> kernels;
  std::unique_ptr<execute::DaeModel> dae;

  explicit Searched(Model m)
      : system(std::move(m).Build().value()),
        incidence(causal::IncidenceOf(system)),
        plan(PlanInitialization(system, incidence).value()),
        parameters(EvaluateParameters(system).value().values),
        attributes(EvaluateAttributes(system, parameters).value()),
        kernels(codegen::CompileModel(system)),
        dae(std::make_unique<execute::DaeModel>(*kernels, parameters,
                                                execute::UnknownFacts{incidence.is_differential})) {}

  RampOutcome Ramp(RampOrigin origin, RampWay way = RampWay::kStraight) {
    InitialProblem problem(system, *dae, ConditionsOf(plan), attributes.start, 0);
    return FollowRamp(problem, attributes, origin, way);
  }
};

// A diode behind a resistor, from a start value at which its current is 1e160 A. With the drop w over 100
// Ohm, v solves (5 - v)/100 = 1e-9 (exp(v/0.025) - 1).
Model Diode() {
  Model m("Diode");
  auto v = m.Variable("v", {.start = 10.0}), x = m.Variable("x", {.start = 0.0, .fixed = true});
  m.Equation((5.0 - v) / 100.0 == 1e-9 * (exp(v / 0.025) - 1.0));
  m.Equation(der(x) == v);
  return m;
}

TEST(SourceRamp, LeadsTheSourcesFromZero) {
  Searched diode(Diode());
  const RampOutcome found = diode.Ramp(RampOrigin::kZero);
  ASSERT_TRUE(found.ok);
  const double v = found.y[0];
  EXPECT_NEAR((5 - v) / 100, 1e-9 * std::expm1(v / 0.025), 1e-10);
  EXPECT_NEAR(v, 0.44, 0.01);
  EXPECT_EQ(found.y[1], 0) << "conditions hold at the end";
  EXPECT_GE(found.num_solved, 2);
}

TEST(SourceRamp, IsNotForEquationsWithoutAValueAtZero) {
  Model m("Logarithm");
  auto v = m.Variable("v", {.start = 2.0}), x = m.Variable("x", {.start = 1.0, .fixed = true});
  m.Equation(log(v) == 1.0);
  m.Equation(der(x) == v);
  Searched logarithm(std::move(m));
  EXPECT_FALSE(logarithm.Ramp(RampOrigin::kZero).ok);
  const RampOutcome found = logarithm.Ramp(RampOrigin::kStartValues);
  ASSERT_TRUE(found.ok);
  EXPECT_NEAR(found.y[0], std::exp(1.0), 1e-9);
}

// A tunnel diode (currents in mA, its characteristic by a polynomial of L. O. Chua) behind 1.5 kOhm: its N
// makes an S of the way of the voltage, and at 2 V only the point beyond both folds is left.
double TunnelCurrent(double v) {
  return v * (17.76 + v * (-103.79 + v * (229.62 + v * (-226.31 + v * 83.72))));
}

Model TunnelDiode() {
  Model m("TunnelDiode");
  auto v = m.Variable("v"), x = m.Variable("x", {.start = 0.0, .fixed = true});
  m.Equation((2.0 - v) / 1.5 == v * (17.76 + v * (-103.79 + v * (229.62 + v * (-226.31 + v * 83.72)))));
  m.Equation(der(x) == v);
  return m;
}

TEST(SourceRamp, IsFollowedAroundTheFoldsOfATunnelDiode) {
  double low = 0.5, high = 1.5;  // of the only solution
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    ((2 - middle) / 1.5 > TunnelCurrent(middle) ? low : high) = middle;
  }
  for (double v = 0; v < 0.5; v += 1e-3) ASSERT_GT(std::abs((2 - v) / 1.5 - TunnelCurrent(v)), 1e-3);
  Searched diode(TunnelDiode());
  const RampOutcome straight = diode.Ramp(RampOrigin::kZero);
  EXPECT_FALSE(straight.ok) << "else the test proves nothing: " << straight.y[0];
  const RampOutcome found = diode.Ramp(RampOrigin::kZero, RampWay::kAroundFolds);
  ASSERT_TRUE(found.ok);
  EXPECT_EQ(found.num_turns, 2);
  EXPECT_NEAR(found.y[0], low, 1e-9);
  EXPECT_EQ(found.y[1], 0);
}

// Newton's iteration for atan(10 x) = 1 from -40 leaps further away with each step; the model itself comes
// back.
TEST(SettleToRest, LeadsTheModelToWhereItsSlopesVanish) {
  Model m("Settling");
  auto x = m.Variable("x", {.start = -40.0}), y = m.Variable("y");
  m.Equation(der(x) == y);
  m.Equation(y == -atan(10.0 * x) + 1.0);
  m.InitialEquation(der(x) == 0.0);
  Searched model(std::move(m));
  const SettleOutcome found = SettleToRest(model.system, *model.dae, model.plan, model.attributes, 0, 0.01);
  ASSERT_TRUE(found.ok);
  EXPECT_NEAR(found.y[0], std::tan(1.0) / 10, 1e-9);
  EXPECT_NEAR(found.yp[0], 0, 1e-9);
  EXPECT_GT(found.num_steps, 5);
}

TEST(SettleToRest, NeedsAConditionOfRest) {
  Searched diode(Diode());
  EXPECT_FALSE(SettleToRest(diode.system, *diode.dae, diode.plan, diode.attributes, 0, 0.01).ok);
}

TEST(SettleToRest, FailsWhereThereIsNoRest) {
  Model m("NoRest");
  auto x = m.Variable("x");
  m.Equation(der(x) == 1.0 + x * x);
  m.InitialEquation(der(x) == 0.0);
  Searched model(std::move(m));
  EXPECT_FALSE(SettleToRest(model.system, *model.dae, model.plan, model.attributes, 0, 0.01).ok);
}

}  // namespace
}  // namespace daedalus::initialize
