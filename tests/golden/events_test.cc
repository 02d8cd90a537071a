// Models with events against closed forms: those of models/events (published problems of hybrid tools among
// them), those of models/modes (whose equations change their structure), the traps of golden/events_models
// (small models of what standard libraries do with events) and the examples of models/library/Parts that have
// events. Every model runs in both forms and by methods of all families; the values stand in golden/models,
// expected_events.tsv, expected_modes.tsv, expected_traps.tsv and expected_parts.tsv.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "golden/expected_values.h"
#include "golden/run_of_model.h"

namespace daedalus {
namespace {

struct Table {
  std::string folder;  // of files; or the package, of a library
  std::string file;
  bool is_package = false;
};

Table Published() {
  return {"models/events/", "expected_events.tsv"};
}
Table Traps() {
  return {"tests/golden/events_models/", "expected_traps.tsv"};
}

// Equations whose structure changes at events.
Table Modes() {
  return {"models/modes/", "expected_modes.tsv"};
}

Table Examples() {
  return {"Parts.Examples.", "expected_parts.tsv", true};
}

std::vector<std::string> ModelsOf(const Table& table) {
  std::vector<std::string> names;
  for (const auto& [model, values] : ReadExpected(table.file)) names.push_back(model);
  return names;
}

RunOfModel RunModel(const Table& table, const std::string& model, const std::string& form,
                    const std::string& method = "auto", std::optional<double> tolerance = {}) {
  driver::SimulateOptions options;
  if (table.is_package) {
    options.model.libraries = {DAEDALUS_SOURCE_DIR "/models/library"};
    options.model.model = table.folder + model;
    options.tolerance = 1e-8;
  } else {
    options.model.files = {DAEDALUS_SOURCE_DIR "/" + table.folder + model + ".mo"};
  }
  if (tolerance) options.tolerance = tolerance;
  options.form = FormNamed(form);
  options.method = method;
  return Observed(options);
}

std::uint32_t LineOfLastMessage(const RunOfModel& run) {
  if (run.diagnostics.items().empty()) return 0;
  const Span span = run.diagnostics.items().back().primary.span;
  return span.IsValid() ? run.loaded.sources.Locate(span.file, span.begin).line : 0;
}

// A model that ends its run says so in a note; anything more is a failure, but for the word that a method of
// low order errs more where nothing damps errors.
RunOfModel GoodRun(const Table& table, const std::string& model, const std::string& form,
                   const std::string& method = "auto", std::optional<double> tolerance = {}) {
  RunOfModel run = RunModel(table, model, form, method, tolerance);
  EXPECT_EQ(run.report.status, driver::SimulateStatus::kDone);
  for (const Diagnostic& d : run.diagnostics.items()) {
    EXPECT_TRUE(d.severity == Severity::kNote || d.code == Code::kErrorsAddUp) << d.message;
  }
  for (const std::string& name : run.trajectory.names)
    EXPECT_EQ(name.find('$'), std::string::npos) << name << " is no variable of the user's";
  return run;
}

void ExpectValues(const Table& table, const std::string& model, const RunOfModel& run,
                  double slack_factor = 1) {
  const std::vector<ExpectedValue> expected = ReadExpected(table.file)[model];
  for (const ExpectedValue& e : expected) {
    const auto value = ValueAt(run.trajectory, e.variable, e.time);
    ASSERT_TRUE(value.has_value()) << e.variable << " at " << e.time << ", a point of the grid";
    EXPECT_LE(ErrorOf(e, *value), slack_factor * e.relative_tolerance)
        << e.variable << " at " << e.time << " is " << *value << ", not " << e.value << ", " << e.origin;
  }
}

// `slack_factor` multiplies the tolerances, which are those of the method that is chosen without a word.
void ExpectTheTable(const Table& table, const std::string& model, const std::string& form,
                    const std::string& method = "auto", double slack_factor = 1) {
  SCOPED_TRACE(model + " " + form + " " + method);
  ExpectValues(table, model, GoodRun(table, model, form, method), slack_factor);
}

// Both sides of an event are written: its time stands there twice.
std::vector<double> EventTimes(const results::Trajectory& t) {
  std::vector<double> times;
  for (std::size_t i = 1; i < t.time.size(); ++i) {
    if (t.time[i] == t.time[i - 1]) times.push_back(t.time[i]);
  }
  return times;
}

void ExpectTheSameEvents(const Table& table, const std::string& model) {
  const RunOfModel ode = GoodRun(table, model, "ode"), dae = GoodRun(table, model, "dae");
  const auto expected = EventTimes(ode.trajectory), found = EventTimes(dae.trajectory);
  ASSERT_EQ(expected.size(), found.size());
  EXPECT_FALSE(expected.empty());
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_NEAR(found[i], expected[i], 1e-7 * ode.trajectory.time.back());
  }
}

// Of each family, in the form that it needs. They keep the tolerance less well than `auto`, the multistep
// methods above all.
void ExpectTheTableByOtherMethods(const Table& table, const std::string& model) {
  for (const auto& [form, method] : std::vector<std::pair<std::string, std::string>>{{"ode", "bdf"},
                                                                                     {"ode", "radau"},
                                                                                     {"ode", "dopri5"},
                                                                                     {"ode", "rodas"},
                                                                                     {"dae", "bdf"},
                                                                                     {"dae", "radau"},
                                                                                     {"dae", "ida"}}) {
    ExpectTheTable(table, model, form, method, 100);
  }
}

// The method among the equations: every one that controls its step. Those of high order take few steps, and
// meet the tables within ten tolerances. The others take hundreds, and each may err by the tolerance: their
// errors are below the sum of these, and some times it where what was wrong in a velocity goes on in a
// position.
struct InlinedClaim {
  const char* method;
  double tolerance;
  double factor;        // of the tolerances
  double per_step = 0;  // of the tolerance
};
constexpr InlinedClaim kInlinedClaims[] = {
    {"radau5", 1e-8, 10},
    {"lobatto4", 1e-8, 10},
    {"sdirk4", 1e-8, 10},
    {"dopri5", 1e-8, 10},
    {"radau3", 1e-8, 20, 0.1},
    {"ars3", 1e-8, 10, 0.1},
    {"bdf", 1e-8, 10, 1},
    {"adams", 1e-8, 10, 1},
    {"trapezoid", 1e-8, 10, 2.5},
    {"bi2", 1e-8, 10, 2.5},
    {"ars2", 1e-8, 10, 2.5},
    {"euler", 1e-5, 10, 5},
    {"backward-euler", 1e-5, 10, 5},
};

// Numbers of events at a threshold that a method of order 1 misses, or passes once more, with an error of a
// thousandth; the extrema of a signal are found by its slope, which such a method does not have.
bool IsExceptedInlined(std::string_view model, std::string_view method) {
  if (method != "euler" && method != "backward-euler") return false;
  return model == "BouncingBall" || model == "RelayWithLag" || model == "Trap13SignalExtrema";
}

void ExpectTheTableInlined(const Table& table, const std::string& model) {
  constexpr double kToleranceOfTables = 1e-8;
  const std::vector<ExpectedValue> expected = ReadExpected(table.file)[model];
  for (const InlinedClaim& claim : kInlinedClaims) {
    if (IsExceptedInlined(model, claim.method)) continue;
    SCOPED_TRACE(model + " inline " + claim.method);
    const RunOfModel run = GoodRun(table, model, "inline", claim.method, claim.tolerance);
    const auto steps = static_cast<double>(run.report.statistics.steps);
    for (const ExpectedValue& e : expected) {
      const auto value = ValueAt(run.trajectory, e.variable, e.time);
      ASSERT_TRUE(value.has_value()) << e.variable << " at " << e.time << ", a point of the grid";
      const double unit =
          std::max(e.relative_tolerance * claim.tolerance / kToleranceOfTables, claim.tolerance);
      EXPECT_LE(ErrorOf(e, *value), unit * std::max(claim.factor, claim.per_step * steps))
          << e.variable << " at " << e.time << " after " << steps << " steps is " << *value << ", not "
          << e.value;
    }
  }
}

class EventModels : public testing::TestWithParam<std::string> {};

TEST_P(EventModels, MeetTheirClosedFormsInBothForms) {
  ExpectTheTable(Published(), GetParam(), "ode");
  ExpectTheTable(Published(), GetParam(), "dae");
}
TEST_P(EventModels, MeetThemByMethodsOfEveryFamily) {
  ExpectTheTableByOtherMethods(Published(), GetParam());
}
TEST_P(EventModels, MeetThemWithTheMethodInlined) {
  ExpectTheTableInlined(Published(), GetParam());
}
TEST_P(EventModels, HaveTheSameEventsInBothForms) {
  ExpectTheSameEvents(Published(), GetParam());
}

INSTANTIATE_TEST_SUITE_P(Golden, EventModels, testing::ValuesIn(ModelsOf(Published())),
                         [](const auto& test) { return test.param; });

TEST(EventModesOnRequest, StatesMustNotJump) {
  driver::SimulateOptions options;
  options.refuse_impulses = true;
  const RunOfModel run = ObservedFile(options, DAEDALUS_SOURCE_DIR "/models/modes/CapacitorsJoined.mo");
  EXPECT_EQ(run.report.status, driver::SimulateStatus::kStopped);
  EXPECT_EQ(run.report.statistics.final_time, 1);
  ASSERT_EQ(run.diagnostics.num_errors(), 1u);
  const Diagnostic& told = run.diagnostics.items().back();
  EXPECT_EQ(told.code, Code::kImpulse);
  ASSERT_FALSE(told.notes.empty());
  EXPECT_EQ(told.notes[0], "v1: 4 -> 2");
}

TEST(EventStatistics, CountByKindAndRelation) {
  const RunOfModel ball = GoodRun(Published(), "BouncingBall", "ode");
  const results::RunStatistics& s = ball.report.statistics;
  EXPECT_EQ(s.events, s.time_events + s.state_events);
  EXPECT_GT(s.state_events, 0);
  ASSERT_FALSE(s.relations.empty());
  EXPECT_EQ(s.relations[0].first, "h <= 0");
  EXPECT_EQ(s.modes, 1);
  EXPECT_EQ(GoodRun(Modes(), "CapacitorsJoined", "ode").report.statistics.modes, 2);
}

// With its cause, as the log has it.
TEST(EventPlot, MarksEachEvent) {
  driver::SimulateOptions options;
  options.plot = {"*"};
  const driver::SimulateReport report =
      ObservedFile(options, DAEDALUS_SOURCE_DIR "/models/events/BallOnStairs.mo").report;
  std::filesystem::remove(report.plot_file);
  EXPECT_EQ(report.status, driver::SimulateStatus::kDone);
  EXPECT_GT(report.statistics.events, 0);
  ASSERT_EQ(static_cast<std::int64_t>(report.plot.events.size()), report.statistics.events);
  EXPECT_NE(report.plot.events[0].text.find("(BallOnStairs.mo:"), std::string::npos)
      << report.plot.events[0].text;
}

// One-step methods go on after an event with the step that they had: six steps an event they took before.
TEST(EventStatistics, ARestartCostsOneStepMethodsNothing) {
  for (const char* method : {"dopri5", "radau", "rodas"}) {
    SCOPED_TRACE(method);
    const RunOfModel run = GoodRun({"tests/golden/events_models/hard/", ""}, "ManySamples", "ode", method);
    EXPECT_EQ(run.report.statistics.time_events, 1001);
    EXPECT_GT(run.report.statistics.restarts, 1000);
    EXPECT_LT(run.report.statistics.steps, 1500);
  }
}

class EventTraps : public testing::TestWithParam<std::string> {};

TEST_P(EventTraps, AreAvoidedInBothForms) {
  ExpectTheTable(Traps(), GetParam(), "ode");
  ExpectTheTable(Traps(), GetParam(), "dae");
}
TEST_P(EventTraps, AreAvoidedByMethodsOfEveryFamily) {
  ExpectTheTableByOtherMethods(Traps(), GetParam());
}
TEST_P(EventTraps, AreAvoidedWithTheMethodInlined) {
  ExpectTheTableInlined(Traps(), GetParam());
}
TEST_P(EventTraps, HaveTheSameEventsInBothForms) {
  ExpectTheSameEvents(Traps(), GetParam());
}

INSTANTIATE_TEST_SUITE_P(Golden, EventTraps, testing::ValuesIn(ModelsOf(Traps())),
                         [](const auto& test) { return test.param; });

class EventModes : public testing::TestWithParam<std::string> {};

TEST_P(EventModes, MeetTheirClosedFormsInBothForms) {
  ExpectTheTable(Modes(), GetParam(), "ode");
  ExpectTheTable(Modes(), GetParam(), "dae");
}
TEST_P(EventModes, MeetThemByMethodsOfEveryFamily) {
  ExpectTheTableByOtherMethods(Modes(), GetParam());
}

TEST_P(EventModes, MeetThemWithTheMethodInlined) {
  ExpectTheTableInlined(Modes(), GetParam());
}

INSTANTIATE_TEST_SUITE_P(Golden, EventModes, testing::ValuesIn(ModelsOf(Modes())),
                         [](const auto& test) { return test.param; });

// An amplifier that flips, in equations without events: an inlined step finds the other solution where
// results keep the first one.
TEST(EventModelsInlined, AnotherSolutionIsTold) {
  const RunOfModel run =
      RunModel({"tests/golden/events_models/singular/", ""}, "Multivibrator", "inline", "radau3");
  EXPECT_EQ(run.report.status, driver::SimulateStatus::kStopped);
  ASSERT_EQ(run.diagnostics.num_errors(), 1u);
  EXPECT_NE(run.diagnostics.items().back().message.find("several solutions"), std::string::npos)
      << run.diagnostics.items().back().message;
  EXPECT_LT(run.report.statistics.final_time, 0.1);
}

// Where rounding must not decide, although it decides how many events there are.
TEST(EventModelsNearRounding, MeetTheirClosedForms) {
  const Table hard{"tests/golden/events_models/hard/", "expected_hard_events.tsv"};
  for (const std::string& model : ModelsOf(hard)) {
    ExpectTheTable(hard, model, "ode");
    ExpectTheTable(hard, model, "dae");
    ExpectTheTableByOtherMethods(hard, model);
    ExpectTheTableInlined(hard, model);
  }
}

// Where the matrix of all equations is singular, or has no value, and where a solution ends. That something
// is not determined for a moment is told.
TEST(EventModelsAtSingularPoints, MeetTheirClosedForms) {
  const Table singular{"tests/golden/events_models/singular/", "expected_singular.tsv"};
  for (const std::string& model : ModelsOf(singular)) {
    for (const auto& [form, method] : std::vector<std::pair<std::string, std::string>>{
             {"ode", "auto"}, {"ode", "radau"}, {"dae", "auto"}, {"dae", "bdf"}, {"dae", "radau"}}) {
      SCOPED_TRACE(model + " " + form + " " + method);
      const RunOfModel run = RunModel(singular, model, form, method);
      EXPECT_EQ(run.report.status, driver::SimulateStatus::kDone);
      for (const Diagnostic& d : run.diagnostics.items()) {
        EXPECT_EQ(d.severity, Severity::kWarning) << d.message;
        EXPECT_TRUE(d.code == Code::kUndetermined || d.code == Code::kLoopNotSolved) << d.message;
      }
      ExpectValues(singular, model, run);
      const bool is_told = std::ranges::any_of(
          run.diagnostics.items(), [](const Diagnostic& d) { return d.code == Code::kLoopNotSolved; });
      // Without states, Newton's iteration may find the other solution by itself.
      if (model == "SchmittTrigger") continue;
      EXPECT_EQ(is_told, model == "Multivibrator") << "that a solution ends, and another one is taken";
    }
  }
}

// In a mode some equations repeat others. What is left open is told, and what is not is right; the residual
// form, whose matrix is singular then, says so by name.
TEST(EventModelsThatRepeatThemselves, TakeTheNearestSolutionInTheCausalForm) {
  const Table repeated{"tests/golden/events_models/repeated/", ""};
  for (const auto& [form, method] : std::vector<std::pair<std::string, std::string>>{
           {"auto", "auto"}, {"ode", "auto"}, {"ode", "bdf"}, {"ode", "radau5"}, {"ode", "dopri5"}}) {
    SCOPED_TRACE(form + " " + method);
    const RunOfModel run = RunModel(repeated, "TwoBrakes", form, method);
    EXPECT_EQ(run.report.status, driver::SimulateStatus::kDone);
    EXPECT_FALSE(run.diagnostics.items().empty());
    for (const Diagnostic& d : run.diagnostics.items()) EXPECT_EQ(d.code, Code::kUndetermined) << d.message;
    EXPECT_NEAR(ValueAt(run.trajectory, "w", 3).value(), std::cos(2.0) - std::cos(3.0), 1e-7);
    EXPECT_NEAR(ValueAt(run.trajectory, "second", 1.5).value(), std::sin(1.5), 1e-12);
    EXPECT_NEAR(
        ValueAt(run.trajectory, "first", 0.5).value() + ValueAt(run.trajectory, "second", 0.5).value(),
        std::sin(0.5), 1e-12);
  }
  const RunOfModel residual = RunModel(repeated, "TwoBrakes", "dae");
  ASSERT_EQ(residual.diagnostics.num_errors(), 1u);
  EXPECT_EQ(residual.diagnostics.items().back().code, Code::kModeNotSolvable);
}

class EventParts : public testing::TestWithParam<std::string> {};

TEST_P(EventParts, MeetTheirClosedFormsInBothForms) {
  ExpectTheTable(Examples(), GetParam(), "ode");
  ExpectTheTable(Examples(), GetParam(), "dae");
}
TEST_P(EventParts, MeetThemByMethodsOfEveryFamily) {
  ExpectTheTableByOtherMethods(Examples(), GetParam());
}
TEST_P(EventParts, HaveTheSameEventsInBothForms) {
  ExpectTheSameEvents(Examples(), GetParam());
}

INSTANTIATE_TEST_SUITE_P(Golden, EventParts, testing::ValuesIn(ModelsOf(Examples())),
                         [](const auto& test) { return test.param; });

TEST(EventModelsOnDisk, AllHaveExpectedValues) {
  for (const Table& table : {Published(), Traps(), Modes()}) {
    const auto expected = ReadExpected(table.file);
    for (const auto& entry : std::filesystem::directory_iterator(DAEDALUS_SOURCE_DIR "/" + table.folder)) {
      if (entry.path().extension() != ".mo") continue;
      EXPECT_TRUE(expected.contains(entry.path().stem().string())) << entry.path();
    }
  }
}

TEST(EventModelsTwice, AreTheSameBitForBit) {
  for (const Table& table : {Published(), Modes(), Traps()}) {
    for (const std::string& model : ModelsOf(table)) {
      for (const char* form : {"ode", "dae"}) {
        SCOPED_TRACE(model + " " + form);
        const RunOfModel first = GoodRun(table, model, form), second = GoodRun(table, model, form);
        EXPECT_FALSE(first.trajectory.time.empty());
        EXPECT_EQ(first.trajectory.time, second.trajectory.time);
        EXPECT_EQ(first.trajectory.values, second.trajectory.values);
      }
    }
  }
}

// A clock that ticks at the start has no value before.
TEST(EventModelsBegin, BehindAnEventAtTheStart) {
  for (const char* form : {"ode", "dae"}) {
    const RunOfModel run = GoodRun(Published(), "ClockedCounters", form);
    ASSERT_GT(run.trajectory.time.size(), 1u);
    EXPECT_EQ(run.trajectory.time[0], 0.0);
    EXPECT_GT(run.trajectory.time[1], 0.0);
    EXPECT_EQ(ValueAt(run.trajectory, "n", 0.0), 1.0);
  }
}

TEST(EventModelsEnd, ByTheirOwnWord) {
  const RunOfModel run = GoodRun(Published(), "Parachute", "ode");
  ASSERT_EQ(run.diagnostics.items().size(), 1u);
  EXPECT_EQ(run.diagnostics.items()[0].code, Code::kTerminated);
  EXPECT_NE(run.diagnostics.items()[0].message.find("the ground"), std::string::npos);
}

// Models that are wrong: what is said, at which line, and how far the results go.
struct WrongModel {
  const char* name;
  Code code;
  const char* text;  // a part of the message
  std::uint32_t line;
  double end = 0;  // of the results; 0: the run does not begin
};

class WrongEvents : public testing::TestWithParam<WrongModel> {};

TEST_P(WrongEvents, AreToldWithTheirLine) {
  const WrongModel& wrong = GetParam();
  for (const char* form : {"ode", "dae"}) {
    SCOPED_TRACE(form);
    const RunOfModel run = RunModel({"tests/golden/events_models/wrong/", ""}, wrong.name, form);
    EXPECT_NE(run.report.status, driver::SimulateStatus::kDone);
    ASSERT_EQ(run.diagnostics.num_errors(), 1u);
    const Diagnostic& d = run.diagnostics.items().back();
    EXPECT_EQ(d.code, wrong.code);
    EXPECT_NE(d.message.find(wrong.text), std::string::npos) << d.message;
    EXPECT_EQ(LineOfLastMessage(run), wrong.line);
    if (wrong.end == 0) continue;
    ASSERT_FALSE(run.trajectory.time.empty());
    EXPECT_NEAR(run.trajectory.time.back(), wrong.end, 5e-3 * wrong.end);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Golden, WrongEvents,
    testing::Values(
        WrongModel{"EndlessLoop", Code::kEventsDoNotSettle, "do not settle", 2},
        WrongModel{"EndlessRounds", Code::kEventsDoNotSettle, "do not settle", 3, 0.5},
        WrongModel{"NoCombination", Code::kEventsDoNotSettle, "no values of the relations", 6, 0.5},
        WrongModel{"NoSolutionAfterEvent", Code::kEventNotSolved, "have no solution after an event", 5, 0.5},
        WrongModel{"NoRootAfterCrossing", Code::kEventsDoNotSettle, "no values of the relations", 5},
        WrongModel{"ReinitByCondition", Code::kUnsupportedExpression, "a condition decides at the start", 7},
        WrongModel{"BufferOverrun", Code::kAssertionFailed,
                   "`buffer` has no element 4: the subscript is between 1 and 3", 8, 0.3},
        WrongModel{"TwoWhens", Code::kBadEquation, "two when-clauses assign to `m`", 9},
        WrongModel{"NoState", Code::kBadEquation, "`y` is not a state", 7},
        WrongModel{"SampleZero", Code::kWrongArgumentType, "the interval of `sample`", 5},
        WrongModel{"SampleNegative", Code::kWrongArgumentType, "the interval of `sample`", 4},
        WrongModel{"PreOutside", Code::kTooVariable, "`pre` of a variable that varies", 5},
        WrongModel{"BallWithoutRest", Code::kCrowdedEvents, "faster and faster", 6, 1.3546},
        WrongModel{"TanksWithoutEnd", Code::kCrowdedEvents, "faster and faster", 8, 10},
        WrongModel{"Chattering", Code::kCrowdedEvents, "changes to and fro", 5, 0.5},
        WrongModel{"ModeWithoutSolution", Code::kModeNotSolvable, "structurally singular", 8, 1},
        WrongModel{"ImpulseUnsaid", Code::kImpulse, "does not say what is conserved", 6, 1},
        WrongModel{"ImpulseNotLinear", Code::kImpulse, "does not enter this equation linearly", 6, 1},
        WrongModel{"TerminalMode", Code::kModeNotSolvable, "`terminal()` changes the structure", 0, 1},
        WrongModel{"RodTooLong", Code::kImpulse, "but not for the values before", 10, 0.5},
        WrongModel{"TwoReinits", Code::kBadEquation, "two when-clauses set `x`", 9},
        WrongModel{"RealForInteger", Code::kTypeMismatch, "the left side is Integer", 5},
        WrongModel{"ClocksContradict", Code::kClockConflict,
                   "every 1/4 s, but the same variables have a clock that ticks every 3/10 s", 6},
        WrongModel{"ClockFactor", Code::kClockConflict, "every 1/10 s to one that ticks every 1/4 s", 6},
        WrongModel{"ClocksOfOneVariable", Code::kClockConflict, "the same variables have a clock", 4},
        WrongModel{"ClockUnknown", Code::kClockUnknown, "when this ticks", 5},
        WrongModel{"ClockedAndContinuous", Code::kClockedAndContinuous, "with variables that have none", 5},
        WrongModel{"ClockedWhen", Code::kClockedAndContinuous, "with a Boolean condition", 6},
        WrongModel{"ClockTooEarly", Code::kBadClock, "before the clock that it is made from", 6},
        WrongModel{"ClockWithoutInterval", Code::kBadClock, "from 1 on here, but this is 0", 4},
        WrongModel{"EventClockTooFast", Code::kBadClock, "no ticks between its events", 5},
        WrongModel{"ClockCounterVanishes", Code::kAssertionFailed, "the interval of this clock is 0", 4, 0.1},
        WrongModel{"ClockIntervalVanishes", Code::kAssertionFailed, "the interval of this clock is 0", 4,
                   0.75},
        WrongModel{"ClockOfExpression", Code::kBadClock, "and no other expression", 4},
        WrongModel{"ClockBetweenTicks", Code::kBadClock, "no ticks between its ticks", 7},
        WrongModel{"ClockedAlgorithm", Code::kBadEquation, "in an algorithm", 4},
        WrongModel{"ClockOfTwoIntervals", Code::kClockConflict, "every 1/5 s", 5},
        WrongModel{"ClockWithoutSolver", Code::kBadClock, "no solver \"Magic\"", 4},
        WrongModel{"ClockedSingular", Code::kClockedEquations, "no clocked variable left", 5},
        WrongModel{"WhenWithoutValue", Code::kRunNotFinite, "square root of a negative number at time = 1.5",
                   7, 1.5},
        WrongModel{"StartWithoutValue", Code::kRunNotFinite, "logarithm of", 5},
        WrongModel{"WhenFunctionFails", Code::kRunNotFinite, "a function failed: too many at time = 0.5", 16,
                   0.5},
        WrongModel{"BrokenInitial", Code::kEventsDoNotSettle, "does not hold for the values that were found",
                   5},
        WrongModel{"DelayVanishes", Code::kBadDelay, "and it must be positive", 5, 0.5},
        WrongModel{"DelayTooLong", Code::kBadDelay, "at most 1, its limit", 5},
        WrongModel{"ClockedInverseOfSample", Code::kClockedDerivative, "would have to be differentiated", 4},
        WrongModel{"ClockedDerivative", Code::kClockedDerivative, "its clock has no solver", 5}),
    [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace daedalus
