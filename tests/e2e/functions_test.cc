// Functions that stay functions, from text to results, against closed forms.
#include <cmath>
#include <initializer_list>

#include "daedalus/results/reader.h"
#include "e2e/run_binary.h"

namespace daedalus::e2e {
namespace {

class FunctionsThatStay : public EndToEnd {
 protected:
  // A model with which the fuzzer begins, too.
  static std::string Seed(const std::string& file) { return DAEDALUS_SOURCE_DIR "/tests/fuzz/seeds/" + file; }
  double Last(const std::string& file, const std::string& name) {
    auto read = results::ReadResult(PathOf(file));
    EXPECT_TRUE(read.ok()) << file;
    if (!read.ok()) return NAN;
    const auto signal = read->FindSignal(name);
    EXPECT_TRUE(signal.has_value()) << name;
    return signal ? read->Values(*signal).back() : NAN;
  }
  struct Expected {
    const char* name;
    double value;
  };
  // Interpreter and machine code end with these values, and write the same file.
  void ExpectInBothCodes(const std::string& model, const std::string& file,
                         std::initializer_list<Expected> ends) {
    std::string results[2];
    for (std::size_t k = 0; k < 2; ++k) {
      const Outcome run = Daedalus({"simulate", model, "--code", k == 0 ? "interpreter" : "machine"});
      ASSERT_EQ(run.exit_code, 0) << k << run.err;
      results[k] = Read(file);
      for (const auto& [name, value] : ends) EXPECT_NEAR(Last(file, name), value, 1e-8) << name;
    }
    EXPECT_EQ(results[0], results[1]);
  }
};

// x' = sqrt(x) from 1 is (1 + t/2)^2. The function is also inverted (y) and, with its inverse, differentiated
// (z).
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

// To the last digit, in both forms; the derivatives of the functions are in the Jacobians, and one in the
// equations.
TEST_F(FunctionsThatStay, MachineCodeHasTheBitsOfTheInterpreter) {
  // Each by another thing that functions can do, and all of them called with numbers that change with time.
  const std::string file = Seed("AllKinds.mo");
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
TEST_F(FunctionsThatStay, AnInverseSolvesAnEquation) {
  const std::string file = Seed("Inverse.mo");
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

// The polynomial 1 + 2 u + ... + n u^(n-1) by Horner's rule on coefficients in arrays of the size of the run,
// and its derivative. n changes at an event.
TEST_F(FunctionsThatStay, ArraysHaveTheSizeOfTheRun) {
  const std::string file = Seed("RunSizes.mo");
  for (const char* code : {"interpreter", "machine"}) {
    const Outcome run =
        Daedalus({"simulate", file, "--code", code, "--output", PathOf(std::string(code) + ".csv")});
    ASSERT_EQ(run.exit_code, 0) << code << run.err;
    // At x = 2: 1 + 4 + 12 + 32 + 80, and 2 + 12 + 48 + 160.
    EXPECT_NEAR(Last(std::string(code) + ".csv", "y"), 129.0, 1e-9) << code;
    EXPECT_NEAR(Last(std::string(code) + ".csv", "dy"), 222.0, 1e-8) << code;
  }
}

// n masses i*u at the place i, and n rows {3 u, 4 u}: u n (n + 1) (2 n + 1)/6 + 5 n u. n changes at events.
TEST_F(FunctionsThatStay, ArraysOfRecordsHaveTheSizeOfTheRun) {
  const std::string file = Write("Masses.mo", R"(
model Masses
  record Mass Real m = 0; Integer at = 0; end Mass;
  function masses input Real u; input Integer n; output Mass all[n];
  algorithm
    for i in 1:n loop all[i].m := i * u; all[i].at := i; end for;
  end masses;
  function moment input Mass a; output Real y; algorithm y := a.m * a.at; end moment;
  function length input Real v[2]; output Real s; algorithm s := sqrt(v * v); end length;
  function f input Real u; input Integer n; output Real y = 0;
  protected
    Mass w[:];
    Real rows[n, 2];
  algorithm
    w := masses(u, n);
    for i in 1:n loop rows[i, :] := {3 * u, 4 * u}; end for;
    for a in w loop y := y + moment(a); end for;
    assert(abs(y - sum(moment(w))) <= 1e-12 * y, "both ways");
    y := y + sum(length(rows));
  end f;
  Real x(start = 1, fixed = true);
  Integer n = integer(3 * x + 0.5);
  Real y = f(x, n);
  Real dy;
equation
  der(x) = 1;
  dy = der(f(x, 6));
  annotation(experiment(StopTime = 1));
end Masses;
)");
  ExpectInBothCodes(file, "Masses.csv", {{"y", 2 * 91.0 + 5 * 6 * 2}, {"dy", 91.0 + 5 * 6}});
}

// Two paths of n points from 1 to u and to 2 u: n (2 + 3 u)/2 + 9 u^3. n changes at events.
TEST_F(FunctionsThatStay, RecordsOfAnArrayHaveArraysOfTheSizeOfTheRun) {
  const std::string file = Write("Paths.mo", R"(
model Paths
  record Path Real x[:]; Real y[:]; Real k = 1; end Path;
  function pathOf input Real u; input Integer n; output Path p;
  algorithm
    p.x := linspace(1, u, n);
    p.y := p.x .^ 2;
    p.k := u;
  end pathOf;
  function total input Path p[:]; output Real s = 0;
  algorithm
    for i in 1:size(p, 1) loop s := s + sum(p[i].x) + p[i].k * p[i].y[end]; end for;
  end total;
  function f input Real u; input Integer n; output Real y;
  protected
    Integer m = integer(n + 0 * u);
    Path p[2];
  algorithm
    for i in 1:2 loop p[i] := pathOf(i * u, m); end for;
    y := total(p);
  end f;
  Real x(start = 1, fixed = true);
  Integer n = integer(3 * x + 0.5);
  Real y = f(x, n);
  Real dy;
equation
  der(x) = 1;
  dy = der(f(x, 6));
  annotation(experiment(StopTime = 1));
end Paths;
)");
  ExpectInBothCodes(file, "Paths.csv", {{"y", 6 * 8 / 2 + 72}, {"dy", 6 * 3 / 2 + 108}});
}

TEST_F(FunctionsThatStay, ASizeThatTheRunMakesNegativeEndsIt) {
  const std::string file = Write("Negative.mo", R"(
model Negative
  function f
    input Real u;
    output Real y;
  protected
    Real w[integer(2 - u)];
  algorithm
    for i in 1:size(w, 1) loop
      w[i] := u;
    end for;
    y := u + sum(w);
  end f;
  Real y = f(4 * time);
end Negative;
)");
  for (const char* code : {"interpreter", "machine"}) {
    const Outcome run = Daedalus({"simulate", file, "--code", code});
    EXPECT_NE(run.exit_code, 0);
    EXPECT_NE(run.err.find("the size of an array cannot be -1"), std::string::npos) << code << run.err;
  }
}

// The same statements in a function and in an algorithm of the model, on records of which the run chooses
// one.
TEST_F(FunctionsThatStay, FieldsOfChosenRecordsAreAssignedTo) {
  constexpr const char* kStatements = R"(
    for i in 1:3 loop rs[i].a := i * u; rs[i].x := {u, 2 * u}; end for;
    rs[k].a := 100;
    rs[k].x[k - 1] := 7;
    r.a := 1;
    r.x := {1, 2};
    r.x[k - 1] := u;
    rs[k - 1] := r;
    y := sum(rs.a) + rs[1].x[1] + 10 * rs[1].x[2] + 100 * rs[2].x[1] + 1000 * rs[2].x[2];)";
  const std::string text = std::string(R"(
model Chosen
  record R Real a; Real x[2]; end R;
  function f
    input Real u;
    input Integer k;
    output Real y;
  protected
    R rs[3];
    R r;
  algorithm)") + kStatements +
                           R"(
  end f;
  model Section
    input Real u;
    input Integer k;
    R rs[3];
    R r;
    Real y;
  algorithm)" + kStatements +
                           R"(
  end Section;
  Integer k(start = 2, fixed = true);
  Section section(u = time, k = k);
  Real y = f(time, k);
equation
  when time > 0.5 then
    k = 3;
  end when;
end Chosen;
)";
  const Outcome run = Daedalus({"simulate", Write("Chosen.mo", text)});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  // k = 3, u = 1: rs.a = {1, 1, 100}, rs[1].x = {1, 2}, rs[2].x = {1, 1}.
  EXPECT_NEAR(Last("Chosen.csv", "y"), 102 + 1 + 20 + 1100, 1e-9);
  EXPECT_NEAR(Last("Chosen.csv", "section.y"), 102 + 1 + 20 + 1100, 1e-9);
}

// x' = x by a sum over a stack that grows in a record: u + 2 u + ... + n u = n (n + 1) / 2 u, with n = 5
// found during the run.
TEST_F(FunctionsThatStay, GrowArraysInRecords) {
  const std::string model = Seed("Stacks.mo");
  for (const char* code : {"interpreter", "machine"}) {
    const Outcome run = Daedalus({"simulate", model, "--code", code, "--output", PathOf("s.csv")});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    EXPECT_NEAR(Last("s.csv", "x"), std::exp(1.0), 1e-6) << code;
  }
}

// Texts that are composed at events, compared, and printed when an assertion fails; interpreted and in
// machine code.
TEST_F(FunctionsThatStay, ComposeTexts) {
  const std::string model = Seed("Texts.mo");
  for (const char* code : {"interpreter", "machine"}) {
    const Outcome run =
        Daedalus({"simulate", model, "--code", code, "--literals", "--output", PathOf("t.csv")});
    EXPECT_EQ(run.exit_code, 3) << run.err;
    EXPECT_NE((run.out + run.err).find("at 0: 1.\nat 1: 1;2.\nat 2: 1;2;3!\n"), std::string::npos)
        << run.out << run.err;
    EXPECT_NE(run.err.find("too far: 1;2;3;4 / 1;2;3"), std::string::npos) << run.err;
    const std::string rows = Read("t.csv");
    EXPECT_NE(rows.find("\n0,0.5,1,\"1\",1,1"), std::string::npos) << rows;
    EXPECT_NE(rows.find(",\"1;2\",3,2\n"), std::string::npos) << rows;
    EXPECT_NE(rows.find(",\"1;2;3\",5,3\n"), std::string::npos) << rows;
  }
}

// A table that is made of values of the initial equations: y = 1 + 2 t, whose integral to 2 is 6.
constexpr const char* kLateTable = R"(
model LateTable
  class Table
    extends ExternalObject;
    function constructor
      input Real table[:, :];
      input Integer columns[:];
      output Table object;
      external "C" object = ModelicaStandardTables_CombiTable1D_init3("NoName", "NoName", table, size(table, 1),
        size(table, 2), columns, size(columns, 1), 1, 2, false, ",", 0);
    end constructor;
    function destructor
      input Table object;
      external "C" ModelicaStandardTables_CombiTable1D_close(object);
    end destructor;
  end Table;
  function value
    input Table object;
    input Real u;
    output Real y;
    external "C" y = ModelicaStandardTables_CombiTable1D_getValue(object, 1, u);
  end value;
  parameter Real data[2, 2](each fixed = false);
  parameter Table table = Table(data, {2});
  Real y = value(table, time);
  Real z(start = 0, fixed = true);
initial equation
  data = [0, 1; 2, 5];
equation
  der(z) = y;
  annotation(experiment(StopTime = 2));
end LateTable;
)";

TEST_F(FunctionsThatStay, ATableMayBeMadeAtTheStart) {
  ExpectInBothCodes(Write("LateTable.mo", kLateTable), "LateTable.csv", {{"y", 5.0}, {"z", 6.0}});
}

}  // namespace
}  // namespace daedalus::e2e
