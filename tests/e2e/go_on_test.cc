// simulate --save-state, --from-state and --from-result, each in processes of their own.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "daedalus/results/reader.h"
#include "e2e/run_binary.h"

namespace daedalus::e2e {
namespace {

class GoOn : public EndToEnd {
 protected:
  double Last(const std::string& file, const std::string& name) const {
    const auto run = results::ReadResult(PathOf(file));
    EXPECT_TRUE(run.ok());
    return run->Values(run->FindSignal(name).value()).back();
  }
  Outcome Simulate(const std::string& model, std::vector<std::string> more) const {
    std::vector<std::string> arguments = {"simulate", Model(model), "--quiet"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return Daedalus(arguments);
  }
};

// Events, samples, delays that vary, changes of states.
class GoOnWith : public GoOn, public testing::WithParamInterface<const char*> {};

TEST_P(GoOnWith, TwoRunsFromOneStateAreEqualAndEndWhereTheWholeRunDoes) {
  const std::string model = GetParam();
  ASSERT_EQ(Simulate(model, {"--output", PathOf("whole.csv")}).exit_code, 0);
  ASSERT_EQ(
      Simulate(model, {"--stop", "1", "--output", PathOf("first.csv"), "--save-state", PathOf("s.state")})
          .exit_code,
      0);
  for (const char* file : {"a.csv", "b.csv"})
    ASSERT_EQ(Simulate(model, {"--from-state", PathOf("s.state"), "--output", PathOf(file)}).exit_code, 0);
  EXPECT_EQ(Read("a.csv"), Read("b.csv"));
  const auto whole = results::ReadResult(PathOf("whole.csv")).value();
  const auto after = results::ReadResult(PathOf("a.csv")).value();
  EXPECT_EQ(after.time.front(), 1);
  EXPECT_EQ(after.time.back(), whole.time.back());
  for (const std::string& name : whole.names) {
    const double expected = whole.Values(whole.FindSignal(name).value()).back();
    EXPECT_NEAR(Last("a.csv", name), expected, 1e-5 * std::max(1.0, std::abs(expected))) << name;
  }
}
INSTANTIATE_TEST_SUITE_P(Models, GoOnWith,
                         testing::Values("events/BouncingBall.mo", "events/SampledPi.mo",
                                         "events/VaryingDelay.mo", "Pendulum.mo"));

TEST_F(GoOn, AParameterMayChangeAndOthersKeepTheirValues) {
  ASSERT_EQ(Simulate("events/SampledPi.mo",
                     {"--set", "wanted=2", "--save-state", PathOf("s.state"), "--output", PathOf("a.csv")})
                .exit_code,
            0);
  ASSERT_EQ(Simulate("events/SampledPi.mo",
                     {"--from-state", PathOf("s.state"), "--stop", "20", "--output", PathOf("kept.csv")})
                .exit_code,
            0);
  EXPECT_NEAR(Last("kept.csv", "y"), 2, 1e-3) << "the value of the state, not that of the text";
  ASSERT_EQ(Simulate("events/SampledPi.mo", {"--from-state", PathOf("s.state"), "--stop", "20", "--set",
                                             "wanted=3", "--output", PathOf("other.csv")})
                .exit_code,
            0);
  EXPECT_NEAR(Last("other.csv", "y"), 3, 1e-3);
}

TEST_F(GoOn, FromAPointOfAResult) {
  for (const char* model : {"events/BouncingBall.mo", "events/SampledPi.mo", "Pendulum.mo"}) {
    ASSERT_EQ(Simulate(model, {"--output", PathOf("whole.mat")}).exit_code, 0);
    const auto whole = results::ReadResult(PathOf("whole.mat")).value();
    const double middle = whole.time[whole.num_points() / 3];
    const Outcome run = Simulate(model, {"--from-result", PathOf("whole.mat"), "--at", std::to_string(middle),
                                         "--output", PathOf("after.csv")});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    for (const std::string& name : whole.names) {
      if (name.starts_with("der(")) continue;
      const double expected = whole.Values(whole.FindSignal(name).value()).back();
      EXPECT_NEAR(Last("after.csv", name), expected, 1e-4 * std::max(1.0, std::abs(expected)))
          << model << name;
    }
  }
}

TEST_F(GoOn, WhatDoesNotFitIsRefusedByName) {
  ASSERT_EQ(
      Simulate("Pendulum.mo", {"--stop", "1", "--save-state", PathOf("s.state"), "--output", PathOf("a.csv")})
          .exit_code,
      0);
  const auto refused = [&](const std::string& model, std::vector<std::string> more, int exit_code,
                           const std::string& text) {
    more.insert(more.end(), {"--output", PathOf("b.csv")});
    const Outcome run = Simulate(model, more);
    EXPECT_EQ(run.exit_code, exit_code) << run.err;
    EXPECT_NE(run.err.find(text), std::string::npos) << run.err;
    EXPECT_FALSE(Exists("b.csv"));
  };
  const std::string state = PathOf("s.state");
  refused("Robertson.mo", {"--from-state", state}, 1, "a state of `Pendulum`, and the model is `Robertson`");
  ASSERT_EQ(
      Simulate("RlcCircuit.mo", {"--save-state", PathOf("rlc.state"), "--output", PathOf("c.csv")}).exit_code,
      0);
  refused("RlcCircuit.mo", {"--from-state", PathOf("rlc.state"), "--keep-aliases"}, 1, "D0605");
  refused("Pendulum.mo", {"--from-state", state, "--start", "0"}, 2, "leave out --start");
  refused("Pendulum.mo", {"--from-state", state, "--set", "x=1"}, 2, "not a parameter");
  refused("Pendulum.mo", {"--from-state", PathOf("none.state")}, 1, "no such file");
  refused("Pendulum.mo", {"--from-state", Write("bad.state", "DaedStat, or is it?")}, 1, "D0605");
  refused("Pendulum.mo", {"--from-result", PathOf("a.csv"), "--at", "0.0005"}, 2, "no point at time");
  refused("Pendulum.mo", {"--from-result", Write("few.csv", "time,x\n0,1\n1,0.5\n")}, 1, "have no value");
  refused("events/VaryingDelay.mo", {"--from-result", PathOf("a.csv")}, 1, "delays");
}

// The residual form names the equation and the time of the state.
TEST_F(GoOn, ParametersWithoutASolutionAreToldWithTheirLine) {
  const std::string model = Write("Root.mo", R"(model Root
  parameter Real p = 1;
  Real x(start = 1, fixed = true), y(start = 1);
equation
  der(x) = -y;
  y^2 = p;
end Root;
)");
  const std::string state = PathOf("root.state");
  ASSERT_EQ(Daedalus({"simulate", model, "--stop", "0.25", "--form", "dae", "--save-state", state, "--output",
                      PathOf("a.csv")})
                .exit_code,
            0);
  const Outcome run = Daedalus({"simulate", model, "--stop", "1", "--form", "dae", "--from-state", state,
                                "--set", "p=-1", "--output", PathOf("b.csv")});
  EXPECT_NE(run.exit_code, 0);
  EXPECT_NE(run.err.find("error[D0508]: at time = 0.25 the equations have no solution"), std::string::npos)
      << run.err;
  EXPECT_NE(run.err.find("Root.mo:6:3"), std::string::npos) << run.err;
}

}  // namespace
}  // namespace daedalus::e2e
