// The other commands of the contract.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "e2e/run_binary.h"

namespace daedalus::e2e {
namespace {

class Commands : public EndToEnd {};

TEST_F(Commands, EveryCommandHasHelpWithAnExample) {
  for (const char* command :
       {"simulate", "analyze", "check", "describe", "import", "export", "sweep", "draw", "flatten", "parse",
        "list", "compare", "methods", "linearize", "lsp", "serve", "profile"}) {
    const Outcome run = Daedalus({command, "--help"});
    EXPECT_EQ(run.exit_code, 0) << command;
    EXPECT_NE(run.out.find("Example:\n  daedalus " + std::string(command)), std::string::npos) << run.out;
  }
  EXPECT_EQ(Daedalus({"--help"}).exit_code, 0);
  EXPECT_EQ(Daedalus({"--version"}).out.substr(0, 9), "daedalus ");
}

TEST_F(Commands, AWordThatIsNoChoiceIsAnsweredWithTheChoices) {
  const Outcome run = Daedalus({"analyze", Model("RlcCircuit.mo"), "--tearing", "best"});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_NE(run.err.find("--tearing: `best` is not one of 7.4, 8.9, exact, greedy, none"), std::string::npos)
      << run.err;
  EXPECT_EQ(Daedalus({"analyze", Model("RlcCircuit.mo"), "--tearing", "7.4"}).exit_code, 0);
}

TEST_F(Commands, FlattenedTextSimulatesToTheSameResults) {
  for (const char* model : {"RcChain.mo", "DistillationColumn.mo", "HeatEquation.mo"}) {
    const Outcome flat = Daedalus({"flatten", Model(model)});
    ASSERT_EQ(flat.exit_code, 0) << flat.err;
    ASSERT_EQ(Daedalus({"simulate", Model(model), "--output", "a.csv"}).exit_code, 0);
    const Outcome again = Daedalus({"simulate", Write("Flat.mo", flat.out), "--output", "b.csv"});
    ASSERT_EQ(again.exit_code, 0) << again.err;
    std::string text = Read("b.csv");  // an element is named v[1] in the model, and 'v[1]' in its flat text
    text.erase(std::remove(text.begin(), text.end(), '\''), text.end());
    const Outcome compared = Daedalus({"compare", Write("c.csv", text), "a.csv", "--tolerance", "1e-6"});
    EXPECT_EQ(compared.exit_code, 0) << compared.out;
  }
}

// A call that is written out shares what it computes. Written as text without functions, it would be longer
// than any disk.
TEST_F(Commands, WhatIsTooLongAsTextIsWrittenWithFunctionsAndSimulatesToTheSame) {
  const std::string model = Write(
      "Long.mo",
      "model Long\n"
      "  function f\n"
      "    input Real x;\n"
      "    output Real y;\n"
      "  algorithm\n"
      "    y := x;\n"
      "    for i in 1:60 loop y := sin(y)*cos(y) + (if y > 0.25 then sqrt(y) else 1/(y - 0.5)); end for;\n"
      "  end f;\n"
      "  parameter Real p = 0.3;\n"
      "  final parameter Real q = f(p);\n"
      "  Real x(start = q, fixed = true), z;\n"
      "  discrete Real d(start = 0.5, fixed = true);\n"
      "  Boolean above(start = false, fixed = true);\n"
      "initial equation\n"
      "  z = f(q);\n"
      "equation\n"
      "  der(x) = f(x) - x + d;\n"
      "  der(z) = if f(x + time) > 1.2 then -z else f(z);\n"
      "  above = f(x) > 1.1;\n"
      "  when sample(0.1, 0.2) then\n"
      "    d = f(pre(d)) - f(x);\n"
      "  end when;\n"
      "  assert(f(x) > -100, \"f is \" + String(f(x)));\n"
      "end Long;\n");
  const Outcome flat = Daedalus({"flatten", model});
  ASSERT_EQ(flat.exit_code, 0) << flat.err;
  EXPECT_LT(flat.out.size(), 100'000u);
  const std::string again = Write("Flat.mo", flat.out);
  ASSERT_EQ(Daedalus({"simulate", model, "--output", PathOf("a.csv")}).exit_code, 0);
  const Outcome run = Daedalus({"simulate", again, "--output", PathOf("b.csv")});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const Outcome compared = Daedalus({"compare", PathOf("b.csv"), PathOf("a.csv"), "--tolerance", "1e-12"});
  EXPECT_EQ(compared.exit_code, 0) << compared.out;
  // The functions are written out again: no unknowns were added.
  EXPECT_EQ(Daedalus({"check", again}).out, Daedalus({"check", model}).out);
}

// It is an unknown of the start, no state, though an equation der(p) = 0 keeps it.
TEST_F(Commands, AParameterThatIsFoundAtTheStartIsNoStateAndNoUnknown) {
  const std::string model = Write("Found.mo",
                                  "model Found\n"
                                  "  parameter Real p(fixed = false, start = 1);\n"
                                  "  Real x(start = 1, fixed = true);\n"
                                  "initial equation\n"
                                  "  der(x) = -2;\n"
                                  "equation\n"
                                  "  der(x) = -p*x;\n"
                                  "end Found;\n");
  EXPECT_EQ(Daedalus({"check", model}).out, "Found: right, 1 equations for 1 unknowns\n");
  const std::string text = Daedalus({"analyze", model}).out;
  EXPECT_TRUE(
      text.starts_with("Found: 1 equations for 1 unknowns, and a parameter that is found at the start\n"))
      << text;
  EXPECT_NE(text.find("\nstates            x\n"), std::string::npos) << text;
  const Outcome run = Daedalus({"simulate", model});
  EXPECT_NE((run.out + run.err).find("1 equation, 1 state,"), std::string::npos) << run.out << run.err;
}

TEST_F(Commands, ParsePrintWritesTextThatParsesToTheSame) {
  const Outcome once = Daedalus({"parse", "--print", Model("DistillationColumn.mo")});
  ASSERT_EQ(once.exit_code, 0) << once.err;
  const Outcome twice = Daedalus({"parse", "--print", Write("Again.mo", once.out)});
  EXPECT_EQ(once.out, twice.out);
}

TEST_F(Commands, CompareFindsADifference) {
  Write("a.csv", "time,x\n0,0\n1,1\n");
  Write("b.csv", "time,x\n0,0\n1,1.5\n");
  EXPECT_EQ(Daedalus({"compare", "a.csv", "a.csv"}).exit_code, 0);
  const Outcome run = Daedalus({"compare", "a.csv", "b.csv"});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_NE(run.out.find("x"), std::string::npos);
}

TEST_F(Commands, CompareSaysThatAValueIsNotANumber) {
  Write("a.csv", "time,x\n0,0\n1,nan\n");
  const Outcome run = Daedalus({"compare", "a.csv", "a.csv"});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_NE(run.out.find("not a finite number in the result"), std::string::npos) << run.out;
}

TEST_F(Commands, MethodsListsIda) {
  EXPECT_NE(Daedalus({"methods"}).out.find("\nida "), std::string::npos);
}

TEST_F(Commands, MethodsListsThoseThatAreInlinedOnly) {
  const std::string list = Daedalus({"methods"}).out;
  for (const char* method : {"gauss4", "gauss6", "ars2", "ars3"})
    EXPECT_NE(list.find("\n" + std::string(method) + " "), std::string::npos) << list;
}

TEST_F(Commands, MethodsTellTheIndexThatTheyClaim) {
  std::istringstream list(Daedalus({"methods"}).out);
  std::map<std::string, std::string> index;
  std::string line;
  std::getline(list, line);  // the heading
  const std::size_t place = line.find("index");
  ASSERT_NE(place, std::string::npos) << line;
  while (std::getline(list, line)) {
    if (line.size() > place)
      index[line.substr(0, line.find(' '))] = line.substr(place, line.find(' ', place) - place);
  }
  EXPECT_EQ(index["bdf"], "0-3");
  EXPECT_EQ(index["ida"], "0-2");
  EXPECT_EQ(index["dopri5"], "0");
  EXPECT_EQ(index["ucp"], "0-12");
}

TEST_F(Commands, EveryMethodOfTheListSimulates) {
  std::istringstream list(Daedalus({"methods"}).out);
  std::string line;
  std::getline(list, line);  // the heading
  int num_methods = 0;
  while (std::getline(list, line)) {
    if (line.find("(planned)") != std::string::npos || line.starts_with("index:") ||
        line.starts_with("inlined:"))
      continue;
    const std::string method = line.substr(0, line.find(' '));
    std::vector<std::string> arguments = {"simulate", Model("RlcCircuit.mo"), "--method",
                                          method,     "--tolerance",          "1e-4"};
    if (line.find(" inlined ") != std::string::npos)
      arguments.insert(arguments.end(), {"--form", "inline", "--step", "1e-4"});
    const Outcome run = Daedalus(arguments);
    EXPECT_EQ(run.exit_code, 0) << method << ": " << run.err;
    ++num_methods;
  }
  EXPECT_GE(num_methods, 22);
}

TEST_F(Commands, AFixedStepAndAControllerReachTheIntegrator) {
  const Outcome fixed = Daedalus({"simulate", Model("RlcCircuit.mo"), "--method", "rk4", "--step", "1e-5",
                                  "--stop", "1e-3", "--stats", "s.json"});
  ASSERT_EQ(fixed.exit_code, 0) << fixed.err;
  EXPECT_EQ(nlohmann::json::parse(Read("s.json"))["steps"], 100);
  EXPECT_EQ(Daedalus({"simulate", Model("RlcCircuit.mo"), "--controller", "h211b"}).exit_code, 0);
  EXPECT_EQ(Daedalus({"simulate", Model("RlcCircuit.mo"), "--controller", "cruise"}).exit_code, 2);
  EXPECT_EQ(Daedalus({"simulate", Model("RlcCircuit.mo"), "--method", "dopri5", "--form", "dae"}).exit_code,
            2);
}

TEST_F(Commands, AutoSaysWhyInVerbose) {
  const Outcome run = Daedalus({"simulate", Model("VanDerPolStiff.mo"), "--verbose"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NE(run.out.find("method rodas: the equations are stiff at the start"), std::string::npos) << run.out;
}

// Cellier & Kofman (8.50), (8.53), (8.56).
TEST_F(Commands, MethodsExplainsOneByName) {
  const Outcome run = Daedalus({"methods", "radau5"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NE(run.out.find("1/7200"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("Butcher tableau"), std::string::npos) << run.out;
  EXPECT_EQ(Daedalus({"methods", "auto"}).exit_code, 0);
  const Outcome wrong = Daedalus({"methods", "magic"});
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_NE(wrong.err.find("no method `magic`"), std::string::npos) << wrong.err;
}

TEST_F(Commands, MethodsPlotsAPageThatNeedsNothingElse) {
  const Outcome run = Daedalus({"methods", "bdf", "--plot", PathOf("page.html")});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const std::string page = Read("page.html");
  EXPECT_NE(page.find("<title>bdf"), std::string::npos);
  EXPECT_NE(page.find("Stability domain"), std::string::npos);
  EXPECT_NE(page.find("BDF5"), std::string::npos);
  EXPECT_EQ(page.find("http"), std::string::npos);
  ASSERT_EQ(Daedalus({"methods", "rk4", "--plot"}).exit_code, 0);
  EXPECT_TRUE(Exists("rk4.html"));
  EXPECT_EQ(Daedalus({"methods", "rk4", "--plot", PathOf("no/such/page.html")}).exit_code, 1);
  EXPECT_EQ(Daedalus({"methods", "--plot"}).exit_code, 2);
  EXPECT_EQ(Daedalus({"methods", "ei", "--plot"}).exit_code, 2);
}

TEST_F(Commands, CheckSaysNothingOfARightModelButItsSize) {
  const Outcome run = Daedalus({"check", Model("Pendulum.mo")});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_TRUE(run.err.empty()) << run.err;
}

TEST_F(Commands, AHigherIndexIsNoMistake) {
  const Outcome run = Daedalus({"check", Model("higher_index/CartesianPendulum.mo")});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_TRUE(run.err.empty()) << run.err;
}

// Cellier & Kofman (7.54): index 2, 8 equations after reduction, a loop of 4.
TEST_F(Commands, AnalyzeReportsTheIndexReduction) {
  const auto json = nlohmann::json::parse(
      Daedalus({"analyze", Model("higher_index/ParallelCapacitors.mo"), "--keep-aliases", "--json"}).out);
  EXPECT_EQ(json["structural_index"], 2);
  EXPECT_EQ(json["reduced"]["equations"], 8);
  EXPECT_EQ(json["reduced"]["unknowns"], 8);
  EXPECT_EQ(json["largest_block"], 4);
  EXPECT_EQ(json["states"].size(), 1u);
  EXPECT_EQ(json["dummy_derivatives"].size(), 1u);
  ASSERT_EQ(json["differentiated"].size(), 1u);
  EXPECT_EQ(json["differentiated"][0]["times"], 1);
  EXPECT_GT(json["differentiated"][0]["line"], 0);
}

TEST_F(Commands, AnalyzeNamesTheAliasesThatItRemoves) {
  const auto json = nlohmann::json::parse(Daedalus({"analyze", Model("RlcCircuit.mo"), "--json"}).out);
  EXPECT_EQ(json["original"]["equations"], 10) << "as written, whatever is removed";
  ASSERT_EQ(json["aliases"].size(), 1u);
  EXPECT_EQ(json["aliases"][0]["sign"], 1);
  EXPECT_EQ(json["reduced"]["equations"], 9);
}

TEST_F(Commands, AnalyzeTearsAsItIsTold) {
  const auto tearing = [&](const std::string& algorithm) {
    const Outcome run = Daedalus(
        {"analyze", Model("ResistorLoopCircuit.mo"), "--keep-aliases", "--json", "--tearing", algorithm});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return nlohmann::json::parse(run.out)["tearing_variables"].get<int>();
  };
  EXPECT_EQ(tearing("exact"), 1);
  EXPECT_EQ(tearing("7.4"), 1);
  EXPECT_EQ(tearing("none"), 6);
  const Outcome wrong = Daedalus({"analyze", Model("ResistorLoopCircuit.mo"), "--tearing", "magic"});
  EXPECT_EQ(wrong.exit_code, 2);
}

// Cellier & Kofman 8.9: 25 and 50 tearing variables are enough for 50 cells.
TEST_F(Commands, AnalyzeInlinesTheHeatEquation) {
  const auto tearing = [&](const std::string& method) {
    const Outcome run =
        Daedalus({"analyze", Model("HeatEquation.mo"), "--json", "--loops", "torn", "--inline", method});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return nlohmann::json::parse(run.out)["tearing_variables"].get<int>();
  };
  EXPECT_LE(tearing("bdf"), 25);
  EXPECT_LE(tearing("radau3"), 50);
}

TEST_F(Commands, AnalyzeWritesAPageThatNeedsNothingElse) {
  const Outcome run = Daedalus({"analyze", Model("Pendulum.mo"), "--html", PathOf("page.html")});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const std::string page = Read("page.html");
  EXPECT_NE(page.find("<title>Pendulum"), std::string::npos);
  EXPECT_NE(page.find("Pendulum.mo"), std::string::npos) << "quotes the lines of the model";
  EXPECT_EQ(page.find("http"), std::string::npos);
  EXPECT_EQ(Daedalus({"analyze", Model("Pendulum.mo"), "--html", PathOf("no/such/page.html")}).exit_code, 1);
  EXPECT_NE(Daedalus({"analyze", "--help"}).out.find("analyze models/Pendulum.mo --html"), std::string::npos);
}

TEST_F(Commands, ThePageSaysThatEquationsOfOneFlowWereWrittenTogether) {
  const std::string model = DAEDALUS_SOURCE_DIR "/tests/golden/events_models/SemiLinearChain.mo";
  ASSERT_EQ(Daedalus({"analyze", model, "--html", PathOf("page.html")}).exit_code, 0);
  EXPECT_NE(Read("page.html").find("written together with others of the same flow"), std::string::npos);
}

TEST_F(Commands, AClassIsFoundInALibrary) {
  std::filesystem::create_directories(folder_ / "lib" / "Lib");
  Write("lib/Lib/package.mo", "package Lib end Lib;");
  Write(
      "lib/Lib/Decay.mo",
      "within Lib;\nmodel Decay\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = -x;\nend Decay;\n");
  const Outcome run = Daedalus({"simulate", "--model", "Lib.Decay", "--library", PathOf("lib")});
  EXPECT_EQ(run.exit_code, 0) << run.err;
}

class List : public EndToEnd {
 protected:
  void SetUp() override {
    EndToEnd::SetUp();
    std::filesystem::create_directories(folder_ / "lib" / "Lib 2.1" / "Resources");
    Write("lib/Lib 2.1/package.mo",
          "package Lib \"what\n  it is\"\n  annotation(version = \"2.1\");\nend Lib;\n");
    Write("lib/Lib 2.1/Decay.mo",
          "within Lib;\nmodel Decay \"goes down\"\n  annotation(experiment(StopTime = 2*3));\nend Decay;\n");
    Write("lib/Lib 2.1/Part.mo", "within Lib; model Part end Part;");
    Write("lib/Lib 2.1/package.order", "Part\nDecay\n");
  }
};

TEST_F(List, ShowsPackagesAndModelsWithAnExperiment) {
  const Outcome run = Daedalus({"list", "Lib", "--library", PathOf("lib")});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.out, "package Lib        (2.1) what it is\nmodel   Lib.Decay  goes down\n");
  EXPECT_EQ(Daedalus({"list", PathOf("lib/Lib 2.1")}).out, run.out);
  EXPECT_EQ(Daedalus({"list", PathOf("lib/Lib 2.1/package.mo")}).out, run.out);
  EXPECT_EQ(Daedalus({"list", PathOf("lib/Lib 2.1/Decay.mo")}).out, "model Lib.Decay  goes down\n");
  EXPECT_NE(Daedalus({"list", "--library", PathOf("lib")}).out.find("(2.1) what it is\n"), std::string::npos);
}

TEST_F(List, IsJsonForPrograms) {
  const Outcome run = Daedalus({"list", "Lib", "--library", PathOf("lib"), "--json"});
  const auto json = nlohmann::json::parse(run.out);
  ASSERT_EQ(json["classes"].size(), 2u);
  EXPECT_EQ(json["classes"][0]["version"], "2.1");
  EXPECT_EQ(json["classes"][1]["name"], "Lib.Decay");
  EXPECT_EQ(json["classes"][1]["kind"], "model");
  EXPECT_EQ(json["classes"][1]["description"], "goes down");
  EXPECT_EQ(json["classes"][1]["line"], 2);
  EXPECT_EQ(json["classes"][1]["experiment"]["StopTime"], "2*3");
}

TEST_F(List, SaysWhatIsNotThere) {
  const Outcome missing = Daedalus({"list", "Lib.Dcay", "--library", PathOf("lib")});
  EXPECT_EQ(missing.exit_code, 1);
  EXPECT_NE(missing.err.find("error[D0005]: there is no class `Lib.Dcay`"), std::string::npos) << missing.err;
  EXPECT_NE(missing.err.find("did you mean `Decay`?"), std::string::npos) << missing.err;
  EXPECT_NE(Daedalus({"list", "Nothing"}).err.find("MODELICAPATH"), std::string::npos);
  EXPECT_NE(Daedalus({"list", PathOf("lib")}).err.find("error[D0003]"), std::string::npos);
  EXPECT_EQ(Daedalus({"list", "Lib", "--library", PathOf("no/such")}).exit_code, 2);
}

TEST_F(List, AModelThatNamesWhatIsNotThereIsHelped) {
  Write("A.mo", "model A\n  Modelica.Blocks.Sources.Constant c;\nend A;\n");
  const Outcome none = Daedalus({"simulate", PathOf("A.mo"), "--library", PathOf("lib")});
  EXPECT_NE(none.err.find("no library `Modelica` in [" + PathOf("lib")), std::string::npos) << none.err;
  EXPECT_NE(none.err.find("MODELICAPATH"), std::string::npos) << none.err;
  Write("B.mo", "model B\n  Lib.Dcay c;\nend B;\n");
  const Outcome near = Daedalus({"simulate", PathOf("B.mo"), "--library", PathOf("lib")});
  EXPECT_NE(near.err.find("did you mean `Decay`?"), std::string::npos) << near.err;
  Write("C.mo", "model C\n  Lbi.Decay c;\nend C;\n");
  const Outcome top = Daedalus({"simulate", PathOf("C.mo"), "--library", PathOf("lib")});
  EXPECT_NE(top.err.find("did you mean `Lib`?"), std::string::npos) << top.err;
}

TEST_F(Commands, TheSummaryNamesTheMethodAsAMethod) {
  const Outcome run =
      Daedalus({"simulate", Model("Pendulum.mo"), "--method", "rodas", "--output", PathOf("p.csv")});
  EXPECT_NE(run.out.find("; method rodas, to time = "), std::string::npos) << run.out;
}

// How long machine code takes to compile depends on the machine. So the run grows until it is the longer one.
TEST_F(Commands, ALongRunEndsInMachineCode) {
  constexpr int kMostDoublings = 10;
  const std::string sought = "the run ended in machine code";
  Outcome run;
  double stop = 1000;
  for (int k = 0; k <= kMostDoublings && run.out.find(sought) == std::string::npos; ++k, stop *= 2) {
    run = Daedalus({"simulate", Model("WaveEquation.mo"), "--stop", fmt::format("{}", stop), "--intervals",
                    "10", "--verbose"});
    ASSERT_EQ(run.exit_code, 0) << run.err;
  }
  EXPECT_NE(run.out.find(sought), std::string::npos) << run.out;
}

}  // namespace
}  // namespace daedalus::e2e
