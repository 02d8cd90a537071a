// Functions that stay functions: what cannot be written out as expressions becomes byte code and is called.
#include <cmath>

#include "daedalus/system/expr/differentiate.h"
#include "daedalus/system/expr/function.h"
#include "language/semantics/walk.h"

namespace daedalus::semantics {
namespace {

std::size_t NumCalls(const System& system) {
  std::size_t count = 0;
  for (const expr::ExprId e : IdRange<expr::ExprId>(system.graph.size()))
    count += system.graph.op(e) == expr::Op::kCall ? 1 : 0;
  return count;
}

constexpr std::string_view kRoot = R"(
  function root
    input Real u;
    output Real y;
  protected
    Real last = 0;
  algorithm
    y := u;
    while abs(y - last) > 1e-14 * y loop
      last := y;
      y := (y + u / y) / 2;
    end while;
  end root;
)";

TEST(Routines, ALoopThatGoesOnByAConditionOfTheRun) {
  EXPECT_NEAR(ValueOf("root(x)", kRoot), std::sqrt(3.0), 1e-15);
  EXPECT_NEAR(ValueOf("root(x + 1) + root(x)", kRoot), 2.0 + std::sqrt(3.0), 1e-14);
  const System system =
      FlattenOk(Wrap(fmt::format("Real x; Real y; {}", kRoot), "x = time; y = root(x) - root(x);"));
  EXPECT_EQ(Equations(system)[1], "y = 0") << "equal calls are equal";
}

TEST(Routines, WithNumbersTheyAreCarriedOutBefore) {
  const System system = FlattenOk(Wrap(fmt::format("Real y; {}", kRoot), "y = root(4);"));
  EXPECT_EQ(Equations(system)[0], "y = 2");
  EXPECT_EQ(NumCalls(system), 0u);
}

TEST(Routines, WhatCanBeWrittenOutIs) {
  const System system =
      FlattenOk(Wrap("function f input Real u; output Real y; algorithm y := u * u; end f; Real x; Real y;",
                     "x = time; y = f(x);"));
  EXPECT_EQ(NumCalls(system), 0u);
}

TEST(Routines, AreDifferentiated) {
  System system = FlattenOk(Wrap(fmt::format("Real x; Real y; {}", kRoot), "x = time; y = root(x);"));
  const double variables[] = {4.0, 0.0}, slopes[] = {8.0, 0.0};
  const expr::ExprId call = system.equations[EquationId(1)].right;
  EXPECT_NEAR(
      expr::Evaluate(system.graph, expr::TimeDerivative(system.graph, call), {0.0, variables, slopes, {}}),
      2.0, 1e-14);
}

TEST(Routines, SubscriptsMayVary) {
  constexpr std::string_view f = R"(
    function nearest
      input Real u; input Real grid[:]; output Real y; protected Integer i = 1;
    algorithm
      while i < size(grid, 1) and grid[i + 1] <= u loop i := i + 1; end while;
      y := grid[i];
    end nearest;)";
  EXPECT_EQ(ValueOf("nearest(x, {0, 1, 2.5, 4})", f), 2.5);
  EXPECT_EQ(ValueOf("nearest(x + 9, {0, 1, 2.5, 4})", f), 4.0) << "`and` stops at the first that is false";
  EXPECT_EQ(ValueOf("nearest(x, {x - 2, x - 1, x + 1})", f), 2.0);
}

TEST(Routines, ElementsAndRowsAreAssignedTo) {
  constexpr std::string_view f = R"(
    function f
      input Real u; output Real y; protected Real a[3] = {1, 2, 3}; Real m[2, 3]; Integer k;
    algorithm
      k := integer(u);
      a[k] := 10 * u;
      m[1, :] := a;
      m[k - 1, :] := 2 * m[1, :];
      m[2, k] := m[2, k] + 0.5;
      y := m[2, 1] + 100 * m[2, 2] + 10000 * m[2, 3];
    end f;)";
  // k = 3: a = {1, 2, 30}, the second row twice that, and 0.5.
  EXPECT_EQ(ValueOf("f(x)", f), 2.0 + 100 * 4.0 + 10000 * 60.5);
}

TEST(Routines, ConstantTablesAreSubscripted) {
  constexpr std::string_view f = R"(
    constant Real table[:] = {5, 6, 7, 8};
    function f input Real u; output Real y; algorithm y := table[integer(u)]; end f;)";
  EXPECT_EQ(ValueOf("f(x)", f), 7.0);
}

TEST(Routines, ARecursionEndsDuringTheRun) {
  constexpr std::string_view f = R"(
    function sum1 input Real u; output Real y; algorithm y := if u < 1 then u else u + sum1(u - 1); end sum1;
    function power input Real u; input Integer n; output Real y;
    algorithm if n <= 0 then y := 1; return; end if; y := u * power(u, n - 1); end power;)";
  EXPECT_EQ(ValueOf("sum1(x + 0.5)", f), 3.5 + 2.5 + 1.5 + 0.5);
  EXPECT_EQ(ValueOf("power(x, 4)", f), 81.0) << "written out: the number of levels is known";
  EXPECT_EQ(ValueOf("power(x, integer(x))", f), 27.0);
}

TEST(Routines, FunctionsCallFunctionsWithSeveralResults) {
  constexpr std::string_view f = R"(
    function split input Real u; output Integer whole; output Real rest;
    algorithm whole := 0; rest := u; while rest >= 1 loop rest := rest - 1; whole := whole + 1; end while; end split;
    function f input Real u; output Real y; protected Integer n; Real r; Real s = 0;
    algorithm (n, r) := split(u); for i in 1:n loop s := s + i * r; end for; y := s; end f;)";
  EXPECT_EQ(ValueOf("f(x + 0.25)", f), (1 + 2 + 3) * 0.25);
}

TEST(Routines, LoopsWithBreakAndReturn) {
  constexpr std::string_view f = R"(
    function first input Real u; input Real a[:]; output Integer i;
    algorithm
      for k in 1:size(a, 1) loop if a[k] > u then i := k; return; end if; end for;
      i := -1;
    end first;
    function count input Real u; output Real n = 0; protected Real s = 0;
    algorithm
      while true loop n := n + 1; s := s + n; if s > u then break; end if; end while;
      n := 10 * n;
    end count;)";
  EXPECT_EQ(ValueOf("first(x, {1, 2, 3, 4, 5})", f), 4.0);
  EXPECT_EQ(ValueOf("first(x, {1, 2})", f), -1.0);
  EXPECT_EQ(ValueOf("count(x)", f), 30.0);
}

TEST(Routines, LoopsWithoutARangeHaveThatOfTheirSubscripts) {
  constexpr std::string_view f = R"(
    function f input Real u; input Real a[:]; output Real y = 0; protected Real v = u;
    algorithm
      while v > 1 loop
        v := v - 1;
        for i loop y := y + a[i] * v; end for;
      end while;
    end f;)";
  EXPECT_EQ(ValueOf("f(x, {1, 2, 4})", f), 7.0 * 2 + 7.0 * 1);
}

TEST(Routines, LongLoopsAreNotWrittenOut) {
  constexpr std::string_view f = R"(
    function f input Real u; output Real y = 0;
    algorithm
      for i in 1:100000 loop if i * u > 1e6 then break; end if; y := y + u; end for;
    end f;)";
  EXPECT_EQ(ValueOf("f(x)", f), 3.0 * 100000);
}

TEST(Routines, WhereTheIndexDecidesAboutSizesTheyAre) {
  constexpr std::string_view f = R"(
    function f input Real u; input Real a[100]; output Real y = 0; protected Real v = u;
    algorithm
      while v > 1 loop v := v - 1; end while;
      for i in 1:100 loop y := y + sum(a[1:i]); end for;
      y := y + v;
    end f;)";
  EXPECT_EQ(ValueOf("f(x + 0.5, fill(x / x, 100))", f), 5050.5);
}

TEST(Routines, RecordsAndArraysOfThem) {
  constexpr std::string_view f = R"(
    record P Real a; Real b[2]; end P;
    function f input P p[2]; input Real u; output P q; protected Integer k = 1; P r[2];
    algorithm
      while k < u / 2 loop k := k + 1; end while;
      r := p;
      r[k].a := 100;
      r[k].b[k] := 7;
      q := r[k];
    end f;
    function a input P p; output Real y; algorithm y := p.a; end a;
    function b input P p; output Real y[2]; algorithm y := p.b; end b;)";
  EXPECT_EQ(ValueOf("a(f({P(1, {2, 3}), P(x, {5, 6})}, x))", f), 100.0);
  EXPECT_EQ(Values("[2]", "b(f({P(1, {2, 3}), P(x, {5, 6})}, x))", f), (std::vector<double>{5, 7}));
}

TEST(Routines, WhatIsKnownInOneWayOnlyIsForgotten) {
  constexpr std::string_view f = R"(
    function f input Real u; output Real y; protected Integer n = 2; Real v = u;
    algorithm
      while v > 10 loop v := v / 2; end while;
      if u > 2 then n := 3; else n := 4; end if;
      y := v;
      for i in 1:n loop y := y + 1; end for;
    end f;)";
  EXPECT_EQ(ValueOf("f(x)", f), 6.0);
  EXPECT_EQ(ValueOf("f(x - 2)", f), 5.0);
}

TEST(Routines, AFailedAssertionIsToldWithItsValues) {
  constexpr std::string_view f = R"(
    function f input Real u; output Real y = u;
    algorithm
      while y > 10 loop y := y - 1; end while;
      assert(u > 0, "u is " + String(u));
    end f;)";
  EXPECT_EQ(ValueOf("f(x)", f), 3.0);
  const System system = FlattenOk(Wrap(fmt::format("Real x; Real y; {}", f), "x = time; y = f(x);"));
  const double variables[] = {-2.5, 0.0};
  expr::Evaluator evaluator(system.graph);
  evaluator.SetPoint({0.0, variables, {}, {}});
  const expr::ExprId call = system.equations[EquationId(1)].right;
  EXPECT_TRUE(std::isnan(evaluator.Value(call)));
  EXPECT_EQ(evaluator.WhyCallFails(call), "u is -2.5");
}

TEST(Routines, AVariableThatIsNeverAssignedToIsTold) {
  EXPECT_NE(FailureOf("f(x)",
                      "function f input Real u; output Real y; protected Real v = u; algorithm while v > 1 "
                      "loop v := v - 1; end while; end f;"),
            "");
}

TEST(Routines, WhatCannotBeEitherIsRefusedByItsReason) {
  constexpr std::string_view f = R"(
    impure function print input String string; input String file = ""; external "C" ModelicaInternal_print(string, file); end print;
    impure function f input Real u; output Real y = u;
    algorithm
      while y > 1 loop y := y - 1; print(String(y)); end while;
    end f;)";
  const std::string failure = FailureOf("f(x)", f);
  EXPECT_NE(failure, "");
}

// ---- Functions that call each other in a circle ----

// Both by halves of u: even(u) = 1 where u ends in [0, 1) after an even number of steps of -1; with a Real
// that is carried along.
constexpr std::string_view kCircle = R"(
  function even input Real u; output Real y;
  algorithm if u < 1 then y := u; else y := 2 * odd(u - 1); end if; end even;
  function odd input Real u; output Real y;
  algorithm if u < 1 then y := 10 * u; else y := 3 * even(u - 1); end if; end odd;)";

TEST(Routines, FunctionsMayCallEachOtherInACircle) {
  EXPECT_EQ(ValueOf("even(x + 0.5)", kCircle), 2 * 3 * 2 * 10 * 0.5) << "even(3.5)";
  EXPECT_EQ(ValueOf("odd(x + 0.5)", kCircle), 3 * 2 * 3 * 0.5);
  EXPECT_EQ(ValueOf("even(x) + odd(x)", kCircle), 0.0);
}

TEST(Routines, ACircleIsDifferentiated) {
  System system = FlattenOk(Wrap(fmt::format("Real x; Real y; {}", kCircle), "x = time; y = even(x);"));
  const double variables[] = {3.5, 0.0}, slopes[] = {8.0, 0.0};
  const expr::ExprId call = system.equations[EquationId(1)].right;
  EXPECT_EQ(
      expr::Evaluate(system.graph, expr::TimeDerivative(system.graph, call), {0.0, variables, slopes, {}}),
      2 * 3 * 2 * 10 * 8.0);
}

// f calls g and h, g calls h, h calls f and g: circles within circles, with an Integer that counts down.
TEST(Routines, CirclesMayShareTheirFunctions) {
  constexpr std::string_view f = R"(
    function f input Real u; input Integer n; output Real y;
    algorithm if n <= 0 then y := u; else y := g(u + 1, n - 1) + h(u, n - 1); end if; end f;
    function g input Real u; input Integer n; output Real y;
    algorithm if n <= 0 then y := 2 * u; else y := h(u, n - 1); end if; end g;
    function h input Real u; input Integer n; output Real y;
    algorithm if n <= 0 then y := 3 * u; else y := f(u, n - 1) + g(u, n - 1); end if; end h;)";
  // Written out by hand: f3(u) = g2(u+1) + h2(u), g2 = h1, h1 = f0 + g0 = 3 u, h2 = f1 + g1, f1(u) = g0(u+1)
  // + h0(u) = 5 u + 2, g1 = h0 = 3 u.
  const double u = 3.0, expected = 3 * (u + 1) + (5 * u + 2) + 3 * u;
  EXPECT_EQ(ValueOf("f(x, 3)", f), expected) << "written out";
  EXPECT_EQ(ValueOf("f(x, integer(x))", f), expected);
  EXPECT_EQ(ValueOf("f(x, integer(x)) - 2*g(x, integer(x - 1)) + h(x, integer(x - 1))", f),
            expected - 2 * (3 * u) + (5 * u + 2 + 3 * u));
}

TEST(Routines, ACircleThatNeverEndsFails) {
  EXPECT_TRUE(std::isnan(ValueOf("f(x)", R"(
    function f input Real u; output Real y; algorithm if u > 1e9 then y := 0; else y := g(u); end if; end f;
    function g input Real u; output Real y; algorithm if u > 1e9 then y := 0; else y := f(u); end if; end g;)")));
}

// ---- Functions with bound arguments, and variables that only some branches assign ----

// The zero of f between a and b, by halving: a while-loop on values of the run, and a function among the
// arguments.
constexpr std::string_view kSolver = R"(
  partial function Scalar input Real u; output Real y; end Scalar;
  function shifted extends Scalar; input Real p; input Real q[:]; algorithm y := u^2 - p - sum(q); end shifted;
  function zero
    input Scalar f;
    input Real a, b;
    output Real x;
  protected
    Real low = a, high = b;
  algorithm
    if f(a)*f(b) > 0 then
      refuse("no change of sign from " + String(f(a)) + " to " + String(f(b)));
    end if;
    while high - low > 1e-14 loop
      x := (low + high)/2;
      if f(x) > 0 then high := x; else low := x; end if;
    end while;
    x := (low + high)/2;
  end zero;
  function refuse input String text; external "C" ModelicaError(text); end refuse;
)";

TEST(Routines, FunctionsWithBoundArgumentsAreGivenOn) {
  // x = 3: u^2 = 3 + 6 has the zero 3.
  EXPECT_NEAR(ValueOf("zero(function shifted(p = x, q = {2*x}), 0, 5)", kSolver), 3.0, 1e-13);
  EXPECT_NEAR(ValueOf("zero(function shifted(p = x, q = {1, x, 9}), 0, 5)", kSolver), 4.0, 1e-13);
  EXPECT_NEAR(ValueOf("zero(function shifted(p = 4, q = fill(0, 0)), 0, x)", kSolver), 2.0, 1e-13);
}

TEST(Routines, AVariableMayHaveAValueOnlyWhereItIsUsed) {
  constexpr std::string_view kF = R"(
    function f
      input Real u;
      output Real y;
    protected
      Real z;
    algorithm
      y := 0;
      if u > 1 then
        z := 2*u;
        y := 1;
      end if;
      if y > 0.5 then y := y + z; end if;
    end f;)";
  EXPECT_EQ(ValueOf("f(x)", kF), 7.0);
  EXPECT_EQ(ValueOf("f(x - 3)", kF), 0.0);
}

// The fields that a branch leaves out are 0 there, also in a function that stays one.
TEST(Routines, FieldsWithoutAValueAreTold) {
  constexpr std::string_view kF = R"(
    record R Real a, b; end R;
    function g input Real u; output R r; algorithm r.a := u; if u > 1 then r.b := 5; end if; end g;
    function f
      input Real u;
      output Real y = 0;
    protected
      R r;
    algorithm
      while y < u loop
        r := g(u + y);
        y := y + r.a + r.b;
      end while;
    end f;)";
  EXPECT_EQ(ValueOf("f(x)", kF), 8.0);
  EXPECT_EQ(ValueOf("f(x - 2.5)", kF), 0.5);
}

}  // namespace
}  // namespace daedalus::semantics
