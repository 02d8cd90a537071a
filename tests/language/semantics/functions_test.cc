// Calls of functions: with constants they are evaluated, with expressions written out in place.
#include <cmath>

#include "daedalus/language/semantics/functions/check_function.h"
#include "language/semantics/walk.h"

namespace daedalus::semantics {
namespace {

constexpr std::string_view kSquare = "function f input Real u; output Real y; algorithm y := u * u; end f;";

TEST(Functions, AreWrittenOut) {
  const System system =
      FlattenOk(Wrap(fmt::format("{} Real x; Real y;", kSquare), "der(x) = f(x); y = f(2 * x);"));
  EXPECT_EQ(Equations(system)[0], "der(x) = x^2");
}

TEST(Functions, OfConstantsAreEvaluated) {
  EXPECT_EQ(ValueOf("f(3)", kSquare), 9.0);
  const System system = FlattenOk(
      Wrap(fmt::format("{} constant Integer n = integer(f(2)); Real y[n];", kSquare), "y = zeros(n);"));
  EXPECT_EQ(system.variables.size(), 4u);
}

TEST(Functions, ArgumentsByPlaceByNameAndByDefault) {
  constexpr std::string_view f =
      "function f input Real a; input Real b = 10 * a; input Real c = a + b; output Real y; "
      "algorithm y := a + 100 * b + 10000 * c; end f;";
  EXPECT_EQ(ValueOf("f(1)", f), 1 + 100 * 10 + 10000 * 11);
  EXPECT_EQ(ValueOf("f(1, 2)", f), 1 + 100 * 2 + 10000 * 3);
  EXPECT_EQ(ValueOf("f(1, c = 5)", f), 1 + 100 * 10 + 10000 * 5);
  EXPECT_EQ(ValueOf("f(c = 1, a = x)", f), 3 + 100 * 30 + 10000 * 1);
}

TEST(Functions, WrongArgumentsAreTold) {
  EXPECT_EQ(FailureOf("f()", kSquare), "3:10-13 D0227 `M.f` needs a value for `u`\n");
  EXPECT_EQ(FailureOf("f(1, 2)", kSquare), "3:10-17 D0227 `M.f` takes 1 argument, but there are 2\n");
  EXPECT_EQ(FailureOf("f(v = 2)", kSquare), "3:12-13 D0229 `M.f` has no argument named `v`\n");
  EXPECT_EQ(FailureOf("f(1, u = 2)", kSquare), "3:15-16 D0229 the argument `u` is given twice\n");
  EXPECT_EQ(FailureOf("f(true)", kSquare),
            "3:12-16 D0228 `u` of `M.f` is of type Real, but this is Boolean\n");
}

TEST(Functions, VariablesDependOnEachOtherInAnyOrder) {
  EXPECT_EQ(ValueOf("f(x)",
                    "function f input Real u; output Real y = 2 * t; protected Real t = s + 1; Real s = u; "
                    "algorithm end f;"),
            8.0);
  // First values are found before the algorithm starts.
  EXPECT_EQ(ValueOf("f(x)",
                    "function f input Real u; output Real y; protected Real t = s; Real s = 2 * u; "
                    "algorithm s := 100; y := t; end f;"),
            6.0);
  EXPECT_EQ(
      FailureOf("f(x)", "function f input Real u; output Real y = t; protected Real t = y; algorithm end f;"),
      "2:46-47 D0232 the declaration of `y` depends on itself\n");
}

TEST(Functions, SizesDependOnInputs) {
  constexpr std::string_view f =
      "function f input Real u[:]; input Integer n; output Real y[size(u, 1) + n]; "
      "algorithm for i in 1:size(y, 1) loop y[i] := if i <= size(u, 1) then u[i] else 10 * i; end for; end "
      "f;";
  EXPECT_EQ(Values("[4]", "f({x, 2}, 2)", f), (std::vector<double>{3, 2, 30, 40}));
  // An Integer parameter decides about the size, so that it is taken as it is.
  EXPECT_EQ(Values("[3]", "f({x, 2}, k)", fmt::format("{} parameter Integer k = 1;", f)),
            (std::vector<double>{3, 2, 30}));
  EXPECT_EQ(FailureOf("sum(f(x, 1))", f), "3:16-17 D0228 `u` of `M.f` has 1 dimension, but this is Real\n");
  constexpr std::string_view g =
      "function g input Real a[:]; input Real b[size(a, 1)]; output Real y; algorithm y := a * b; end g;";
  EXPECT_EQ(ValueOf("g({1, x}, {2, 5})", g), 17.0);
  EXPECT_EQ(FailureOf("g({1, x}, {2, 5, 6})", g),
            "3:20-29 D0222 `b` of `M.g` is Real[2], but this is Real[3]\n");
}

TEST(Functions, OfScalarsAreAppliedToEachElement) {
  EXPECT_EQ(Values("[2]", "f({x, 2})", kSquare), (std::vector<double>{9, 4}));
  EXPECT_EQ(Values("[2, 2]", "f([x, 2; 1, 0])", kSquare), (std::vector<double>{9, 4, 1, 0}));
  EXPECT_EQ(Values("[0]", "f(zeros(0))", kSquare), std::vector<double>());
  constexpr std::string_view g =
      "function g input Real a; input Real b; output Real y; algorithm y := a - b; end g;";
  EXPECT_EQ(Values("[2]", "g({x, 2}, 1)", g), (std::vector<double>{2, 1}));
  EXPECT_EQ(FailureOf("sum(g({x, 2}, {1, 2, 3}))", g),
            "3:24-33 D0222 `M.g` is called for each element of arrays of different sizes, [2] and [3]\n");
}

TEST(Functions, AssignToElementsSlicesAndFields) {
  constexpr std::string_view f =
      "record R Real a; Real b[2]; end R; "
      "function f input Real u; output R y[2]; "
      "algorithm y[1].a := u; y[2].a := 2; y[1].b[:] := {3, 4}; y[2].b := {u, 6}; y[:].b[2] := {7, 8}; end "
      "f; "
      "function g input Real u; output Real y[6]; protected R r[2]; "
      "algorithm r := f(u); y := cat(1, r.a, r[1].b, r[2].b); end g;";
  EXPECT_EQ(Values("[6]", "g(x)", f), (std::vector<double>{3, 2, 3, 7, 3, 8}));
  constexpr std::string_view h =
      "function h input Real u; output Real y[3]; algorithm y := zeros(3); y[2:end] := {u, 5}; y[{1, 3}] := "
      "{8, 9}; end h;";
  EXPECT_EQ(Values("[3]", "h(x)", h), (std::vector<double>{8, 3, 9}));
}

TEST(Functions, WrongAssignmentsAreTold) {
  const auto message = [](std::string_view statements) {
    return FailureOf(
        "f(x)",
        fmt::format("function f input Real u; output Real y; protected Real a[2]; Integer i; algorithm "
                    "y := u;\n{} end f;",
                    statements));
  };
  EXPECT_EQ(message("u := 2;"), "3:1-2 D0254 `u` is an input and cannot be assigned to\n");
  EXPECT_EQ(message("z := 2;"), "3:1-2 D0201 `z` is not declared\n");
  EXPECT_EQ(message("a := {1, 2, 3};"), "3:6-15 D0222 `a` is Real[2], but this is Integer[3]\n");
  EXPECT_EQ(message("a[3] := 1;"), "3:3-4 D0224 the subscript 3 is not between 1 and 2\n");
  EXPECT_EQ(message("a[:] := 1;"), "3:9-10 D0222 Integer is assigned to Real[2]\n");
  EXPECT_EQ(message("i := 1.5;"), "3:6-9 D0221 `i` is of type Integer, but this is Real\n");
  EXPECT_EQ(message("a[1] := true;"), "3:9-13 D0221 Boolean is assigned to something of type Real\n");
  EXPECT_EQ(message("for k in 1:2 loop k := 3; end for;"),
            "3:19-20 D0254 `k` is the index of a loop, which nothing else changes\n");
}

TEST(Functions, OutputsMustGetAValue) {
  EXPECT_EQ(FailureOf("f(x)", "function f input Real u; output Real y; algorithm end f;"),
            "3:10-14 D0254 `M.f` gives no value to its output `y`\n");
  EXPECT_EQ(FailureOf("sum(f(x))", "function f input Real u; output Real y[2]; algorithm end f;"),
            "3:14-18 D0254 `M.f` gives no value to its output `y`\n");
  EXPECT_EQ(
      FailureOf("f(x)",
                "function f input Real u; output Real y; algorithm if u > 0 then y := 1; end if; end f;"),
      "3:10-14 D0254 `M.f` gives no value to its output `y`\n");
}

// What `Real y = expression` gives, and the only warning.
double ValueWithWarning(std::string_view expression, std::string_view declarations,
                        std::string_view warning) {
  const Flattened f =
      FlattenText(Wrap(fmt::format("Real x; {} Real y = {};", declarations, expression), "x = time;"));
  EXPECT_TRUE(f.system.has_value()) << f.Messages();
  if (!f.system) return 0.0;
  EXPECT_EQ(f.diagnostics.size(), 1u) << f.Messages();
  if (f.diagnostics.size() == 1) {
    EXPECT_EQ(f.diagnostics[0].severity, Severity::kWarning);
    EXPECT_EQ(f.diagnostics[0].message, warning);
  }
  const auto values = ValuesOfY(*f.system);
  return values.size() == 1 ? values[0] : 0.0;
}

// Section 12.4.4 leaves open what an unassigned variable holds. Libraries pass it on without using it.
TEST(Functions, AnUnassignedVariableIsReadWithAWarning) {
  constexpr std::string_view f =
      "function g input Real unused; input Real u; output Real y; algorithm y := 2*u; end g;"
      "function f input Real u; output Real y; protected Real r; algorithm r := g(r, u); y := r + 1; end f;";
  constexpr std::string_view warning = "`r` has no value yet, and is read as 0, false or an empty text";
  EXPECT_EQ(ValueWithWarning("f(x)", f, warning), 7.0);
  EXPECT_EQ(ValueWithWarning("f(3)", f, warning), 7.0);
  EXPECT_EQ(
      ValueWithWarning("f(x)",
                       "type E = enumeration(a, b); function f input Real u; output Real y; protected E e; "
                       "algorithm y := if e == E.a then u else -u; end f;",
                       "`e` has no value yet, and is read as the first of its values"),
      3.0);
}

// A sum over an array that is still being filled.
TEST(Functions, ElementsWithoutAValueAreZeroWithAWarning) {
  constexpr std::string_view f =
      "function f input Real u; output Real y; protected Real a[3]; algorithm a[1] := u; a[3] := 1 - sum(a); "
      "y := a[3]; end f;";
  EXPECT_EQ(ValueWithWarning("f(3)", f, "`M.f` gives no value to some elements of `a`"), -2.0);
  EXPECT_EQ(
      ValueWithWarning("sum(f(3))", "function f input Real u; output Real y[2]; algorithm y[1] := u; end f;",
                       "`M.f` gives no value to some elements of `y`"),
      3.0);
}

// The value of a field that nothing gives one is open; only the field that is used counts.
TEST(Functions, AFieldOfARecordMayGetNoValue) {
  constexpr std::string_view f =
      "record R Real a; Real b; Boolean c; Real d[2]; end R;\n"
      "function f input Real u; output R r; algorithm r.a := 2*u; if u > 5 then r.b := u; end if; r.d[1] := "
      "u; end f;\n"
      "function g input Real u; output Real y; protected R r; algorithm r := f(u); y := r.a + r.b + r.d[1]; "
      "end g;";
  EXPECT_EQ(ValueOf("g(x)", f), 9.0);
  EXPECT_EQ(ValueOf("g(2*x)", f), 24.0);
  EXPECT_EQ(ValueOf("g(3)", f), 9.0);
  EXPECT_EQ(ValueOf("g(6)", f), 24.0);
  // What is no number stays a mistake.
  EXPECT_EQ(
      FailureOf(
          "g(x)",
          "record R Real a; String s; end R; function f input Real u; output R r; algorithm r.a := u; end f; "
          "function g input Real u; output Real y; protected R r; algorithm r := f(u); y := r.a; end g;"),
      "2:177-181 D0254 `M.f` gives no value to its output `r`\n");
}

TEST(Functions, ConditionsChooseOrMerge) {
  constexpr std::string_view f =
      "function f input Real u; output Real y; protected Real t; algorithm y := -1; "
      "if u > 10 then y := 1; elseif u > 2 then t := u; y := t + 1; end if; end f;";
  EXPECT_EQ(ValueOf("f(x)", f), 4.0);
  EXPECT_EQ(ValueOf("f(x + 8)", f), 1.0);
  EXPECT_EQ(ValueOf("f(x - 3)", f), -1.0);
  EXPECT_EQ(ValueOf("f(3)", f), 4.0);
  // A branch that a constant rules out is not looked at.
  EXPECT_EQ(ValueOf("f(x)",
                    "function f input Real u; output Real y; protected Real a[0]; "
                    "algorithm if size(a, 1) > 0 then y := a[1]; else y := u; end if; end f;"),
            3.0);
}

TEST(Functions, Loops) {
  EXPECT_EQ(ValueOf("f(x)",
                    "function f input Real u; output Real y; algorithm y := 0; "
                    "for i in 1:3, j in {1, 10} loop y := y + i * j * u; end for; end f;"),
            3.0 * 6 * 11);
  EXPECT_EQ(ValueOf("f({x, 2, 1})",
                    "function f input Real u[:]; output Real y; algorithm y := 0; "
                    "for i loop y := y + i * u[i]; end for; end f;"),
            10.0);
  EXPECT_EQ(
      ValueOf("f(100)",
              "function f input Integer n; output Integer y; protected Integer k = n; algorithm y := 0; "
              "while k > 1 loop k := div(k, 2); y := y + 1; end while; end f;"),
      6.0);
  EXPECT_EQ(ValueOf("f(7)",
                    "function f input Integer n; output Integer y; algorithm y := 0; "
                    "while true loop y := y + 1; if y * y > n then break; end if; end while; end f;"),
            3.0);
  EXPECT_EQ(ValueOf("f(1)",
                    "function f input Integer n; output Integer y; algorithm y := 0; "
                    "for i in 1:5 loop for j in 1:5 loop if j > i then break; end if; y := y + 1; end for; "
                    "end for; end f;"),
            15.0);
}

TEST(Functions, ReturnAndBreakUnderConditionsOfTheRun) {
  constexpr std::string_view f =
      "function f input Real u; output Real y; algorithm y := 1; if u > 2 then y := 2; return; end if; "
      "y := y + 10; if u > 0 then return; end if; y := y + 100; end f;";
  EXPECT_EQ(ValueOf("f(x)", f), 2.0);
  EXPECT_EQ(ValueOf("f(x - 2)", f), 11.0);
  EXPECT_EQ(ValueOf("f(x - 4)", f), 111.0);
  // The first i with i * i >= u.
  constexpr std::string_view g =
      "function g input Real u; output Real y; algorithm y := 0; "
      "for i in 1:5 loop y := i; if i * i >= u then break; end if; end for; y := 10 * y; end g;";
  EXPECT_EQ(ValueOf("g(x)", g), 20.0);
  EXPECT_EQ(ValueOf("g(5 * x)", g), 40.0);
  EXPECT_EQ(ValueOf("g(10 * x)", g), 50.0);
}

TEST(Functions, Recursion) {
  constexpr std::string_view f =
      "function f input Integer n; output Integer y; algorithm if n <= 1 then y := 1; else y := n * f(n - "
      "1); end if; end f;";
  EXPECT_EQ(ValueOf("f(10)", f), 3628800.0);
  constexpr std::string_view fibonacci =
      "function f input Integer n; output Integer y; algorithm y := if n < 2 then n else f(n - 1) + f(n - "
      "2); end f;";
  EXPECT_EQ(ValueOf("f(70)", fibonacci), 190392490709135.0) << "results are kept";
  EXPECT_EQ(
      FailureOf("f(1)", "function f input Integer n; output Integer y; algorithm y := f(n + 1); end f;"),
      "2:70-78 D0254 `M.f` calls itself more than 200 levels deep\n");
}

TEST(Functions, SeveralResults) {
  constexpr std::string_view f =
      "function f input Real u; output Real a; output Real b[2]; output Real c; algorithm a := u; b := {u, "
      "2}; c := 5; end f; ";
  EXPECT_EQ(ValueOf("f(x)", f), 3.0);
  const System system = FlattenOk(
      Wrap(fmt::format("{} Real x; Real p; Real q[2]; Real r;", f), "x = 1; (p, q) = f(x); (, , r) = f(x);"));
  EXPECT_EQ(Equations(system), (std::vector<std::string>{"x = 1", "p = x", "q[1] = x", "q[2] = 2", "r = 5"}));
  EXPECT_EQ(
      ValueOf("g(x)", fmt::format("{} function g input Real u; output Real y; protected Real p; Real q[2]; "
                                  "algorithm (p, q[:]) := f(u); (, , y) := f(u); y := y + p + q[2]; end g;",
                                  f)),
      10.0);
  EXPECT_EQ(FlattenText(Wrap(fmt::format("{} Real p; Real q; Real r; Real s;", kSquare),
                             "(p, q) = f(2); r = 1; s = 1;"))
                .Messages(),
            "4:10-14 D0227 `M.f` has 1 result, and 2 are wanted\n");
}

TEST(Functions, Assertions) {
  constexpr std::string_view f =
      "function f input Real u; output Real y; algorithm assert(u > 0, \"u is \" + String(u));\n y := u; end "
      "f;";
  EXPECT_EQ(ValueOf("f(1)", f), 1.0);
  EXPECT_EQ(ValueOf("f(x)", f), 3.0);
  EXPECT_EQ(FailureOf("f(-1)", f), "2:59-93 D0254 u is -1\n");
  // Not reached with certainty.
  EXPECT_EQ(ValueOf("f(x)",
                    "function f input Real u; output Real y; algorithm y := u; if u < 0 then assert(false, "
                    "\"\"); end if; end f;"),
            3.0);
}

TEST(Functions, WhatCannotBeWrittenOutStaysAFunctionOrIsRefused) {
  EXPECT_EQ(ValueOf("f(x)",
                    "function f input Real u; output Real y; algorithm y := u; while y > 1 loop y := y / 2; "
                    "end while; end f;"),
            0.75);
  EXPECT_EQ(ValueOf("f(x)",
                    "function f input Real u; output Real y; protected Real a[3] = {1, 2, 7}; algorithm y := "
                    "a[integer(u)]; end f;"),
            7.0);
  EXPECT_EQ(FailureOf("f(x)", "function f input Real u; output Real y; external \"C\" y = g(u); end f;"),
            "3:10-14 D0213 `M.f` cannot be written out as expressions: `g` is an external function of C, and "
            "not one of those that are known "
            "here (`--allow-external` loads it)\n");
  constexpr std::string_view recursion =
      "function f input Real u; output Real y; algorithm if u < 1 then y := u; else y := f(u / 2); end if; "
      "end f;";
  EXPECT_EQ(ValueOf("f(x)", recursion), 0.75);
  EXPECT_EQ(ValueOf("f(12)", recursion), 0.75);
  // For a parameter a value will do.
  const System system =
      FlattenOk(Wrap("function f input Real u; output Real y; algorithm y := u; while y > 1 loop y := y / 2; "
                     "end while; end f; "
                     "parameter Real p = 12; parameter Real q = f(p); Real y = q;"));
  EXPECT_EQ(ValuesOfY(system), std::vector<double>{0.75});
  EXPECT_EQ(FailureOf("f(1)",
                      "function f input Real u; output Real y; algorithm y := u;\nwhile true loop y := 1; "
                      "end while; end f;"),
            "3:1-34 D0254 this loop does not end within 1000000 iterations\n");
}

TEST(Functions, RecordsAreMadeByTheirNames) {
  constexpr std::string_view r =
      "record R Real a; Real b = 2 * a; Real c[2] = {a, b}; end R; "
      "function f input R r; output Real y; algorithm y := r.a + 10 * r.b + 100 * r.c[2]; end f;";
  EXPECT_EQ(ValueOf("f(R(x))", r), 3 + 60 + 600);
  EXPECT_EQ(ValueOf("f(R(1, c = {x, x}))", r), 1 + 20 + 300);
  EXPECT_EQ(FailureOf("f(R())", r), "3:12-15 D0227 `M.R` needs a value for `a`\n");
}

TEST(Functions, DerivedFromOthers) {
  constexpr std::string_view f =
      "partial function P input Real u; output Real y; end P; "
      "function F extends P; input Real k = 2; algorithm y := k * u; end F; "
      "function G = F(k = 5); ";
  EXPECT_EQ(ValueOf("F(x)", f), 6.0);
  EXPECT_EQ(ValueOf("G(x)", f), 15.0);
  EXPECT_EQ(ValueOf("G(x, 7)", f), 21.0);
  EXPECT_EQ(FailureOf("P(x)", f), "3:10-14 D0254 `M.P` is partial and has no algorithm to be carried out\n");
}

TEST(Functions, OfTheLanguageByAnotherName) {
  EXPECT_EQ(
      ValueOf("f(x)", "function f input Real u; output Real y; external \"builtin\" y = sqrt(u); end f;"),
      std::sqrt(3.0));
  EXPECT_EQ(ValueOf("sqrt(x)",
                    "function sqrt input Real u; output Real y; algorithm y := 10 * .sqrt(u); end sqrt;"),
            10 * std::sqrt(3.0));
}

TEST(Functions, SeeThePackageAndTheComponentTheyStandIn) {
  const System system = FlattenOk(
      "package P constant Real g = 5; function f input Real u; output Real y; algorithm y := g * u; end f; "
      "  function k input Real u; input Real a = 1; output Real y; algorithm y := a * u + g; end k; "
      "  model World parameter Real a = 2; function h = k(a = a); end World; "
      "  model Part outer World world; Real y = world.h(3); end Part; end P; "
      "model M Real x; Real y = P.f(x); inner P.World world(a = 7); P.Part part; equation x = 1; end M;");
  EXPECT_EQ(ValuesOfY(system), std::vector<double>{15.0});
  EXPECT_EQ(Equations(system)[1], "part.y = 5 + 3*world.a");
}

TEST(Functions, AreReplaced) {
  const System system = FlattenOk(
      "partial function P input Real u; output Real y; end P; "
      "function F extends P; algorithm y := 2 * u; end F; "
      "model A replaceable function f = P; Real x; Real y = f(x); end A; "
      "model M extends A(redeclare function f = F); equation x = 1; end M;");
  EXPECT_EQ(ValuesOfY(system), std::vector<double>{6.0});
}

TEST(Functions, AsArguments) {
  constexpr std::string_view f =
      "partial function P input Real u; output Real y; end P; "
      "function F extends P; algorithm y := 2 * u; end F; "
      "function G extends P; input Real k; input Real c = 1; algorithm y := k * u + c; end G; "
      "function apply input P f; input Real u; output Real y; algorithm y := f(f(u)); end apply; ";
  EXPECT_EQ(ValueOf("apply(F, x)", f), 12.0);
  EXPECT_EQ(ValueOf("apply(function G(k = x), 1)", f), 3.0 * 4 + 1);
  EXPECT_EQ(ValueOf("apply(function G(k = 3, c = 2), x)", f), 3.0 * 11 + 2);
  EXPECT_EQ(FailureOf("apply(function G(z = 3), x)", f), "3:27-28 D0229 `M.G` has no argument named `z`\n");
  EXPECT_EQ(FailureOf("apply(1, x)", f), "3:16-17 D0228 a function is needed here\n");
}

TEST(Functions, AParameterThatCannotBeWrittenOutHasItsValue) {
  const System system = FlattenOk(
      "model M function root input Real a; output Real x; algorithm x := a; while abs(x * x - a) > 1e-12 "
      "loop "
      "x := (x + a / x) / 2; end while; end root; parameter Real a = 2; parameter Real r = root(a); Real y = "
      "r; end M;");
  EXPECT_NEAR(EvaluateParameters(system).value().values[1], 1.4142135623730951, 1e-12);
  EXPECT_FALSE(system.parameters[ParameterId(0)].is_constant)
      << "a call is evaluated again when it is changed";
}

// The messages of the last function of a model that is checked alone.
std::string CheckedFunctions(std::string_view functions) {
  Walk walk(functions);
  scope::EnvTable& envs = walk.context().envs;
  const scope::EnvId model = walk.context().tree.nodes[0].env;
  CheckFunction(walk.context(),
                envs.EnvOf(model, static_cast<std::uint32_t>(envs.Members(model).size() - 1)));
  return walk.Messages();
}

TEST(Functions, CheckedAlone) {
  EXPECT_EQ(
      CheckedFunctions(
          "function f input Real u[:]; input Integer n; output Real y[n]; protected Real t[:]; Integer k; "
          "algorithm t := cat(1, u, u); k := 1; while k < n loop k := 2 * k; if u[k] > 0 then break; end if; "
          "y[k] := t[k] + u[end]; end while; for i in 1:size(t, 1) loop y[i] := t[i]; end for; "
          "assert(k > n, \"no\"); if n > 3 then return; end if; y := u[1:n]; end f;"),
      "");
  EXPECT_EQ(CheckedFunctions("function f input Real u; output Real y; external \"C\" y = g(u); end f;"), "");
  EXPECT_EQ(CheckedFunctions("function f input Real u[:] = zeros(0); output Real y; algorithm y := u[2] + "
                             ".sum(u[i] for i in 1:2); end f;"),
            "");
  EXPECT_EQ(CheckedFunctions("partial function P input Real u; output Real y; end P; "
                             "function f input P g; output Real y; algorithm y := g(1) + g(2); end f;"),
            "");
  EXPECT_EQ(CheckedFunctions("function f input Real u[:]; output Real y; algorithm y := u; end f;"),
            "`y` is Real, but this is Real[:]\n");
  EXPECT_EQ(CheckedFunctions(
                "function f input Real u; output Real y; algorithm if u > 0 then y := z; end if; end f;"),
            "`z` is not declared\n");
  EXPECT_EQ(CheckedFunctions(
                "function f input Real u; output Real y; algorithm while u loop y := 1; end while; end f;"),
            "a condition is a Boolean, but this is Real\n");
}

}  // namespace
}  // namespace daedalus::semantics
