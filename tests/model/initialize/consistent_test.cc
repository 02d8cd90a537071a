#include <gtest/gtest.h>

#include <cmath>

#include "daedalus/model/initialize/initial_values.h"
#include "daedalus/system/builder.h"
#include "daedalus/system/parameters.h"

namespace daedalus::initialize {
namespace {

struct Solved {
  System system;
  Result<InitialValues> values;
};

Solved Solve(Model m) {
  System s = std::move(m).Build().value();
  const auto incidence = causal::IncidenceOf(s);
  const InitialPlan plan = PlanInitialization(s, incidence).value();
  const std::vector<double> parameters = EvaluateParameters(s).value().values;
  const AttributeValues attributes = EvaluateAttributes(s, parameters).value();
  auto kernels = codegen::CompileModel(s);
  execute::DaeModel dae(*kernels, parameters, {incidence.is_differential});
  ConsistentOptions options{
      .start_time = 0, .time_scale = 0.01, .tolerances = {.relative = 1e-8, .absolute = {1e-8}}};
  auto values = FindConsistentValues(s, dae, plan, attributes, options);
  return {std::move(s), std::move(values)};
}

TEST(ConsistentValues, AlgebraicVariablesAndDerivativesFollowFromTheStates) {
  Model m("M");
  auto x = m.Variable("x", {.start = 2.0, .fixed = true}), y = m.Variable("y", {.start = 1.0});
  m.Equation(der(x) == -y);
  m.Equation(y * y * y + y == x);  // y = 1 for x = 2
  const Solved solved = Solve(std::move(m));
  ASSERT_TRUE(solved.values.ok());
  EXPECT_EQ(solved.values->y[0], 2.0);
  EXPECT_NEAR(solved.values->y[1], 1.0, 1e-9);
  EXPECT_NEAR(solved.values->yp[0], -1.0, 1e-9);
}

TEST(ConsistentValues, ASteadyStateIsFoundFromInitialEquations) {
  Model m("M");
  auto x = m.Variable("x", {.start = 0.5}), y = m.Variable("y", {.start = 0.5});
  m.Equation(der(x) == cos(y) - x);
  m.Equation(der(y) == x - y);
  m.InitialEquation(der(x) == 0.0);
  m.InitialEquation(der(y) == 0.0);
  const Solved solved = Solve(std::move(m));
  ASSERT_TRUE(solved.values.ok());
  const double dottie = 0.73908513321516064;  // the fixed point of cos
  EXPECT_NEAR(solved.values->y[0], dottie, 1e-9);
  EXPECT_NEAR(solved.values->y[1], dottie, 1e-9);
}

TEST(ConsistentValues, DivisionByZeroAtTheStartNamesWhatIsZero) {
  Model m("M");
  auto x = m.Variable("x", {.start = 0.0, .fixed = true});
  m.Equation(der(x) == 1.0 / x);
  const Solved solved = Solve(std::move(m));
  ASSERT_FALSE(solved.values.ok());
  const Diagnostic& d = solved.values.error().at(0);
  EXPECT_EQ(d.code, Code::kInitialNotFinite);
  EXPECT_EQ(d.message, "division by zero at time = 0");
  EXPECT_NE(d.primary.text.find("`x` is 0"), std::string::npos) << d.primary.text;
}

TEST(ConsistentValues, AnImpossibleConditionNamesTheEquation) {
  Model m("M");
  auto x = m.Variable("x", {.start = 1.0}), y = m.Variable("y", {.start = 1.0, .fixed = true});
  m.Equation(der(y) == x);
  m.Equation(x * x == -y);
  const Solved solved = Solve(std::move(m));
  ASSERT_FALSE(solved.values.ok());
  EXPECT_EQ(solved.values.error().at(0).code, Code::kInitialNotConverged);
  EXPECT_FALSE(solved.values.error().at(0).notes.empty());
}

}  // namespace
}  // namespace daedalus::initialize
