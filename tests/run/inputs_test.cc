// Inputs of the model, set from outside.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>

#include "daedalus/run/columns.h"
#include "daedalus/run/simulation.h"
#include "daedalus/system/builder.h"

namespace daedalus::run {
namespace {

using hybrid::Between;
using simulate::ModelForm;

// x' = u, y = 2 u.
std::shared_ptr<const model::Model> Integrator() {
  Model m("Integrator");
  auto u = m.Input("u", {.start = 3.0});
  auto x = m.Variable("x", {.start = 0.0, .fixed = true}), y = m.Variable("y");
  m.Equation(der(x) == u);
  m.Equation(y == 2 * u);
  return model::Model::FromSystem(std::move(m).Build().value());
}

// x = u as a constraint: v = u' and a = u'' follow.
std::shared_ptr<const model::Model> Follower(int derivatives) {
  Model m("Follower");
  auto u = m.Input("u");
  auto x = m.Variable("x"), v = m.Variable("v"), a = m.Variable("a"),
       s = m.Variable("s", {.start = 0.0, .fixed = true});
  m.Equation(x == u);
  m.Equation(der(x) == v);
  if (derivatives == 2) m.Equation(der(v) == a);
  if (derivatives == 1) m.Equation(a == 0);
  m.Equation(der(s) == v);
  return model::Model::FromSystem(std::move(m).Build().value());
}

std::shared_ptr<const InputTable> Table(std::vector<double> times, std::vector<double> values,
                                        Between between = Between::kLinear) {
  return std::make_shared<const InputTable>(
      InputTable{"the table", {"u"}, std::move(times), {std::move(values)}, between});
}

struct Followed {
  Followed(std::shared_ptr<const model::Model> model, RunOptions options)
      : simulation(std::move(model), [&] {
          if (!options.stop) options.stop = 4;
          options.tolerance = 1e-9;
          return options;
        }()) {
    simulation.Observe(columns);
  }
  double Last(std::string_view name) {
    return columns.Row(columns.num_points() - 1)[columns.Find(name).value()];
  }
  bool Warns(Code code) const {
    return std::ranges::any_of(simulation.diagnostics().items(),
                               [&](const auto& d) { return d.code == code; });
  }
  std::string Messages() const {
    std::string out;
    for (const Diagnostic& d : simulation.diagnostics().items()) out += d.message + "\n";
    return out;
  }

  Columns columns;
  Simulation simulation;
};

RunOptions With(std::shared_ptr<const InputTable> table, ModelForm form = ModelForm::kAuto) {
  RunOptions options;
  options.inputs = std::move(table);
  options.form = form;
  return options;
}

class InEveryForm : public testing::TestWithParam<ModelForm> {};

TEST_P(InEveryForm, AnInputThatNobodySetsKeepsItsStartValueAndIsTold) {
  Followed run(Integrator(), With(nullptr, GetParam()));
  ASSERT_EQ(run.simulation.Run().status, RunStatus::kDone) << run.Messages();
  EXPECT_NEAR(run.Last("x"), 12, 1e-8);
  EXPECT_EQ(run.Last("y"), 6);
  EXPECT_TRUE(run.Warns(Code::kInputNotSet));
}

TEST_P(InEveryForm, ATableIsFollowedInStraightLines) {
  // Integrals of the pieces: 0.5, 2, -1 + 1 (a jump at 2), 2.
  Followed run(Integrator(), With(Table({0, 1, 2, 2, 3, 4}, {0, 1, 3, -2, 0, 4}), GetParam()));
  ASSERT_EQ(run.simulation.Run().status, RunStatus::kDone) << run.Messages();
  EXPECT_NEAR(run.Last("x"), 0.5 + 2 - 1 + 2, 1e-8);
  EXPECT_NEAR(run.Last("u"), 4, 1e-12);
  EXPECT_FALSE(run.Warns(Code::kInputNotSet));
}

TEST_P(InEveryForm, HeldValuesJumpAtTheirTimes) {
  Followed run(Integrator(), With(Table({0, 0.7, 3.1}, {1, -2, 5}, Between::kHeld), GetParam()));
  ASSERT_EQ(run.simulation.Run().status, RunStatus::kDone) << run.Messages();
  EXPECT_NEAR(run.Last("x"), 0.7 - 2 * 2.4 + 5 * 0.9, 1e-8);
  EXPECT_EQ(run.Last("u"), 5) << "the last value holds on";
}

TEST_P(InEveryForm, ASmoothCourseOfACubicIsTheCubic) {
  std::vector<double> t, u;
  for (int i = 0; i <= 8; ++i) t.push_back(0.5 * i), u.push_back(std::pow(t.back(), 3) - 2 * t.back());
  Followed run(Integrator(), With(Table(t, u, Between::kSmooth), GetParam()));
  ASSERT_EQ(run.simulation.Run().status, RunStatus::kDone) << run.Messages();
  EXPECT_NEAR(run.Last("x"), 64 - 16, 1e-7);
}

INSTANTIATE_TEST_SUITE_P(Forms, InEveryForm,
                         testing::Values(ModelForm::kAuto, ModelForm::kOde, ModelForm::kDae),
                         [](const auto& info) {
                           return info.param == ModelForm::kOde   ? "Ode"
                                  : info.param == ModelForm::kDae ? "Dae"
                                                                  : "Auto";
                         });

// ---- derivatives ----

TEST(Inputs, TheSlopeOfStraightLinesIsADerivative) {
  Followed run(Follower(1), With(Table({0, 1, 4}, {0, 2, -1})));
  ASSERT_EQ(run.simulation.Run().status, RunStatus::kDone) << run.Messages();
  const auto middle = run.columns.Row(run.columns.num_points() / 2);
  EXPECT_NEAR(middle[run.columns.Find("v").value()], -1, 1e-12);
  EXPECT_NEAR(run.Last("s"), -1, 1e-8) << "the integral of the slope is the change of u";
}

TEST(Inputs, ASmoothCourseHasTwoDerivatives) {
  std::vector<double> t, u;
  for (int i = 0; i <= 8; ++i) t.push_back(0.5 * i), u.push_back(std::pow(t.back(), 3));
  Followed run(Follower(2), With(Table(t, u, Between::kSmooth)));
  ASSERT_EQ(run.simulation.Run().status, RunStatus::kDone) << run.Messages();
  EXPECT_NEAR(run.Last("v"), 0, 1e-9) << "the course ends, and keeps its value";
  const std::size_t middle = run.columns.num_points() / 2;
  const auto row = run.columns.Row(middle);
  const double time = run.columns.times()[middle];
  EXPECT_NEAR(row[run.columns.Find("v").value()], 3 * time * time, 1e-9);
  EXPECT_NEAR(row[run.columns.Find("a").value()], 6 * time, 1e-9);
}

TEST(Inputs, ACourseWithoutTheDerivativesThatAreNeededIsRefusedByName) {
  for (const Between between : {Between::kHeld, Between::kLinear}) {
    Followed run(Follower(2), With(Table({0, 1, 4}, {0, 2, -1}, between)));
    EXPECT_EQ(run.simulation.Run().status, RunStatus::kWrongOption);
    EXPECT_TRUE(run.Warns(Code::kInputDifferentiated)) << run.Messages();
    EXPECT_NE(run.Messages().find("`u`"), std::string::npos) << run.Messages();
  }
  Followed constant(Follower(2), With(nullptr));
  EXPECT_EQ(constant.simulation.Run().status, RunStatus::kDone) << "a constant has them all";
}

// Methods for equations as they stand differentiate them, too, or divide by the step.
TEST(Inputs, ACourseIsRefusedWhereTheIndexIsNotReducedEither) {
  for (const std::string method : {"ucp", "icp", "bdf"}) {
    RunOptions options = With(Table({0, 1, 4}, {0, 2, -1}, Between::kHeld));
    options.method = method;
    options.index_treatment = compile::IndexTreatment::kNone;
    Followed run(Follower(2), std::move(options));
    EXPECT_NE(run.simulation.Run().status, RunStatus::kDone) << method;
    EXPECT_TRUE(run.Warns(Code::kInputDifferentiated)) << method << ": " << run.Messages();
  }
}

TEST(Inputs, ACourseThatARunGoesOnWithIsCheckedLikeOneAtTheStart) {
  RunOptions first = With(nullptr);
  first.stop = 1;
  first.keeps_state = true;
  Followed begun(Follower(2), std::move(first));
  const RunReport report = begun.simulation.Run();
  ASSERT_TRUE(report.state) << begun.Messages();
  RunOptions options = With(Table({0, 2, 4}, {0, 2, -1}, Between::kHeld));
  options.from = std::make_shared<const simulate::ModelState>(*report.state);
  Followed run(Follower(2), std::move(options));
  EXPECT_EQ(run.simulation.Run().status, RunStatus::kWrongOption);
  EXPECT_TRUE(run.Warns(Code::kInputDifferentiated)) << run.Messages();
}

// ---- set in a led run ----

TEST(Inputs, AreSetBetweenTheStepsOfALedRun) {
  Followed run(Integrator(), {});
  ASSERT_TRUE(run.simulation.SetInput("u", 1).ok());
  ASSERT_TRUE(run.simulation.Start()) << run.Messages();
  ASSERT_TRUE(run.simulation.StepTo(1));
  ASSERT_TRUE(run.simulation.SetInput("u", -1).ok());
  ASSERT_TRUE(run.simulation.StepTo(3));
  const auto state = run.simulation.Save();
  ASSERT_TRUE(state.ok());
  run.simulation.StepTo(4);
  EXPECT_EQ(run.simulation.Stop().status, RunStatus::kDone);
  EXPECT_NEAR(run.Last("x"), 1 - 3, 1e-8);
  EXPECT_EQ(run.Last("y"), -2);
  EXPECT_FALSE(run.Warns(Code::kInputNotSet));
  // The state has the input.
  Followed restored(Integrator(), {});
  ASSERT_TRUE(restored.simulation.Restore(*state));
  restored.simulation.StepTo(4);
  restored.simulation.Stop();
  EXPECT_EQ(restored.Last("x"), run.Last("x"));
}

TEST(Inputs, ThatAreDifferentiatedCannotJump) {
  Followed run(Follower(1), {});
  ASSERT_TRUE(run.simulation.Start()) << run.Messages();
  ASSERT_TRUE(run.simulation.StepTo(1));
  const auto set = run.simulation.SetInput("u", 1);
  ASSERT_FALSE(set.ok());
  EXPECT_EQ(set.error()[0].code, Code::kInputDifferentiated);
  EXPECT_TRUE(run.simulation.StepTo(2)) << "and nothing has changed";
  EXPECT_EQ(run.Last("s"), 0);
}

// ---- mistakes ----

void ExpectRefused(RunOptions options, const std::string& text) {
  Followed run(Integrator(), std::move(options));
  EXPECT_EQ(run.simulation.Run().status, RunStatus::kWrongOption) << text;
  EXPECT_NE(run.Messages().find(text), std::string::npos) << run.Messages();
  EXPECT_EQ(run.columns.num_points(), 0u);
}

TEST(Inputs, ATableThatDoesNotFitIsRefused) {
  ExpectRefused(With(Table({0, 1}, {0, 1})), "ends at time = 1, and the run at 4");
  ExpectRefused(With(Table({1, 5}, {0, 1})), "begins at time = 1, and the run at 0");
  ExpectRefused(With(Table({0, 5}, {0, NAN})), "`u` is nan at time = 5");
  ExpectRefused(With(Table({0, 5, 4}, {0, 1, 2})), "time goes back from 5 to 4");
  ExpectRefused(With(Table({0, 5}, {0, 1, 2})), "3 values for 2 times");
  ExpectRefused(With(Table({}, {})), "has no points");
  ExpectRefused(With(std::make_shared<const InputTable>(InputTable{"the table", {"w"}, {0, 5}, {{1, 2}}})),
                "the table has no column for an input of `Integrator`");
}

TEST(Inputs, UnknownNamesAndValuesAreRefusedAndChangeNothing) {
  Followed run(Integrator(), {});
  const auto unknown = run.simulation.SetInput("uu", 1);
  ASSERT_FALSE(unknown.ok());
  EXPECT_EQ(unknown.error()[0].hint, "did you mean `u`?");
  EXPECT_FALSE(run.simulation.SetInput("u", NAN).ok());
  ASSERT_EQ(run.simulation.Run().status, RunStatus::kDone);
  EXPECT_NEAR(run.Last("x"), 12, 1e-8);
}

}  // namespace
}  // namespace daedalus::run
