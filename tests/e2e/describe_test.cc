// describe: for people and for programs.
#include <map>
#include <nlohmann/json.hpp>

#include "e2e/run_binary.h"

namespace daedalus::e2e {
namespace {

class Describe : public EndToEnd {
 protected:
  nlohmann::json Json(const std::vector<std::string>& arguments) const {
    std::vector<std::string> all{"describe", "--json"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    const Outcome run = Daedalus(all);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(run.err, "");
    return nlohmann::json::parse(run.out);
  }
};

// A row of `variables` by its name.
nlohmann::json Variable(const nlohmann::json& json, const std::string& name) {
  for (const auto& row : json["variables"]) {
    if (row["name"] == name) return row;
  }
  ADD_FAILURE() << "no variable " << name;
  return {};
}

constexpr const char* kHeater =
    "model Heater \"a room\"\n"
    "  type Mode = enumeration(off, on);\n"
    "  parameter Real C(unit = \"J/K\", min = 1) = 1000 \"capacity\"; parameter Real G(unit = \"W/K\") = 1;\n"
    "  parameter Integer n = 2;\n"
    "  parameter String label = \"north\";\n"
    "  input Real u(unit = \"W\");\n"
    "  output Real y;\n"
    "  Real T[n](each start = 293, each fixed = true, each unit = \"K\", each displayUnit = \"degC\");\n"
    "  Mode mode(start = Mode.off, fixed = true);\n"
    "equation\n"
    "  C*der(T[1]) = u - G*T[1];\n"
    "  C*der(T[2]) = G*(T[1] - T[2]);\n"
    "  y = -T[2];\n"
    "  when T[1] > 300 then mode = Mode.on; end when;\n"
    "  annotation(experiment(StopTime = 10));\n"
    "end Heater;\n";

TEST_F(Describe, JsonHasWhatProgramsNeed) {
  const std::string file = Write("Heater.mo", kHeater);
  const auto json = Json({file});
  EXPECT_EQ(json["model"], "Heater");
  EXPECT_EQ(json["description"], "a room");
  EXPECT_EQ(json["experiment"], (nlohmann::json{{"stop_time", 10.0}}));
  const auto C = Variable(json, "C");
  EXPECT_EQ(C["causality"], "parameter");
  EXPECT_EQ(C["variability"], "tunable");
  EXPECT_EQ(C["start"], 1000);
  EXPECT_EQ(C["min"], 1);
  EXPECT_EQ(C["unit"], "J/K");
  EXPECT_EQ(C["description"], "capacity");
  EXPECT_EQ(C["settable"], true);
  EXPECT_EQ(C["declared"]["line"], 3);
  EXPECT_EQ(C["declared"]["file"], file);
  EXPECT_EQ(Variable(json, "n")["structural"], true);
  EXPECT_EQ(Variable(json, "label")["start"], "north");
  const auto y = Variable(json, "y");
  EXPECT_EQ(y["causality"], "output");
  EXPECT_EQ(Variable(json, "T[2]")["alias_of"], (nlohmann::json{{"name", "y"}, {"sign", -1}}));
  EXPECT_EQ(y["start"], -293);
  EXPECT_EQ(Variable(json, "T[1]")["initial"], "exact");
  EXPECT_EQ(Variable(json, "der(T[1])")["derivative_of"], "T[1]");
  EXPECT_EQ(Variable(json, "mode")["start"], "off");
  EXPECT_EQ(Variable(json, "mode")["enumeration"], "Heater.Mode");
  EXPECT_EQ(Variable(json, "time")["causality"], "independent");
  EXPECT_EQ(json["inputs"], nlohmann::json{"u"});
  EXPECT_EQ(json["when_conditions"], 1);
}

TEST_F(Describe, JsonHasStatesAndWhatTheyDependOn) {
  const auto json = Json({Write("Heater.mo", kHeater)});
  std::map<std::string, nlohmann::json> states;
  for (const auto& state : json["states"]) states[state["name"]] = state;
  ASSERT_EQ(states.size(), 2u);
  EXPECT_EQ(states["T[1]"]["derivative"], "der(T[1])");
  EXPECT_EQ(states["T[1]"]["derivative_depends_on"]["inputs"], nlohmann::json{"u"});
  EXPECT_EQ(states["T[1]"]["derivative_depends_on"]["states"], nlohmann::json{"T[1]"});
  EXPECT_EQ(states["y"]["derivative_depends_on"]["states"].size(), 2u);
  EXPECT_TRUE(states["y"]["derivative_depends_on"]["inputs"].empty());
  ASSERT_EQ(json["outputs"].size(), 1u);
  EXPECT_EQ(json["outputs"][0]["depends_on"]["states"], nlohmann::json{"y"});
  std::map<std::string, nlohmann::json> units;
  for (const auto& unit : json["units"]) units[unit["text"]] = unit;
  EXPECT_EQ(units["J/K"]["base_units"], (nlohmann::json{{"kg", 1}, {"m", 2}, {"s", -2}, {"K", -1}}));
  EXPECT_EQ(units["degC"]["offset"], 273.15);
  ASSERT_EQ(json["events"].size(), 1u);
  EXPECT_EQ(json["events"][0]["kind"], "crossing");
  EXPECT_EQ(json["events"][0]["declared"]["line"], 14);
}

TEST_F(Describe, SettingsAreHeard) {
  const std::string file = Write("Heater.mo", kHeater);
  const auto json = Json({file, "--set", "n=2", "--set", "C=5", "--set", "label=south"});
  EXPECT_EQ(Variable(json, "C")["start"], 5);
  EXPECT_EQ(Variable(json, "label")["start"], "south");
}

TEST_F(Describe, TheTextIsATableForPeople) {
  const Outcome run = Daedalus({"describe", Write("Heater.mo", kHeater)});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  for (const char* line :
       {"Heater: a room\nexperiment: stop 10\n", "structural parameter", "  T[1]   293    K     state\n",
        "String, structural parameter", "= -y", "2 states, as they are chosen at the start:\n",
        "  T[1]  its derivative depends on T[1], u\n", "1 input:\n  u\n", "1 output:\n  y  depends on y\n",
        "Heater.Mode, discrete", "Heater.mo:14", "1 condition of when-clauses"}) {
    EXPECT_NE(run.out.find(line), std::string::npos) << line << "\n" << run.out;
  }
}

// A model without any of the parts has no headings of them.
TEST_F(Describe, AModelWithLittleInIt) {
  const Outcome run =
      Daedalus({"describe", Write("M.mo", "model M\n  Real x;\nequation\n  x = 1;\nend M;\n")});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.out,
            "M\n\nvariables and parameters, without derivatives:\n"
            "  name  start  unit  kind      description\n"
            "  x     1            constant\n"
            "\n1 unit, and what it means:\n  s  s\n");
}

TEST_F(Describe, MistakesAreThoseOfTheOtherCommands) {
  EXPECT_EQ(Daedalus({"describe"}).exit_code, 2);
  const Outcome unknown = Daedalus({"describe", Model("RlcCircuit.mo"), "--model", "RlcCircus"});
  EXPECT_EQ(unknown.exit_code, 1) << unknown.err;
  EXPECT_NE(unknown.err.find("RlcCircuit"), std::string::npos) << unknown.err;
  EXPECT_EQ(unknown.out, "");
  const Outcome unbalanced =
      Daedalus({"describe", "--json", Write("M.mo", "model M\n  Real x, y;\nequation\n  x = 1;\nend M;\n")});
  EXPECT_EQ(unbalanced.exit_code, 1);
  EXPECT_EQ(unbalanced.out, "");
}

}  // namespace
}  // namespace daedalus::e2e
