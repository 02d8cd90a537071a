// Events of models written by hand, with closed forms, in both forms: the engine without the language.
#include "daedalus/model/simulate/events.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "daedalus/run/columns.h"
#include "daedalus/run/simulation.h"
#include "daedalus/system/builder.h"
#include "daedalus/system/expr/build.h"

namespace daedalus::run {
namespace {

struct Row {
  double t;
  std::vector<double> values;
};

// Adds a discrete part to a System that the builder has made.
struct Discrete {
  explicit Discrete(Model m) : system(std::move(m).Build().value()) {}

  ExprId Variable(std::size_t v, int order = 0) { return system.graph.Variable(VariableId(v), order); }
  ExprId Constant(double value) { return system.graph.Constant(value); }
  ExprId Leaf(HeldId h) { return system.graph.Held(h); }
  ExprId Less(ExprId left, ExprId right, bool or_equal = false) {
    return Leaf(system.hybrid.relations[AddRelation(system.hybrid, {left, right, or_equal, {}, {}})].value);
  }
  DiscreteId Add(double start = 0) {
    DiscreteVariable variable;
    variable.name = system.names.Add(fmt::format("d{}", system.hybrid.discretes.size()));
    variable.declaration = system.declarations.Add({});
    variable.start = Constant(start);
    return AddDiscrete(system.hybrid, variable);
  }
  ExprId Now(DiscreteId d) { return Leaf(system.hybrid.discretes[d].value); }
  ExprId Pre(DiscreteId d) { return Leaf(system.hybrid.discretes[d].pre); }
  void Equate(DiscreteId d, ExprId value) { system.hybrid.equations.push_back({Now(d), value, {}}); }
  // A condition as a when-clause has it: true in the round in which it becomes true.
  ExprId Edge(ExprId condition) {
    const DiscreteId c = Add();
    Equate(c, condition);
    return expr::And(system.graph, Now(c), expr::Not(system.graph, Pre(c)));
  }

  Result<std::vector<Row>> Run(simulate::ModelForm form, double stop, double tolerance = 1e-8,
                               std::string method = "auto") {
    RunOptions options;
    options.stop = stop;
    options.intervals = 20;
    options.tolerance = tolerance;
    options.method = std::move(method);
    options.form = form;
    Simulation simulation(model::Model::FromSystem(system), options);
    Columns columns;
    simulation.Observe(columns);
    if (simulation.Run().status != RunStatus::kDone) return Failure{simulation.diagnostics().Take()};
    std::vector<Row> rows;
    for (std::size_t i = 0; i < columns.num_points(); ++i)
      rows.push_back({columns.times()[i], {columns.Row(i).begin(), columns.Row(i).end()}});
    return rows;
  }

  System system;
};

using simulate::ModelForm;

class EventForms : public testing::TestWithParam<ModelForm> {};
INSTANTIATE_TEST_SUITE_P(Forms, EventForms, testing::Values(ModelForm::kOde, ModelForm::kDae));

// h'' = -g, v := -e v at the floor. From height 1: impacts at T, T + 2 e T, T + 2 e T + 2 e^2 T, ... with T =
// sqrt(2/g).
TEST_P(EventForms, ABallBouncesAtTheTimesOfTheClosedForm) {
  constexpr double g = 9.81, e = 0.7;
  Model m("Ball");
  auto h = m.Variable("h", {.start = 1.0, .fixed = true}), v = m.Variable("v", {.start = 0.0, .fixed = true});
  m.Equation(der(h) == v);
  m.Equation(der(v) == -g + 0.0 * h);
  Discrete d(std::move(m));
  const ExprId hit = d.Edge(d.Less(d.Variable(0), d.Constant(0), true));
  d.system.hybrid.reinits.push_back(
      {hit, d.Variable(1), expr::Product(d.system.graph, d.Constant(-e), d.Variable(1)), {}});
  const auto rows = d.Run(GetParam(), 1.6);
  ASSERT_TRUE(rows.ok()) << rows.error()[0].message;
  std::vector<double> impacts;
  for (std::size_t i = 1; i < rows->size(); ++i) {
    if ((*rows)[i].t == (*rows)[i - 1].t && (*rows)[i].values[1] > (*rows)[i - 1].values[1] + 1)
      impacts.push_back((*rows)[i].t);
  }
  const double T = std::sqrt(2 / g);
  ASSERT_EQ(impacts.size(), 3u);
  EXPECT_NEAR(impacts[0], T, 1e-7);
  EXPECT_NEAR(impacts[1], T + 2 * e * T, 1e-7);
  EXPECT_NEAR(impacts[2], T + 2 * e * T + 2 * e * e * T, 1e-7);
}

// The sum of all flights is finite: T (1 + 2 e / (1 - e)) = 3 T. The ball must not fall through the floor
// behind it.
TEST_P(EventForms, EventsThatAccumulateAreTold) {
  Model m("Ball");
  auto h = m.Variable("h", {.start = 1.0, .fixed = true}), v = m.Variable("v", {.start = 0.0, .fixed = true});
  m.Equation(der(h) == v);
  m.Equation(der(v) == -9.81 + 0.0 * h);
  Discrete d(std::move(m));
  const ExprId hit = d.Edge(d.Less(d.Variable(0), d.Constant(0), true));
  d.system.hybrid.reinits.push_back(
      {hit, d.Variable(1), expr::Product(d.system.graph, d.Constant(-0.5), d.Variable(1)), {}});
  const auto rows = d.Run(GetParam(), 10);
  ASSERT_FALSE(rows.ok());
  EXPECT_EQ(rows.error()[0].code, Code::kCrowdedEvents);
  EXPECT_NE(rows.error()[0].message.find("beyond 1.354"), std::string::npos) << rows.error()[0].message;
}

// A sine source, a resistor and an ideal diode: v = s (off ? 1 : 0), i = s (off ? 0 : 1), off = s < 0.
// i = max(0, sin(t))/R, through a loop of s and the Boolean.
TEST_P(EventForms, AnIdealDiodeConductsHalfOfTheTime) {
  Model m("HalfWave");
  auto s = m.Variable("s"), v = m.Variable("v"), i = m.Variable("i"),
       q = m.Variable("q", {.start = 0.0, .fixed = true});
  m.Equation(v == s);  // replaced below
  m.Equation(i == s);
  m.Equation(v + 2.0 * i == sin(m.Time()));
  m.Equation(der(q) == i);
  Discrete d(std::move(m));
  const DiscreteId off = d.Add();
  d.Equate(off, d.Less(d.Variable(0), d.Constant(0)));
  expr::Graph& g = d.system.graph;
  const auto write = [&](std::size_t e, ExprId left, ExprId right) {
    Equation& equation = d.system.equations[EquationId(e)];
    equation.left = left;
    equation.right = right;
    equation.residual = expr::Difference(g, left, right);
  };
  write(0, d.Variable(1), expr::Conditional(g, d.Now(off), d.Variable(0), d.Constant(0)));
  write(1, d.Variable(2), expr::Conditional(g, d.Now(off), d.Constant(0), d.Variable(0)));
  const auto rows = d.Run(GetParam(), 4 * std::numbers::pi);
  ASSERT_TRUE(rows.ok()) << rows.error()[0].message;
  for (const Row& row : *rows) EXPECT_NEAR(row.values[2], std::max(0.0, std::sin(row.t)) / 2, 1e-6) << row.t;
  EXPECT_NEAR(rows->back().values[3], 2.0, 1e-6);  // of two half waves: 2 * 2 / 2
}

// x' = k, where k counts the instants 0.1, 0.2, ...: x(1) = 0.1 (0 + 1 + ... + 9).
TEST_P(EventForms, SamplesCountAtMultiplesOfTheInterval) {
  Model m("Counter");
  auto x = m.Variable("x", {.start = 0.0, .fixed = true});
  m.Equation(der(x) == 0.0 * x);
  Discrete d(std::move(m));
  expr::Graph& g = d.system.graph;
  const SampleId s = AddSample(d.system.hybrid, {d.Constant(0.1), d.Constant(0.1), {}, {}});
  const ExprId tick = d.Edge(d.Leaf(d.system.hybrid.samples[s].value));
  const DiscreteId k = d.Add();
  d.Equate(k, expr::Conditional(g, tick, expr::Sum(g, d.Pre(k), d.Constant(1)), d.Pre(k)));
  Equation& equation = d.system.equations[EquationId(0)];
  equation.right = d.Now(k);
  equation.residual = expr::Difference(g, equation.left, equation.right);
  const auto rows = d.Run(GetParam(), 1.0);
  ASSERT_TRUE(rows.ok()) << rows.error()[0].message;
  EXPECT_NEAR(rows->back().values[0], 4.5, 1e-9);
  EXPECT_EQ(rows->back().values[2 + d.system.hybrid.discretes[k].value.index()], 10);
}

// A square wave by two relations with time: the instants are exact.
TEST_P(EventForms, RelationsWithTimeAreMetExactly) {
  Model m("Wave");
  auto x = m.Variable("x", {.start = 0.0, .fixed = true});
  m.Equation(der(x) == 0.0 * x);
  Discrete d(std::move(m));
  expr::Graph& g = d.system.graph;
  const ExprId on = d.Less(d.Constant(0.3), g.Time(), true), off = d.Less(d.Constant(0.7), g.Time(), true);
  Equation& equation = d.system.equations[EquationId(0)];
  equation.right = expr::Conditional(g, expr::And(g, on, expr::Not(g, off)), d.Constant(1), d.Constant(0));
  equation.residual = expr::Difference(g, equation.left, equation.right);
  const auto rows = d.Run(GetParam(), 1.0);
  ASSERT_TRUE(rows.ok());
  EXPECT_NEAR(rows->back().values[0], 0.4, 1e-12);
  const auto is_at = [&](double t) {
    return std::ranges::count_if(*rows, [t](const Row& row) { return row.t == t; });
  };
  EXPECT_EQ(is_at(0.3), 2);
  EXPECT_EQ(is_at(0.7), 2);
}

// b = not pre(b) changes in every round.
TEST_P(EventForms, WhatComesToNoRestIsTold) {
  Model m("Restless");
  auto x = m.Variable("x", {.start = 0.0, .fixed = true});
  m.Equation(der(x) == 1.0 + 0.0 * x);
  Discrete d(std::move(m));
  const DiscreteId b = d.Add();
  d.Equate(b, expr::Not(d.system.graph, d.Pre(b)));
  const auto rows = d.Run(GetParam(), 1.0);
  ASSERT_FALSE(rows.ok());
  EXPECT_EQ(rows.error()[0].code, Code::kEventsDoNotSettle);
}

}  // namespace
}  // namespace daedalus::run
