// `daedalus simulate`: from text to results, as the contract says.
#include <cmath>

#include "daedalus/results/reader.h"
#include "e2e/run_binary.h"

namespace daedalus::e2e {
namespace {

class Simulate : public EndToEnd {};

results::Trajectory ReadTrajectory(const std::string& path) {
  auto read = results::ReadResult(path);
  EXPECT_TRUE(read.ok()) << path;
  return read.ok() ? std::move(*read) : results::Trajectory{};
}

double LastValue(const results::Trajectory& t, const std::string& name) {
  const auto signal = t.FindSignal(name);
  EXPECT_TRUE(signal.has_value()) << name;
  return signal ? t.Values(*signal).back() : NAN;
}

constexpr const char* kDecay =
    "model Decay \"exponential decay\"\n"
    "  parameter Real k(unit = \"1/s\") = 1 \"rate\";\n"
    "  Real x(start = 1, fixed = true);\n"
    "  Real y \"its square\";\n"
    "equation\n"
    "  der(x) = -k*x;\n"
    "  y = x^2;\n"
    "  annotation(experiment(StopTime = 2, Tolerance = 1e-8, Interval = 0.1));\n"
    "end Decay;\n";

// At the start nothing shows how small it is going to be.
TEST_F(Simulate, AVariableThatStaysBelowItsToleranceIsTold) {
  const std::string text =
      "model Driven\n  Real x(start = 0, fixed = true), v(start = 0, fixed = true);\nequation\n"
      "  der(x) = v;\n  der(v) = 1e-9 * time - x;\nend Driven;\n";
  const Outcome run = Daedalus({"simulate", Write("Driven.mo", text)});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NE(run.err.find("D0505"), std::string::npos) << run.err;
  EXPECT_NE(run.err.find("x(nominal = 1e-09)"), std::string::npos) << run.err;
  const Outcome helped =
      Daedalus({"simulate", Write("Told.mo", text.substr(0, 21) + "(nominal = 1e-9, " + text.substr(22))});
  EXPECT_EQ(helped.err.find("`x` is never"), std::string::npos) << helped.err;
}

// A predator (Lotka, Volterra) that falls by ten decades and more, and comes back within a part of a unit of
// time: between two points of the results.
TEST_F(Simulate, AStateThatComesBackBetweenThePointsOfTheResultsIsTold) {
  const std::string file =
      Write("Prey.mo",
            "model Prey\n  Real x(start = 3, fixed = true), y(start = 10, fixed = true);\nequation\n"
            "  der(x) = x*(1 - y);\n  der(y) = 20*y*(x - 1);\n  annotation(experiment(StopTime = 50));\nend "
            "Prey;\n");
  for (const char* form : {"ode", "dae"}) {
    for (const char* method : {"bdf", "radau5", "rodas"}) {
      const Outcome run = Daedalus({"simulate", file, "--form", form, "--method", method});
      EXPECT_NE(run.err.find("grew from there by itself"), std::string::npos)
          << form << " " << method << run.err;
    }
  }
}

TEST_F(Simulate, WritesCsvWithTimeVariablesAndDerivativesOnTheGrid) {
  const Outcome run = Daedalus({"simulate", Write("Decay.mo", kDecay)});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  const std::string csv = Read("Decay.csv");
  EXPECT_EQ(csv.substr(0, csv.find('\n')), "time,x,y,der(x)");
  const auto t = ReadTrajectory(PathOf("Decay.csv"));
  ASSERT_EQ(t.num_points(), 21u) << "the annotation's interval";
  EXPECT_EQ(t.time.back(), 2.0);
  EXPECT_NEAR(LastValue(t, "x"), std::exp(-2.0), 1e-7);
  EXPECT_NEAR(LastValue(t, "y"), std::exp(-4.0), 1e-7);
  EXPECT_NEAR(LastValue(t, "der(x)"), -std::exp(-2.0), 1e-6);
}

TEST_F(Simulate, OptionsOverrideTheAnnotation) {
  const Outcome run =
      Daedalus({"simulate", Write("Decay.mo", kDecay), "--stop", "1", "--intervals", "4", "--set", "k=3",
                "--set", "x=2", "--output", "out.csv", "--tolerance", "1e-9"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  const auto t = ReadTrajectory(PathOf("out.csv"));
  EXPECT_EQ(t.num_points(), 5u);
  EXPECT_NEAR(LastValue(t, "x"), 2 * std::exp(-3.0), 1e-8);
}

TEST_F(Simulate, SettingsMayBeExpressions) {
  const std::string model =
      Write("P.mo",
            "model P\n  parameter Real p = 0, v[2] = {0, 0};\n  parameter Integer n = 0;\n"
            "  Real x(start = 0, fixed = true);\nequation\n  der(x) = 0;\nend P;\n");
  ASSERT_EQ(Daedalus({"simulate", model, "--set", "p=1/2", "--set", "v={max(1, 3), -sqrt(4)}", "--set",
                      "n=7 - 4", "--set", "x=2^10", "--variables", "*", "--intervals", "1"})
                .exit_code,
            0);
  EXPECT_EQ(Read("P.csv"), "time,x,der(x),p,v[1],v[2],n\n0,1024,0,0.5,3,-2,3\n1,1024,0,0.5,3,-2,3\n");
  EXPECT_EQ(Daedalus({"simulate", model, "--set", "n=7/2"}).exit_code, 2) << "no Integer";
}

TEST_F(Simulate, AFileMayStandBehindARepeatableOption) {
  Write("Decay.mo", kDecay);
  for (const std::vector<std::string>& option : {std::vector<std::string>{"--set", "k=3", "--set", "x=2"},
                                                 {"--variables", "x"},
                                                 {"--plot", "x,y"},
                                                 {"--library", "."}}) {
    std::vector<std::string> arguments = {"simulate"};
    arguments.insert(arguments.end(), option.begin(), option.end());
    arguments.push_back("Decay.mo");
    const Outcome run = Daedalus(arguments);
    EXPECT_EQ(run.exit_code, 0) << option[0] << ": " << run.err;
  }
}

TEST_F(Simulate, TheInterpreterAndMachineCodeGiveTheSameBytes) {
  const std::string model = Model("RlcCircuit.mo");
  ASSERT_EQ(Daedalus({"simulate", model, "--code", "interpreter", "--output", "a.csv"}).exit_code, 0);
  const Outcome machine = Daedalus({"simulate", model, "--code", "machine", "--output", "b.csv"});
  ASSERT_EQ(machine.exit_code, 0) << machine.err;
  EXPECT_EQ(Read("a.csv"), Read("b.csv"));
}

TEST_F(Simulate, WritesMatWithParameters) {
  ASSERT_EQ(Daedalus({"simulate", Write("Decay.mo", kDecay), "--output", "d.mat"}).exit_code, 0);
  const auto t = ReadTrajectory(PathOf("d.mat"));
  EXPECT_NEAR(LastValue(t, "x"), std::exp(-2.0), 1e-7);
  const auto k = t.FindConstant("k");
  ASSERT_TRUE(k.has_value());
  EXPECT_EQ(t.constant_values[*k], 1.0);
}

TEST_F(Simulate, KeepsOnlyTheVariablesThatMatch) {
  ASSERT_EQ(Daedalus({"simulate", Write("Decay.mo", kDecay), "--variables", "der(*)", "--variables", "y"})
                .exit_code,
            0);
  const std::string csv = Read("Decay.csv");
  EXPECT_EQ(csv.substr(0, csv.find('\n')), "time,y,der(x)");
}

TEST_F(Simulate, PlotsToAPageAndASketch) {
  const Outcome run = Daedalus({"simulate", Model("Pendulum.mo"), "--plot", "x,y"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  ASSERT_TRUE(Exists("Pendulum.html"));
  const std::string page = Read("Pendulum.html");
  EXPECT_NE(page.find("Dygraph"), std::string::npos);
  EXPECT_EQ(page.find("src=\"http"), std::string::npos) << "readable offline";
  EXPECT_GT(std::count(run.out.begin(), run.out.end(), '\n'), 12) << "a sketch in the terminal";
}

TEST_F(Simulate, APlotOfAnUnknownNameSaysWhichAreThere) {
  const Outcome run = Daedalus({"simulate", Write("Decay.mo", kDecay), "--plot", "z"});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_NE(run.err.find("`z`"), std::string::npos) << run.err;
}

TEST_F(Simulate, StatisticsHaveTheKeysOfTheContract) {
  ASSERT_EQ(Daedalus({"simulate", Write("Decay.mo", kDecay), "--stats", "s.json"}).exit_code, 0);
  const std::string json = Read("s.json");
  for (const char* key : {"model",
                          "method",
                          "form",
                          "equations",
                          "unknowns",
                          "states",
                          "structural_index",
                          "blocks",
                          "tearing_variables",
                          "seconds",
                          "parse",
                          "flatten",
                          "structure",
                          "codegen",
                          "initialize",
                          "integrate",
                          "total",
                          "steps",
                          "rejected_steps",
                          "residual_evaluations",
                          "jacobian_evaluations",
                          "factorizations",
                          "newton_iterations",
                          "events",
                          "final_time",
                          "success"}) {
    EXPECT_NE(json.find('"' + std::string(key) + '"'), std::string::npos) << key;
  }
}

TEST_F(Simulate, ReadsStandardInput) {
  EXPECT_EQ(Daedalus({"simulate", "-"}, kDecay).exit_code, 0);
  EXPECT_TRUE(Exists("Decay.csv"));
}

// However a loop is torn and solved, and whether aliases are removed, the solution is the same.
TEST_F(Simulate, TheWayLoopsAreSolvedDoesNotShowInTheResults) {
  const auto last = [&](const std::vector<std::string>& options) {
    std::vector<std::string> arguments = {
        "simulate", Model("ResistorLoopCircuit.mo"), "--form", "ode", "--output", "out.csv"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const Outcome run = Daedalus(arguments);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    const auto trajectory = results::ReadResult(PathOf("out.csv"));
    const auto signal = trajectory->FindSignal("i3");
    return trajectory->Values(*signal).back();
  };
  const double expected = last({"--keep-aliases", "--loops", "dense"});
  EXPECT_NE(expected, 0);
  for (const char* method : {"relaxation", "torn", "sparse"})
    EXPECT_NEAR(last({"--loops", method}), expected, 1e-9);
  for (const char* tearing : {"7.4", "8.9", "exact", "none"})
    EXPECT_NEAR(last({"--tearing", tearing}), expected, 1e-9) << tearing;
}

TEST_F(Simulate, ReducesTheIndexOfTheCartesianPendulum) {
  const Outcome run = Daedalus({"simulate", Model("higher_index/CartesianPendulum.mo"), "--stats", "s.json"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NE(Read("s.json").find("\"structural_index\": 3"), std::string::npos) << Read("s.json");
}

TEST_F(Simulate, AModelWithoutUnknownsIsJustTime) {
  const Outcome run =
      Daedalus({"simulate", Write("P.mo", "model P parameter Real p = 1; end P;"), "--intervals", "2"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(ReadTrajectory(PathOf("P.csv")).time, (std::vector<double>{0, 0.5, 1}));
}

TEST_F(Simulate, FindsConsistentInitialValuesFromInitialEquations) {
  const Outcome run = Daedalus({"simulate",
                                Write("S.mo",
                                      "model S\n  Real x(start = 1.5); Real y(start = 0.5); parameter Real "
                                      "p(fixed = false, start = 1.5);\n"
                                      "initial equation\n  der(x) = 0; y = 3;\n"
                                      "equation\n  der(x) = p - x + sin(time); y = x^3 - 5*x + 3 + 3*p;\n"
                                      "end S;\n"),
                                "--stop", "0"});
  // der(x) = 0 and y = 3 mean x = p and p^3 - 5 p + 3 p = 0: p is 0 or +-sqrt 2, and sqrt 2 is the one near
  // the start values.
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const auto t = ReadTrajectory(PathOf("S.csv"));
  EXPECT_NEAR(LastValue(t, "x"), std::sqrt(2.0), 1e-9);
  EXPECT_NEAR(LastValue(t, "y"), 3.0, 1e-9);
}

}  // namespace
}  // namespace daedalus::e2e
