// State machines by the whole pipeline (Modelica 3.6, chapter 17). The hierarchical example of the
// specification meets the figure there. What its other variables are was computed tick by tick with the
// equations of section 17.3.4, outside of this program. All else follows by counting.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "golden/expected_values.h"
#include "golden/run_of_model.h"

namespace daedalus {
namespace {

// The values between the ticks of a clock with this interval that begins at 0.
std::vector<int> AtTicks(const RunOfModel& run, const std::string& variable, int num_ticks,
                         double interval = 1.0) {
  std::vector<int> out;
  for (int k = 0; k < num_ticks; ++k) {
    const auto value = ValueAt(run.trajectory, variable, (k + 0.5) * interval);
    EXPECT_TRUE(value.has_value()) << variable << " at tick " << k;
    out.push_back(value ? static_cast<int>(*value) : -999);
  }
  return out;
}

RunOfModel RunMachine(const std::string& text, const std::string& form = "auto") {
  driver::SimulateOptions options;
  options.form = FormNamed(form);
  return ObservedText(options, text);
}

// Ten ticks of one second.
RunOfModel RunTicks(const std::string& declarations, const std::string& equations) {
  RunOfModel run =
      RunMachine("model M\n  inner Boolean c = sample(true, Clock(1, 1));\n" + declarations + "equation\n" +
                 equations + "  annotation(experiment(StopTime = 10, Interval = 0.5));\nend M;\n");
  return WithoutMessages(std::move(run));
}

std::string Hierarchical(const std::string& first_transition) {
  return R"(
model M
  inner Integer v(start = 0);
  State1 state1;
  State2 state2;
equation
  initialState(state1);
)" + first_transition +
         R"(
  transition(state2, state1, v >= 20, immediate = false);
public
  block State1
    inner Integer count(start = 0);
    inner outer output Integer v;
    block StateA
      outer output Integer v;
    equation
      v = previous(v) + 2;
    end StateA;
    StateA stateA;
    block StateB
      outer output Integer v;
    equation
      v = previous(v) - 1;
    end StateB;
    StateB stateB;
    block StateC
      outer output Integer count;
    equation
      count = previous(count) + 1;
    end StateC;
    StateC stateC;
    block StateD
    end StateD;
    StateD stateD;
  equation
    initialState(stateA);
    transition(stateA, stateB, v >= 6, immediate = false);
    transition(stateB, stateC, v == 0, immediate = false);
    transition(stateC, stateA, true, immediate = false, priority = 2);
    transition(stateC, stateD, count >= 2, immediate = false);
  public
    block StateX
      outer input Integer v;
      Integer i(start = 0);
      Integer w;
    equation
      i = previous(i) + 1;
      w = v;
    end StateX;
    StateX stateX;
    block StateY
      Integer j(start = 0);
    equation
      j = previous(j) + 1;
    end StateY;
    StateY stateY;
  equation
    initialState(stateX);
    transition(stateX, stateY, stateX.i > 20, immediate = false, reset = false);
  end State1;
  block State2
    outer output Integer v;
  equation
    v = previous(v) + 5;
  end State2;
  annotation(experiment(StopTime = 60, Interval = 0.5));
end M;
)";
}

void ExpectHierarchical(const RunOfModel& run) {
  ASSERT_EQ(run.report.status, driver::SimulateStatus::kDone);
  EXPECT_EQ(AtTicks(run, "v", 31), (std::vector<int>{2, 4, 6, 5, 4, 3, 2, 1,  0,  0,  2,  4,  6,  5,  4, 3,
                                                     2, 1, 0, 0, 0, 0, 5, 10, 15, 20, 22, 21, 20, 19, 18}))
      << "the figure of section 17.3.7";
  EXPECT_EQ(AtTicks(run, "state1.count", 60),
            (std::vector<int>{0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2,
                              2, 2, 2, 2, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                              0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2}));
  const std::vector<int> i = AtTicks(run, "state1.stateX.i", 60), j = AtTicks(run, "state1.stateY.j", 60);
  for (int k = 0; k < 60; ++k) {
    EXPECT_EQ(i[k], k < 21 ? k + 1 : k < 26 ? 21 : k < 46 ? k - 25 : 21) << "reset at tick 26";
    EXPECT_EQ(j[k], k < 21 ? 0 : k < 47 ? 1 : k - 46) << "reset at tick 47, when it is active again";
  }
}

TEST(StateMachines, TheHierarchicalExampleOfTheSpecificationMeetsItsFigure) {
  for (const char* form : {"ode", "dae"}) {
    const RunOfModel run = RunMachine(
        Hierarchical("transition(state1, state2, activeState(state1.stateD) and activeState(state1.stateY), "
                     "immediate = false);"),
        form);
    ExpectHierarchical(run);
    ASSERT_EQ(run.diagnostics.items().size(), 1u) << "it has no clock";
    EXPECT_NE(run.diagnostics.items()[0].message.find("ticks every second"), std::string::npos);
  }
}

TEST(StateMachines, ASynchronizedTransitionDoesTheSame) {
  ExpectHierarchical(
      RunMachine(Hierarchical("transition(state1, state2, true, immediate = false, synchronize = true);")));
}

TEST(StateMachines, ADelayedTransitionLeavesAfterFiveTicks) {
  const RunOfModel run = WithoutMessages(RunMachine(R"(
model M
  block State end State;
  State A0, A1, A2;
  Integer k = if activeState(A0) then 0 else if activeState(A1) then 1 else 2;
equation
  initialState(A0);
  transition(A0, A1, sample(time, Clock(1, 1000)) > 0.0095);
  transition(A1, A2, ticksInState() >= 5, immediate = false);
  annotation(experiment(StopTime = 0.02, Interval = 0.0005));
end M;
)"));
  const std::vector<int> k = AtTicks(run, "k", 20, 1e-3);
  for (int tick = 0; tick < 20; ++tick)
    EXPECT_EQ(k[tick], tick < 10 ? 0 : tick < 15 ? 1 : 2) << "the example of section 17.1, at tick " << tick;
}

TEST(StateMachines, TheFirstPriorityFires) {
  const RunOfModel run = RunTicks(R"(
  block State end State;
  State a, b, d;
  Integer k = if activeState(a) then 1 else if activeState(b) then 2 else 3;
)",
                                  R"(
  initialState(a);
  transition(a, b, c, immediate = false, priority = 2);
  transition(a, d, c, immediate = false, priority = 1);
  transition(d, b, c, immediate = false, priority = 7);
  transition(d, a, c, immediate = true, priority = 8);
)");
  EXPECT_EQ(AtTicks(run, "k", 5), (std::vector<int>{1, 3, 2, 2, 2})) << "a delayed one may come first, too";
}

TEST(StateMachines, AStateThatRestsKeepsItsValuesUnlessItIsReset) {
  const std::string text = R"(
  block Count
    outer Boolean c;
    Integer n(start = 10);
  equation
    n = if c then previous(n) + 1 else 0;
  end Count;
  Count a, b;
)";
  const auto run = [&](const char* reset) {
    return RunTicks(text, fmt::format(R"(
  initialState(a);
  transition(a, b, ticksInState() == 2, immediate = false);
  transition(b, a, ticksInState() == 1, immediate = false, reset = {});
)",
                                      reset));
  };
  EXPECT_EQ(AtTicks(run("true"), "a.n", 7), (std::vector<int>{11, 12, 12, 11, 12, 12, 11}));
  EXPECT_EQ(AtTicks(run("false"), "a.n", 7), (std::vector<int>{11, 12, 12, 13, 14, 14, 15}));
  EXPECT_EQ(AtTicks(run("false"), "b.n", 7), (std::vector<int>{10, 10, 11, 11, 11, 11, 11}));
}

TEST(StateMachines, DurationsBeginAnewWithEachEntry) {
  const RunOfModel run = RunTicks(R"(
  block State
    outer Boolean c;
    Integer ticks = if c then ticksInState() else 0;
    Real since = timeInState();
  end State;
  State a, b;
)",
                                  R"(
  initialState(a);
  transition(a, b, timeInState() >= 2, immediate = false);
  transition(b, a, ticksInState() >= 3);
  transition(a, a, a.ticks == 9, priority = 2, immediate = false);
)");
  EXPECT_EQ(AtTicks(run, "a.ticks", 8), (std::vector<int>{1, 2, 3, 3, 3, 1, 2, 3}))
      << "three ticks, a span of two seconds";
  EXPECT_EQ(AtTicks(run, "a.since", 8), (std::vector<int>{0, 1, 2, 2, 2, 0, 1, 2}));
  EXPECT_EQ(AtTicks(run, "b.ticks", 8), (std::vector<int>{0, 0, 0, 1, 2, 2, 2, 2}))
      << "at the third tick the immediate transition fires before";
}

TEST(StateMachines, ASelfTransitionBeginsAnew) {
  const RunOfModel run = RunTicks(R"(
  block State
    outer Boolean c;
    Integer n(start = 0) = if c then previous(n) + 1 else 0;
    Integer ticks = ticksInState();
  end State;
  State a;
)",
                                  R"(
  initialState(a);
  transition(a, a, a.n == 3, immediate = false);
)");
  EXPECT_EQ(AtTicks(run, "a.n", 7), (std::vector<int>{1, 2, 3, 1, 2, 3, 1}));
  EXPECT_EQ(AtTicks(run, "a.ticks", 7), (std::vector<int>{1, 2, 3, 1, 2, 3, 1}));
}

TEST(StateMachines, ConnectedOutputsOfStatesAreOneSource) {
  const RunOfModel run = RunTicks(R"(
  connector Out = output Real;
  connector In = input Real;
  block State
    parameter Real k = 1;
    outer Boolean c;
    Out y(start = 0);
  equation
    y = if c then previous(y) + k else 0;
  end State;
  block Twice
    In u;
    Real y = 2*u;
  end Twice;
  State a(k = 1), b(k = 10);
  Twice twice;
)",
                                  R"(
  initialState(a);
  transition(a, b, ticksInState() == 2, immediate = false);
  transition(b, a, ticksInState() == 1, immediate = false, reset = false);
  connect(a.y, twice.u);
  connect(b.y, twice.u);
)");
  EXPECT_EQ(AtTicks(run, "twice.y", 7), (std::vector<int>{2, 4, 20, 6, 8, 20, 10}));
}

TEST(StateMachines, EquationsOfStatesMayBeImplicit) {
  // x + y = 3, x - y = s and x = cos(x): with s = 1 in a, s = 2 in b.
  const RunOfModel run = RunTicks(R"(
  inner Real z(start = 0);
  block State
    parameter Real s;
    outer Boolean c;
    outer output Real z;
    Real x, y, w(start = 0.7);
  equation
    x + y = if c then 3 else 0;
    x - y = s;
    w = cos(w) + (if c then 0 else 1);
    z*2 + x = 7;
  end State;
  State a(s = 1), b(s = 2);
)",
                                  R"(
  initialState(a);
  transition(a, b, ticksInState() == 2, immediate = false);
)");
  EXPECT_NEAR(*ValueAt(run.trajectory, "a.x", 0.5), 2.0, 1e-9);
  EXPECT_NEAR(*ValueAt(run.trajectory, "z", 0.5), 2.5, 1e-9);
  EXPECT_NEAR(*ValueAt(run.trajectory, "b.x", 2.5), 2.5, 1e-9);
  EXPECT_NEAR(*ValueAt(run.trajectory, "a.w", 3.5), 0.739085133215161, 1e-8)
      << "the fixed point of the cosine";
  EXPECT_NEAR(*ValueAt(run.trajectory, "z", 3.5), 2.25, 1e-9);
}

TEST(StateMachines, IntegratorsRestWithTheirState) {
  const RunOfModel run = WithoutMessages(RunMachine(R"(
model M
  inner Real u = sample(1.0, Clock(Clock(1, 1), solverMethod = "ExplicitEuler"));
  block Filter
    outer Real u;
    Real x(start = 0, fixed = true);
  equation
    der(x) = u;
  end Filter;
  Filter a, b;
equation
  initialState(a);
  transition(a, b, a.x > 1.5, immediate = false);
  transition(b, a, b.x > 0.5, immediate = false, reset = false);
  annotation(experiment(StopTime = 10, Interval = 0.5));
end M;
)"));
  EXPECT_EQ(AtTicks(run, "a.x", 8), (std::vector<int>{0, 1, 2, 2, 2, 3, 3, 3}));
  EXPECT_EQ(AtTicks(run, "b.x", 8), (std::vector<int>{0, 0, 0, 0, 1, 1, 0, 1}));
}

TEST(StateMachines, WhatAStateAssertsCountsWhileItIsActive) {
  const std::string text = R"(
  block Ok
    outer Boolean c;
    Integer n(start = 0) = if c then previous(n) + 1 else 0;
  end Ok;
  block Strict
    outer Boolean c;
    Integer n(start = 0) = if c then previous(n) + 1 else 0;
  equation
    assert(n < 3, "too many");
  end Strict;
  Ok a;
  Strict b;
)";
  const auto run = [&](int leave) {
    return RunMachine(
        "model M\n  inner Boolean c = sample(true, Clock(1, 1));\n" + text +
        fmt::format("equation\n  initialState(a);\n  transition(a, b, a.n == 2, immediate = false);\n"
                    "  transition(b, a, b.n == {}, immediate = false);\n"
                    "  annotation(experiment(StopTime = 10, Interval = 0.5));\nend M;\n",
                    leave));
  };
  EXPECT_EQ(run(2).report.status, driver::SimulateStatus::kDone);
  const RunOfModel stopped = run(3);
  EXPECT_NE(stopped.report.status, driver::SimulateStatus::kDone);
  ASSERT_FALSE(stopped.trajectory.time.empty());
  EXPECT_NEAR(stopped.trajectory.time.back(), 4, 1e-6) << "a at 0 and 1, b at 2, 3 and 4";
}

TEST(StateMachines, ParallelMachinesAskForEachOther) {
  const RunOfModel run = RunTicks(R"(
  block State end State;
  State a, b, p, q;
  Integer k = (if activeState(a) then 0 else 1) + (if activeState(p) then 0 else 10);
)",
                                  R"(
  initialState(a);
  initialState(p);
  transition(a, b, c and ticksInState() >= 2, immediate = false);
  transition(p, q, activeState(b) and c);
  transition(b, a, activeState(q), immediate = false);
)");
  EXPECT_EQ(AtTicks(run, "k", 6), (std::vector<int>{0, 0, 11, 10, 10, 11})) << "q follows b at once";
}

}  // namespace
}  // namespace daedalus
