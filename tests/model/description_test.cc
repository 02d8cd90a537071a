#include "daedalus/model/description.h"

#include <cmath>

#include "daedalus/model/model.h"
#include "daedalus/model/value_text.h"
#include "daedalus/system/builder.h"
#include "model/described_text.h"

namespace daedalus::model {
namespace {

using Causality = VariableCausality;
using Variability = VariableVariability;
using Source = ValueSource::Kind;

TEST(Description, AnAliasSharesStartAndBoundsWithItsSign) {
  const Described d = DescribedText(
      "model M\n"
      "  Real x(start = 3, fixed = true, min = -1, max = 5, nominal = 10, unit = \"m\") \"way\";\n"
      "  Real y(unit = \"m\") \"back\", z;\n"
      "equation\n"
      "  der(x) = -x;\n"
      "  y = -x;\n"
      "  z = x;\n"
      "end M;\n");
  const VariableDescription& y = d["y"];
  ASSERT_TRUE(y.alias_of);
  EXPECT_EQ(d->variables[y.alias_of->variable].name, "x");
  EXPECT_EQ(y.alias_of->sign, -1);
  EXPECT_EQ(y.description, "back");
  EXPECT_EQ(y.start, -3);
  EXPECT_EQ(y.min, -5);
  EXPECT_EQ(y.max, 1);
  EXPECT_EQ(y.nominal, 10);
  EXPECT_EQ(y.start_kind, StartKind::kExact);
  EXPECT_EQ(y.source.sign, -1);
  EXPECT_EQ(y.source.index, d["x"].source.index);
  ASSERT_TRUE(d["z"].alias_of);
  EXPECT_EQ(d["z"].alias_of->sign, 1);
  EXPECT_EQ(d["z"].start, 3);
  EXPECT_FALSE(d["x"].alias_of);
  const VariableDescription& slope = d["der(y)"];
  EXPECT_EQ(slope.unit, "m/s");
  EXPECT_EQ(d->variables[slope.derivative_of.value()].name, "y");
  EXPECT_EQ(d->variables[slope.alias_of.value().variable].name, "der(x)");
}

TEST(Description, StartValuesCountAsTheyAreDeclared) {
  const Described d = DescribedText(
      "model M\n"
      "  Real fixed_one(start = 1, fixed = true);\n"
      "  Real guessed(start = 2);\n"
      "  Real assumed;\n"
      "  Real computed;\n"
      "  Real hinted(start = 4);\n"
      "equation\n"
      "  der(fixed_one) = 1; der(guessed) = 2; der(assumed) = 3;\n"
      "  computed = 2*guessed + time;\n"
      "  hinted^3 + hinted = time;\n"
      "end M;\n");
  EXPECT_EQ(d["fixed_one"].start_kind, StartKind::kExact);
  EXPECT_EQ(d["fixed_one"].start, 1);
  EXPECT_EQ(d["guessed"].start_kind, StartKind::kApprox);
  EXPECT_EQ(d["guessed"].start, 2);
  EXPECT_EQ(d["assumed"].start_kind, StartKind::kApprox)
      << "a state begins with 0 where nothing else is said";
  EXPECT_EQ(d["assumed"].start, 0);
  EXPECT_EQ(d["computed"].start_kind, StartKind::kCalculated);
  EXPECT_FALSE(d["computed"].start);
  EXPECT_EQ(d["hinted"].start_kind, StartKind::kApprox);
  EXPECT_EQ(d["hinted"].start, 4);
  EXPECT_EQ(d["der(guessed)"].start_kind, StartKind::kCalculated);
}

TEST(Description, ParametersSayWhoMayChangeThem) {
  const Described d = DescribedText(
      "model M\n"
      "  constant Real c = 2;\n"
      "  parameter Real k = 3 \"rate\";\n"
      "  parameter Real twice = c*k;\n"
      "  final parameter Real thrice = 3*k;\n"
      "  final parameter Real number = 3*c;\n"
      "  parameter Real own = c;\n"
      "  parameter Integer n = 2;\n"
      "  parameter Real R = 0;\n"
      "  parameter Real found(fixed = false, start = 7);\n"
      "  Real x[n](each start = 1, each fixed = true), i;\n"
      "initial equation\n"
      "  der(x[1]) = -5;\n"
      "equation\n"
      "  der(x[1]) = -found*x[1]*k; der(x[2]) = -x[2]*(twice + thrice + number + own);\n"
      "  R*i = x[1] - x[2] + i;\n"
      "end M;\n");
  const auto expect = [&](const char* name, Causality causality, Variability variability, bool is_structural,
                          bool is_settable) {
    EXPECT_EQ(d[name].causality, causality) << name;
    EXPECT_EQ(d[name].variability, variability) << name;
    EXPECT_EQ(d[name].is_structural, is_structural) << name;
    EXPECT_EQ(d[name].is_settable, is_settable) << name;
  };
  expect("c", Causality::kLocal, Variability::kConstant, false, false);
  expect("k", Causality::kParameter, Variability::kTunable, false, true);
  expect("twice", Causality::kCalculatedParameter, Variability::kTunable, false, true);
  expect("thrice", Causality::kCalculatedParameter, Variability::kTunable, false, false);
  expect("number", Causality::kLocal, Variability::kConstant, false, false);
  expect("own", Causality::kParameter, Variability::kTunable, false, true);
  expect("n", Causality::kParameter, Variability::kFixed, true, false);
  expect("R", Causality::kParameter, Variability::kFixed, true, false);
  expect("found", Causality::kCalculatedParameter, Variability::kFixed, false, false);
  EXPECT_EQ(d["n"].type, VariableType::kInteger);
  EXPECT_EQ(d["n"].start, 2);
  EXPECT_EQ(d["thrice"].start, 9);
  EXPECT_EQ(d["thrice"].start_kind, StartKind::kCalculated);
  EXPECT_EQ(d["k"].start_kind, StartKind::kExact);
  EXPECT_EQ(d["k"].description, "rate");
  EXPECT_EQ(d["found"].start, 7);
  EXPECT_EQ(d["found"].start_kind, StartKind::kApprox);
  for (const StateDescription& state : d->states) EXPECT_NE(state.name, "found");
}

TEST(Description, AnnotatedParametersAreStructuralWhereTheyAreRead) {
  const Described d = DescribedText(
      "model M\n"
      "  parameter Real k = 3 annotation(Evaluate = true);\n"
      "  Real x(start = 1, fixed = true);\n"
      "equation\n"
      "  der(x) = -k*x;\n"
      "end M;\n");
  EXPECT_TRUE(d["k"].is_structural);
  EXPECT_FALSE(d["k"].is_settable);
}

constexpr const char* kTypes =
    "model M\n"
    "  type Mode = enumeration(off, warm, hot);\n"
    "  parameter Mode first = Mode.warm \"to begin with\";\n"
    "  parameter String label = \"heater\";\n"
    "  Mode mode(start = Mode.warm, fixed = true);\n"
    "  Integer count(start = 2, fixed = true, max = 9);\n"
    "  Boolean on(start = true, fixed = true);\n"
    "  discrete Real level(start = 0.5, fixed = true, unit = \"V\");\n"
    "  Real x(start = 0, fixed = true);\n"
    "equation\n"
    "  der(x) = if on then 1 else -1;\n"
    "  when x > 0.5 then mode = Mode.hot; count = pre(count) + 1; level = 2*pre(level); end when;\n"
    "  when sample(0, 0.25) then on = not pre(on); end when;\n"
    "end M;\n";

TEST(Description, TypesAndTheirValues) {
  const Described d = DescribedText(kTypes);
  const auto value = [&](const char* name) { return ValueText(*d, d[name], d[name].start.value()); };
  EXPECT_EQ(d["mode"].type, VariableType::kEnumeration);
  EXPECT_EQ(d["mode"].enumeration, "M.Mode");
  EXPECT_EQ(value("mode"), "warm");
  EXPECT_EQ(d["count"].type, VariableType::kInteger);
  EXPECT_EQ(value("count"), "2");
  EXPECT_EQ(d["count"].max, 9);
  EXPECT_EQ(d["on"].type, VariableType::kBoolean);
  EXPECT_EQ(value("on"), "true");
  EXPECT_EQ(d["level"].type, VariableType::kReal);
  EXPECT_EQ(d["level"].start_kind, StartKind::kExact);
  for (const char* name : {"mode", "count", "on", "level"}) {
    EXPECT_EQ(d[name].variability, Variability::kDiscrete) << name;
    EXPECT_EQ(d[name].source.kind, Source::kHeld) << name;
  }
  EXPECT_EQ(d["x"].variability, Variability::kContinuous);
  ASSERT_EQ(d->enumerations.size(), 1u);
  EXPECT_EQ(d->enumerations[0].literals, (std::vector<std::string>{"off", "warm", "hot"}));
}

TEST(Description, ParametersWithTextsAreStructural) {
  const Described d = DescribedText(kTypes);
  EXPECT_EQ(d["first"].text, "warm");
  EXPECT_EQ(d["first"].type, VariableType::kEnumeration);
  EXPECT_EQ(d["first"].enumeration, "M.Mode");
  EXPECT_EQ(d["first"].description, "to begin with");
  EXPECT_EQ(d["label"].text, "heater");
  EXPECT_EQ(d["label"].type, VariableType::kString);
  for (const char* name : {"first", "label"}) {
    EXPECT_TRUE(d[name].is_structural) << name;
    EXPECT_EQ(d[name].causality, Causality::kParameter) << name;
    EXPECT_FALSE(d[name].start) << name;
  }
}

TEST(Description, EventsThatCanHappen) {
  const Described d = DescribedText(kTypes);
  std::vector<std::string> kinds;
  for (const EventDescription& event : d->events) {
    kinds.emplace_back(NameOf(event.kind));
    ASSERT_TRUE(event.place.IsValid());
  }
  EXPECT_EQ(kinds, (std::vector<std::string>{"crossing", "sample"}));
  EXPECT_EQ(d->events[0].text, "0.5 < x");
  EXPECT_EQ(d.loaded.sources.Locate(d->events[0].place.file, d->events[0].place.begin).line, 12u);
  EXPECT_EQ(d->num_when_conditions, 2u);
}

TEST(Description, KnowsWhereVariablesAreDeclared) {
  const Described d = DescribedText(
      "model M\n"
      "  parameter Real k = 1;\n"
      "  Real x(start = 1,\n"
      "         fixed = true);\n"
      "equation\n"
      "  der(x) = -k*x;\n"
      "end M;\n");
  const auto line = [&](const char* name) {
    return d.loaded.sources.Locate(d[name].declared_at.file, d[name].declared_at.begin).line;
  };
  EXPECT_EQ(line("k"), 2u);
  EXPECT_EQ(line("x"), 3u);
  EXPECT_FALSE(d["time"].declared_at.IsValid());
}

TEST(Description, UnitsWithTheirMeaning) {
  const Described d = DescribedText(
      "model M\n"
      "  parameter Real F(unit = \"kN\") = 1;\n"
      "  parameter Real T(unit = \"K\", displayUnit = \"degC\") = 300;\n"
      "  parameter Real s(unit = \"smoot\") = 1;\n"
      "  Real x(unit = \"m\", start = 1, fixed = true);\n"
      "equation\n"
      "  der(x) = -x/(F*T*s);\n"
      "end M;\n");
  std::map<std::string, UnitDescription> units;
  for (const UnitDescription& unit : d->units) units.emplace(unit.text, unit);
  ASSERT_TRUE(units.at("kN").meaning);
  EXPECT_EQ(units.at("kN").meaning->factor, 1000);
  EXPECT_EQ(units.at("kN").meaning->powers[0], units::Unit::kOne);       // m
  EXPECT_EQ(units.at("kN").meaning->powers[2], -2 * units::Unit::kOne);  // s
  EXPECT_EQ(units.at("degC").meaning.value().offset, 273.15);
  EXPECT_FALSE(units.at("smoot").meaning);
  EXPECT_EQ(units.count("m/s"), 1u) << "of der(x)";
}

TEST(Description, AConstantAliasChangesWithItsParameters) {
  const Described d = DescribedText(
      "model M\n"
      "  parameter Real k = 4;\n"
      "  parameter Integer n = 2;\n"
      "  Real seven, four, x[n];\n"
      "equation\n"
      "  seven = 7; four = k; x[1] = n; x[2] = time;\n"
      "end M;\n");
  EXPECT_EQ(d["seven"].source.kind, Source::kConstant);
  EXPECT_EQ(d["seven"].variability, Variability::kConstant);
  EXPECT_EQ(d["seven"].start, 7);
  EXPECT_EQ(d["four"].variability, Variability::kTunable);
  EXPECT_EQ(d["four"].start_kind, StartKind::kCalculated);
  EXPECT_EQ(d["four"].start, 4);
  EXPECT_EQ(d["four"].causality, Causality::kLocal);
}

TEST(Description, TheOutputsOfComponentsAreLocal) {
  const Described d = DescribedText(
      "model M\n"
      "  block Gain input Real u; output Real y; equation y = 2*u; end Gain;\n"
      "  Gain gain(u = time);\n"
      "  output Real out;\n"
      "equation\n"
      "  out = gain.y + 1;\n"
      "end M;\n");
  EXPECT_EQ(d["gain.y"].causality, Causality::kLocal);
  EXPECT_EQ(d["gain.u"].causality, Causality::kLocal);
  EXPECT_EQ(d["out"].causality, Causality::kOutput);
  EXPECT_EQ(d["time"].causality, Causality::kIndependent);
  EXPECT_TRUE(d->inputs.empty());
  ASSERT_EQ(d->outputs.size(), 1u);
  const Dependencies out = DependenciesOf(*d, "out");
  EXPECT_TRUE(out.time);
  EXPECT_TRUE(out.states.empty() && out.inputs.empty());
}

// An input that has a value of its own cannot be set.
TEST(Description, InputsAreSetFromOutside) {
  const Described d = DescribedText(
      "model M\n"
      "  input Real u(start = 2);\n"
      "  input Boolean on;\n"
      "  input Real bound = time;\n"
      "  Real x(start = 0, fixed = true);\n"
      "equation\n"
      "  der(x) = if on then u else bound;\n"
      "end M;\n");
  ASSERT_EQ(d->inputs.size(), 2u);
  EXPECT_EQ(d->variables[d->inputs[0].variable].name, "u");
  EXPECT_EQ(d->variables[d->inputs[1].variable].name, "on");
  EXPECT_EQ(d["u"].causality, Causality::kInput);
  EXPECT_EQ(d["u"].variability, Variability::kContinuous);
  EXPECT_EQ(d["u"].start, 2);
  EXPECT_EQ(d["u"].start_kind, StartKind::kExact);
  EXPECT_EQ(d["on"].variability, Variability::kDiscrete);
  EXPECT_EQ(d["on"].start, 0);
  EXPECT_EQ(d["bound"].causality, Causality::kLocal);
  EXPECT_FALSE(d["bound"].is_settable);
}

// The builder has no texts, and no places.
TEST(Description, OfAModelThatIsMadeInCppIsMadeOnce) {
  daedalus::Model m("Decay");
  auto k = m.Parameter("k", 2.0, {.unit = "1/s"});
  auto x = m.Variable("x", {.start = 1.0, .fixed = true, .unit = "m"});
  m.Equation(der(x) == -k * x);
  m.Experiment({.stop_time = 3});
  const auto model = Model::FromSystem(std::move(m).Build().value());
  const auto description = model->Describe();
  ASSERT_TRUE(description.ok());
  EXPECT_EQ((*description)->name, "Decay");
  EXPECT_EQ((*description)->experiment.stop_time, 3);
  EXPECT_EQ(FindVariable(**description, "k")->start, 2);
  EXPECT_EQ(FindVariable(**description, "no such name"), nullptr);
  EXPECT_EQ(model->Describe().value(), *description);
  EXPECT_EQ(model->num_compiled(), 1u) << "a run uses the same code";
}

TEST(Description, OfAModelThatCannotBeCompiledIsAnError) {
  daedalus::Model m("Singular");
  auto x = m.Variable("x"), y = m.Variable("y");
  m.Equation(x * x == 1.0);
  m.Equation(x * x * x == 1.0 + 0.0 * y);
  const auto description = Model::FromSystem(std::move(m).Build().value())->Describe();
  ASSERT_FALSE(description.ok());
  EXPECT_EQ(description.error().at(0).code, Code::kStructurallySingular);
}

}  // namespace
}  // namespace daedalus::model
