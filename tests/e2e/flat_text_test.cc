// The text of `flatten` is a model: read again it has the same trajectory, and needs nothing beside it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "daedalus/results/reader.h"
#include "e2e/run_binary.h"

namespace daedalus::e2e {
namespace {

class FlatText : public EndToEnd {
 protected:
  // Simulates the model, and what flattening makes of it; all signals are equal. The trajectory of the flat
  // one.
  results::Trajectory RunBoth(const std::string& name, const std::string& text,
                              const std::vector<std::string>& options = {}) {
    const std::string file = Write(name + ".mo", text);
    const auto with = [&](std::vector<std::string> arguments) {
      arguments.insert(arguments.end(), options.begin(), options.end());
      return Daedalus(arguments);
    };
    const Outcome flat = with({"flatten", file});
    EXPECT_EQ(flat.exit_code, 0) << flat.err;
    const std::string flat_file = Write("flat.mo", flat.out);
    flat_text_ = flat.out;
    const Outcome first = with({"simulate", file, "--output", PathOf("first.csv")});
    EXPECT_EQ(first.exit_code, exit_code_) << first.err;
    const Outcome second = with({"simulate", flat_file, "--output", PathOf("second.csv")});
    EXPECT_EQ(second.exit_code, exit_code_) << second.err << flat.out;
    EXPECT_EQ(SaidIn(first), SaidIn(second)) << flat.out;
    said_ = SaidIn(second);
    auto a = results::ReadResult(PathOf("first.csv")), b = results::ReadResult(PathOf("second.csv"));
    EXPECT_TRUE(a.ok() && b.ok());
    if (!a.ok() || !b.ok()) return {};
    Compare(*a, *b);
    return std::move(*b);
  }

  static std::string ReadSource(const std::string& path) {
    std::ifstream in(std::string(DAEDALUS_SOURCE_DIR) + "/" + path);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  // What the model has printed, and the first lines of messages, without the places.
  static std::string SaidIn(const Outcome& outcome) {
    std::string said;
    std::istringstream printed(outcome.out), told(outcome.err);
    for (std::string line; std::getline(printed, line);) {
      if (line.find(" steps, ") == std::string::npos && !line.starts_with("results: ")) said += line + "\n";
    }
    for (std::string line; std::getline(told, line);) {
      if (line.starts_with("warning") || line.starts_with("error")) said += line + "\n";
    }
    return said;
  }

  static std::string TextAt(const results::Trajectory& trajectory, std::size_t signal, std::size_t point) {
    return trajectory.texts.at(static_cast<std::size_t>(trajectory.Values(signal)[point]) - 1);
  }

  static bool IsText(const results::Trajectory& trajectory, std::size_t signal) {
    return !trajectory.types.empty() && trajectory.types[signal].kind == results::NumberKind::kString;
  }

  static void Compare(const results::Trajectory& a, const results::Trajectory& b) {
    for (std::size_t i = 0; i < a.names.size(); ++i) {
      const std::string name = a.names[i];
      auto same = b.FindSignal(name);
      if (!same) same = b.FindSignal("'" + name + "'");
      if (!same && name.starts_with("der("))
        continue;  // which of them there are is a matter of the states that were chosen
      ASSERT_TRUE(same.has_value()) << name;
      const auto x = a.Values(i), y = b.Values(*same);
      ASSERT_EQ(x.size(), y.size()) << name;
      ASSERT_EQ(IsText(a, i), IsText(b, *same)) << name;
      if (IsText(a, i)) {
        for (std::size_t k = 0; k < x.size(); ++k)
          ASSERT_EQ(TextAt(a, i, k), TextAt(b, *same, k)) << name << " at point " << k;
        continue;
      }
      for (std::size_t k = 0; k < x.size(); ++k)
        ASSERT_NEAR(x[k], y[k], 1e-9 * (1 + std::abs(x[k]))) << name << " at point " << k;
    }
  }

  static double Last(const results::Trajectory& trajectory, const std::string& name) {
    const auto signal = trajectory.FindSignal(name);
    EXPECT_TRUE(signal.has_value()) << name;
    return signal ? trajectory.Values(*signal).back() : NAN;
  }

  static std::string LastText(const results::Trajectory& trajectory, const std::string& name) {
    const auto signal = trajectory.FindSignal(name);
    EXPECT_TRUE(signal && IsText(trajectory, *signal)) << name;
    return signal ? TextAt(trajectory, *signal, trajectory.num_points() - 1) : "";
  }

  // What is flattened again is the same text.
  void ExpectSameAgain() {
    const Outcome again = Daedalus({"flatten", PathOf("flat.mo")});
    EXPECT_EQ(again.exit_code, 0) << again.err;
    EXPECT_EQ(again.out, flat_text_);
  }

  int exit_code_ = 0;  // of a run
  std::string flat_text_;
  std::string said_;  // during the run: what was printed, and first lines of messages
};

// 1 + 1/2 + ... + 1/n of a vector whose size is that of the run.
TEST_F(FlatText, AFunctionWithAnArrayWhoseSizeDependsOnTheRun) {
  const auto run = RunBoth("M", R"(
model M
  function harmonic
    input Integer n;
    input Real x;
    output Real y;
  protected
    Real w[n];
  algorithm
    for i in 1:n loop
      w[i] := x / i;
    end for;
    y := sum(w);
  end harmonic;
  Real x(start = 1, fixed = true);
  Real y = harmonic(integer(2 + time), x);
equation
  der(x) = 0;
  annotation(experiment(StopTime = 1.5));
end M;
)");
  EXPECT_NEAR(Last(run, "y"), 1.0 + 1.0 / 2 + 1.0 / 3, 1e-12);
}

TEST_F(FlatText, AFunctionThatCallsItself) {
  const auto run = RunBoth("M", R"(
model M
  function power
    input Real x;
    input Integer n;
    output Real y;
  algorithm
    y := if n <= 0 then 1 else x * power(x, n - 1);
  end power;
  Real y = power(1 + time, integer(3 + 0.5 * time));
  annotation(experiment(StopTime = 1));
end M;
)");
  EXPECT_NEAR(Last(run, "y"), 8.0, 1e-9);
}

// Halving until all are at most 1: two results, one of them an array, constants of the package, a loop inside
// of a loop.
TEST_F(FlatText, SeveralResultsArraysAndConstantsFromOutside) {
  const auto run = RunBoth("P", R"(
package P
  constant Real weight[3] = {1, 10, 100};
  constant Real half = 0.5;
  function halve
    input Real x[:];
    output Real y[size(x, 1)];
    output Real s;
  algorithm
    s := 0;
    for i in 1:size(x, 1) loop
      y[i] := x[i];
      while y[i] > 1 loop
        y[i] := half * y[i];
        s := s + weight[i];
      end while;
    end for;
  end halve;
  model M
    Real y[2], s;
  equation
    (y, s) = halve({3 + time, 9 + time});
    annotation(experiment(StopTime = 1));
  end M;
end P;
)");
  EXPECT_NEAR(Last(run, "'y[1]'"), 1.0, 1e-9);
  EXPECT_NEAR(Last(run, "'y[2]'"), 10.0 / 16, 1e-9);
  EXPECT_NEAR(Last(run, "s"), 2 + 40, 1e-9);
}

TEST_F(FlatText, RecordsAndEnumerationsAsArguments) {
  const auto run = RunBoth("P", R"(
package P
  type Way = enumeration(down, up);
  record R
    Real a;
    Real b[2];
  end R;
  function walk
    input R r;
    input Way way;
    input Real limit = 1;
    output R q;
  algorithm
    q := r;
    while q.a > limit and way == Way.down loop
      q.a := q.a - 1;
      q.b := 2 * q.b;
    end while;
  end walk;
  model M
    Way way = if time > 0.5 then Way.down else Way.up;
    R r(a = 3.5 + time, b = {1, time});
    R q = walk(r, way);
    annotation(experiment(StopTime = 1));
  end M;
end P;
)");
  EXPECT_NEAR(Last(run, "'q.a'"), 0.5, 1e-9);
  EXPECT_NEAR(Last(run, "'q.b[2]'"), 16.0, 1e-9);
}

// The derivative is not that of the body: whoever has another number has not used the annotation.
TEST_F(FlatText, TheDerivativeThatAFunctionNames) {
  const auto run = RunBoth("M", R"(
model M
  function f
    input Real x;
    output Real y;
  protected
    Real last = 0;
  algorithm
    y := x;
    while abs(y - last) > 1e-15 * y loop
      last := y;
      y := (y + x / y) / 2;
    end while;
    annotation(derivative = slope);
  end f;
  function slope
    input Real x;
    input Real dx;
    output Real dy;
  algorithm
    dy := 7 * dx;
  end slope;
  Real x = 1 + time;
  Real y = f(x);
  Real z = der(y);
  annotation(experiment(StopTime = 3));
end M;
)");
  EXPECT_NEAR(Last(run, "y"), 2.0, 1e-9);
  EXPECT_NEAR(Last(run, "z"), 7.0, 1e-9);
  EXPECT_NE(flat_text_.find("derivative = 'M.slope'"), std::string::npos) << flat_text_;
}

// The sum of k i^2 until it is larger than the limit; k is bound where the function is given.
TEST_F(FlatText, AFunctionAsAnArgument) {
  const auto run = RunBoth("P", R"(
package P
  partial function Term
    input Real u;
    output Real y;
  end Term;
  function square
    extends Term;
    input Real k = 1;
  algorithm
    y := k * u * u;
  end square;
  function until
    input Term f;
    input Real limit;
    output Real y;
  protected
    Integer n = 0;
  algorithm
    y := 0;
    while y < limit loop
      n := n + 1;
      y := y + f(n);
    end while;
  end until;
  model M
    Real y = until(function square(k = 1 + time), 20);
    Real z = until(function square(), 20 + time);
    annotation(experiment(StopTime = 1));
  end M;
end P;
)");
  EXPECT_NEAR(Last(run, "y"), 2 * (1 + 4 + 9), 1e-9);
  EXPECT_NEAR(Last(run, "z"), 1 + 4 + 9 + 16, 1e-9);
}

TEST_F(FlatText, AStringAsAnArgument) {
  const auto run = RunBoth("M", R"(
model M
  function step
    input String way;
    input Real x;
    output Real y;
  algorithm
    y := x;
    while y > 1 and way == "\"down\"\\" loop
      y := y - 1;
    end while;
  end step;
  Real y = step("\"down\"\\", 3.5 + time);
  Real z = step("up", 3.5 + time);
  annotation(experiment(StopTime = 1));
end M;
)");
  EXPECT_NEAR(Last(run, "y"), 0.5, 1e-9);
  EXPECT_NEAR(Last(run, "z"), 4.5, 1e-9);
}

// Every kind of text of the run: chosen, composed, compared, remembered, of records and arrays; what is
// quoted has to be escaped.
TEST_F(FlatText, StringsThatVary) {
  const auto run = RunBoth("M", R"(
model M
  type Way = enumeration(down, up);
  record Item
    String name;
    Real value;
  end Item;
  parameter String unit = "m\n";
  Integer n(start = 2, fixed = true);
  Way way = if time > 0.5 then Way.up else Way.down;
  String s(start = "begin", fixed = true), u, pair[2];
  Item item;
  Boolean later = s > "b" and s <> u;
  Boolean isChanged = change(s);
  Real x(start = 1, fixed = true);
  Integer k, same;
equation
  der(x) = 0.5;
  when time > 0.25 then
    n = pre(n) + 1;
    s = "a\"b\\c";
  elsewhen time > 0.75 then
    n = pre(n) + 2;
    s = pre(s) + String(way, minimumLength = 4) + "|" + unit;
  end when;
  u = if n > 2 then s + "+" else (if later then "yes" else "no");
  same = if n > 2 then 2 else 3;
  pair = {s + u, String(n, minimumLength = 4, leftJustified = false)};
  when change(s) then
    item.name = "item " + s;
    item.value = x + 2;
  end when;
  k = if u == "no" then 2 elseif u <= "yes" then 3 else 1;
  assert(x < 1.45, "x is " + String(x, format = ".3f") + ", s " + s + String(later) + (if n > 3 then "!" else "?"), AssertionLevel.warning);
  when x > 1.48 then
    terminate("enough: " + pair[2]);
  end when;
  annotation(experiment(StopTime = 1));
end M;
)");
  EXPECT_EQ(LastText(run, "s"), "a\"b\\cup  |m\n");
  EXPECT_EQ(LastText(run, "'pair[1]'"), "a\"b\\cup  |m\na\"b\\cup  |m\n+");
  EXPECT_EQ(LastText(run, "'pair[2]'"), "   5");
  EXPECT_EQ(LastText(run, "'item.name'"), "item a\"b\\cup  |m\n");
  EXPECT_EQ(Last(run, "k"), 3.0);
  EXPECT_NE(said_.find("x is 1.45"), std::string::npos) << said_;
  ExpectSameAgain();
}

// Strings go into functions that stay functions, and come out of them: by themselves, in arrays and in
// records.
TEST_F(FlatText, StringsOfTheRunAsArgumentsAndResults) {
  const auto run = RunBoth("M", R"(
model M
  type Way = enumeration(down, up);
  record Item
    String name;
    Integer value;
  end Item;
  function several
    input String s;
    input Integer n;
    output String t = "";
    output Integer count = 0;
  algorithm
    while count < n loop
      t := t + s;
      count := count + 1;
    end while;
  end several;
  function label
    input Item item;
    input Way way;
    output Item out;
  algorithm
    out := item;
    while out.value > 1 loop
      out.value := out.value - 1;
      out.name := out.name + "'" + String(way);
    end while;
  end label;
  function has
    input String list[2];
    input String s;
    output Boolean y = false;
  protected
    Integer k = 0;
  algorithm
    while k < 2 loop
      k := k + 1;
      y := y or list[k] == s;
    end while;
  end has;
  function length
    input String s;
    output Integer n;
    external "C" n = ModelicaStrings_length(s);
  end length;
  Integer n = if time > 0.5 then 3 else 2;
  Way way = if time > 0.5 then Way.up else Way.down;
  String s = if time > 0.25 then "ab" else "c";
  String t;
  Integer count;
  Item item(name = s + "-", value = n), named = label(item, way);
  Boolean b = has({t, "abab"}, "abab");
  Integer size = length(t + "\n");
equation
  (t, count) = several(s, n);
  annotation(experiment(StopTime = 1));
end M;
)");
  EXPECT_EQ(LastText(run, "t"), "ababab");
  EXPECT_EQ(LastText(run, "'named.name'"), "ab-'up'up");
  EXPECT_EQ(Last(run, "size"), 7.0);
  EXPECT_EQ(flat_text_.find("is not declared here"), std::string::npos) << flat_text_;
}

// Printed at events, composed in functions, in the message with which the run ends: x = t + 1/2 reaches 3.25
// at 2.75.
TEST_F(FlatText, TextsThatAreToldDuringTheRun) {
  exit_code_ = 3;
  RunBoth("Texts", ReadSource("tests/fuzz/seeds/Texts.mo"));
  EXPECT_NE(said_.find("at 2: 1;2;3!"), std::string::npos) << said_;
  EXPECT_NE(said_.find("too far: 1;2;3;4 / 1;2;3"), std::string::npos) << said_;
  ExpectSameAgain();
}

constexpr const char* kTableModel = R"(
model M
  class Table
    extends ExternalObject;
    function constructor
      input Real table[:, :];
      input Integer columns[:];
      output Table object;
      external "C" object = ModelicaStandardTables_CombiTable1D_init3("NoName", "NoName", table, size(table, 1), size(table, 2),
                                                                      columns, size(columns, 1), 1, 2, false, ",", 0);
    end constructor;
    function destructor
      input Table object;
      external "C" ModelicaStandardTables_CombiTable1D_close(object);
    end destructor;
  end Table;
  function value
    input Table object;
    input Integer column;
    input Real u;
    output Real y;
    external "C" y = ModelicaStandardTables_CombiTable1D_getValue(object, column, u);
  end value;
  parameter Table t = Table([0, 0, 1; 1, 10, 2; 4, 40, 5], {2, 3});
  Real x(start = 0, fixed = true);
  Real y = value(t, 2, x);
  Real z = der(value(t, 1, x));
equation
  der(x) = value(t, 1, x) - 10 * x + 1;
  annotation(experiment(StopTime = 3));
end M;
)";

// x = t; its second column is 1 + t, the slope of its first one 10.
TEST_F(FlatText, ATableIsAnObjectOfTheText) {
  const auto run = RunBoth("M", kTableModel);
  EXPECT_NEAR(Last(run, "y"), 4.0, 1e-6);
  EXPECT_NEAR(Last(run, "z"), 10.0, 1e-6);
}

constexpr const char* kObject = R"(
model M
  class Gain
    extends ExternalObject;
    function constructor
      input Real k;
      output Gain object;
      external "C" object = make_gain(k) annotation(Include = "#include <stdlib.h>
        void* make_gain(double k) { double* p = malloc(sizeof *p); *p = k; return p; }");
    end constructor;
    function destructor
      input Gain object;
      external "C" free_gain(object) annotation(Include = "#include <stdlib.h>
        void free_gain(void* p) { free(p); }");
    end destructor;
  end Gain;
  function square
    input Gain g;
    input Real x;
    output Real y;
    external "C" y = gain_square(g, x) annotation(Include = "double gain_square(void* p, double x) { return *(double*)p * x * x; }");
    ANNOTATION
  end square;
  function slope
    input Gain g;
    input Real x;
    input Real dx;
    output Real dy;
    external "C" dy = gain_slope(g, x, dx)
      annotation(Include = "double gain_slope(void* p, double x, double dx) { return 2 * *(double*)p * x * dx; }");
  end slope;
  Gain g = Gain(3);
  Real x(start = 1, fixed = true);
  Real z = der(square(g, x));
equation
  der(x) = 1;
  annotation(experiment(StopTime = 1));
end M;
)";

// d/dt 3 x^2 = 6 x. Without the author's word there is no derivative of a function that is given an object,
// in a flat text as in any other.
TEST_F(FlatText, DerivativesOfFunctionsThatAreGivenObjects) {
  const auto with = [](std::string annotation) {
    std::string text = kObject;
    return text.replace(text.find("ANNOTATION"), std::string_view("ANNOTATION").size(), annotation);
  };
  const auto run = RunBoth("M", with("annotation(derivative = slope);"), {"--allow-external"});
  EXPECT_NEAR(Last(run, "z"), 12.0, 1e-6);
  const Outcome refused = Daedalus({"simulate", Write("N.mo", with("")), "--allow-external"});
  EXPECT_NE(refused.exit_code, 0);
  EXPECT_NE(
      refused.err.find(
          "error[D0403]: a function failed: its derivative is needed, and it has no `derivative` annotation"),
      std::string::npos)
      << refused.err;
}

// Clocks and means begin when the run does; the parameter that says so is found then.
TEST_F(FlatText, SamplesThatBeginWithTheRun) {
  const auto run = RunBoth("M", R"(
model M
  parameter Real t0(fixed = false);
  discrete Real n(start = 0, fixed = true);
  Real u = sample(time, Clock(0.25));
  Real y = hold(u);
initial equation
  t0 = time;
equation
  when sample(t0 + 0.5, 0.5) then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 2.2));
end M;
)");
  EXPECT_NEAR(Last(run, "n"), 4.0, 1e-12);
  EXPECT_NEAR(Last(run, "y"), 2.0, 1e-9);
}

// Integers and Booleans that are chosen, equality of Reals out of a function, a number that is no Integer.
TEST_F(FlatText, WhatTheLanguageHasNoShortWordFor) {
  const auto run = RunBoth("M", R"(
model M
  function isZero
    input Real x;
    output Boolean y;
  algorithm
    y := x == 0;
  end isZero;
  parameter Real p = 0;
  parameter Real large = 134544423989414690816.0;
  Integer i = integer(1 + 2 * time);
  Integer list[3] = {7, 8, integer(9 + time)};
  Integer k = list[i];
  Real q = if isZero(p) then 2 else 1 / p;
  Real r = if isZero(time) then 5 else large;
  annotation(experiment(StopTime = 0.8));
end M;
)");
  EXPECT_EQ(Last(run, "k"), 8.0);
  EXPECT_EQ(Last(run, "q"), 2.0);
  EXPECT_EQ(Last(run, "r"), 134544423989414690816.0);
}

// What acts at events, and gives numbers.
TEST_F(FlatText, FunctionsThatActAtEvents) {
  const auto run = RunBoth("M", R"(
model M
  impure function count
    input String text;
    output Integer n;
    external "C" n = ModelicaStrings_length(text);
  end count;
  impure function say
    input String text;
    external "C" ModelicaInternal_print(text, "");
  end say;
  Integer n(start = 0, fixed = true);
equation
  when time > 0.5 then
    n = count("four");
    say("n is " + String(n));
  end when;
  annotation(experiment(StopTime = 1));
end M;
)");
  EXPECT_EQ(Last(run, "n"), 4.0);
  EXPECT_NE(flat_text_.find("ModelicaInternal_print('$a1', '$a2')"), std::string::npos) << flat_text_;
}

// Where a function is loaded from is said by the text.
TEST_F(FlatText, FunctionsOfC) {
  const auto run = RunBoth("M", R"(
model M
  function total
    input Real x[:];
    output Real y;
    external "C" y = my_total(x, size(x, 1))
      annotation(Include = "#include <stddef.h>
        double my_total(const double* x, size_t n) { double y = 0; for (size_t i = 0; i < n; ++i) y += x[i]; return y; }");
  end total;
  Real y = total({time, 2 * time, 3});
  annotation(experiment(StopTime = 1));
end M;
)",
                           {"--allow-external"});
  EXPECT_NEAR(Last(run, "y"), 6.0, 1e-12);
}

// A struct goes in by its address and comes back by value; a matrix goes to FORTRAN by columns.
TEST_F(FlatText, RecordsForCAndFunctionsOfFortran) {
  const auto run = RunBoth("M", R"(
model M
  record Pair
    Integer a;
    Real b[2];
  end Pair;
  function twice
    input Pair p;
    output Pair q;
    external "C" q = my_twice(p)
      annotation(Include = "struct pair { int a; double b[2]; };
        struct pair my_twice(const struct pair* p) { struct pair q = {2 * p->a, {2 * p->b[0], 2 * p->b[1]}}; return q; }");
  end twice;
  function second
    input Pair p;
    output Real y;
  protected
    Pair q = twice(p);
  algorithm
    y := q.a + q.b[2];
  end second;
  function corner
    input Real A[:, :];
    output Real y;
    external "FORTRAN 77" y = Corner(A, size(A, 1)) annotation(Include = "double corner_(const double* a, const int* m) { return a[*m]; }");
  end corner;
  Real y = second(Pair(3, {time, 5 * time}));
  Real z = corner([1, 2 * time; 3, 4]);
  annotation(experiment(StopTime = 1));
end M;
)",
                           {"--allow-external"});
  EXPECT_NEAR(Last(run, "y"), 6.0 + 10.0, 1e-12);
  EXPECT_NEAR(Last(run, "z"), 2.0, 1e-12);
}

// Results are written one by one, also those in records of which there is an array.
TEST_F(FlatText, ArraysOfRecordsForC) {
  const auto run = RunBoth("M", R"(
model M
  record Cell
    Integer n;
    Real w[2];
  end Cell;
  function fill
    input Cell given[:];
    output Cell cells[2];
    external "C" fill(given, size(given, 1), cells)
      annotation(Include = "#include <stddef.h>
        struct cell { int n; double w[2]; };
        void fill(const struct cell* g, size_t n, struct cell* c) { for (int i = 0; i < 2; ++i) { c[i] = g[n - 1 - i]; c[i].w[1] += i; } }");
  end fill;
  function numbers
    input Real x;
    output Real y[4];
  protected
    Cell cells[2] = fill({Cell(1, {x, 2}), Cell(2, {3, 4 * x}), Cell(3, {5, 6})});
  algorithm
    y := {cells[1].w[2], cells[2].w[2], cells[1].n, cells[2].n};
  end numbers;
  Real y[4] = numbers(time);
  annotation(experiment(StopTime = 1));
end M;
)",
                           {"--allow-external"});
  EXPECT_EQ(flat_text_.find("is not declared here"), std::string::npos) << flat_text_;
  const double expected[] = {6, 5, 3, 2};
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(Last(run, fmt::format("'y[{}]'", i + 1)), expected[i], 1e-12);
}

constexpr const char* kRoot = R"(
package P
  function root
    input Real x;
    input Real k = 1;
    output Real y;
  protected
    Real last = 0;
  algorithm
    y := x;
    while abs(y - last) > 1e-15 * y loop
      last := y;
      y := (y + x / y) / 2;
    end while;
    y := k * y;
    annotation(smoothOrder = 5);
  end root;
  function slope = der(root, x);
  function curvature = der(slope, x);
  function threefold = slope(k = 3);
  function inBoth = der(root, x, k);
)";

// der(sqrt(x)) is der(x) / (2 sqrt(x)); as a function of its own, of that one again, and with another
// default.
TEST_F(FlatText, DerivativesOfFunctionsThatStayFunctions) {
  const auto run = RunBoth("P", std::string(kRoot) + R"(
  model M
    Real x(start = 1, fixed = true);
    Real total = der(root(x));
    Real first = slope(x);
    Real second = curvature(x);
    Real modified = threefold(x);
    Real mixed = inBoth(x, 1 + time);
  equation
    der(x) = 3;
    annotation(experiment(StopTime = 1));
  end M;
end P;
)");
  EXPECT_NEAR(Last(run, "total"), 3.0 / 4, 1e-9);
  EXPECT_NEAR(Last(run, "first"), 1.0 / 4, 1e-9);
  EXPECT_NEAR(Last(run, "second"), -1.0 / 32, 1e-9);
  EXPECT_NEAR(Last(run, "modified"), 3.0 / 4, 1e-9);
  EXPECT_NEAR(Last(run, "mixed"), 1.0 / 4, 1e-9);
}

// The derivative that is named is not that of the body; the other input is an array, the result the second of
// two.
TEST_F(FlatText, DerivativesByAnnotationAndOfArrays) {
  const auto run = RunBoth("P", R"(
package P
  function f
    input Real x;
    output Real y;
  algorithm
    y := x;
    while y > 1 loop
      y := y - 1;
    end while;
    annotation(derivative = fd);
  end f;
  function fd
    input Real x;
    input Real dx;
    output Real dy;
  algorithm
    dy := 7 * dx;
  end fd;
  function norm
    input Real x[2];
    output Integer n;
    output Real y;
  protected
    Real last = 0, s = x * x;
  algorithm
    y := s;
    n := 0;
    while abs(y - last) > 1e-15 * y loop
      last := y;
      y := (y + s / y) / 2;
      n := n + 1;
    end while;
    annotation(smoothOrder = 5);
  end norm;
  function second
    input Real a;
    input Real b;
    output Real y;
  protected
    Integer n;
  algorithm
    (n, y) := norm({a, b});
  end second;
  model M
    Real x(start = 0.25, fixed = true);
    Real named = der(f(x));
    Real z = der(second(3 * time, 4 * time * time));
  equation
    der(x) = 2;
    annotation(experiment(StopTime = 1));
  end M;
end P;
)");
  EXPECT_NEAR(Last(run, "named"), 14.0, 1e-9);
  EXPECT_NEAR(Last(run, "z"), (9.0 + 32.0) / 5, 1e-9);  // (9 t + 32 t^3) / sqrt(9 t^2 + 16 t^4)
}

// i^n, n known during the run only; operators and constructors of the record, one of which takes one number
// for two fields.
TEST_F(FlatText, OperatorRecords) {
  const auto run = RunBoth("P", R"(
package P
  operator record Z
    Real re;
    Real im;
    encapsulated operator 'constructor'
      import P.Z;
      function fromPolar
        input Real length;
        input Real angle;
        output Z z;
      algorithm
        z.re := length * cos(angle);
        z.im := length * sin(angle);
      end fromPolar;
      function fromReal
        input Real re;
        output Z z;
      algorithm
        z.re := re;
        z.im := 0;
      end fromReal;
    end 'constructor';
    encapsulated operator function '*'
      import P.Z;
      input Z a;
      input Z b;
      output Z c;
    algorithm
      c.re := a.re * b.re - a.im * b.im;
      c.im := a.re * b.im + a.im * b.re;
    end '*';
    operator '-'
      function negate
        input Z a;
        output Z b;
      algorithm
        b.re := -a.re;
        b.im := -a.im;
      end negate;
    end '-';
  end Z;
  constant Z unit = Z(1);
  function power
    input Z z;
    input Integer n;
    output Z y;
  protected
    Integer k = 0;
  algorithm
    y := -unit;
    while k < n loop
      y := y * z * 1.0;
      k := k + 1;
    end while;
  end power;
  model M
    Z z = Z(2 + time, 2 * atan(1.0));
    Z y = power(z, integer(2 + time));
    annotation(experiment(StopTime = 0.5));
  end M;
end P;
)");
  EXPECT_NEAR(Last(run, "'y.re'"), 6.25, 1e-9);  // -(2.5 i)^2
  EXPECT_NEAR(Last(run, "'y.im'"), 0.0, 1e-9);
}

// Defaults of inputs are modified by parameters of the model, one of which has the name of a local variable.
TEST_F(FlatText, ParametersOfTheModelAsDefaults) {
  const auto run = RunBoth("M", R"(
model M
  model Part
    function count
      input Real x;
      input Real step;
      input Real weight[2] = {1, 1};
      output Real y;
    protected
      Real p = x;
    algorithm
      y := 0;
      while p > 0 loop
        p := p - step;
        y := y + weight[1] + 10 * weight[2];
      end while;
    end count;
    parameter Real p = 1;
    parameter Real q[2] = {1, 1};
    function mine = count(step = p, weight = q);
    Real y = mine(u);
    Real z = double(u);
    function double
      input Real x;
      output Real y;
    algorithm
      y := 2 * mine(x);
    end double;
    Real u;
  end Part;
  Part a(p = 2, u = 7 + time), b(p = 4, q = {2, 3}, u = 7 + time);
  annotation(experiment(StopTime = 0.5));
end M;
)");
  EXPECT_NEAR(Last(run, "'a.y'"), 4 * 11, 1e-9);
  EXPECT_NEAR(Last(run, "'b.y'"), 2 * 32, 1e-9);
  EXPECT_NEAR(Last(run, "'b.z'"), 4 * 32, 1e-9);
}

// What the description of a model says about its inputs and its size.
std::vector<std::string> Interface(const std::string& json) {
  const nlohmann::json model = nlohmann::json::parse(json);
  std::vector<std::string> out = {fmt::format("{} states", model["states"].size())};
  for (const auto& input : model["inputs"]) out.push_back(input.dump());
  return out;
}

// An FMU carries the flat text, so each model must read back as it was: with its own inputs, and no others.
TEST_F(FlatText, EveryModelReadsBackWithItsInputs) {
  namespace fs = std::filesystem;
  const std::string models = std::string(DAEDALUS_SOURCE_DIR) + "/models";
  std::vector<std::vector<std::string>> sources;
  for (const auto& entry : fs::recursive_directory_iterator(models)) {
    const std::string path = entry.path().string();
    if (path.ends_with(".mo") && path.find("/library/") == std::string::npos) sources.push_back({path});
  }
  for (const auto& entry : fs::directory_iterator(models + "/library/Parts/Examples")) {
    const std::string name = entry.path().stem().string();
    if (name == "package") continue;
    sources.push_back({models + "/library/Parts", "--model", "Parts.Examples." + name});
  }
  EXPECT_GT(sources.size(), 100u);
  std::ranges::sort(sources);
  for (const std::vector<std::string>& source : sources) {
    const auto with = [&](std::vector<std::string> words) {
      words.insert(words.end(), source.begin(), source.end());
      return Daedalus(words);
    };
    const Outcome flat = with({"flatten"}), expected = with({"describe", "--json"});
    ASSERT_EQ(flat.exit_code, 0) << source.back() << flat.err;
    ASSERT_EQ(expected.exit_code, 0) << source.back() << expected.err;
    const Outcome found = Daedalus({"describe", "--json", Write("flat.mo", flat.out)});
    // Elements of arrays that are chosen during the run stand in equations of flat text (limits.md).
    if (source.back().ends_with("RingBuffer.mo")) {
      EXPECT_NE(found.err.find("error[D0231]: a subscript cannot depend on the variable"), std::string::npos);
      continue;
    }
    ASSERT_EQ(found.exit_code, 0) << source.back() << found.err;
    EXPECT_EQ(Interface(found.out), Interface(expected.out)) << source.back();
  }
}

}  // namespace
}  // namespace daedalus::e2e
