// simulate --input: inputs of the model from files.
#include <gtest/gtest.h>

#include <cmath>

#include "daedalus/results/reader.h"
#include "e2e/run_binary.h"

namespace daedalus::e2e {
namespace {

constexpr const char* kTank =
    "model Tank\n"
    "  input Real inflow(start = 1);\n"
    "  input Boolean pump(start = false);\n"
    "  input Integer steps;\n"
    "  Real level(start = 0, fixed = true);\n"
    "  Integer starts(start = 0, fixed = true);\n"
    "  output Real y = level + steps;\n"
    "equation\n"
    "  der(level) = inflow - (if pump then 2 else 0);\n"
    "  when pump then starts = pre(starts) + 1; end when;\n"
    "  annotation(experiment(StopTime = 4));\n"
    "end Tank;\n";

class Inputs : public EndToEnd {
 protected:
  Outcome Simulate(std::vector<std::string> more) const {
    std::vector<std::string> arguments = {"simulate", Write("Tank.mo", kTank), "--tolerance", "1e-9",
                                          "--output", PathOf("r.csv")};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return Daedalus(arguments);
  }
  double Last(const std::string& name) const {
    const auto run = results::ReadResult(PathOf("r.csv"));
    EXPECT_TRUE(run.ok());
    if (const auto signal = run->FindSignal(name)) return run->Values(*signal).back();
    return run->constant_values[run->FindConstant(name).value()];
  }
  static bool Has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
  }
};

TEST_F(Inputs, KeepTheirStartValuesWhereNobodySetsThemAndThatIsToldOnce) {
  const Outcome run = Simulate({});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NEAR(Last("level"), 4, 1e-8);
  const std::size_t told =
      run.err.find("no value is given for the inputs `inflow`, `pump`, `steps` of `Tank`");
  ASSERT_NE(told, std::string::npos) << run.err;
  EXPECT_EQ(run.err.find("no value is given for", told + 1), std::string::npos) << run.err;
}

TEST_F(Inputs, AreReadByTheNamesOfColumns) {
  const std::string table = Write("u.csv",
                                  "time,steps,inflow,pump,other\n"
                                  "0,0,0,0,9\n2,0,2,0,9\n2,5,2,1,9\n3,5,2,0,9\n4,7,2,1,9\n");
  const Outcome run = Simulate({"--input", table});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NEAR(Last("level"), 2 + 4 - 2, 1e-8) << "a ramp, then 2; the pump takes 2 for a second";
  EXPECT_EQ(Last("starts"), 2) << "at 2 and at 4";
  EXPECT_NEAR(Last("y"), Last("level") + 7, 1e-12);
  EXPECT_EQ(run.err, "") << "other columns are no inputs, and all inputs are set";
}

TEST_F(Inputs, AreInterpolatedAsAsked) {
  const std::string table = Write("u.csv", "time,inflow\n0,1\n1,3\n2,0\n4,0\n");
  ASSERT_EQ(Simulate({"--input", table, "--interpolation", "held"}).exit_code, 0);
  EXPECT_NEAR(Last("level"), 1 + 3, 1e-8);
  ASSERT_EQ(Simulate({"--input", table}).exit_code, 0);
  EXPECT_NEAR(Last("level"), 2 + 1.5, 1e-8);
  const std::string parabola = Write("p.csv", "time,inflow\n0,0\n1,1\n3,9\n4,16\n");
  ASSERT_EQ(Simulate({"--input", parabola, "--interpolation", "smooth"}).exit_code, 0);
  EXPECT_NEAR(Last("level"), 64.0 / 3, 1e-7);
}

TEST_F(Inputs, OfOneRunAreResultsOfAnother) {
  const std::string source = Write("Source.mo", "model Source output Real inflow = 3*time; end Source;");
  ASSERT_EQ(Daedalus({"simulate", source, "--stop", "4", "--output", PathOf("u.mat")}).exit_code, 0);
  const Outcome run = Simulate({"--input", PathOf("u.mat")});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NEAR(Last("level"), 24, 1e-7);
}

TEST_F(Inputs, MistakesAreToldAndNothingIsWritten) {
  const auto refused = [&](std::vector<std::string> more, const std::string& text) {
    const Outcome run = Simulate(more);
    EXPECT_EQ(run.exit_code, 2) << run.err;
    EXPECT_TRUE(Has(run.err, text)) << run.err;
    EXPECT_FALSE(Exists("r.csv"));
  };
  refused({"--input", Write("short.csv", "time,inflow\n0,1\n1,3\n")}, "ends at time = 1, and the run at 4");
  refused({"--input", Write("b.csv", "time,pump\n0,0.5\n4,1\n")}, "0 is false, 1 is true");
  refused({"--input", Write("i.csv", "time,steps\n0,0.5\n4,1\n")}, "whole numbers");
  refused({"--input", Write("names.csv", "time,inflov\n0,1\n4,1\n")}, "did you mean `inflov`");
  refused({"--interpolation", "held"}, "--interpolation is for --input");
  EXPECT_NE(Simulate({"--input", PathOf("none.csv")}).exit_code, 0);
  EXPECT_NE(Simulate({"--input", Write("x.csv", "time,inflow\n0,1\n"), "--interpolation", "cubic"}).exit_code,
            0);
}

TEST_F(Inputs, FlatTextDeclaresThem) {
  const Outcome run = Daedalus({"flatten", Write("Tank.mo", kTank)});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_TRUE(Has(run.out, "input Real inflow")) << run.out;
  EXPECT_TRUE(Has(run.out, "input Boolean pump")) << run.out;
  EXPECT_FALSE(Has(run.out, "$input")) << run.out;
  // It is a model again.
  const Outcome again = Daedalus({"simulate", Write("Flat.mo", run.out), "--output", PathOf("f.csv")});
  EXPECT_EQ(again.exit_code, 0) << again.err;
}

}  // namespace
}  // namespace daedalus::e2e
