// Events in the text of a model: discrete variables, relations, when-clauses and the operators that speak of
// them (Modelica 3.6, sections 3.7, 8.3.5, 8.3.6, 8.5, 8.6 and 11.2.7).
#include <fmt/format.h>

#include "daedalus/system/when_form.h"
#include "language/semantics/support.h"

namespace daedalus::semantics {
namespace {

using Lines = std::vector<std::string>;

Lines InitialDiscretes(const System& system) {
  Lines lines;
  for (const DiscreteEquation& e : system.hybrid.initial_equations) lines.push_back(Text(system, e));
  return lines;
}

Lines Relations(const System& system) {
  Lines lines;
  for (const Relation& r : system.hybrid.relations) lines.push_back(HeldText(system, r.value));
  return lines;
}

Lines Reinits(const System& system) {
  Lines lines;
  for (const Reinit& r : system.hybrid.reinits) {
    lines.push_back(fmt::format("{}: {} = {}", ExpressionText(system, r.active),
                                ExpressionText(system, r.variable), ExpressionText(system, r.value)));
  }
  return lines;
}

// ---- Discrete variables ----

TEST(DiscreteVariables, AreThoseThatAreNoRealsAndThoseOfWhenClauses) {
  const System system = FlattenOk(R"(
    model M
      type E = enumeration(a, b);
      Boolean b(start = true, fixed = true) = x > 1;
      Integer n(start = 2, min = 1, max = 3);
      E e;
      discrete Real d(start = 4);
      Real y, v[2], x = time;
    equation
      n = if b then 1 else 2;
      e = if b then E.a else E.b;
      when b then d = x; y = 2; v[1] = 3; v[2] = 4; end when;
    end M;)");
  Lines names;
  for (const DiscreteVariable& v : system.hybrid.discretes) names.push_back(system.names.Text(v.name));
  EXPECT_EQ(names, (Lines{"b", "n", "e", "d", "y", "v[1]", "v[2]"}));
  EXPECT_EQ(system.variables.size(), 1u);
  EXPECT_TRUE(system.hybrid.discretes[DiscreteId(0)].fixed);
  const auto number = [&](ExprId e) { return system.graph.constant_value(e); };
  EXPECT_EQ(number(system.hybrid.discretes[DiscreteId(0)].start), 1.0);
  EXPECT_EQ(number(system.hybrid.discretes[DiscreteId(1)].start), 2.0);
  EXPECT_EQ(number(system.hybrid.discretes[DiscreteId(1)].min), 1.0);
  EXPECT_EQ(number(system.hybrid.discretes[DiscreteId(1)].max), 3.0);
  EXPECT_EQ(number(system.hybrid.discretes[DiscreteId(2)].start), 1.0) << "the first literal";
  EXPECT_EQ(Discretes(system)[0], "b = (1 < x)");
  EXPECT_EQ(Discretes(system)[1], "n = if b then 1 else 2");
  EXPECT_EQ(Discretes(system)[2], "e = if b then 1 else 2");
  EXPECT_EQ(Discretes(system)[3], "d = if b and not pre(b) and not initial() then x else pre(d)");
}

TEST(DiscreteVariables, ThatDependOnParametersAloneAreParameters) {
  const System system = FlattenOk(
      Wrap("parameter Boolean p = true; Boolean b = not p; Integer n = 3; Real x = if b then n else 1;"));
  EXPECT_TRUE(system.hybrid.empty());
  EXPECT_EQ(system.parameters.size(), 3u);
}

TEST(DiscreteVariables, MaySpeakOfThemselvesInTheirDeclaration) {
  const System system = FlattenOk(Wrap("Real x = time; Boolean y = pre(y) and x > 1 or x > 2;"));
  EXPECT_EQ(Discretes(system), (Lines{"y = (2 < x) or pre(y) and (1 < x)"}));
}

TEST(DiscreteVariables, AreConnected) {
  const System system = FlattenOk(R"(
    model M
      connector Out = output Boolean;
      connector In = input Boolean;
      block A Out y = time > 1; end A;
      block B In u; Out y = not u; end B;
      connector RealOut = output Real;
      connector RealIn = input Real;
      block S RealOut y; equation when time > 1 then y = 1; end when; end S;
      block G RealIn u; Real z = 2*u; end G;
      A a; B b; S s; G g;
    equation
      connect(a.y, b.u);
      connect(s.y, g.u);
    end M;)");
  EXPECT_EQ(Discretes(system).back(), "a.y = b.u");
  EXPECT_EQ(Equations(system), (Lines{"g.z = 2*g.u", "s.y = g.u"}))
      << "a Real that is sampled gives a continuous one its value";
}

TEST(DiscreteVariables, OfRecordsAndArraysAreMarkedThroughLoops) {
  const System system = FlattenOk(R"(
    model M
      record R Real a; Real b; end R;
      R r; Real y[3]; record S Real z; end S; S s[2];
    equation
      when time > 1 then r = R(1, 2); end when;
      for i in 1:3 loop when time > i then y[i] = i; end when; end for;
      when time > 7 then for i in 1:2 loop s[i].z = pre(s[i].z) + i; end for; end when;
    end M;)");
  EXPECT_EQ(system.hybrid.discretes.size(), 2u + 3u + 2u + 4u) << "with four conditions";
  EXPECT_EQ(system.variables.size(), 0u);
}

TEST(DiscreteVariables, OfABranchThatIsNotTakenStayContinuous) {
  const System system = FlattenOk(R"(
    model M
      parameter Boolean sampled = false;
      Real y, u = time;
    equation
      if sampled then when sample(0, 1) then y = u; end when; else y = u; end if;
    end M;)");
  EXPECT_EQ(system.hybrid.discretes.size(), 0u);
  EXPECT_EQ(Equations(system), (Lines{"u = time", "y = u"}));
  EXPECT_TRUE(system.hybrid.samples.empty());
}

TEST(DiscreteVariables, ThatAreRealsNeedAWhenClause) {
  EXPECT_EQ(FlattenText("model M\n  discrete Real d = 1;\nend M;").Messages(),
            "2:17-18 D0215 `d` is declared discrete, but no when-clause gives it its values\n");
}

TEST(DiscreteVariables, OfStringsAreNumbersOfTheirTexts) {
  const System system =
      FlattenOk("model M\n  String s;\nequation s = if time > 1 then \"a\" else \"b\"; end M;");
  ASSERT_EQ(system.hybrid.discretes.size(), 1u);
  const Declaration& declaration = system.declarations[system.hybrid.discretes[DiscreteId(0)].declaration];
  ASSERT_TRUE(declaration.enumeration.IsValid());
  const Enumeration& texts = system.enumerations[declaration.enumeration];
  ASSERT_TRUE(texts.is_string());
  EXPECT_EQ(texts.TextOf(1), "");
  const ExprId chosen = system.hybrid.equations[0].right;
  EXPECT_EQ(texts.TextOf(EvaluateHolding(system, chosen, {2, {}, {}, {}})), "a");
  EXPECT_EQ(texts.TextOf(EvaluateHolding(system, chosen, {0, {}, {}, {}})), "b");
}

TEST(DiscreteVariables, OfEnumerationsKnowTheirLiterals) {
  const System system =
      FlattenOk("model M type E = enumeration(a, b); E e = if time > 1 then E.a else E.b; end M;");
  ASSERT_EQ(system.hybrid.discretes.size(), 1u);
  const Declaration& declaration = system.declarations[system.hybrid.discretes[DiscreteId(0)].declaration];
  ASSERT_TRUE(declaration.enumeration.IsValid());
  EXPECT_EQ(system.enumerations[declaration.enumeration].name, "M.E");
  EXPECT_EQ(system.enumerations[declaration.enumeration].literals, (std::vector<std::string>{"a", "b"}));
}

// Between events nobody could write them.
TEST(DiscreteVariables, OfStringsTakeNoTextThatChangesAllTheTime) {
  const std::string messages = FlattenText("model M\n  String s = String(time);\nend M;").Messages();
  EXPECT_NE(messages.find("one side changes at events only, the other one also between events"),
            std::string::npos)
      << messages;
}

// ---- Relations ----

TEST(Relations, AreHeldOnceHoweverOftenTheyStand) {
  const System system = FlattenOk(
      Wrap("Real x = time; Real y = if x > 1 then 2 else 3; Boolean b = 1 < x; Boolean c = x >= 1;"));
  EXPECT_EQ(Relations(system), (Lines{"(1 < x)", "(1 <= x)"}));
  EXPECT_EQ(Equations(system)[1], "y = if (1 < x) then 2 else 3");
}

TEST(Relations, OfDiscreteValuesAndParametersAreOperations) {
  const System system = FlattenOk(Wrap(
      "parameter Real p = 1; Integer n = if time > 1 then 1 else 2; Boolean b = n > p; Boolean c = 2 == n;"));
  EXPECT_EQ(Relations(system), (Lines{"(1 < time)"}));
  EXPECT_EQ(Discretes(system)[1], "b = p < n");
  EXPECT_EQ(Discretes(system)[2], "c = 2 == n");
}

TEST(Relations, MakeNoEventsInNoEventAndInSmoothAndInFunctions) {
  const System system = FlattenOk(R"(
    model M
      function f input Real u; output Real y; algorithm y := if u > 0 then u else 0; end f;
      Real x = time;
      Real a = noEvent(if x > 1 then 1 else 2);
      Real b = smooth(1, if x > 2 then 1 else 2);
      Real c = f(x);
      Real d = smooth(0, if x > 3 then x else 3);
      Real e = abs(x) + max(x, 2) + sign(x);
    equation
      assert(x > -1, "small");
    end M;)");
  EXPECT_EQ(Relations(system), (Lines{"(3 < x)"}));
  EXPECT_EQ(Equations(system)[1], "a = if 1 < x then 1 else 2");
}

TEST(Relations, ThatNobodyUsesAreRemoved) {
  const System system = FlattenOk(R"(
    model M
      parameter Integer n = 1;
      Real v[n] = {time};
      Real y = if n > 1 then (if v[2] > 1 then 1 else 2) else v[1];
      Real z = if n < 2 then (if v[1] > 3 then 1 else 2) else 0;
    end M;)");
  EXPECT_EQ(Relations(system), (Lines{"(3 < v[1])"}));
}

TEST(Relations, SemiLinearHasOne) {
  const System system = FlattenOk(Wrap("Real x = time; Real y = semiLinear(x, 2, 3);"));
  EXPECT_EQ(Relations(system), (Lines{"(0 <= x)"}));
}

// ---- Rounding ----

TEST(Rounding, OfWhatVariesIsAnIntegerOfItsOwn) {
  const System system =
      FlattenOk(Wrap("Real x = time; Real y = floor(x); Integer n = integer(x); Real z = mod(x, 2);"));
  EXPECT_EQ(Relations(system), (Lines{"(1 + pre($floor1) <= x)", "(x < pre($floor1))",
                                      "(1 + pre($floor2) <= x/2)", "(x/2 < pre($floor2))"}));
  EXPECT_EQ(Discretes(system)[0],
            "$floor1 = if initial() then floor(x) else if (1 + pre($floor1) <= x) then max(1 + pre($floor1), "
            "floor(x)) "
            "else if (x < pre($floor1)) then min(pre($floor1) - 1, floor(x)) else pre($floor1)");
  EXPECT_EQ(Equations(system), (Lines{"x = time", "y = $floor1", "z = x - 2*$floor2"}));
}

TEST(Rounding, OfDiscreteValuesAndInWhenClausesIsAnOperation) {
  const System system = FlattenOk(R"(
    model M
      Integer n = if time > 1 then 5 else 7;
      Integer k = div(n, 2);
      Real d;
    equation
      when time > 2 then d = floor(time/3); end when;
    end M;)");
  EXPECT_EQ(system.hybrid.relations.size(), 2u);
  EXPECT_EQ(Discretes(system)[1], "k = div(n, 2)");
}

// ---- Operators ----

TEST(EventOperators, EdgeAndChangeAreWrittenByPre) {
  const System system = FlattenOk(Wrap(
      "Boolean b = time > 1; Integer n = if b then 1 else 2; Boolean e = edge(b); Boolean c = change(n);"));
  EXPECT_EQ(Discretes(system)[2], "e = b and not pre(b)");
  EXPECT_EQ(Discretes(system)[3], "c = n <> pre(n)");
}

TEST(EventOperators, InitialTerminalAndSampleAreLeaves) {
  const System system =
      FlattenOk(Wrap("parameter Real T = 0.5; Boolean a = initial(); Boolean b = terminal(); Boolean s = "
                     "sample(1, T); Boolean t = sample(1, T);"));
  EXPECT_EQ(Discretes(system),
            (Lines{"a = initial()", "b = terminal()", "s = sample(1, T)", "t = sample(1, T)"}));
  EXPECT_EQ(system.hybrid.samples.size(), 1u);
}

TEST(EventOperators, AreRefusedWhereTheyHaveNoMeaning) {
  const auto messages = [](std::string_view declarations, std::string_view equations = "") {
    return FlattenText(Wrap(declarations, equations)).Messages();
  };
  EXPECT_EQ(messages("Boolean b = sample(0, 0);"),
            "2:23-24 D0228 the interval of `sample` is more than 0, but this is 0\n");
  EXPECT_EQ(messages("parameter Real T = -1; Boolean b = sample(0, T);"),
            "2:46-47 D0228 the interval of `sample` is more than 0, but this is -1\n");
  EXPECT_EQ(messages("Real x = time; Boolean b = sample(0, x);"),
            "2:38-39 D0231 the interval of `sample` cannot depend on the variable `x`\n");
  EXPECT_EQ(
      messages("Real x = time; Real y = pre(x);"),
      "2:29-30 D0231 `pre` of a variable that varies between events has a meaning in when-clauses only\n");
  EXPECT_EQ(messages("Boolean b = time > 1; Boolean c = pre(not b);"),
            "2:39-44 D0228 `pre` needs a variable here\n");
  EXPECT_EQ(messages("function f input Real u; output Real y; algorithm y := if initial() then u else 0; end "
                     "f; Real x = f(time);"),
            "2:59-68 D0254 `initial` is not allowed in a function, which has no past\n");
  EXPECT_EQ(
      messages("Real x = time; Boolean b = time > 1; Real y = der(if b then 1 else 2);"),
      "2:51-69 D0228 `der` needs something that varies continuously, but this changes at events only\n");
}

// Parameters, start values and sizes are the same during the whole run (3.8.4); initial() and its like are
// not.
TEST(EventOperators, AreNoPartOfWhatIsFixedBeforeTheRun) {
  const auto first = [](std::string_view declarations) {
    const Flattened flattened = FlattenText(Wrap(declarations, ""));
    return flattened.diagnostics.empty() ? "" : flattened.diagnostics[0].message;
  };
  const auto told = [](std::string_view what, std::string_view operation) {
    return fmt::format("{} cannot depend on `{}`, whose value changes during a run", what, operation);
  };
  const auto of_parameter = told("the value of a parameter", "initial");
  EXPECT_EQ(FlattenText(Wrap("parameter Boolean b = initial();", "")).Messages(),
            "2:23-32 D0231 " + of_parameter + "\n");
  EXPECT_EQ(first("final parameter Boolean b = terminal();"), told("the value of a parameter", "terminal"));
  EXPECT_EQ(first("constant Boolean b = initial();"), told("the value of a constant", "initial"));
  EXPECT_EQ(first("parameter Real p = if not (initial() and true) then 1 else 2;"), of_parameter);
  EXPECT_EQ(first("parameter Boolean b[2] = {true, initial()};"), of_parameter);
  EXPECT_EQ(first("parameter Boolean b[2] = fill(noEvent(initial()), 2);"), of_parameter);
  EXPECT_EQ(first("parameter Boolean b[2] = {initial() for i in 1:2};"), of_parameter);
  EXPECT_EQ(first("record R Boolean b; end R; parameter R r = R(initial());"), of_parameter);
  EXPECT_EQ(first("record R Boolean b; end R; parameter R r(b = initial());"), of_parameter);
  EXPECT_EQ(first("model A parameter Boolean b = false; end A; A a(b = initial());"), of_parameter);
  EXPECT_EQ(first("model A parameter Boolean b = terminal(); end A; A a[2];"),
            told("the value of a parameter", "terminal"));
  EXPECT_EQ(first("package P constant Boolean b = initial(); end P; Boolean c = P.b;"),
            told("the value of a constant", "initial"));
  EXPECT_EQ(first("function f input Boolean u; output Real y; algorithm y := if u then 1 else 2; end f; "
                  "parameter Real p = 1 + f(initial());"),
            of_parameter);
  EXPECT_EQ(first("function f input Real u; input Boolean b = initial(); output Real y; algorithm y := u; "
                  "end f; parameter Real p = f(1);"),
            "`initial` is not allowed in a function, which has no past");
  EXPECT_EQ(first("Real x(start = if initial() then 1 else 2) = time;"), told("a start value", "initial"));
  EXPECT_EQ(first("Boolean x(start = terminal()) = time > 1;"), told("a start value", "terminal"));
  EXPECT_EQ(first("Real x(fixed = initial()) = time;"), told("`fixed`", "initial"));
  EXPECT_EQ(first("Real x(max = if initial() then 1 else 2) = time;"), told("an upper bound", "initial"));
  EXPECT_EQ(first("Real x[if initial() then 1 else 2];"), told("a dimension", "initial"));
  EXPECT_EQ(first("model A end A; A a if initial();"), told("the condition of a component", "initial"));
  EXPECT_EQ(first("parameter Boolean b = sample(0, 1);"), told("the value of a parameter", "sample"));
  EXPECT_EQ(first("parameter Real p = interval();"), told("the value of a parameter", "interval"));
  EXPECT_EQ(first("parameter Real p = hold(1.0);"), told("the value of a parameter", "hold"));
  EXPECT_EQ(first("parameter Real p = spatialDistribution(1, 2, 3, true, {0, 1}, {0, 1});"),
            told("the value of a parameter", "spatialDistribution"));
  EXPECT_EQ(first("Boolean b = initial(); Real x = if terminal() then 1 else 2;"), "");
}

// ---- When-equations ----

TEST(WhenEquations, AreEquationsThatHoldAlways) {
  const System system = FlattenOk(R"(
    model M
      Real x(start = 1), y; Boolean a = x > 2, b = x < 0;
    equation
      der(x) = -x;
      when a then y = x; elsewhen b then y = 2*pre(y); end when;
    end M;)");
  EXPECT_EQ(
      Discretes(system).back(),
      "y = if a and not pre(a) and not initial() then x else if b and not initial() and not pre(b) then "
      "2*pre(y) else pre(y)");
}

TEST(WhenEquations, WithSeveralConditionsAreActiveWithEach) {
  const System system = FlattenOk(R"(
    model M
      Real y; Boolean b = time > 3;
    equation
      when {initial(), b, time > 5} then y = pre(y) + 1; end when;
    end M;)");
  EXPECT_EQ(
      Discretes(system),
      (Lines{
          "b = (3 < time)", "$when1 = (5 < time)",
          "y = if initial() or b and not pre(b) or $when1 and not pre($when1) then 1 + pre(y) else pre(y)"}));
  const auto branches = ReadWhenBranches(system, system.hybrid.equations.back());
  ASSERT_EQ(branches.size(), 1u);
  const auto form = ReadWhenForm(system, branches[0].active);
  ASSERT_TRUE(form);
  EXPECT_TRUE(form->is_active_initially);
  EXPECT_EQ(form->conditions.size(), 2u);
}

TEST(WhenEquations, HavePreOfContinuousVariables) {
  const System system = FlattenOk(R"(
    model M
      Real x(start = 1); Real y;
    equation
      der(x) = 1;
      when x > 2 then y = pre(x); reinit(x, -0.5*pre(x)); end when;
    end M;)");
  EXPECT_EQ(Discretes(system).back(),
            "y = if $when1 and not pre($when1) and not initial() then pre(x) else pre(y)");
  EXPECT_EQ(Reinits(system), (Lines{"$when1 and not pre($when1) and not initial(): x = -0.5*pre(x)"}));
}

TEST(WhenEquations, HaveTuplesLoopsBranchesAndActions) {
  const System system = FlattenOk(R"(
    model M
      function f input Real u; output Real a; output Real b; algorithm a := u; b := 2*u; end f;
      Real x(start = 1), p, q, v[2], w; Boolean c = x > 3;
    equation
      der(x) = 1;
      when c then
        (p, q) = f(x);
        for i in 1:2 loop v[i] = i; end for;
        if p > 1 then w = 1; reinit(x, 0); else w = 2; end if;
        assert(x < 9, "large");
        terminate("enough");
      end when;
    end M;)");
  EXPECT_EQ(Discretes(system)[1], "p = if c and not pre(c) and not initial() then x else pre(p)");
  EXPECT_EQ(Discretes(system)[2], "q = if c and not pre(c) and not initial() then 2*x else pre(q)");
  EXPECT_EQ(Discretes(system)[5],
            "w = if c and not pre(c) and not initial() then if 1 < p then 1 else 2 else pre(w)");
  EXPECT_EQ(Reinits(system), (Lines{"c and 1 < p and not pre(c) and not initial(): x = 0"}));
  EXPECT_EQ(system.hybrid.terminations.size(), 1u);
  EXPECT_EQ(ExpressionText(system, system.assertions.at(0).condition),
            "not (c and not pre(c) and not initial()) or x < 9");
}

// Section 8.6 of the specification.
TEST(WhenEquations, ThatAreActiveAtTheStartMakeInitialEquationsOfTheirReinits) {
  const System system = FlattenOk(R"(model M
    Real x, y, z; parameter Real p = 2; Boolean b = time > 2, c = time > 1;
    equation
      der(x) = 1; der(y) = 1; der(z) = 1;
      when {initial(), c} then reinit(x, p); if b then reinit(y, 3); else reinit(y, 4); end if; end when;
      when initial() then reinit(z, 5); elsewhen c then reinit(z, 6); end when;
    end M;)");
  Lines initial;
  for (const Equation& e : system.initial_equations) initial.push_back(EquationText(system, e));
  std::ranges::sort(initial);
  EXPECT_EQ(initial, (Lines{"x = p", "y = if b then 3 else 4", "z = 5"}));
  const Lines later = Reinits(system);
  ASSERT_EQ(later.size(), 4u);
  EXPECT_EQ(later.front(), "c and not pre(c) and not initial(): x = p");
  EXPECT_EQ(later.back(), "c and not pre(c) and not initial(): z = 6");
  EXPECT_EQ(FlattenText("model M\n  Real x;\nequation\n  der(x) = 1;\n"
                        "  when initial() then if x > 0 then reinit(x, 1); end if; end when;\nend M;")
                .Messages(),
            "5:37-49 D0214 a condition decides at the start whether `x` is set; this is not supported yet\n");
}

TEST(WhenEquations, BelongToOneVariable) {
  const Flattened two = FlattenText(
      "model M\n  Real y;\nequation\n  when time > 1 then y = 1; end when;\n  when time > 2 then y = 2; end "
      "when;\nend M;");
  EXPECT_EQ(two.Messages(), "5:3-37 D0244 two when-clauses assign to `y`\n");
  ASSERT_EQ(two.diagnostics[0].secondary.size(), 1u);
  EXPECT_EQ(two.parsed->sources
                .Locate(two.diagnostics[0].secondary[0].span.file, two.diagnostics[0].secondary[0].span.begin)
                .line,
            4u);
}

TEST(WhenEquations, SetAStateInOneOfThem) {
  EXPECT_EQ(FlattenText("model M\n  Real x(start = 0);\nequation\n  der(x) = 1;\n"
                        "  when x > 1 then reinit(x, 0); elsewhen x > 2 then reinit(x, 1); end when;\n"
                        "  when time > 1 then reinit(x, 0); end when;\nend M;")
                .Messages(),
            "6:3-44 D0244 two when-clauses set `x` by `reinit`\n");
}

TEST(WhenEquations, StandWhereTheyMay) {
  const auto messages = [](std::string_view body) {
    return FlattenText(
               fmt::format(
                   "model M Real x(start = 1), y; Boolean b = time > 1; equation der(x) = 1;\n{} end M;",
                   body))
        .Messages();
  };
  EXPECT_EQ(messages("when b then when time > 2 then y = 1; end when; end when;"),
            "2:13-47 D0244 a when-equation is not allowed in another when-equation\n");
  EXPECT_EQ(messages("initial equation when b then y = 1; end when;"),
            "2:18-45 D0244 a when-equation is not allowed among initial equations\n");
  EXPECT_EQ(messages("if b then when time > 2 then y = 1; end when; end if;"),
            "2:11-45 D0244 a when-equation is not allowed in an if-equation whose condition varies\n");
  EXPECT_EQ(messages("when b then reinit(y, 1); end when; y = time;"),
            "2:13-25 D0244 `y` is not a state, so `reinit` cannot set it\n");
  EXPECT_EQ(messages("reinit(x, 1); y = 1;"), "2:1-13 D0244 `reinit` is allowed only in when-equations\n");
  EXPECT_EQ(
      messages("when x then y = 1; end when;"),
      "2:6-7 D0221 the condition of a when-clause is a Boolean or a vector of them, but this is Real\n");
  EXPECT_EQ(
      messages("when noEvent(x > 1) then y = 1; end when;"),
      "2:6-20 D0231 the condition of a when-clause changes at events only, but this varies between them\n");
  EXPECT_EQ(
      messages("when b then 2*y = 1; end when;"),
      "2:13-20 D0244 the left side of an equation in a when-clause is the variable that gets a value\n");
  EXPECT_EQ(messages("when b then connect(x, y); end when;"),
            "2:13-26 D0251 connections always hold, so they are not allowed in a when-equation\n");
  EXPECT_EQ(messages("when b then y = 1; y = 2; end when;"), "2:20-25 D0244 `y` gets a value twice\n");
}

// ---- Algorithms ----

TEST(WhenStatements, AreChoicesByTheirEdges) {
  const System system = FlattenOk(R"(
    model M
      Real y(start = 3); Integer n; Boolean b = time > 1;
    algorithm
      when b then y := time; n := pre(n) + 1; elsewhen time > 2 then n := 7; end when;
    end M;)");
  EXPECT_EQ(Discretes(system)[2], "y = if b and not pre(b) and not initial() then time else pre(y)");
  EXPECT_EQ(Discretes(system)[3],
            "n = if b and not pre(b) and not initial() then 1 + pre(n) else if $when1 and not initial() and "
            "not pre($when1) then 7 "
            "else pre(n)");
}

TEST(WhenStatements, SeeWhatWasAssignedBefore) {
  const System system = FlattenOk(R"(
    model M
      Boolean a, b; Integer n;
    algorithm
      a := time > 1;
      b := a and pre(a);
      if b then n := 1; end if;
    end M;)");
  EXPECT_EQ(Discretes(system), (Lines{"a = (1 < time)", "b = a and pre(a)", "n = if b then 1 else pre(n)"}));
}

// `next` is one variable for the relation, not what the statement has made of it: an instant to wait for.
TEST(WhenStatements, AreNamedByTheirVariablesAfterwards) {
  const System system = FlattenOk(R"(
    model M
      discrete Real next(start = 1e60); Boolean y;
    algorithm
      when time > 0.2 then next := time + 0.7; end when;
      y := time >= next;
    end M;)");
  EXPECT_EQ(Relations(system), (Lines{"(0.2 < time)", "(next <= time)"}));
}

TEST(WhenStatements, StandWhereTheyMay) {
  EXPECT_EQ(FlattenText("model M Integer n;\ninitial algorithm when time > 1 then n := 1; end when; end M;")
                .Messages(),
            "2:19-54 D0244 a when-statement is not allowed in an initial algorithm\n");
  EXPECT_EQ(FlattenText("model M Real x(start = 1); equation der(x) = 1;\nalgorithm when x > 1 then "
                        "reinit(x, 1); end when; end M;")
                .Messages(),
            "2:27-39 D0244 `reinit` is allowed only in when-equations, not in algorithms\n");
}

// ---- If-equations and initial equations ----

TEST(DiscreteIfEquations, PairByTheirLeftSides) {
  const System system = FlattenOk(R"(
    model M
      Boolean b = time > 1, c; Integer n; Real x, y;
    equation
      if b then c = time > 2; n = 1; x = 1; y = x; else n = 2; c = false; y = 2; x = y; end if;
    end M;)");
  EXPECT_EQ(Discretes(system)[1], "c = if b then (2 < time) else false");
  EXPECT_EQ(Discretes(system)[2], "n = if b then 1 else 2");
  EXPECT_EQ(Equations(system), (Lines{"0 = if b then x - 1 else y - 2", "0 = if b then y - x else x - y"}));
  EXPECT_EQ(FlattenText("model M Boolean b = time > 1; Integer n;\nequation if b then n = 1; end if; end M;")
                .Messages(),
            "2:10-33 D0243 `n` gets a value in one branch of this if-equation, but not in each\n");
}

TEST(DiscreteInitialEquations, AreKeptApart) {
  const System system = FlattenOk(R"(
    model M
      Boolean b; Real y, x(start = 1);
    initial equation
      pre(b) = true; y = 3; x = 2;
    equation
      b = x > 1 and pre(b);
      der(x) = 1;
      when b then y = 2; end when;
    end M;)");
  EXPECT_EQ(InitialDiscretes(system), (Lines{"pre(b) = true", "y = 3"}));
  EXPECT_EQ(system.initial_equations.size(), 1u);
}

// What has another value before the start changes there, also where its declaration gives it one for ever.
TEST(DiscreteInitialEquations, MakeAVariableOfWhatNeverChanges) {
  const std::string text =
      "model M\n Boolean v = %;\ninitial equation\n pre(v) = false;\nequation\n when v then terminate(\"\"); "
      "end when;\nend M;";
  const auto with = [&](std::string_view value) {
    return std::string(text).replace(text.find('%'), 1, value);
  };
  for (const std::string_view value : {"false", "true"}) {
    const System system = FlattenOk(with(value));
    EXPECT_EQ(InitialDiscretes(system), (Lines{"pre(v) = false"}));
    EXPECT_EQ(Discretes(system)[0], fmt::format("v = {}", value));
  }
}

TEST(DiscreteEquations, HaveAVariableAlone) {
  EXPECT_EQ(FlattenText("model M Boolean a = time > 1, b, c;\nequation (a or b) = (b and c); c = a; end M;")
                .Messages(),
            "2:10-30 D0244 no variable stands alone on a side of this equation: a or b = b and c\n");
}

// ---- Subscripts that change, and parameters that are found at the start ----

TEST(ChangingSubscripts, ChooseAmongTheElements) {
  const System system = FlattenOk(R"(
    model M
      type E = enumeration(a, b);
      constant Real table[E, 2] = {{1, 2}, {3, 4}};
      E e = if time > 1 then E.a else E.b;
      Integer i = if time > 2 then 1 else 2;
      Real y = table[e, i], z = table[e, 2], v[2] = {time, 2*time}, w = v[i];
    end M;)");
  EXPECT_EQ(Equations(system).front(),
            "y = if 1 == e then if 1 == i then 1 else if 2 == i then 2 else 0/0 else if 1 == i then 3 else "
            "if 2 == i "
            "then 4 else 0/0");
  EXPECT_EQ(Equations(system)[1], "z = if 1 == e then 2 else 4");
  EXPECT_EQ(Equations(system).back(), "w = if 1 == i then v[1] else if 2 == i then v[2] else 0/0");
  EXPECT_EQ(FlattenText("model M Real v[2] = {1, 2};\nReal y = v[integer(noEvent(time))]; end M;")
                .diagnostics.size(),
            0u);
  EXPECT_EQ(FlattenText("model M Real x = time, v[2] = {1, 2};\nReal y = v[x]; end M;").Messages(),
            "2:12-13 D0231 a subscript cannot depend on the variable `x`\n");
}

TEST(ChangingSubscripts, ChooseRowsAndParts) {
  const System system = FlattenOk(R"(
    model M
      constant Real table[2, 3] = [1, 2, 3; 4, 5, 6];
      Integer i = if time > 2 then 1 else 2;
      Real row[3] = table[i, :], part[2] = table[i, {3, 1}], column[2] = table[:, i], whole[3] = table[i];
    end M;)");
  const auto pick = [](int a, int b) {
    return fmt::format("if 1 == i then {} else if 2 == i then {} else 0/0", a, b);
  };
  const auto column = [](int a) {
    return fmt::format("if 1 == i then {} else if 2 == i then {} else if 3 == i then {} else 0/0", a, a + 1,
                       a + 2);
  };
  EXPECT_EQ(Equations(system),
            (Lines{"row[1] = " + pick(1, 4), "row[2] = " + pick(2, 5), "row[3] = " + pick(3, 6),
                   "part[1] = " + pick(3, 6), "part[2] = " + pick(1, 4), "column[1] = " + column(1),
                   "column[2] = " + column(4), "whole[1] = " + pick(1, 4), "whole[2] = " + pick(2, 5),
                   "whole[3] = " + pick(3, 6)}));
  EXPECT_EQ(FlattenText("model M Integer i = integer(time); constant Real t[2, 2] = [1, 2; 3, 4];\n"
                        "Real y[2] = t[i, {1, 3}]; end M;")
                .Messages(),
            "2:18-24 D0224 the subscript 3 is not between 1 and 2\n");
}

TEST(FreeParameters, OfOtherTypesKeepTheValueThatTheStartGivesThem) {
  const System system = FlattenOk(R"(
    model M
      parameter Boolean p(fixed = false);
      parameter Integer n(fixed = false, start = 3) = 2;
      parameter Integer k = n + 1;
      Real x;
    initial algorithm
      p := k > 2;
    equation
      if p then x = n; else x = k; end if;
    end M;)");
  EXPECT_EQ(Discretes(system), (Lines{"p = pre(p)", "n = pre(n)", "k = 1 + n"}));
  EXPECT_EQ(InitialDiscretes(system), (Lines{"n = 2", "p = 2 < k"}));
  EXPECT_EQ(Equations(system), (Lines{"x = if p then n else k"}));
}

TEST(FreeParameters, AreSubscripts) {
  const System system = FlattenOk(R"(
    model M
      parameter Integer n(fixed = false);
      Real v[2] = {time, 2*time}, y = v[n];
    initial algorithm
      n := -1;
      for i in 1:2 loop
        if i > 1 then n := i; end if;
      end for;
    end M;)");
  EXPECT_EQ(Equations(system).back(), "y = if 1 == n then v[1] else if 2 == n then v[2] else 0/0");
}

TEST(FreeParameters, AreArgumentsOfFunctions) {
  const System system = FlattenOk(R"(
    model M
      function f
        input Integer n;
        output Integer y = 2*n;
      algorithm
      end f;
      parameter Integer n(fixed = false), m = f(n), k(fixed = false);
    initial equation
      n = 3;
      k = f(m);
    end M;)");
  EXPECT_EQ(Discretes(system), (Lines{"n = pre(n)", "m = 2*n", "k = pre(k)"}));
}

TEST(FreeParameters, DecideBetweenEquationsDuringTheRun) {
  const System system = FlattenOk(
      "model M parameter Real p(fixed = false); Real x; equation if p > 1 then x = 1; else "
      "x = 2; end if; end M;");
  EXPECT_EQ(Equations(system), (Lines{"der(p) = 0", "x = if (1 < p) then 1 else 2"}));
}

TEST(DiscreteEquations, DoNotRoundInSilence) {
  const auto messages = [](std::string_view equation) {
    return FlattenText(
               fmt::format("model M Integer n; parameter Real p = 2; Real x; equation\n{} end M;", equation))
        .Messages();
  };
  EXPECT_EQ(messages("n = p; x = 1;"), "2:1-6 D0221 the left side is Integer, the right side Real\n");
  EXPECT_EQ(messages("2.5*time = n; x = 1;"), "2:1-13 D0221 the left side is Real, the right side Integer\n");
  EXPECT_EQ(messages("when time > 1 then n = x; end when; x = time;"),
            "2:20-25 D0221 the left side is Integer, the right side Real\n");
  EXPECT_EQ(messages("n = integer(time); x = n;"), "");
  EXPECT_EQ(messages("n = integer(time); n = 2*x;"), "");
}

TEST(TopLevelInputs, MayBeDiscrete) {
  EXPECT_EQ(FlattenText("model M input Boolean u; Real x = if u then 1 else 2; end M;").Messages(),
            "1:23-24 D0246 nothing gives the input `u` a value\n");
}

}  // namespace
}  // namespace daedalus::semantics
