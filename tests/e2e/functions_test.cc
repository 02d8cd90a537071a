// Functions that stay functions, from text to results, against closed forms.
#include <cmath>

#include "daedalus/results/reader.h"
#include "e2e/run_binary.h"

namespace daedalus::e2e {
namespace {

class FunctionsThatStay : public EndToEnd {
 protected:
  double Last(const std::string& file, const std::string& name) {
    auto read = results::ReadResult(PathOf(file));
    EXPECT_TRUE(read.ok()) << file;
    if (!read.ok()) return NAN;
    const auto signal = read->FindSignal(name);
    EXPECT_TRUE(signal.has_value()) << name;
    return signal ? read->Values(*signal).back() : NAN;
  }
};

// x' = sqrt(x) from 1 is (1 + t/2)^2. The function is also inverted (y) and, with its inverse, differentiated (z).
constexpr const char* kHeron = R"(
model Heron
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
  Real x(start = 1, fixed = true);
  Real y(start = 1);
  Real z(start = 1);
  Real w;
equation
  der(x) = root(x);
  root(y) = time + 1;
  root(z) = time + 1;
  w = der(z);
  annotation(experiment(StopTime = 2, Tolerance = 1e-8));
end Heron;
)";

TEST_F(FunctionsThatStay, AWhileLoopInAnEquationIsIntegratedSolvedAndDifferentiated) {
  const std::string file = Write("Heron.mo", kHeron);
  for (const char* form : {"ode", "dae"}) {
    const Outcome run = Daedalus({"simulate", file, "--form", form});
    ASSERT_EQ(run.exit_code, 0) << form << run.err;
    EXPECT_NEAR(Last("Heron.csv", "x"), 4.0, 1e-6) << form;
    EXPECT_NEAR(Last("Heron.csv", "y"), 9.0, 1e-6) << form;
    EXPECT_NEAR(Last("Heron.csv", "z"), 9.0, 1e-6) << form;
    EXPECT_NEAR(Last("Heron.csv", "w"), 6.0, 1e-5) << form;
  }
}

// In a function that is written out as in one that stays: the run ends with the text.
TEST_F(FunctionsThatStay, AnAssertionThatFailsDuringTheRunIsTold) {
  for (const char* loop : {"", "while y > 100 loop y := y - 1; end while;"}) {
    const std::string text = std::string(R"(
model Asserts
  function f
    input Real u;
    output Real y = u;
  algorithm
    )") + loop + R"(
    assert(u < 1.5, "u has become too large");
  end f;
  Real x(start = 1, fixed = true);
equation
  der(x) = f(x);
  annotation(experiment(StopTime = 2));
end Asserts;
)";
    const Outcome run = Daedalus({"simulate", Write("Asserts.mo", text)});
    EXPECT_NE(run.exit_code, 0);
    EXPECT_NE(run.err.find("u has become too large"), std::string::npos) << run.err;
  }
}

// A branch that is not taken asserts nothing.
TEST_F(FunctionsThatStay, AnAssertionCountsWhereItsTextIsReached) {
  const std::string text = R"(
model Guarded
  function root
    input Real u;
    output Real y;
  algorithm
    assert(u >= 0, "root of a negative number");
    y := sqrt(u);
  end root;
  Real x(start = 1, fixed = true);
  Real y;
equation
  der(x) = -1;
  y = noEvent(if x > 0 then root(x) else 0);
  annotation(experiment(StopTime = 2));
end Guarded;
)";
  const Outcome run = Daedalus({"simulate", Write("Guarded.mo", text)});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NEAR(Last("Guarded.csv", "x"), -1.0, 1e-6);
}

// Each by another thing that functions can do, and all of them called with numbers that change with time.
constexpr const char* kAllKinds = R"(
model AllKinds
  function root input Real u; output Real y; protected Real last = 0; algorithm
    y := u;
    while abs(y - last) > 1e-14*y loop
      last := y;
      y := (y + u/y)/2;
    end while;
  end root;
  function nearest input Real u; input Real grid[:]; output Real y; protected Integer i = 1; algorithm
    while i < size(grid, 1) and grid[i + 1] <= u loop
      i := i + 1;
    end while;
    y := grid[i];
  end nearest;
  function rows input Real u; output Real y; protected Real a[3] = {1, 2, 3}; Real m[2, 3]; Integer k; algorithm
    k := 2 + integer(abs(sin(u)) + 0.5);
    a[k] := 10*u;
    m[1, :] := a;
    m[k - 1, :] := 2*m[1, :];
    m[2, :] := m[1, :] + a;
    m[2, k] := m[2, k] + 0.5;
    y := m[2, 1] + 100*m[2, 2] + 10000*m[2, 3];
  end rows;
  function power input Real u; input Integer n; output Real y; algorithm
    if n <= 0 then
      y := 1;
      return;
    end if;
    y := u*power(u, n - 1);
  end power;
  function even input Real u; output Real y; algorithm
    if u < 1 then y := u; else y := 2*odd(u - 1); end if;
  end even;
  function odd input Real u; output Real y; algorithm
    if u < 1 then y := 10*u; else y := 3*even(u - 1); end if;
  end odd;
  function split input Real u; output Integer whole; output Real rest; algorithm
    whole := 0;
    rest := u;
    while rest >= 1 loop
      rest := rest - 1;
      whole := whole + 1;
    end while;
  end split;
  function several input Real u; output Real y; protected Integer n; Real r; Real s = 0; algorithm
    (n, r) := split(u);
    for i in 1:n loop
      s := s + i*r;
    end for;
    y := s + mod(n, 2) + div(n, 2);
  end several;
  record P Real a; Real b[2]; end P;
  function choose input P p[2]; input Real u; output P q; protected Integer k = 1; P r[2]; algorithm
    while k < u/4 and k < 2 loop
      k := k + 1;
    end while;
    r := p;
    r[k].b[k] := 7*u;
    q := r[k];
  end choose;
  partial function Scalar input Real u; output Real y; end Scalar;
  function shifted extends Scalar; input Real p; algorithm y := u^2 - p; end shifted;
  function zero input Scalar f; input Real a; input Real b; output Real x; protected Real low = a; Real high = b; algorithm
    while high - low > 1e-14 loop
      x := (low + high)/2;
      if f(x) > 0 then high := x; else low := x; end if;
    end while;
    x := (low + high)/2;
  end zero;
  Real x(start = 1, fixed = true), y[9], z(start = 1);
  P p;
equation
  der(x) = 0.1*root(x) + 0.01*even(x);
  y[1] = root(x + time);
  y[2] = nearest(x, {0, 1, time, 2.5, 4});
  y[3] = rows(time);
  y[4] = power(x, integer(time));
  y[5] = even(x + time);
  y[6] = several(x + 2*time);
  y[7] = zero(function shifted(p = x), 0, 5);
  y[8] = odd(time);
  y[9] = der(y[1]);
  p = choose({P(1, {2, x}), P(x, {5, 6})}, time);
  root(z) = 1 + x;
  annotation(experiment(StopTime = 7, Tolerance = 1e-8));
end AllKinds;
)";

// To the last digit, in both forms; the derivatives of the functions are in the Jacobians, and one in the equations.
TEST_F(FunctionsThatStay, MachineCodeHasTheBitsOfTheInterpreter) {
  const std::string file = Write("AllKinds.mo", kAllKinds);
  for (const char* form : {"ode", "dae"}) {
    std::string results[2];
    for (const int k : {0, 1}) {
      const char* const code = k == 0 ? "interpreter" : "machine";
      const Outcome run = Daedalus({"simulate", file, "--form", form, "--code", code});
      ASSERT_EQ(run.exit_code, 0) << form << code << run.err;
      results[k] = Read("AllKinds.csv");
    }
    EXPECT_GT(results[0].size(), 1000u);
    EXPECT_EQ(results[0], results[1]) << form;
    EXPECT_NEAR(Last("AllKinds.csv", "z"), std::pow(1.0 + Last("AllKinds.csv", "x"), 2), 1e-6);
    EXPECT_NEAR(Last("AllKinds.csv", "y[7]"), std::sqrt(Last("AllKinds.csv", "x")), 1e-12);
  }
}

// An assertion in machine code ends the run with its text, as in the interpreter.
TEST_F(FunctionsThatStay, AnAssertionInMachineCodeIsToldWithItsValues) {
  const std::string file = Write("Asserts.mo", R"(
model Asserts
  function f input Real u; output Real y = u; algorithm
    while y > 100 loop
      y := y - 1;
    end while;
    assert(u < 1.5, "u has become " + String(u > 1.5));
  end f;
  Real x(start = 1, fixed = true);
equation
  der(x) = f(x);
  annotation(experiment(StopTime = 2));
end Asserts;
)");
  for (const char* code : {"interpreter", "machine"}) {
    const Outcome run = Daedalus({"simulate", file, "--code", code});
    EXPECT_NE(run.exit_code, 0);
    EXPECT_NE(run.err.find("u has become true"), std::string::npos) << code << run.err;
  }
}

// y = f(x) is solved for x by the inverse: an assignment and no loop.
constexpr const char* kInverse = R"(
model Inverse
  function cube input Real u; input Real k; output Real y; algorithm
    y := k*u^3 + u;
    annotation(Inline = false, inverse(u = cubeRoot(k, y = y)));
  end cube;
  function cubeRoot input Real k; input Real y; output Real u; protected Real last = 1e9; Integer n = 0; algorithm
    u := y/(1 + abs(k));
    while abs(u - last) > 1e-14*(1 + abs(u)) and n < 100 loop
      last := u;
      u := u - (k*u^3 + u - y)/(3*k*u^2 + 1);
      n := n + 1;
    end while;
    annotation(inverse(y = cube(u, k)));
  end cubeRoot;
  parameter Real k = 3;
  Real x, y(start = 1, fixed = true), v;
equation
  der(y) = 1;
  y = cube(2*x + 1, k);
  cubeRoot(3, v) = y;
  annotation(experiment(StopTime = 1));
end Inverse;
)";

TEST_F(FunctionsThatStay, AnInverseSolvesAnEquation) {
  const std::string file = Write("Inverse.mo", kInverse);
  const Outcome analysis = Daedalus({"analyze", file});
  ASSERT_EQ(analysis.exit_code, 0) << analysis.err;
  EXPECT_NE(analysis.out.find("3 assignments, 0 linear, 0 nonlinear"), std::string::npos) << analysis.out;
  for (const char* form : {"ode", "dae"}) {
    const Outcome run = Daedalus({"simulate", file, "--form", form});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    const double y = Last("Inverse.csv", "y"), u = 2 * Last("Inverse.csv", "x") + 1;
    EXPECT_NEAR(y, 2.0, 1e-12);
    EXPECT_NEAR(3 * u * u * u + u, y, 1e-9) << form;
    EXPECT_NEAR(Last("Inverse.csv", "v"), 3 * y * y * y + y, 1e-6) << form;
  }
}

}  // namespace
}  // namespace daedalus::e2e
