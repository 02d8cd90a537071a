// The files of a run: which columns they have, and that no mistake costs an earlier one.
#include <cmath>

#include "daedalus/results/reader.h"
#include "e2e/run_binary.h"

namespace daedalus::e2e {
namespace {

class Results : public EndToEnd {
 protected:
  // Standard output goes to a device that is always full.
  void FillStandardOutput() const {
    std::filesystem::create_symlink("/dev/full", folder_.string() + "_io/out");
  }
  std::string HeadOf(const std::string& file) const {
    const std::string csv = Read(file);
    return csv.substr(0, csv.find('\n'));
  }
};

constexpr const char* kNames =
    "model Names\n"
    "  type Phase = enumeration(up, down, rest);\n"
    "  Phase phase(start = Phase.up, fixed = true);\n"
    "  String says(start = \"begin\", fixed = true);\n"
    "  String mood = if on then \"bright, \\\"sunny\\\"\" else \"dark\";\n"
    "  Boolean on = time > 0.5;\n"
    "  Integer n = if says == \"stop\" then 2 else 1;\n"
    "equation\n"
    "  when time > 0.25 then\n"
    "    phase = Phase.down;\n"
    "    says = \"go\";\n"
    "  elsewhen time > 0.75 then\n"
    "    phase = Phase.rest;\n"
    "    says = \"stop\";\n"
    "  end when;\n"
    "  assert(time < 0.9, \"phase \" + String(phase) + \" says \" + says, AssertionLevel.warning);\n"
    "  annotation(experiment(StopTime = 1, Interval = 0.5));\n"
    "end Names;\n";

TEST_F(Results, StringsAreTextsAndLiteralsHaveNames) {
  const std::string model = Write("Names.mo", kNames);
  const Outcome run = Daedalus({"simulate", model, "--output", "r.csv", "--literals", "--log-events",
                                "--variables", "phase,says,mood,on,n", "--plot", "phase,on"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const std::string csv = Read("r.csv");
  EXPECT_NE(csv.find("0,\"up\",\"begin\",\"dark\",false,1\n"), std::string::npos) << csv;
  EXPECT_NE(csv.find("1,\"rest\",\"stop\",\"bright, \"\"sunny\"\"\",true,2\n"), std::string::npos) << csv;
  EXPECT_NE(run.err.find("phase: up -> down"), std::string::npos) << run.err;
  EXPECT_NE(run.err.find("says: \"begin\" -> \"go\""), std::string::npos) << run.err;
  EXPECT_NE(run.err.find("phase rest says stop"), std::string::npos) << run.err;
  EXPECT_NE(Read("r.html").find("\"names\":{\"1\":\"up\",\"2\":\"down\",\"3\":\"rest\"}"), std::string::npos);
  ASSERT_EQ(Daedalus({"simulate", model, "--output", "n.csv", "--variables", "phase,on"}).exit_code, 0);
  EXPECT_NE(Read("n.csv").find("1,3,1\n"), std::string::npos) << Read("n.csv");
  EXPECT_EQ(Daedalus({"compare", "r.csv", "r.csv"}).exit_code, 0);
}

// The text of an event contains values of the run, and is remembered, compared and shown like any other.
constexpr const char* kDiary =
    "model Diary\n"
    "  Integer n(start = 0, fixed = true);\n"
    "  Real x(start = 0, fixed = true);\n"
    "  String entry(start = \"none\", fixed = true);\n"
    "  String before(start = \"\", fixed = true);\n"
    "  String whole = if n > 2 then \"many: \" + entry else entry;\n"
    "  Boolean isThird = entry == \"3 at 1.5\";\n"
    "  Boolean isLate = entry > \"2\" and entry <> \"none\";\n"
    "equation\n"
    "  der(x) = 1;\n"
    "  when sample(0.5, 0.5) then\n"
    "    n = pre(n) + 1;\n"
    "    entry = String(n) + \" at \" + String(x, significantDigits = 3);\n"
    "    before = pre(entry);\n"
    "  end when;\n"
    "  when isThird then\n"
    "    assert(false, \"the diary says \" + entry, AssertionLevel.warning);\n"
    "  end when;\n"
    "  annotation(experiment(StopTime = 1.75, Interval = 0.25));\n"
    "end Diary;\n";

TEST_F(Results, TextsAreWrittenDuringTheRun) {
  const std::string model = Write("Diary.mo", kDiary);
  for (const std::string form : {"ode", "dae"}) {
    const Outcome run = Daedalus({"simulate", model, "--output", "r.csv", "--form", form, "--log-events",
                                  "--variables", "n,entry,before,whole,isThird,isLate", "--plot", "entry"});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    const std::string csv = Read("r.csv");
    EXPECT_NE(csv.find("0.25,0,\"none\",\"\",\"none\",0,0\n"), std::string::npos) << csv;
    EXPECT_NE(csv.find("1.25,2,\"2 at 1\",\"1 at 0.5\",\"2 at 1\",0,1\n"), std::string::npos) << csv;
    EXPECT_NE(csv.find("1.75,3,\"3 at 1.5\",\"2 at 1\",\"many: 3 at 1.5\",1,1\n"), std::string::npos) << csv;
    EXPECT_NE(run.err.find("entry: \"2 at 1\" -> \"3 at 1.5\""), std::string::npos) << run.err;
    EXPECT_NE(run.err.find("the diary says 3 at 1.5"), std::string::npos) << run.err;
    EXPECT_NE(Read("r.html").find("\"1 at 0.5\""), std::string::npos);
  }
}

// A clock that ticks at the start, with an assertion that does not hold then: nothing was found.
TEST_F(Results, AnEventAtTheStartThatFailsLeavesNoEmptyFile) {
  const std::string model = Write("Fails.mo",
                                  "model Fails\n"
                                  "  discrete Real d(start = 0, fixed = true);\n"
                                  "equation\n"
                                  "  when sample(0, 1) then\n"
                                  "    d = time;\n"
                                  "    assert(false, \"never\");\n"
                                  "  end when;\n"
                                  "  annotation(experiment(StopTime = 1));\n"
                                  "end Fails;\n");
  const Outcome run = Daedalus({"simulate", model, "--output", "r.csv"});
  EXPECT_EQ(run.exit_code, 3) << run.err;
  EXPECT_NE(run.err.find("never"), std::string::npos) << run.err;
  EXPECT_FALSE(std::filesystem::exists(PathOf("r.csv")));
}

// Alias removal finds the constants; elements of arrays and parameters are among what they come from.
constexpr const char* kConstants =
    "model Constants\n"
    "  parameter Real p = 3;\n"
    "  parameter Real A[2,2] = [1,2;3,4];\n"
    "  Real x(start = 1, fixed = true);\n"
    "  Real remainder, twice, same, opposite, S[2,2];\n"
    "equation\n"
    "  der(x) = -x;\n"
    "  remainder = mod(-3.7, 1.5);\n"
    "  twice = 2*p;\n"
    "  same = twice;\n"
    "  opposite + same = 0;\n"
    "  S = A*A;\n"
    "  annotation(experiment(StopTime = 1, Interval = 0.5));\n"
    "end Constants;\n";

TEST_F(Results, ConstantsAreColumnsOfEveryFormatAndOfPlots) {
  const std::string model = Write("Constants.mo", kConstants);
  for (const std::string file : {"r.csv", "r.mat"}) {
    ASSERT_EQ(Daedalus({"simulate", model, "--output", file}).exit_code, 0);
    const auto read = results::ReadResult(PathOf(file));
    ASSERT_TRUE(read.ok());
    const auto value = [&](const std::string& name) {
      if (const auto signal = read->FindSignal(name)) return read->Values(*signal).back();
      const auto constant = read->FindConstant(name);
      EXPECT_TRUE(constant.has_value()) << name << " in " << file;
      return constant ? read->constant_values[*constant] : NAN;
    };
    EXPECT_NEAR(value("remainder"), 0.8, 1e-15);
    EXPECT_EQ(value("twice"), 6);
    EXPECT_EQ(value("same"), 6);
    EXPECT_EQ(value("opposite"), -6);
    EXPECT_EQ(value("S[1,1]"), 7);
    EXPECT_EQ(value("S[2,2]"), 22);
  }
  const Outcome plot = Daedalus({"simulate", model, "--output", "r.csv", "--plot", "twice,S[1,2],x"});
  EXPECT_EQ(plot.exit_code, 0) << plot.err;
  EXPECT_NE(Read("r.html").find("S[1,2]"), std::string::npos);
}

TEST_F(Results, AModelOfConstantsOnlyHasThemToo) {
  const std::string model = Write("C.mo", "model C\n  Real a, b;\nequation\n  a = 2;\n  b = 2*a;\nend C;\n");
  ASSERT_EQ(Daedalus({"simulate", model, "--intervals", "1", "--plot", "b"}).exit_code, 0);
  const auto read = results::ReadResult(PathOf("C.csv"));
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->time, (std::vector<double>{0, 1}));
  EXPECT_EQ(read->Values(read->FindSignal("a").value())[1], 2);
  EXPECT_EQ(read->Values(read->FindSignal("b").value())[0], 4);
  EXPECT_TRUE(Exists("C.html"));
}

TEST_F(Results, ParametersAreColumnsWhereAPatternAsksForThem) {
  const std::string model = Write("Constants.mo", kConstants);
  ASSERT_EQ(Daedalus({"simulate", model, "--variables", "A[*,2],p"}).exit_code, 0);
  EXPECT_EQ(Read("Constants.csv"), "time,p,\"A[1,2]\",\"A[2,2]\"\n0,3,2,4\n0.5,3,2,4\n1,3,2,4\n");
}

TEST_F(Results, ParametersKeepTheirTypes) {
  const std::string model =
      Write("T.mo",
            "model T\n  parameter Integer n = 3;\n  parameter Boolean on = true;\n"
            "  Real x(start = 1, fixed = true);\nequation\n  der(x) = if on then -n*x else 0;\n"
            "end T;\n");
  ASSERT_EQ(Daedalus({"simulate", model, "--output", "T.mat"}).exit_code, 0);
  const auto read = results::ReadResult(PathOf("T.mat"));
  ASSERT_TRUE(read.ok());
  using results::NumberKind;
  EXPECT_EQ(read->constant_types.at(read->FindConstant("n").value()).kind, NumberKind::kInteger);
  EXPECT_EQ(read->constant_types.at(read->FindConstant("on").value()).kind, NumberKind::kBoolean);
  EXPECT_EQ(read->types.at(read->FindSignal("x").value()).kind, NumberKind::kReal);
}

TEST_F(Results, PatternsMayComeInAListOfCommas) {
  const std::string model = Write("Constants.mo", kConstants);
  ASSERT_EQ(Daedalus({"simulate", model, "--variables", "x, S[2,1]", "--plot", "S[*], der(x)"}).exit_code, 0);
  EXPECT_EQ(HeadOf("Constants.csv"), "time,x,\"S[2,1]\"");
}

TEST_F(Results, APatternThatMatchesNothingIsAnErrorAndTouchesNoFile) {
  const std::string model = Write("Constants.mo", kConstants);
  Write("Constants.csv", "an earlier result");
  for (const char* option : {"--variables", "--plot"}) {
    const Outcome run = Daedalus({"simulate", model, option, "x,twise", "--stats", "s.json"});
    EXPECT_EQ(run.exit_code, 2) << option;
    EXPECT_NE(run.err.find("`twise`"), std::string::npos) << run.err;
    EXPECT_NE(run.err.find("`twice`"), std::string::npos) << "the nearest name: " << run.err;
    EXPECT_EQ(Read("Constants.csv"), "an earlier result");
    EXPECT_FALSE(Exists("s.json"));
  }
}

TEST_F(Results, NoWrongOptionEmptiesAnEarlierFile) {
  const std::string model = Write("Constants.mo", kConstants);
  Write("Constants.csv", "an earlier result");
  const std::vector<std::vector<std::string>> mistakes = {
      {"--method", "nope"},  {"--form", "nope"},
      {"--max-order", "77"}, {"--method", "bdf", "--max-order", "9"},
      {"--set", "x=nope"},   {"--step", "-1"},
      {"--plot", "nope"},    {"--method", "dopri5", "--form", "dae"},
      {"--stop", "-1"},      {"--nope"},
      {"--code", "nope"},    {"--controller", "nope"}};
  for (const auto& mistake : mistakes) {
    std::vector<std::string> arguments = {"simulate", model};
    arguments.insert(arguments.end(), mistake.begin(), mistake.end());
    EXPECT_EQ(Daedalus(arguments).exit_code, 2) << mistake[0];
    EXPECT_EQ(Read("Constants.csv"), "an earlier result") << mistake[0];
  }
}

TEST_F(Results, AFailedStartLeavesTheEarlierFileAndClaimsNoResults) {
  const std::string model =
      Write("M.mo", "model M\n  Real x(start = 0, fixed = true);\nequation\n  der(x) = 1/x;\nend M;\n");
  Write("M.csv", "an earlier result");
  const Outcome run = Daedalus({"simulate", model});
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_EQ(Read("M.csv"), "an earlier result");
  EXPECT_EQ(run.out, "") << "nothing was computed, so nothing is told of steps and results";
}

TEST_F(Results, AnUnknownFormatIsAWrongCommandLine) {
  EXPECT_EQ(Daedalus({"simulate", Write("Constants.mo", kConstants), "--output", "r.xlsx"}).exit_code, 2);
}

TEST_F(Results, StatisticsThatCannotBeWrittenAreAnError) {
  const std::string model = Write("Constants.mo", kConstants);
  Write("Constants.csv", "an earlier result");
  const Outcome early = Daedalus({"simulate", model, "--stats", "no/such/folder/s.json"});
  EXPECT_EQ(early.exit_code, 1) << early.err;
  EXPECT_NE(early.err.find("no/such/folder/s.json"), std::string::npos) << early.err;
  EXPECT_EQ(Read("Constants.csv"), "an earlier result") << "seen before the run";
  const Outcome late = Daedalus({"simulate", model, "--stats", "/dev/full"});
  EXPECT_EQ(late.exit_code, 1) << late.err;
  EXPECT_NE(late.err.find("/dev/full"), std::string::npos) << late.err;
}

TEST_F(Results, StandardOutputThatCannotBeWrittenIsAnError) {
  FillStandardOutput();
  const std::string model = Write("Constants.mo", kConstants);
  const std::vector<std::vector<std::string>> commands = {
      {"simulate", model}, {"simulate", model, "--plot", "x"},
      {"analyze", model},  {"flatten", model},
      {"check", model},    {"parse", "--print", model},
      {"methods"},         {"methods", "radau5"},
      {"--help"},          {"--version"}};
  for (const auto& command : commands) {
    const Outcome run = Daedalus(command);
    EXPECT_EQ(run.exit_code, 1) << command[0];
    EXPECT_NE(run.err.find("cannot write to standard output"), std::string::npos) << command[0] << run.err;
  }
  EXPECT_EQ(results::ReadResult(PathOf("Constants.csv"))->num_points(), 3u) << "the results are there";
}

TEST_F(Results, MoreValuesThanAnyoneMeansAreRefusedBeforeTheRun) {
  const std::string model = Write("Constants.mo", kConstants);
  Write("Constants.csv", "an earlier result");
  const Outcome run = Daedalus({"simulate", model, "--intervals", "100000000"});
  EXPECT_EQ(run.exit_code, 2);
  // time, x, der(x), and the eight constants.
  EXPECT_NE(run.err.find("1100000011 values"), std::string::npos) << run.err;
  EXPECT_NE(run.err.find("--large-results"), std::string::npos) << run.err;
  EXPECT_EQ(Read("Constants.csv"), "an earlier result");
}

}  // namespace
}  // namespace daedalus::e2e
