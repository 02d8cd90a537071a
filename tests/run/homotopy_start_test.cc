// Simulations of a model that starts by way of its simplified expressions.
#include "daedalus/model/simulate/homotopy_start.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>

#include "daedalus/model/simulate/find_start.h"
#include "daedalus/run/columns.h"
#include "daedalus/run/simulation.h"
#include "daedalus/system/builder.h"
#include "daedalus/system/expr/build.h"
#include "daedalus/system/homotopy.h"

namespace daedalus::run {
namespace {

using simulate::ModelForm;

constexpr double kFar = 1000;

// log(x - far) = 0 has no value near the guess 0; the simplified (x - far - 500)/500 = 0 has. The cubic turns
// twice on its way from z = -2.1038 to 2.1038.
System FarAway() {
  Model m("FarAway");
  auto far = m.Parameter("far", kFar), lambda = m.Parameter("lambda", 0.5);
  auto x = m.Variable("x"), z = m.Variable("z", {.start = -2.0});
  auto y = m.Variable("y", {.start = 3.0, .fixed = true});
  m.Equation((1.0 - lambda) * (x - far - 500.0) / 500.0 + lambda * log(x - far) == 0.0);
  m.Equation(z * z * z - 3.0 * z == (1.0 - lambda) * -y + lambda * y);
  m.Equation(der(y) == -y);
  System out = std::move(m).Build().value();
  SeparateHomotopy(out, ParameterId(1));
  return out;
}

// The same with an event where y falls below 2.
System FarAwayWithAnEvent() {
  System out = FarAway();
  expr::Graph& graph = out.graph;
  const RelationId below =
      AddRelation(out.hybrid, {graph.Variable(VariableId(2)), graph.Constant(2), false, {}, {}});
  DiscreteVariable flag;
  flag.name = out.names.Add("flag");
  flag.declaration = out.declarations.Add({});
  flag.start = graph.Constant(0);
  const DiscreteId d = AddDiscrete(out.hybrid, flag);
  out.hybrid.equations.push_back(
      {graph.Held(out.hybrid.discretes[d].value), graph.Held(out.hybrid.relations[below].value), {}});
  return out;
}

RunOptions Options(ModelForm form) {
  RunOptions options;
  options.stop = 1;
  options.intervals = 10;
  options.form = form;
  return options;
}

class HomotopyStartForms : public testing::TestWithParam<ModelForm> {
 protected:
  // The first point, by name; empty: none.
  static std::map<std::string, double> First(Simulation& simulation, const Columns& columns) {
    std::map<std::string, double> out;
    static_cast<void>(simulation.Run());
    for (std::size_t i = 0; i < columns.quantities().size(); ++i)
      out[NameOf(*columns.given()->system, columns.quantities()[i])] = columns.Row(0)[i];
    return out;
  }
};

TEST_P(HomotopyStartForms, SimulationsFollowItWithTheirOwnParameters) {
  const auto model = model::Model::FromSystem(FarAway());
  const double z = 2 * std::cosh(std::acosh(1.5) / 3);
  for (const double far : {kFar, 5000.0, 300.0}) {
    Simulation simulation(model, Options(GetParam()));
    Columns columns;
    simulation.Observe(columns);
    ASSERT_TRUE(simulation.Set("far", far).ok());
    const auto first = First(simulation, columns);
    ASSERT_TRUE(first.contains("x")) << far;
    EXPECT_NEAR(first.at("x"), far + 1, 1e-6);
    EXPECT_NEAR(first.at("z"), z, 1e-7);
    EXPECT_NEAR(first.at("y"), 3, 1e-12) << "conditions hold";
  }
  EXPECT_EQ(model->num_compiled(), 1u) << "guesses are numbers";
}

TEST_P(HomotopyStartForms, WithoutItThereIsNone) {
  System alone = FarAway();
  alone.led = nullptr;
  Simulation simulation(model::Model::FromSystem(std::move(alone)), Options(GetParam()));
  Columns columns;
  simulation.Observe(columns);
  EXPECT_TRUE(First(simulation, columns).empty()) << "else the tests prove nothing";
}

// The second search for a start makes its own settings; events used to refer to them after their end.
TEST_P(HomotopyStartForms, EventsHappenAfterAStartByHomotopy) {
  Simulation simulation(model::Model::FromSystem(FarAwayWithAnEvent()), Options(GetParam()));
  Columns columns;
  simulation.Observe(columns);
  EXPECT_EQ(simulation.Run().status, RunStatus::kDone);
  ASSERT_GT(columns.num_points(), 11u) << "an event has two points";
  const double at = std::log(1.5);  // 3 exp(-t) = 2
  std::size_t i = 0;
  while (i + 1 < columns.num_points() && columns.times()[i] != columns.times()[i + 1]) ++i;
  EXPECT_NEAR(columns.times()[i], at, 1e-5);
}

TEST_P(HomotopyStartForms, TheWayIsReported) {
  Diagnostics diagnostics;
  auto given = compile::ReadGivenModel(FarAway(), compile::IndexTreatment::kDummyDerivatives,
                                       compile::AliasTreatment::kRemove, diagnostics);
  const auto model = std::make_shared<const simulate::CompiledModel>(*std::move(given), GetParam(), "auto");
  simulate::RunSettings settings;
  settings.grid = simulate::MakeGridOfIntervals(0, 1, 10);
  settings.method = "auto";
  simulate::FoundStart start;
  ASSERT_TRUE(simulate::FindStart({model, {model, &model->given()}, settings}, start).ok());
  EXPECT_NE(start.values.guesses_by.find("homotopy, in "), std::string::npos);
  EXPECT_NE(start.values.guesses_by.find("around 2 folds"), std::string::npos) << start.values.guesses_by;
}

INSTANTIATE_TEST_SUITE_P(Both, HomotopyStartForms, testing::Values(ModelForm::kOde, ModelForm::kDae),
                         [](const auto& info) { return info.param == ModelForm::kOde ? "ode" : "dae"; });

}  // namespace
}  // namespace daedalus::run
