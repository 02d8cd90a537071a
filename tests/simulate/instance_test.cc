#include "daedalus/simulate/instance.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <thread>

#include "daedalus/expr/build.h"
#include "daedalus/system/builder.h"

namespace daedalus::simulate {
namespace {

std::shared_ptr<const CompiledModel> Compiled(System system, ModelForm form = ModelForm::kAuto) {
  Diagnostics diagnostics;
  auto given = compile::ReadGivenModel(std::move(system), compile::IndexTreatment::kDummyDerivatives,
                                       compile::AliasTreatment::kRemove, diagnostics);
  return std::make_shared<const CompiledModel>(given.value(), form, "auto");
}

std::shared_ptr<const CompiledModel> Compiled(Model m, ModelForm form = ModelForm::kAuto) {
  return Compiled(std::move(m).Build().value(), form);
}

RunSettings Settings(double stop, double tolerance = 1e-9) {
  RunSettings settings;
  settings.grid = MakeGridOfIntervals(0, stop, 100);
  settings.tolerance = tolerance;
  settings.method = "auto";
  return settings;
}

// All values of all points.
std::vector<double> RunAll(Instance& instance, const RunSettings& settings) {
  std::vector<double> out;
  auto outcome = instance.Run(settings, [&](double, std::span<const double> values) {
    out.insert(out.end(), values.begin(), values.end());
  });
  EXPECT_TRUE(outcome.ok());
  return out;
}

// x' = -k x, y = 1/(k + 1): x(t) = exp(-k t).
Model Decay() {
  Model m("Decay");
  auto k = m.Parameter("k", 2.0);
  auto x = m.Variable("x", {.start = 1.0, .fixed = true}), y = m.Variable("y");
  m.Equation(der(x) == -k * x);
  m.Equation((k + 1.0) * y == sin(m.Time()));
  return m;
}

TEST(Instances, ShareTheNumbersOfTheirModelUntilAParameterIsSet) {
  const auto model = Compiled(Decay());
  Instance first(model), second(model);
  EXPECT_EQ(&first.numbers(), &model->given());
  ASSERT_TRUE(second.SetParameter("k", 3).ok());
  EXPECT_NE(&second.numbers(), &model->given());
  EXPECT_EQ(&first.numbers(), &model->given());
}

class Forms : public testing::TestWithParam<ModelForm> {};

TEST_P(Forms, AParameterChangesWithoutANewCompilation) {
  const auto model = Compiled(Decay(), GetParam());
  Instance instance(model);
  const std::size_t width = instance.quantities().size();
  EXPECT_NEAR(RunAll(instance, Settings(1))[100 * width], std::exp(-2.0), 1e-7);
  ASSERT_EQ(model->num_compiled(), 1u);
  for (const double k : {0.5, 3.0, 0.01}) {
    ASSERT_TRUE(instance.SetParameter("k", k).ok());
    EXPECT_NEAR(RunAll(instance, Settings(1))[100 * width], std::exp(-k), 1e-7) << k;
  }
  EXPECT_EQ(model->num_compiled(), 1u) << "the sign of k + 1 has decided, and is the same";
}

// With k + 1 = 0 the second equation cannot be solved for y; that it could was decided by the value of k. At
// k = -2 it can be divided by again, but the sign is another.
TEST_P(Forms, AParameterThatDecidedIsCompiledForAnew) {
  const auto model = Compiled(Decay(), GetParam());
  Instance instance(model);
  ASSERT_TRUE(instance.SetParameter("k", -2.0).ok());
  const std::size_t width = instance.quantities().size();
  EXPECT_NEAR(RunAll(instance, Settings(1))[100 * width], std::exp(2.0), 1e-6);
  EXPECT_EQ(model->num_compiled(), 2u);
}
INSTANTIATE_TEST_SUITE_P(Instances, Forms, testing::Values(ModelForm::kOde, ModelForm::kDae));

TEST(Instance, RefusesWhatCannotBeSet) {
  const auto model = Compiled(Decay());
  Instance instance(model);
  auto none = instance.SetParameter("nobody", 1);
  ASSERT_FALSE(none.ok());
  EXPECT_EQ(none.error()[0].message, "there is no parameter `nobody`");
  EXPECT_FALSE(instance.SetParameter("k", NAN).ok());
  EXPECT_EQ(instance.numbers().parameters[0], 2.0) << "as before";
}

// x = t - a or a - t: two solutions that cross at a, where the parameter of the instance says.
TEST_P(Forms, APositionWhereSolutionsCrossIsToldOfAnInstance) {
  Model m("Roots");
  auto a = m.Parameter("a", 10.0);
  auto x = m.Variable("x", {.start = -1.0}), w = m.Variable("w", {.start = 0.0, .fixed = true});
  m.Equation(x * x == (m.Time() - a) * (m.Time() - a));
  m.Equation(der(w) == x);
  Instance instance(Compiled(std::move(m), GetParam()));
  const auto ignore = [](double, std::span<const double>) {};
  const auto before = instance.Run(Settings(3, 1e-6), ignore);
  ASSERT_TRUE(before.ok());
  EXPECT_TRUE(before->warnings.empty());
  ASSERT_TRUE(instance.SetParameter("a", 1.25).ok());
  const auto run = instance.Run(Settings(3, 1e-6), ignore);
  ASSERT_TRUE(run.ok());
  ASSERT_EQ(run->warnings.size(), 1u);
  EXPECT_EQ(run->warnings[0].code, Code::kUndetermined);
  const std::string& told = run->warnings[0].message;
  EXPECT_NEAR(std::stod(told.substr(told.find("time = ") + 7)), 1.25, 1e-4) << told;
}

// In Cartesian coordinates: the states change on the way, so both threads ask for choices while the other
// runs.
Model Pendulum() {
  Model m("Pendulum");
  auto g = m.Parameter("g", 9.81), l = m.Parameter("l", 1.0);
  auto x = m.Variable("x", {.start = 0.8, .fixed = true}), y = m.Variable("y", {.start = -0.6});
  auto vx = m.Variable("vx"), vy = m.Variable("vy", {.start = 0.0, .fixed = true}),
       tension = m.Variable("tension");
  m.Equation(der(x) == vx);
  m.Equation(der(y) == vy);
  m.Equation(der(vx) == -tension * x);
  m.Equation(der(vy) == -tension * y - g);
  m.Equation(x * x + y * y == l * l);
  return m;
}

TEST(Instance, TwoOfOneModelRunSideBySide) {
  const std::vector<double> gravities = {9.81, 1.62};
  std::vector<std::vector<double>> alone, together(2);
  for (const double g : gravities) {
    Instance instance(Compiled(Pendulum()));
    ASSERT_TRUE(instance.SetParameter("g", g).ok());
    alone.push_back(RunAll(instance, Settings(5, 1e-7)));
  }
  const auto model = Compiled(Pendulum());
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < gravities.size(); ++i) {
    threads.emplace_back([&, i] {
      Instance instance(model);
      if (instance.SetParameter("g", gravities[i]).ok()) together[i] = RunAll(instance, Settings(5, 1e-7));
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(together[0], alone[0]) << "to the last bit";
  EXPECT_EQ(together[1], alone[1]);
  EXPECT_NE(together[0], together[1]);
}

// A perfect switch joins two capacitors of 4 V and 1 V at time = 1: a mode with states of its own, which each
// instance enters with a jump system of its own. What is shared is the structure that both are made from.
System CapacitorsJoined() {
  Model m("CapacitorsJoined");
  auto C = m.Parameter("C", 2.0);
  auto v1 = m.Variable("v1", {.start = 4.0, .fixed = true}),
       v2 = m.Variable("v2", {.start = 1.0, .fixed = true});
  auto i = m.Variable("i");
  m.Equation(der(v1) == -i);
  m.Equation(C * der(v2) == i);
  m.Equation(i == 0.0);  // while the switch is open
  System system = std::move(m).Build().value();
  expr::Graph& graph = system.graph;
  const RelationId at_one = AddRelation(system.hybrid, {graph.Constant(1), graph.Time(), true, {}, {}});
  const ExprId closed = graph.Held(system.hybrid.relations[at_one].value);
  const ExprId v = expr::Difference(graph, graph.Variable(VariableId(0)), graph.Variable(VariableId(1)));
  Equation& open = system.equations[EquationId(2)];
  open.left = open.residual = expr::Conditional(graph, closed, v, graph.Variable(VariableId(2)));
  open.right = graph.Constant(0);
  return system;
}

TEST(Instance, TwoEnterTheirModesSideBySide) {
  const auto model = Compiled(CapacitorsJoined());
  std::vector<double> ends(4, 0.0);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    threads.emplace_back([&, i] {
      Instance instance(model);
      const std::size_t width = instance.quantities().size();
      if (!instance.SetParameter("C", 1.0 + static_cast<double>(i)).ok()) return;
      const std::vector<double> all = RunAll(instance, Settings(2));
      ends[i] = all[all.size() - width];
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const double C = 1.0 + static_cast<double>(i);
    EXPECT_NEAR(ends[i], (4 + C) / (1 + C), 1e-9) << "the charge is kept";
  }
}

}  // namespace
}  // namespace daedalus::simulate
