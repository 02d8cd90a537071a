// daedalus sweep: many runs, each the one that `simulate` makes alone.
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <sstream>

#include "e2e/run_binary.h"

namespace daedalus::e2e {
namespace {

constexpr const char* kSweptDecay =
    "model Decay\n"
    "  parameter Real k = 1;\n"
    "  parameter Real half = 0.5*k;\n"
    "  parameter Integer n = 2;\n"
    "  Real x(start = 1, fixed = true);\n"
    "  Real z[n] = {i*x*half for i in 1:n};\n"
    "equation\n"
    "  der(x) = -k*x;\n"
    "  annotation(experiment(StopTime = 1));\n"
    "end Decay;\n";

constexpr const char* kEscape =
    "model Escape\n"
    "  parameter Real a = 1;\n"
    "  Real x(start = 1, fixed = true);\n"
    "equation\n"
    "  der(x) = a*x^2;\n"
    "end Escape;\n";

class Sweep : public EndToEnd {
 protected:
  Outcome Run(const std::string& model, const std::vector<std::string>& more) const {
    std::vector<std::string> arguments = {"sweep", Write("M.mo", model), "--intervals",
                                          "20",    "--output",           PathOf("out")};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return Daedalus(arguments);
  }
  std::vector<std::string> Table() const {
    std::vector<std::string> out;
    std::istringstream text(Read("out/runs.csv"));
    for (std::string line; std::getline(text, line);) out.push_back(line);
    return out;
  }
  static bool Has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
  }
};

TEST_F(Sweep, RunsAllCombinationsAsSimulateDoesAlone) {
  const Outcome run = Run(kSweptDecay, {"--set", "k=1:2:3", "--set", "x=1,5", "--jobs", "3"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const auto table = Table();
  ASSERT_EQ(table.size(), 7U);
  EXPECT_TRUE(table[0].starts_with("run,k,x,status,final_time,steps,message,x,")) << table[0];
  EXPECT_TRUE(table[4].starts_with("4,1.5,5,done,1,")) << table[4];
  const Outcome alone = Daedalus({"simulate", PathOf("M.mo"), "--intervals", "20", "--set", "k=1.5", "--set",
                                  "x=5", "--output", PathOf("alone.csv")});
  ASSERT_EQ(alone.exit_code, 0) << alone.err;
  EXPECT_EQ(Read("out/run-0004.csv"), Read("alone.csv"));
}

TEST_F(Sweep, CompilesAStructuralParameterOnceForEachValue) {
  const Outcome run = Run(kSweptDecay, {"--set", "n=1,3", "--set", "k=1,2"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_TRUE(Has(run.out, "compiled 2 times")) << run.out;
  const Outcome alone = Daedalus({"simulate", PathOf("M.mo"), "--intervals", "20", "--set", "n=3", "--set",
                                  "k=2", "--output", PathOf("alone.csv")});
  ASSERT_EQ(alone.exit_code, 0) << alone.err;
  EXPECT_EQ(Read("out/run-0004.csv"), Read("alone.csv"));
  // The first two runs have no z[3].
  const auto table = Table();
  EXPECT_TRUE(Has(table[0], "z[3]")) << table[0];
  EXPECT_TRUE(table[1].ends_with(",")) << table[1];
}

TEST_F(Sweep, ARunThatFailsIsARowAndTheOthersGoOn) {
  const Outcome run = Run(kEscape, {"--stop", "2", "--set", "a=0.1,1,-1"});
  EXPECT_EQ(run.exit_code, 3) << run.err;
  const auto table = Table();
  ASSERT_EQ(table.size(), 4U);
  EXPECT_TRUE(Has(table[1], ",done,2,")) << table[1];
  EXPECT_TRUE(Has(table[2], ",stopped,")) << table[2];
  EXPECT_TRUE(Has(table[3], ",done,2,")) << table[3];
  EXPECT_TRUE(Has(run.out, "run 2 (a=1): ")) << run.out;
}

TEST_F(Sweep, FinishedRunsAreNotRepeated) {
  ASSERT_EQ(Run(kSweptDecay, {"--set", "k=1:2:4"}).exit_code, 0);
  const std::string before = Read("out/runs.csv");
  // A process that was killed: the last lines are missing, and one is there in part.
  std::string log = Read("out/finished.jsonl");
  log.resize(log.find('\n', log.find('\n') + 1) + 20);
  Write("out/finished.jsonl", log);
  std::filesystem::remove(PathOf("out/run-0003.csv"));
  const Outcome again = Run(kSweptDecay, {"--set", "k=1:2:4"});
  ASSERT_EQ(again.exit_code, 0) << again.err;
  EXPECT_TRUE(Has(again.out, "1 of them were there")) << again.out;
  EXPECT_EQ(Read("out/runs.csv"), before);
  const Outcome other = Run(kSweptDecay, {"--set", "k=1:3:4"});
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_TRUE(Has(other.err, "has the runs of another sweep")) << other.err;
}

TEST_F(Sweep, AnInterruptedSweepContinues) {
  const std::string model = Write("M.mo", kSweptDecay);
  const std::vector<std::string> arguments = {"sweep",  model, "--set",      "k=1:2:3000",
                                              "--stop", "100", "--max-step", "0.001",
                                              "--jobs", "2",   "--output",   PathOf("out")};
  const Outcome run = DaedalusWithSignalOnceWritten(arguments, SIGINT, PathOf("out/run-0001.csv"));
  EXPECT_EQ(run.exit_code, 130) << run.err;
  EXPECT_TRUE(Has(run.err, "the same command continues")) << run.err;
  EXPECT_TRUE(Exists("out/runs.csv"));
}

TEST_F(Sweep, TheTableAloneIsWrittenOnRequest) {
  ASSERT_EQ(Run(kSweptDecay, {"--set", "k=1,2", "--table-only", "--variables", "x"}).exit_code, 0);
  EXPECT_FALSE(Exists("out/run-0001.csv"));
  EXPECT_EQ(Table()[0], "run,k,status,final_time,steps,message,x");
}

TEST_F(Sweep, MistakesAreExplainedBeforeTheFirstRun) {
  const auto fails = [&](const std::string& setting, const std::string& message) {
    const Outcome run = Run(kSweptDecay, {"--set", setting});
    EXPECT_NE(run.exit_code, 0);
    EXPECT_TRUE(Has(run.err, message)) << run.err;
    EXPECT_FALSE(Exists("out/runs.csv"));
  };
  fails("k=1:10", "is not a range");
  fails("k=1:10:0", "is not a range");
  fails("k=1:10:2.5", "is not a range");
  fails("k=1,,2", "empty value");
  fails("k", "NAME=VALUES");
  fails("kk=1:2:3", "kk");
  const Outcome twice = Run(kSweptDecay, {"--set", "k=1", "--set", "k=2"});
  EXPECT_TRUE(Has(twice.err, "is set twice")) << twice.err;
  EXPECT_EQ(Daedalus({"sweep"}).exit_code, 2);
  EXPECT_TRUE(Has(Daedalus({"sweep", "--help"}).out, "Example:"));
}

}  // namespace
}  // namespace daedalus::e2e
