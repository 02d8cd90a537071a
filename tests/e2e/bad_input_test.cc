// Bad input: each a diagnostic that names the place, an exit code of the contract, and results up to there
// kept.
#include <regex>

#include "daedalus/results/reader.h"
#include "e2e/run_binary.h"

namespace daedalus::e2e {
namespace {

class BadInput : public EndToEnd {
 protected:
  Outcome SimulateText(const std::string& text) { return Daedalus({"simulate", Write("M.mo", text)}); }
};

void ExpectMessage(const Outcome& run, int exit_code, const std::string& pattern) {
  EXPECT_EQ(run.exit_code, exit_code) << run.err;
  EXPECT_TRUE(std::regex_search(run.err, std::regex(pattern))) << "expected /" << pattern << "/ in:\n"
                                                               << run.err;
}

TEST_F(BadInput, MissingFile) {
  ExpectMessage(Daedalus({"simulate", "none.mo"}), 1, "error\\[D0001\\].*none.mo.*no such file");
}

TEST_F(BadInput, DirectoryWithoutPackage) {
  std::filesystem::create_directory(folder_ / "dir");
  ExpectMessage(Daedalus({"simulate", "dir"}), 1, "error\\[D0003\\].*dir.*package.mo");
}

TEST_F(BadInput, TextThatIsNotUtf8) {
  ExpectMessage(SimulateText("model M\n Real \xff;\nend M;\n"), 1, "error\\[D0002\\]");
}

TEST_F(BadInput, SyntaxErrorsAllAtOnceWithTheirPlaces) {
  const Outcome run = SimulateText("model M\n  Real x\n  Real y;\nequation\n  x = ;\n  y = 1;\nend M;\n");
  ExpectMessage(run, 1, "M.mo:2:9");
  ExpectMessage(run, 1, "M.mo:5:7");
}

TEST_F(BadInput, UnknownClass) {
  ExpectMessage(
      Daedalus({"simulate", Write("M.mo", "model Motor Real x = 1; end Motor;"), "--model", "Moter"}), 1,
      "error\\[D0005\\].*`Moter`[^]*Motor");
}

TEST_F(BadInput, NoModelAtAll) {
  ExpectMessage(SimulateText("package P end P;"), 1, "error\\[D0004\\]");
}

TEST_F(BadInput, WrongTypesNameTheExpression) {
  ExpectMessage(SimulateText("model M\n  Real x = true;\nend M;\n"), 1, "error\\[D02\\d\\d\\][^]*M.mo:2:12");
}

TEST_F(BadInput, UnknownNameSuggestsTheNearest) {
  ExpectMessage(SimulateText("model M\n  Real speed = 1;\n  Real x = sped;\nend M;\n"), 1,
                "`sped`[^]*M.mo:3:12[^]*speed");
}

TEST_F(BadInput, WhatNothingDeterminesIsToldInTheWordsOfItsAuthor) {
  ExpectMessage(SimulateText("model M\n  Real x, z;\n"
                             "  Real y annotation(unassignedMessage = \"y floats: ground it\");\nequation\n"
                             "  x = sin(time);\n  der(x) = cos(time);\n  der(y) = z;\nend M;\n"),
                1, "error\\[D0310\\][^]*the author of `y` says: y floats: ground it");
}

TEST_F(BadInput, MixedUnitsAreAWarning) {
  const Outcome run =
      SimulateText("model M\n  Real x(unit = \"m\") = 1;\n  Real t(unit = \"s\") = x;\nend M;\n");
  ExpectMessage(run, 0, "warning\\[D0261\\].*`t` is in `s`, but its value is in `m`[^]*M.mo:3:24");
}

TEST_F(BadInput, UnbalancedEquationsNameAnUnknown) {
  ExpectMessage(SimulateText("model M\n  Real x;\n  Real y;\nequation\n  x = 1;\nend M;\n"), 1,
                "error\\[D03\\d\\d\\].*1 equation.*2 unknowns[^]*`?y`?");
}

TEST_F(BadInput, TooManyEquationsAreNamedTogether) {
  ExpectMessage(
      SimulateText("model M\n  Real a, b;\nequation\n  a = 1;\n  a = 2;\n  b = a;\nend M;\n"), 1,
      "error\\[D0301\\].*3 equations for 2[^]*M.mo:5:3[^]*M.mo:4:3[^]*2 equations contain only: `a`");
}

TEST_F(BadInput, AnEquationThatSaysNothingNewIsNamed) {
  ExpectMessage(SimulateText("model M\n  Real a, b, c;\nequation\n  a = b;\n  b = c;\n  c = a;\nend M;\n"), 1,
                "error\\[D0320\\][^]*M.mo:6:3[^]*M.mo:4:3[^]*M.mo:5:3");
}

// Differentiating such a system would never end.
TEST_F(BadInput, AnInfiniteIndexIsRefusedAtOnce) {
  ExpectMessage(SimulateText("model M\n  Real x, y, z;\nequation\n  x = sin(time);\n  der(x) = cos(time);\n"
                             "  der(y) = z;\nend M;\n"),
                1, "error\\[D0310\\][^]*M.mo:5:3[^]*M.mo:4:3[^]*`y`, `z`");
}

TEST_F(BadInput, EquationsWithoutUnknownsAndUnknownsWithoutEquationsAreNamed) {
  ExpectMessage(SimulateText("model M\n  Real x;\nequation\n  1 = 2;\nend M;\n"), 1,
                "error\\[D0301\\][^]*M.mo:2:8[^]*M.mo:4:3");
}

TEST_F(BadInput, ALoopWithoutASolutionIsNamedWithItsEquations) {
  Write("M.mo",
        "model M\n  Real x(start = 0, fixed = true), a(start = 1), b(start = 1);\nequation\n  der(x) = 1 + a "
        "- a;\n"
        "  a^2 + sin(b) = 1 - x;\n  b = a*a;\n  annotation(experiment(StopTime = 2));\nend M;\n");
  const Outcome run = Daedalus({"simulate", PathOf("M.mo"), "--form", "ode"});
  ExpectMessage(run, 3, "error\\[D0504\\].*time = 1[^]*M.mo:5:3[^]*in the loop");
  const auto kept = results::ReadResult(PathOf("M.csv"));
  ASSERT_TRUE(kept.ok());
  EXPECT_NEAR(kept->time.back(), 1.0, 0.01);
}

TEST_F(BadInput, DivisionByZeroAtTheStartNamesTheEquation) {
  ExpectMessage(
      SimulateText("model M\n  Real x(start = 0, fixed = true);\nequation\n  der(x) = 1/x;\nend M;\n"), 3,
      "error\\[D04\\d\\d\\].*[^]*M.mo:4:3[^]*1 ?/ ?x");
}

TEST_F(BadInput, NotANumberDuringTheRunKeepsTheResults) {
  const Outcome run = SimulateText(
      "model M\n  Real x(start = 1, fixed = true);\n  Real y;\nequation\n  der(x) = -1;\n  y = sqrt(x);\n"
      "  annotation(experiment(StopTime = 2));\nend M;\n");
  ExpectMessage(run, 3, "error\\[D05\\d\\d\\].*time[^]*M.mo:6:3[^]*sqrt");
  const auto kept = results::ReadResult(PathOf("M.csv"));
  ASSERT_TRUE(kept.ok());
  EXPECT_GT(kept->time.back(), 0.99);
  EXPECT_LE(kept->time.back(), 1.0 + 1e-9);
}

TEST_F(BadInput, AnArrayThatAsksForItsOwnSize) {
  ExpectMessage(
      SimulateText("model M\n  parameter Real a[size(a, 1)] = {1, 2};\n  Real x = a[1];\nequation\n  "
                   "assert(a[1] > 5, \"never\");\nend M;\n"),
      1, "error\\[D0232\\][^]*M.mo:2:20");
}

TEST_F(BadInput, ValuesOutsideOfTheirBounds) {
  const std::string model = Write("M.mo",
                                  "model M\n  parameter Real p(min = 0, max = 10) = 1;\n"
                                  "  Real x(start = 1, fixed = true, max = 1.5, nominal = 2);\n"
                                  "  Real y(start = -3, min = 0);\nequation\n  der(x) = p;\n  y = exp(x);\n"
                                  "  assert(x < 4, \"x has come to \" + String(x));\nend M;\n");
  ExpectMessage(Daedalus({"simulate", model, "--set", "p=11"}), 1,
                "error\\[D0313\\]: parameter `p` is 11, above its max of 10[^]*M.mo:2:18");
  ExpectMessage(Daedalus({"simulate", model, "--set", "x=2"}), 1,
                "error\\[D0313\\]: the start value of `x` is 2, above its max of 1.5");
  const Outcome run = Daedalus({"simulate", model, "--stop", "5", "--intervals", "5"});
  ExpectMessage(run, 3, "warning\\[D0313\\]: the start value of `y` is -3, below its min of 0[^]*M.mo:4:8");
  ExpectMessage(run, 3, "warning\\[D0506\\]: `x` is 2 at time = 1, above its max of 1.5[^]*M.mo:3:8");
  ExpectMessage(run, 3, "error\\[D0503\\]: assertion failed at time = 3: x has come to 4");
  EXPECT_EQ(run.err.find("D0506"), run.err.rfind("D0506")) << "once for each variable";
}

TEST_F(BadInput, UnwritableOutput) {
  ExpectMessage(Daedalus({"simulate", Model("Pendulum.mo"), "--output", "/nowhere/at/all.csv"}), 1,
                "error\\[D06\\d\\d\\].*/nowhere/at/all.csv");
}

TEST_F(BadInput, WrongCommandLines) {
  EXPECT_EQ(Daedalus({}).exit_code, 2);
  EXPECT_EQ(Daedalus({"simulat"}).exit_code, 2);
  EXPECT_EQ(Daedalus({"simulate", "--no-such-option"}).exit_code, 2);
  ExpectMessage(Daedalus({"simulate", Model("Pendulum.mo"), "--method", "magic"}), 2, "magic");
  ExpectMessage(Daedalus({"simulate", Model("Pendulum.mo"), "--set", "nope=1"}), 2, "`nope`");
  ExpectMessage(Daedalus({"simulate", Model("Pendulum.mo"), "--stop", "-1"}), 2, "stop");
  ExpectMessage(Daedalus({"simulate", Model("Pendulum.mo"), "--tolerance", "0"}), 2, "tolerance");
  ExpectMessage(Daedalus({"simulate"}), 2, "FILE");
}

TEST_F(BadInput, MisspeltWordsAreAnsweredWithTheNearest) {
  ExpectMessage(Daedalus({"simulat", Model("Pendulum.mo")}), 2, "no command `simulat`.*`simulate`");
  ExpectMessage(Daedalus({"simulate", Model("Pendulum.mo"), "--tolerence", "1e-3"}), 2,
                "`simulate` has no option `--tolerence`.*`--tolerance`");
  ExpectMessage(Daedalus({"analyze", Model("Pendulum.mo"), "--keep-alias=1"}), 2,
                "`analyze` has no option `--keep-alias`.*`--keep-aliases`");
  ExpectMessage(Daedalus({"simulate", Model("Pendulum.mo"), "--diagnostic", "json"}), 2, "`--diagnostics`");
  ExpectMessage(Daedalus({"simulate", Model("Pendulum.mo"), "--out", "x.csv"}), 2,
                "`--out`; did you mean `--output`");
  ExpectMessage(Daedalus({"dance"}), 2, "no command `dance`; --help lists them\n");
}

TEST_F(BadInput, WordsThatAreNoChoiceAreAnsweredWithTheChoices) {
  ExpectMessage(Daedalus({"simulate", Model("Pendulum.mo"), "--form", "nope"}), 2,
                "--form: `nope` is not one of auto, dae, inline, ode");
  for (const char* option : {"--index-reduction", "--constraints"}) {
    ExpectMessage(
        Daedalus({"simulate", Model("Pendulum.mo"), option, "nope"}), 2,
        "`nope` is not one of baumgarte, differentiate, dummy, embedding, ggl, none, project, state-space");
  }
}

TEST_F(BadInput, NoHelpOffersWhatIsNotAvailable) {
  const std::string help = Daedalus({"simulate", "--help"}).out;
  for (const char* word : {"pantelides", "projection"}) EXPECT_EQ(help.find(word), std::string::npos) << word;
}

TEST_F(BadInput, TimesThatAreNotFiniteAreCalledThat) {
  ExpectMessage(Daedalus({"simulate", Model("Pendulum.mo"), "--stop", "inf"}), 2,
                "the stop time must be a finite number, but is inf");
  ExpectMessage(Daedalus({"simulate", Model("Pendulum.mo"), "--start", "nan"}), 2,
                "the start time must be a finite number, but is nan");
}

TEST_F(BadInput, ALibraryThatIsNotThere) {
  for (const char* command : {"simulate", "check", "flatten", "analyze"}) {
    ExpectMessage(Daedalus({command, Model("Pendulum.mo"), "--library", "no/such/folder"}), 2,
                  "--library `no/such/folder` is not a directory");
  }
}

// A generated model in one line: its messages stay readable.
TEST_F(BadInput, ALongLineIsNotPrintedWhole) {
  std::string text = "model M Real x = ";
  for (int i = 0; i < 60'000; ++i) text += "1 + ";
  const Outcome run = SimulateText(text + "wrong; end M;");
  ExpectMessage(run, 1, "`wrong`[^]*1 \\+ wrong; end M;");
  EXPECT_LT(run.err.size(), 1000u);
}

// What is done at events, and functions of C: those of the text below print, draw a root, or are nowhere.
constexpr const char* kActing = R"(model M
  impure function print
    input String string;
    input String fileName = "";
    external "C" ModelicaInternal_print(string, fileName);
  end print;
  function f
    input Real x;
    output Real y;
    external "C" y = no_such_function_of_c(x);
  end f;
)";

TEST_F(BadInput, AFileThatAnEventCannotWrite) {
  const Outcome run = SimulateText(
      std::string(kActing) +
      "equation\n  when time > 0.5 then\n    print(\"x\", \"no/such/file\");\n  end when;\nend M;\n");
  ExpectMessage(run, 3, "error\\[D0630\\]: at time = 0.5: `no/such/file` cannot be written[^]*M.mo:14:5");
}

TEST_F(BadInput, AFunctionOfCThatIsNowhere) {
  const std::string file = Write("M.mo", std::string(kActing) + "  Real y = f(time);\nend M;\n");
  ExpectMessage(Daedalus({"simulate", file}), 1, "`no_such_function_of_c` is an external function of C");
  ExpectMessage(Daedalus({"simulate", file, "--allow-external"}), 1,
                "error\\[D0631\\]: `no_such_function_of_c` cannot be loaded");
}

TEST_F(BadInput, WhatAModelPrintsIsOnStandardOutputUnlessQuiet) {
  const std::string file =
      Write("M.mo", std::string(kActing) +
                        "equation\n  when initial() then\n    print(\"hello\");\n  end when;\nend M;\n");
  EXPECT_EQ(Daedalus({"simulate", file}).out.substr(0, 6), "hello\n");
  EXPECT_EQ(Daedalus({"simulate", file, "--quiet"}).out, "");
}

TEST_F(BadInput, SettingsThatAreNoConstantExpression) {
  for (const char* value : {"1/", "1/0", "nope", "time", "1; Real y = 2", "{1,2}", "1 // half"}) {
    ExpectMessage(Daedalus({"simulate", Model("Pendulum.mo"), "--set", std::string("l=") + value}), 2,
                  "cannot set `l` to");
  }
}

TEST_F(BadInput, DiagnosticsAsJson) {
  const Outcome run =
      Daedalus({"check", Write("M.mo", "model M\n  Real x = y;\nend M;\n"), "--diagnostics", "json"});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_NE(run.err.find("\"line\":2"), std::string::npos) << run.err;
  EXPECT_NE(run.err.find("\"severity\":\"error\""), std::string::npos) << run.err;
}

// ---- initial conditions and solutions that end: in the words of the mathematics, with time, equations,
// variables and start values ----

TEST_F(BadInput, NoConsistentPoint) {
  ExpectMessage(
      SimulateText("model M\n  Real x(start = 1), y(start = 1), z(start = 0, fixed = true);\nequation\n"
                   "  der(z) = -z;\n  x^2 + y^2 = -1;\n  x = y + z;\nend M;\n"),
      3, "no consistent initial values[^]*time = 0[^]*M.mo:5:3[^]*x = [^]*\\(start 1\\)");
}

TEST_F(BadInput, ContradictingConditions) {
  ExpectMessage(
      SimulateText("model M\n  Real x, y;\ninitial equation\n  x + y = 1;\n  2*x + 2*y = 3;\nequation\n"
                   "  der(x) = -x;\n  der(y) = -y;\nend M;\n"),
      3, "time = 0[^]*contradict each other[^]*M.mo:5:3[^]*M.mo:4:3[^]*no start value");
}

TEST_F(BadInput, AManifoldOfDimensionZero) {
  ExpectMessage(SimulateText("model M\n  Real x, y, z(start = 1, fixed = true);\nequation\n  x = sin(time);\n"
                             "  y = der(x);\n  z = der(y);\nend M;\n"),
                3, "`z = 1` is one too many[^]*M.mo:2:14[^]*x = sin\\(time\\)[^]*a manifold of dimension 0");
}

TEST_F(BadInput, TooFewConditions) {
  Write("M.mo", "model M\n  Real x, v(start = 3);\nequation\n  der(x) = v;\n  der(v) = -x;\nend M;\n");
  const Outcome run = Daedalus({"simulate", PathOf("M.mo"), "--verbose"});
  ExpectMessage(
      run, 0,
      "too few initial conditions[^]*M.mo:2:8[^]*`x` has no start value[^]*`v` starts at its start value");
}

TEST_F(BadInput, AnImpasse) {
  Write("M.mo", "model M\n  Real x(start = 1, fixed = true);\nequation\n  x*der(x) = -1;\nend M;\n");
  // Explicit methods, which auto takes here, do not fail at the point: they go to and fro across it.
  for (const char* method : {"radau5", "dopri5", "auto"}) {
    const Outcome run = Daedalus({"simulate", PathOf("M.mo"), "--method", method});
    ExpectMessage(run, 3,
                  "stopped at time = 0\\.[45][^]*M.mo:4:3[^]*an impasse[^]*check these start values first: x "
                  "\\(start 1, fixed\\)");
  }
}

}  // namespace
}  // namespace daedalus::e2e
