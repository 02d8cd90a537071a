// State machines in the text of a model: what is refused, with its place (Modelica 3.6, chapter 17). What
// they do is shown by golden/state_machines_test.cc.
#include "language/semantics/support.h"

namespace daedalus::semantics {
namespace {

// The messages of a model with a clocked `c`, in lines: declarations from line 3 on.
std::string MessagesOf(const std::string& rest) {
  return FlattenText(
             "model M\ninner Boolean c = sample(true, Clock(1, 1)); block S end S; S a, b, d; model Q Real x "
             "= time; "
             "end Q; Q q; Real r; S many[2];\n" +
             rest + "\nend M;\n")
      .Messages();
}

struct Refused {
  std::string name, text, message;
};

class RefusedMachines : public testing::TestWithParam<Refused> {};

TEST_P(RefusedMachines, AreToldWithTheirPlace) {
  EXPECT_EQ(MessagesOf("equation r = time;\n" + GetParam().text), GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(
    StateMachines, RefusedMachines,
    testing::Values(
        Refused{"TwoInitialStates", "initialState(a);\ninitialState(b);\ntransition(a, b, c);",
                "5:1-16 D0525 `a` and `b` belong to one state machine, and both are its initial state\n"},
        Refused{"NoInitialState", "transition(a, b, c);",
                "4:1-20 D0525 no state of the state machine with `a` is its initial state\n"},
        Refused{"EqualPriorities", "initialState(a); transition(a, b, c);\ntransition(a, d, c);",
                "5:1-20 D0525 two transitions leave `a` with the priority 1\n"},
        Refused{"PriorityZero", "initialState(a); transition(a, b, c, priority = 0);",
                "4:49-50 D0525 the priority of a transition is at least 1, but this is 0\n"},
        Refused{"AVariable", "initialState(a); transition(a, r, c);",
                "4:32-33 D0525 a state is a block, but this is a variable\n"},
        Refused{"AnArray", "initialState(many);",
                "4:14-18 D0525 a state is a block, but this is an array of components\n"},
        Refused{"AnExpression", "initialState(1 + 1);",
                "4:14-19 D0525 a state is a block, but this is an expression\n"},
        Refused{"Unknown", "initialState(nobody);", "4:14-20 D0201 `nobody` is not declared\n"},
        Refused{"NotAState", "r = if activeState(d) then 1 else 0;",
                "4:8-22 D0525 `d` is not a state: no `transition` or `initialState` names it\n"},
        Refused{"TicksOutside", "r = ticksInState();",
                "4:5-19 D0525 `ticksInState` is used in states and in conditions of transitions, and this is "
                "neither\n"},
        Refused{"InAWhen", "when time > 1 then initialState(a); end when;",
                "4:20-35 D0525 `initialState` is not allowed in a when-equation\n"},
        Refused{"AtTheStart", "initial equation initialState(a);",
                "4:18-33 D0525 `initialState` is not allowed among initial equations\n"},
        Refused{"ConditionOfTheRun", "if time > 1 then initialState(a); end if;",
                "4:4-8 D0231 the condition around a transition cannot depend on the variable `time`\n"},
        Refused{"TooManyArguments", "initialState(a, b);",
                "4:1-19 D0227 `initialState` takes 1 argument, but there are 2\n"},
        Refused{"ConditionIsANumber", "initialState(a); transition(a, b, 1);",
                "4:35-36 D0221 a condition is a Boolean, but this is Integer\n"},
        Refused{"AsAValue", "r = transition(a, b, c);",
                "4:5-24 D0208 `transition` is itself an equation and has no value\n"}),
    [](const auto& info) { return info.param.name; });

constexpr const char* kCounter = R"(
  block Count
    outer output Integer n;
    outer Boolean c;
  equation
    n = if c then previous(n) + 1 else 0;
  end Count;
  inner Integer n(start = 0);
  inner Boolean c = sample(true, Clock(1, 1));
)";

std::string CountingModel(const std::string& rest) {
  return "model M" + std::string(kCounter) + rest + "end M;";
}

TEST(StateMachines, ParallelStatesDoNotAssignToOneVariable) {
  const Flattened f = FlattenText(CountingModel("Count a, b;\nequation initialState(a); initialState(b);\n"));
  EXPECT_EQ(f.Messages(),
            "6:5-41 D0525 the states `a` and `b` can be active together, and both assign to `n`\n");
}

TEST(StateMachines, AnAssignmentBesideThatOfAStateIsOneTooMany) {
  const Flattened f = FlattenText(CountingModel("Count a;\nequation initialState(a);\nn = previous(n);\n"));
  EXPECT_NE(f.Messages().find("D0518 there is no clocked variable left"), std::string::npos) << f.Messages();
}

TEST(StateMachines, StatesDetermineTheirVariables) {
  const Flattened missing = FlattenText(
      "model M inner Boolean c = sample(true, Clock(1, 1));\nblock S outer Boolean c; Integer n; Integer m = "
      "if c "
      "then n else 0; end S;\nS a; equation initialState(a); end M;");
  EXPECT_NE(missing.Messages().find("D0525 no equation of the state `a` determines `a.n`\n"),
            std::string::npos)
      << missing.Messages();
}

TEST(StateMachines, AnImmediateTransitionDoesNotAskForWhatItDecides) {
  const Flattened f =
      FlattenText(CountingModel("Count a, b;\nequation initialState(a);\ntransition(a, b, n > 3);\n"));
  EXPECT_EQ(
      f.Messages(),
      "12:1-24 D0525 whether this transition fires depends on what the active state does at the same tick\n");
  FlattenOk(CountingModel("Count a, b; equation initialState(a); transition(a, b, previous(n) > 3);"));
  FlattenOk(
      CountingModel("Count a, b; equation initialState(a); transition(a, b, n > 3, immediate = false);"));
}

TEST(StateMachines, TransitionsStayInTheirState) {
  const Flattened f = FlattenText(
      "model M inner Boolean c = sample(true, Clock(1, 1)); block S end S; block P S s; S t;\nequation "
      "initialState(s); transition(s, t, true); end P; P p; S u; equation initialState(p); transition(p, u, "
      "c);\n"
      "transition(p.s, u, c, priority = 2); end M;");
  EXPECT_NE(f.Messages().find("are not in the same state, and transitions join them"), std::string::npos)
      << f.Messages();
}

TEST(StateMachines, WithoutAClockTheyTickEverySecond) {
  Flattened f = FlattenText(
      "model M block S Integer n(start = 0) = previous(n) + 1; end S; S a;\nequation initialState(a); end "
      "M;");
  ASSERT_TRUE(f.system) << f.Messages();
  EXPECT_EQ(f.Messages(), "2:10-25 D0526 the state machine with `a` has no clock, and ticks every second\n");
  EXPECT_EQ(HeldText(*f.system, f.system->hybrid.samples[SampleId(0)].value), "sample($begin1, 1)");
}

TEST(StateMachines, SolversThatEvaluateBetweenTicksAreRefused) {
  const Flattened f = FlattenText(
      "model M inner Real u = sample(1.0, Clock(Clock(1, 1),\nsolverMethod = \"ExplicitRungeKutta4\"));\n"
      "block S outer Real u; Real x(start = 0); equation der(x) = u; end S; S a; equation initialState(a); "
      "end M;");
  EXPECT_NE(f.Messages().find("D0519 the solver \"ExplicitRungeKutta4\" evaluates equations between ticks"),
            std::string::npos)
      << f.Messages();
}

}  // namespace
}  // namespace daedalus::semantics
