// Models that slide along surfaces where relations change (docs/decisions/040) against closed forms: those of
// models/sliding, in every form and by methods of all families. The values stand in
// golden/models/expected_sliding.tsv.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "golden/expected_values.h"
#include "golden/run_of_model.h"

namespace daedalus {
namespace {

RunOfModel RunSliding(const std::string& path, const std::string& form, const std::string& method = "auto",
                      bool slides = true) {
  driver::SimulateOptions options;
  options.form = FormNamed(form);
  options.method = method;
  options.sliding = slides;
  options.log_events = true;
  return ObservedFile(options, DAEDALUS_SOURCE_DIR "/" + path);
}

void ExpectClosedForm(const std::string& model, const std::string& form, const std::string& method = "auto",
                      double slack_factor = 1) {
  SCOPED_TRACE(model + " " + form + " " + method);
  const RunOfModel run = WithoutMessages(RunSliding("models/sliding/" + model + ".mo", form, method));
  EXPECT_EQ(run.report.status, driver::SimulateStatus::kDone);
  const std::vector<ExpectedValue> expected = ReadExpected("expected_sliding.tsv")[model];
  ASSERT_FALSE(expected.empty());
  for (const ExpectedValue& e : expected) {
    const auto value = ValueAt(run.trajectory, e.variable, e.time);
    ASSERT_TRUE(value.has_value()) << e.variable << " at " << e.time << ", a point of the grid";
    EXPECT_LE(ErrorOf(e, *value), slack_factor * e.relative_tolerance)
        << e.variable << " at " << e.time << " is " << *value << ", not " << e.value << ", " << e.origin;
  }
}

std::vector<std::string> SlidingModelNames() {
  std::vector<std::string> names;
  for (const auto& [model, values] : ReadExpected("expected_sliding.tsv")) names.push_back(model);
  return names;
}

class SlidingModels : public testing::TestWithParam<std::string> {};

TEST_P(SlidingModels, MeetTheirClosedFormsInBothForms) {
  ExpectClosedForm(GetParam(), "ode");
  ExpectClosedForm(GetParam(), "dae");
}

// They keep the tolerance less well than `auto`, the multistep methods above all.
TEST_P(SlidingModels, MeetThemByMethodsOfEveryFamily) {
  for (const char* method : {"bdf", "radau", "dopri5", "rodas"})
    ExpectClosedForm(GetParam(), "ode", method, 100);
  for (const char* method : {"bdf", "radau", "ida"}) ExpectClosedForm(GetParam(), "dae", method, 100);
  for (const char* method : {"radau5", "dopri5", "sdirk4"})
    ExpectClosedForm(GetParam(), "inline", method, 100);
}

// Without the wish, the same models are what they were: an error that names the relation.
TEST_P(SlidingModels, AreAnErrorWithoutTheWish) {
  const RunOfModel run = RunSliding("models/sliding/" + GetParam() + ".mo", "ode", "auto", false);
  EXPECT_EQ(run.report.status, driver::SimulateStatus::kStopped);
  ASSERT_EQ(run.diagnostics.num_errors(), 1u);
  EXPECT_EQ(run.diagnostics.items().back().code, Code::kCrowdedEvents);
}

INSTANTIATE_TEST_SUITE_P(Golden, SlidingModels, testing::ValuesIn(SlidingModelNames()),
                         [](const auto& test) { return test.param; });

TEST(Sliding, AllModelsHaveExpectedValues) {
  const auto expected = ReadExpected("expected_sliding.tsv");
  for (const auto& entry : std::filesystem::directory_iterator(DAEDALUS_SOURCE_DIR "/models/sliding"))
    EXPECT_TRUE(expected.contains(entry.path().stem().string())) << entry.path();
}

TEST(Sliding, ItsBeginningAndItsEndAreTold) {
  for (const char* form : {"ode", "dae"}) {
    SCOPED_TRACE(form);
    const RunOfModel run = RunSliding("models/sliding/LeavingASurface.mo", form);
    EXPECT_NE(run.log.find("the model begins to slide along x = 0 (LeavingASurface.mo:5)"), std::string::npos)
        << run.log;
    EXPECT_NE(run.log.find("event at time = 2: the model ceases to slide along x = 0 (LeavingASurface.mo:5)"),
              std::string::npos)
        << run.log;
    EXPECT_EQ(run.report.statistics.slides, 1);
    EXPECT_EQ(run.report.statistics.modes, 2);
    for (const auto& [relation, count] : run.report.statistics.relations) EXPECT_EQ(relation, "0 < x");
  }
}

// A few changes to and fro, and no more: then the steps are those of the motion on the surface.
TEST(Sliding, CostsAFewEvents) {
  const RunOfModel run = RunSliding("models/sliding/SlidingControl.mo", "ode");
  EXPECT_LE(run.report.statistics.events, 10);
  EXPECT_LT(run.report.statistics.steps, 200);
}

// The same bits again.
TEST(Sliding, IsTheSameTwice) {
  const RunOfModel first = RunSliding("models/sliding/DryFriction.mo", "ode");
  const RunOfModel second = RunSliding("models/sliding/DryFriction.mo", "ode");
  EXPECT_EQ(first.trajectory.time, second.trajectory.time);
  EXPECT_EQ(first.trajectory.values, second.trajectory.values);
}

// What the wish changes in a model that need not slide: nothing.
TEST(Sliding, IsNotForcedOnOthers) {
  for (const char* model :
       {"models/events/BouncingBall.mo", "models/events/StickSlip.mo", "models/events/RelayWithLag.mo",
        "models/events/HalfWaveIdealDiode.mo", "models/modes/CoilAndDiode.mo"}) {
    SCOPED_TRACE(model);
    const RunOfModel without = RunSliding(model, "ode", "auto", false), with = RunSliding(model, "ode");
    EXPECT_EQ(with.report.status, driver::SimulateStatus::kDone);
    EXPECT_EQ(with.report.statistics.slides, 0);
    EXPECT_EQ(with.report.statistics.events, without.report.statistics.events);
  }
}

struct NoSliding {
  const char* name;
  const char* why;  // a part of a note
};

class RefusedSliding : public testing::TestWithParam<NoSliding> {};

TEST_P(RefusedSliding, SaysWhatStandsInTheWay) {
  for (const char* form : {"ode", "dae"}) {
    SCOPED_TRACE(form);
    const RunOfModel run =
        RunSliding(std::string("tests/golden/events_models/wrong_sliding/") + GetParam().name + ".mo", form);
    EXPECT_EQ(run.report.status, driver::SimulateStatus::kStopped);
    ASSERT_EQ(run.diagnostics.num_errors(), 1u);
    const Diagnostic& d = run.diagnostics.items().back();
    EXPECT_EQ(d.code, Code::kCrowdedEvents);
    ASSERT_FALSE(d.notes.empty());
    EXPECT_NE(d.notes.back().find(GetParam().why), std::string::npos) << d.notes.back();
    EXPECT_NEAR(run.trajectory.time.back(), 0.5, 1e-3);
  }
}

INSTANTIATE_TEST_SUITE_P(Golden, RefusedSliding,
                         testing::Values(NoSliding{"CountedRelay", "a when-clause"},
                                         NoSliding{"RememberedRelay",
                                                   "`n`, which remembers its former value"}),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(Sliding, NeedsAnIndexThatMayBeReduced) {
  driver::SimulateOptions options;
  options.sliding = true;
  options.index_treatment = compile::IndexTreatment::kNone;
  const RunOfModel run = ObservedFile(options, DAEDALUS_SOURCE_DIR "/models/sliding/Relay.mo");
  EXPECT_EQ(run.report.status, driver::SimulateStatus::kWrongOption);
  ASSERT_EQ(run.diagnostics.num_errors(), 1u);
  EXPECT_NE(run.diagnostics.items().back().message.find("--sliding"), std::string::npos);
}

}  // namespace
}  // namespace daedalus
