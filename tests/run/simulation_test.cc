#include "daedalus/run/simulation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <thread>

#include "daedalus/run/columns.h"
#include "daedalus/system/builder.h"
#include "daedalus/system/expr/build.h"

namespace daedalus::run {
namespace {

using simulate::ModelForm;
using SharedModel = std::shared_ptr<const model::Model>;

SharedModel Shared(Model m) {
  return model::Model::FromSystem(std::move(m).Build().value());
}

RunOptions Options(double stop, double tolerance = 1e-9, ModelForm form = ModelForm::kAuto) {
  RunOptions options;
  options.stop = stop;
  options.intervals = 100;
  options.tolerance = tolerance;
  options.form = form;
  return options;
}

// A simulation and its points.
struct Recorded {
  Recorded(SharedModel model, RunOptions options) : simulation(std::move(model), std::move(options)) {
    simulation.Observe(columns);
  }
  // All values of all points.
  std::vector<double> RunAll() {
    EXPECT_EQ(simulation.Run().status, RunStatus::kDone);
    std::vector<double> out;
    for (std::size_t i = 0; i < columns.num_points(); ++i) {
      const auto row = columns.Row(i);
      out.insert(out.end(), row.begin(), row.end());
    }
    return out;
  }
  double Last(std::string_view name) const {
    return columns.Row(columns.num_points() - 1)[columns.Find(name).value()];
  }
  double RunToLast(std::string_view name) {
    RunAll();
    return Last(name);
  }

  Columns columns;
  Simulation simulation;
};

// x' = -k x, y = 1/(k + 1): x(t) = exp(-k t).
Model Decay() {
  Model m("Decay");
  auto k = m.Parameter("k", 2.0);
  auto x = m.Variable("x", {.start = 1.0, .fixed = true}), y = m.Variable("y");
  m.Equation(der(x) == -k * x);
  m.Equation((k + 1.0) * y == sin(m.Time()));
  return m;
}

class Forms : public testing::TestWithParam<ModelForm> {};

TEST_P(Forms, AParameterChangesWithoutANewCompilation) {
  const auto model = Shared(Decay());
  Recorded run(model, Options(1, 1e-9, GetParam()));
  EXPECT_NEAR(run.RunToLast("x"), std::exp(-2.0), 1e-7);
  ASSERT_EQ(model->num_compiled(), 1u);
  for (const double k : {0.5, 3.0, 0.01}) {
    ASSERT_TRUE(run.simulation.Set("k", k).ok());
    EXPECT_NEAR(run.RunToLast("x"), std::exp(-k), 1e-7) << k;
  }
  EXPECT_EQ(model->num_compiled(), 1u) << "the sign of k + 1 has decided, and is the same";
}

// With k + 1 = 0 the second equation cannot be solved for y; that it could was decided by the value of k. At
// k = -2 it can be divided by again, but the sign is another.
TEST_P(Forms, AParameterThatDecidedIsCompiledForAnew) {
  const auto model = Shared(Decay());
  Recorded run(model, Options(1, 1e-9, GetParam()));
  run.RunAll();
  ASSERT_TRUE(run.simulation.Set("k", -2.0).ok());
  EXPECT_NEAR(run.RunToLast("x"), std::exp(2.0), 1e-6);
  EXPECT_EQ(model->num_compiled(), 2u);
}
INSTANTIATE_TEST_SUITE_P(Simulations, Forms, testing::Values(ModelForm::kOde, ModelForm::kDae));

TEST(Simulation, RefusesWhatCannotBeSetAndChangesNothing) {
  const auto model = Shared(Decay());
  Recorded run(model, Options(1));
  auto none = run.simulation.Set("nobody", 1);
  ASSERT_FALSE(none.ok());
  EXPECT_EQ(none.error()[0].message, "there is no parameter `nobody`");
  EXPECT_FALSE(run.simulation.Set("k", NAN).ok());
  EXPECT_NEAR(run.RunToLast("x"), std::exp(-2.0), 1e-7) << "as before";
}

TEST(Simulation, AWrongOptionEndsTheRunBeforeItBegins) {
  RunOptions options = Options(1);
  options.tolerance = -1;
  Recorded run(Shared(Decay()), options);
  EXPECT_EQ(run.simulation.Run().status, RunStatus::kWrongOption);
  ASSERT_EQ(run.simulation.diagnostics().num_errors(), 1u);
  EXPECT_EQ(run.simulation.diagnostics().items()[0].code, Code::kBadOption);
  EXPECT_EQ(run.columns.num_points(), 0u);
}

// A led run ends a step wherever it is asked to, so its steps differ from those of a run at once.
TEST_P(Forms, ALedRunHasThePointsOfARunAtOnceWithinTheTolerance) {
  const auto model = Shared(Decay());
  Recorded whole(model, Options(1, 1e-9, GetParam())), led(model, Options(1, 1e-9, GetParam()));
  whole.RunAll();
  ASSERT_TRUE(led.simulation.Start());
  EXPECT_EQ(led.columns.num_points(), 0u);
  ASSERT_TRUE(led.simulation.StepTo(0.25));
  EXPECT_EQ(led.columns.times().back(), 0.25);
  ASSERT_TRUE(led.simulation.StepTo(0.75));
  EXPECT_EQ(led.columns.times().back(), 0.75);
  ASSERT_TRUE(led.simulation.StepTo(5)) << "not beyond the stop time";
  EXPECT_EQ(led.simulation.Stop().status, RunStatus::kDone);
  ASSERT_EQ(led.columns.num_points(), whole.columns.num_points());
  const auto expected = whole.columns.Column(0), found = led.columns.Column(0);
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-8);
}

// x = t - a or a - t: two solutions that cross at a, where the parameter of the simulation says.
TEST_P(Forms, APositionWhereSolutionsCrossIsReported) {
  Model m("Roots");
  auto a = m.Parameter("a", 10.0);
  auto x = m.Variable("x", {.start = -1.0}), w = m.Variable("w", {.start = 0.0, .fixed = true});
  m.Equation(x * x == (m.Time() - a) * (m.Time() - a));
  m.Equation(der(w) == x);
  Simulation simulation(Shared(std::move(m)), Options(3, 1e-6, GetParam()));
  ASSERT_EQ(simulation.Run().status, RunStatus::kDone);
  EXPECT_TRUE(simulation.diagnostics().items().empty());
  ASSERT_TRUE(simulation.Set("a", 1.25).ok());
  ASSERT_EQ(simulation.Run().status, RunStatus::kDone);
  ASSERT_EQ(simulation.diagnostics().items().size(), 1u);
  EXPECT_EQ(simulation.diagnostics().items()[0].code, Code::kUndetermined);
  const std::string& told = simulation.diagnostics().items()[0].message;
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

TEST(Simulation, TwoOfOneModelRunSideBySide) {
  const std::vector<double> gravities = {9.81, 1.62};
  std::vector<std::vector<double>> alone, together(2);
  for (const double g : gravities) {
    Recorded run(Shared(Pendulum()), Options(5, 1e-7));
    ASSERT_TRUE(run.simulation.Set("g", g).ok());
    alone.push_back(run.RunAll());
  }
  const auto model = Shared(Pendulum());
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < gravities.size(); ++i) {
    threads.emplace_back([&, i] {
      Recorded run(model, Options(5, 1e-7));
      if (run.simulation.Set("g", gravities[i]).ok()) together[i] = run.RunAll();
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(together[0], alone[0]) << "to the last bit";
  EXPECT_EQ(together[1], alone[1]);
  EXPECT_NE(together[0], together[1]);
}

// A perfect switch joins two capacitors of 4 V and 1 V at time = 1: a mode with states of its own, which each
// simulation enters with a jump system of its own. What is shared is the structure that both are made from.
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

TEST(Simulation, TwoEnterTheirModesSideBySide) {
  const auto model = model::Model::FromSystem(CapacitorsJoined());
  std::vector<double> ends(4, 0.0);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    threads.emplace_back([&, i] {
      Recorded run(model, Options(2));
      if (run.simulation.Set("C", 1.0 + static_cast<double>(i)).ok()) ends[i] = run.RunToLast("v1");
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const double C = 1.0 + static_cast<double>(i);
    EXPECT_NEAR(ends[i], (4 + C) / (1 + C), 1e-9) << "the charge is kept";
  }
}

TEST(Simulation, AStartValueIsSetLikeAParameter) {
  const auto model = Shared(Decay());
  Recorded run(model, Options(1));
  EXPECT_NEAR(run.RunToLast("x"), std::exp(-2), 1e-8);
  ASSERT_TRUE(run.simulation.Set("x", 3).ok());
  ASSERT_TRUE(run.simulation.Set("k", 1).ok());
  EXPECT_NEAR(run.RunToLast("x"), 3 * std::exp(-1), 1e-8);
  const std::size_t compiled = model->num_compiled();
  ASSERT_TRUE(run.simulation.Set("x", 5).ok());
  EXPECT_NEAR(run.RunToLast("x"), 5 * std::exp(-1), 1e-8);
  Recorded other(model, Options(1));
  ASSERT_TRUE(other.simulation.Set("x", 7).ok());
  EXPECT_NEAR(other.RunToLast("x"), 7 * std::exp(-2), 1e-8) << "it has its own values";
  EXPECT_EQ(model->num_compiled(), compiled);
}

TEST(Simulation, AStartValueThatIsRefusedChangesNothing) {
  Recorded run(Shared(Decay()), Options(1));
  EXPECT_FALSE(run.simulation.Set("nobody", 1).ok());
  EXPECT_FALSE(run.simulation.Set("x", NAN).ok());
  EXPECT_NEAR(run.RunToLast("x"), std::exp(-2), 1e-8);
}

// ---- a led run that continues with something else ----

TEST_P(Forms, AParameterOfALedRunHoldsFromThePresentTimeOn) {
  const auto model = Shared(Decay());
  Recorded run(model, Options(1, 1e-9, GetParam()));
  ASSERT_TRUE(run.simulation.Start() && run.simulation.StepTo(0.5));
  const auto state = run.simulation.Save();
  ASSERT_TRUE(state.ok());
  ASSERT_TRUE(run.simulation.Set("k", 0.25).ok());
  ASSERT_TRUE(run.simulation.StepTo(1));
  EXPECT_NEAR(run.Last("x"), std::exp(-1 - 0.125), 1e-7);
  EXPECT_EQ(model->num_compiled(), 1u);
  // The state has the parameter that it was saved with.
  ASSERT_TRUE(run.simulation.Restore(*state).ok());
  ASSERT_TRUE(run.simulation.StepTo(1));
  EXPECT_NEAR(run.Last("x"), std::exp(-2), 1e-7);
}

TEST_P(Forms, AStopTimeMovesAndTheRunIsTheOneRestoredFromThere) {
  const auto model = Shared(Decay());
  Recorded run(model, Options(1, 1e-9, GetParam())), restored(model, Options(3, 1e-9, GetParam()));
  ASSERT_TRUE(run.simulation.Start() && run.simulation.StepTo(0.75));
  const auto state = run.simulation.Save();
  ASSERT_TRUE(state.ok());
  ASSERT_TRUE(run.simulation.MoveStop(3).ok());
  ASSERT_TRUE(run.simulation.StepTo(2) && run.simulation.TellPoint());
  EXPECT_NEAR(run.Last("x"), std::exp(-4), 1e-7);
  ASSERT_TRUE(restored.simulation.Restore(*state).ok());
  ASSERT_TRUE(restored.simulation.StepTo(2) && restored.simulation.TellPoint());
  EXPECT_EQ(run.Last("x"), restored.Last("x")) << "to the last bit";
}

// Where a led run continues, the start time stays the beginning of its output grid.
TEST(Simulation, PointsOfALedRunStayOnItsGrid) {
  RunOptions options = Options(1);
  options.start = 0;
  options.intervals = std::nullopt;
  options.interval = 0.25;
  Recorded run(Shared(Decay()), options);
  ASSERT_TRUE(run.simulation.Start() && run.simulation.StepTo(0.6));
  ASSERT_TRUE(run.simulation.MoveStop(2).ok());
  ASSERT_TRUE(run.simulation.StepTo(1.3));
  const auto times = run.columns.times();
  EXPECT_EQ(std::vector<double>(times.begin(), times.end()), (std::vector<double>{0.6, 0.75, 1, 1.25}));
}

TEST(Simulation, ARunFromAStateCannotStartElsewhere) {
  const auto model = Shared(Decay());
  Recorded saved(model, Options(1));
  ASSERT_TRUE(saved.simulation.Start() && saved.simulation.StepTo(0.5));
  RunOptions options = Options(1);
  options.from = std::make_shared<const simulate::ModelState>(saved.simulation.Save().value());
  options.start = 0.25;
  Recorded run(model, options);
  EXPECT_EQ(run.simulation.Run().status, RunStatus::kWrongOption);
  EXPECT_EQ(run.simulation.diagnostics().items()[0].message,
            "the run continues from time = 0.5, so it cannot start at 0.25");
}

TEST(Simulation, ALedRunContinuesUnchangedAfterAnError) {
  Recorded run(Shared(Decay()), Options(1)), other(Shared(Pendulum()), Options(1));
  ASSERT_TRUE(other.simulation.Start() && other.simulation.StepTo(0.5));
  const auto of_another = other.simulation.Save();
  ASSERT_TRUE(of_another.ok());
  ASSERT_TRUE(run.simulation.Start() && run.simulation.StepTo(0.5));
  const std::vector<ParameterValue> one_wrong = {{"k", 7}, {"nobody", 1}};
  EXPECT_FALSE(run.simulation.Set(one_wrong).ok());
  const auto start = run.simulation.Set("x", 3);
  ASSERT_FALSE(start.ok());
  EXPECT_EQ(start.error()[0].message, "a start value cannot change in the middle of a run");
  EXPECT_FALSE(run.simulation.Restore(*of_another).ok());
  EXPECT_FALSE(run.simulation.MoveStop(-1).ok());
  ASSERT_TRUE(run.simulation.StepTo(1));
  EXPECT_NEAR(run.Last("x"), std::exp(-2), 1e-8);
  EXPECT_EQ(run.simulation.Stop().status, RunStatus::kDone);
}

}  // namespace
}  // namespace daedalus::run
