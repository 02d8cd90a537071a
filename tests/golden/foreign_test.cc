// --allow-external: functions of C in models, by the whole pipeline.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "golden/run_of_model.h"

namespace daedalus {
namespace {

struct ForeignRun {
  driver::SimulateStatus status = driver::SimulateStatus::kDone;
  std::vector<std::string> lines;
  std::vector<Diagnostic> messages;
  results::Trajectory trajectory;

  double Last(const std::string& name) const {
    const auto signal = trajectory.FindSignal(name);
    EXPECT_TRUE(signal.has_value()) << name;
    return signal ? trajectory.Values(*signal).back() : NAN;
  }
};

std::filesystem::path ForeignScratch(const std::string& name) {
  return std::filesystem::temp_directory_path() /
         ("daedalus_foreign_" + std::to_string(::getpid()) + "_" + name);
}

ForeignRun RunForeignText(const std::string& text, bool is_allowed = true) {
  driver::SimulateOptions options;
  options.model.allow_external = is_allowed;
  RunOfModel seen = ObservedText(options, text);
  return {seen.report.status, std::move(seen.lines), seen.diagnostics.Take(), std::move(seen.trajectory)};
}

// x' = -2 x^2, x(0) = 1 has x = 1 / (1 + 2 t).
constexpr const char* kSquare = R"(
model M
  function square
    input Real x;
    output Real y;
    external "C" y = my_square(x) annotation(Include = "double my_square(double x) { return x * x; }");
  end square;
  Real x(start = 1, fixed = true);
equation
  der(x) = -2 * square(x);
end M;
)";

TEST(ForeignFunctions, AreRefusedByNameWithoutTheOption) {
  const ForeignRun run = RunForeignText(kSquare, false);
  EXPECT_EQ(run.status, driver::SimulateStatus::kModelWrong);
  ASSERT_EQ(run.messages.size(), 1u);
  EXPECT_NE(run.messages[0].message.find("`my_square` is an external function of C"), std::string::npos);
  EXPECT_NE(run.messages[0].message.find("--allow-external"), std::string::npos);
}

// An enumeration is evaluated before the run; the message is about the function, not about what needs its
// value.
TEST(ForeignFunctions, AreRefusedByNameWhereTheirValueIsNeededAtOnce) {
  const ForeignRun run = RunForeignText(R"(
model M
  type E = enumeration(one, two);
  function next
    input E x;
    output E y;
    external "C" y = my_next(x) annotation(Include = "int my_next(int x) { return x + 1; }");
  end next;
  parameter E e = next(E.one);
  Real x = if e == E.two then 1 else 0;
end M;
)",
                                        false);
  ASSERT_FALSE(run.messages.empty());
  EXPECT_NE(run.messages[0].message.find("`my_next` is an external function of C"), std::string::npos)
      << run.messages[0].message;
}

TEST(ForeignFunctions, AreSolvedWithLikeOthers) {
  const ForeignRun run = RunForeignText(kSquare);
  ASSERT_EQ(run.messages.size(), 0u) << run.messages[0].message;
  EXPECT_NEAR(run.Last("x"), 1.0 / 3.0, 1e-5);
}

// y = x^2 is a constraint between states: its derivative is needed exactly, and the annotation gives it.
TEST(ForeignFunctions, ADerivativeAnnotationIsUsed) {
  const std::string text = R"(
model M
  function square
    input Real x;
    output Real y;
    external "C" y = my_square(x)
      annotation(Include = "double my_square(double x) { return x * x; }");
    %s
  end square;
  function square_der
    input Real x;
    input Real dx;
    output Real dy = 2 * x * dx;
  algorithm
  end square_der;
  Real x(start = 1, fixed = true), y;
equation
  der(x) + der(y) = 6;
  y = square(x);
end M;
)";
  const auto with = [&](const std::string& annotation) {
    std::string out = text;
    out.replace(out.find("%s"), 2, annotation);
    return RunForeignText(out);
  };
  const ForeignRun run = with("annotation(derivative = square_der);");
  ASSERT_EQ(run.messages.size(), 0u) << run.messages[0].message;
  const double x = run.Last("x");  // x + x^2 = 2 + 6 t
  EXPECT_NEAR(x + x * x, 8.0, 1e-4);
  const ForeignRun without = with("");
  ASSERT_FALSE(without.messages.empty()) << "differences will not do, and it is told";
}

TEST(ForeignFunctions, ArraysOutputsAndTexts) {
  const ForeignRun run = RunForeignText(R"(
model M
  function moments
    input Real a[:];
    input String what;
    output Real mean;
    output Real squares[size(a, 1)];
    external "C" moments(a, size(a, 1), what, mean, squares)
      annotation(Include = "#include <stddef.h>
void moments(const double* a, size_t n, const char* what, double* mean, double* squares) {
  *mean = what[0] == 'm' ? 0 : 1000;
  for (size_t i = 0; i < n; ++i) { *mean += a[i] / n; squares[i] = a[i] * a[i]; }
}");
  end moments;
  Real mean, squares[3];
  parameter Real constant_mean = moments({1, 2, 6}, "x");
equation
  (mean, squares) = moments({time, 2 * time, 3 * time}, "mean");
end M;
)");
  ASSERT_EQ(run.messages.size(), 0u) << run.messages[0].message;
  EXPECT_NEAR(run.Last("mean"), 2.0, 1e-12);
  EXPECT_NEAR(run.Last("squares[3]"), 9.0, 1e-12);
}

// What the constructor and the destructor write down tells how often they were called, and in which order.
TEST(ForeignFunctions, AnObjectIsMadeAndDestroyedOnce) {
  const std::string log = ForeignScratch("log");
  std::filesystem::remove(log);
  std::string text = R"(
model M
  class Counter
    extends ExternalObject;
    function constructor
      input String file;
      input Real first;
      output Counter object;
      external "C" object = make(file, first) annotation(Include = "#include \"counter.h\"", IncludeDirectory = "FOLDER");
    end constructor;
    function destructor
      input Counter object;
      external "C" destroy(object) annotation(Include = "#include \"counter.h\"", IncludeDirectory = "FOLDER");
    end destructor;
  end Counter;
  impure function next
    input Counter object;
    output Real y;
    external "C" y = next(object) annotation(Include = "#include \"counter.h\"", IncludeDirectory = "FOLDER");
  end next;
  Counter counter = Counter("LOG", 10);
  discrete Real y(start = 0, fixed = true);
equation
  when sample(0.25, 0.25) then
    y = next(counter);
  end when;
end M;
)";
  const std::filesystem::path folder = ForeignScratch("include");
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "counter.h") << R"(
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct Counter { double value; char file[200]; };
static void note(const char* file, const char* text) { FILE* f = fopen(file, "a"); fputs(text, f); fclose(f); }
void* make(const char* file, double first) {
  struct Counter* c = malloc(sizeof *c);
  c->value = first; strcpy(c->file, file);
  note(file, "made ");
  return c;
}
double next(void* p) { struct Counter* c = p; note(c->file, "next "); return c->value++; }
void destroy(void* p) { struct Counter* c = p; note(c->file, "destroyed "); free(c); }
)";
  for (std::size_t at; (at = text.find("FOLDER")) != std::string::npos;) text.replace(at, 6, folder.string());
  text.replace(text.find("LOG"), 3, log);
  const ForeignRun run = RunForeignText(text);
  ASSERT_EQ(run.messages.size(), 0u) << run.messages[0].message;
  EXPECT_EQ(run.Last("y"), 13.0);
  std::ifstream in(log);
  std::string line;
  std::getline(in, line);
  EXPECT_EQ(line, "made next next next next destroyed ");
  std::filesystem::remove(log);
  std::filesystem::remove_all(folder);
}

TEST(ForeignFunctions, AnErrorAtAnEventEndsTheRunAtItsPlace) {
  const ForeignRun run = RunForeignText(R"(
model M
  impure function check
    input Real x;
    external "C" check(x) annotation(Include = "void ModelicaFormatError(const char*, ...);
void check(double x) { if (x > 0.4) ModelicaFormatError(\"%g is too much\", x); }");
  end check;
equation
  when {time > 0.25, time > 0.5} then
    check(time);
  end when;
end M;
)");
  EXPECT_EQ(run.status, driver::SimulateStatus::kStopped);
  ASSERT_EQ(run.messages.size(), 1u);
  EXPECT_EQ(run.messages[0].message, "at time = 0.5: `check`: 0.5 is too much");
  EXPECT_EQ(run.messages[0].code, Code::kEffectFailed);
}

// The header by its name, and size_t without further words.
TEST(ForeignFunctions, TheHeaderOfTheUtilitiesIsFound) {
  const ForeignRun run = RunForeignText(R"(
model M
  function f
    input Real x[:];
    output Real y;
    external "C" y = f(x, size(x, 1)) annotation(Include = "#include \"ModelicaUtilities.h\"
double f(const double* x, size_t n) { if (n != 2) ModelicaError(\"two are needed\"); return x[0] + x[1]; }");
  end f;
  Real y = f({time, 3});
end M;
)");
  ASSERT_EQ(run.messages.size(), 0u) << run.messages[0].message;
  EXPECT_EQ(run.Last("y"), 4.0);
}

TEST(ForeignFunctions, WhatIsMissingIsToldWithTheCall) {
  const ForeignRun run = RunForeignText(R"(
model M
  function f
    input Real x;
    output Real y;
    external "C" y = f(x) annotation(Library = "no_such_library");
  end f;
  Real y = f(time);
end M;
)");
  EXPECT_EQ(run.status, driver::SimulateStatus::kModelWrong);
  ASSERT_FALSE(run.messages.empty());
  EXPECT_EQ(run.messages[0].code, Code::kForeignFunction);
  EXPECT_NE(run.messages[0].message.find("no_such_library"), std::string::npos);
}

// A record in a record, arrays, an Integer and a text in it; records that are returned by value, through a
// pointer, and in a function that stays one. x' = -x^2, x(0) = 1.
TEST(ForeignFunctions, RecordsAreStructs) {
  const ForeignRun run = RunForeignText(R"(
model M
  record Inner
    Integer n;
    Real w[2, 3];
  end Inner;
  record Outer
    Boolean flag;
    Inner inside;
    Integer k;
    Real x;
    String s;
  end Outer;
  record Pair
    Integer a;
    Real b;
  end Pair;
  function total
    input Outer r;
    output Real y;
    external "C" y = my_total(r) annotation(Include = "
#include <string.h>
struct inner { int n; double w[2][3]; };
struct outer { int flag; struct inner inside; int k; double x; const char* s; };
double my_total(const struct outer* r) {
  return r->flag + 10*r->inside.n + 100*r->inside.w[1][2] + 1000*r->k + 10000*r->x + 100000*(double)strlen(r->s);
}");
  end total;
  function change
    input Real x;
    output Pair p;
    output Inner q;
    external "C" p = my_change(x, q) annotation(Include = "
struct inner { int n; double w[2][3]; };
struct pair { int a; double b; };
struct pair my_change(double x, struct inner* q) {
  struct pair p = {3, x * x};
  q->n = 7;
  for (int i = 0; i < 6; ++i) q->w[i / 3][i % 3] = i * x;
  return p;
}");
  end change;
  function changed
    input Real x;
    output Real y[3];
  protected
    Pair p;
    Inner q;
  algorithm
    (p, q) := change(x);
    y := {p.b, p.a + 10*q.n, q.w[2, 3]};
  end changed;
  function next
    input Pair p;
    output Pair q = p;
    external "C" grow(q) annotation(Include = "struct pair { int a; double b; }; void grow(struct pair* p) { p->a += 1; p->b *= 2; }");
  end next;
  function until
    input Real x;
    output Real y;
  protected
    Pair p = Pair(1, x);
  algorithm
    while p.b < 10 loop
      p := next(p);
    end while;
    y := 100*p.a + p.b;
  end until;
  impure function large
    input Real x;
    output Triple t;
    external "C" t = my_large(x) annotation(Include = "struct triple { double a[3]; }; struct triple my_large(double x) { struct triple t = {{x, 2*x, 3*x}}; return t; }");
  end large;
  record Triple
    Real a[3];
  end Triple;
  Outer o(flag = true, inside(n = 2, w = [1, 2, 3; 4, 5, 6*time]), k = 4, x = time, s = "abc");
  Real y = total(o);
  Real x(start = 1, fixed = true);
  Real v[3] = changed(x);
  Real u = until(1 + time);
  parameter Pair c = next(Pair(4, 5));
  Real d = c.a + c.b;
  discrete Triple t(a(each start = 0, each fixed = true));
equation
  der(x) = -v[1];
  when time > 0.5 then
    t = large(4);
  end when;
end M;
)");
  ASSERT_EQ(run.messages.size(), 0u) << run.messages[0].message;
  EXPECT_NEAR(run.Last("y"), 1 + 20 + 600 + 4000 + 10000 + 300000, 1e-9);
  EXPECT_NEAR(run.Last("x"), 0.5, 1e-5);
  EXPECT_NEAR(run.Last("v[2]"), 73, 1e-12);
  EXPECT_NEAR(run.Last("v[3]"), 2.5, 1e-4);
  EXPECT_NEAR(run.Last("u"), 400 + 16, 1e-9);
  EXPECT_NEAR(run.Last("d"), 5 + 10, 1e-12);
  EXPECT_NEAR(run.Last("t.a[3]"), 12, 1e-12);
}

constexpr const char* kFortranModel = R"(
model M
  function product
    input Real A[:, :];
    input Real x[size(A, 2)];
    output Real y[size(A, 1)];
    external "FORTRAN 77" matVec(A, size(A, 1), size(A, 2), x, y) annotation(WHERE);
  end product;
  function transposed
    input Real A[:, :];
    output Real B[size(A, 2), size(A, 1)];
    output Boolean isWide;
    external "FORTRAN 77" turn(A, size(A, 1), size(A, 2), B, isWide) annotation(WHERE);
  end transposed;
  function cube
    input Real x;
    input Integer n = 3;
    output Real y;
    external "FORTRAN 77" y = power(x, n) annotation(WHERE);
  end cube;
  function entry
    input Real x;
    output Real y;
  protected
    Real B[3, 2];
    Boolean isWide;
  algorithm
    (B, isWide) := transposed([1, 2, 3; 4, 5, 6*x]);
    y := B[3, 2] + 10*B[2, 1] + (if isWide then 100 else 0);
  end entry;
  Real y[2] = product([1, 2, 3; 4, 5, 6*time], {1, 10, time});
  Real z = entry(time);
  Real x(start = 1, fixed = true);
equation
  der(x) = -0.5*cube(x);
end M;
)";

// (1 2 3; 4 5 6)(1 10 1); x = 1/sqrt(1 + t).
void ExpectFortran(const std::string& where) {
  std::string text = kFortranModel;
  for (std::size_t at; (at = text.find("WHERE")) != std::string::npos;) text.replace(at, 5, where);
  const ForeignRun run = RunForeignText(text);
  ASSERT_EQ(run.messages.size(), 0u) << run.messages[0].message;
  EXPECT_NEAR(run.Last("y[1]"), 24, 1e-12);
  EXPECT_NEAR(run.Last("y[2]"), 60, 1e-12);
  EXPECT_NEAR(run.Last("z"), 6 + 20 + 100, 1e-12);
  EXPECT_NEAR(run.Last("x"), 1 / std::sqrt(2.0), 1e-5);
}

// As a compiler of FORTRAN would have made it of them.
TEST(ForeignFunctions, OfFortranTakeAddressesAndColumns) {
  ExpectFortran(R"(Include = "
void matvec_(const double* a, const int* m, const int* n, const double* x, double* y) {
  for (int i = 0; i < *m; ++i) {
    y[i] = 0;
    for (int j = 0; j < *n; ++j) y[i] += a[i + *m * j] * x[j];
  }
}
void turn_(const double* a, const int* m, const int* n, double* b, int* wide) {
  for (int i = 0; i < *m; ++i)
    for (int j = 0; j < *n; ++j) b[j + *n * i] = a[i + *m * j];
  *wide = *n > *m;
}
double power_(const double* x, const int* n) { double y = 1; for (int i = 0; i < *n; ++i) y *= *x; return y; }
")");
}

TEST(ForeignFunctions, OfFortranAreThoseOfItsCompiler) {
  if (std::system("gfortran --version > /dev/null 2>&1") != 0) GTEST_SKIP() << "there is no gfortran";
  const std::filesystem::path folder = ForeignScratch("fortran");
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "parts.f") << R"(
      SUBROUTINE MATVEC(A, M, N, X, Y)
      INTEGER M, N, I, J
      DOUBLE PRECISION A(M, N), X(N), Y(M)
      DO 20 I = 1, M
        Y(I) = 0
        DO 10 J = 1, N
          Y(I) = Y(I) + A(I, J) * X(J)
   10   CONTINUE
   20 CONTINUE
      END
      SUBROUTINE TURN(A, M, N, B, WIDE)
      INTEGER M, N, I, J
      DOUBLE PRECISION A(M, N), B(N, M)
      LOGICAL WIDE
      DO 40 I = 1, M
        DO 30 J = 1, N
          B(J, I) = A(I, J)
   30   CONTINUE
   40 CONTINUE
      WIDE = N .GT. M
      END
      DOUBLE PRECISION FUNCTION POWER(X, N)
      DOUBLE PRECISION X
      INTEGER N
      POWER = X ** N
      END
)";
  const std::string at = folder.string();
  ASSERT_EQ(std::system(("gfortran -shared -fPIC -o " + at + "/libparts.so " + at + "/parts.f").c_str()), 0);
  ExpectFortran("Library = \"parts\", LibraryDirectory = \"file://" + at + "\"");
  std::filesystem::remove_all(folder);
}

// Rows of a matrix of records, arrays in them, records of which another record has an array; the sizes follow
// where the clause lists nothing. sum over i, j of (i + 2 j) w(k), with what C sees where its own structs say
// it is.
TEST(ForeignFunctions, ArraysOfRecordsAreArraysOfStructs) {
  const ForeignRun run = RunForeignText(R"(
model M
  record Cell
    Boolean b;
    Real w[2];
    Integer n;
  end Cell;
  record Rack
    Integer id;
    Cell cells[3];
    Real last;
  end Rack;
  function weigh
    input Cell cells[:, :];
    output Real y;
    external "C" annotation(Include = "
#include <stddef.h>
struct cell { int b; double w[2]; int n; };
double weigh(const struct cell* c, size_t rows, size_t columns) {
  double y = 0;
  for (size_t i = 0; i < rows; ++i)
    for (size_t j = 0; j < columns; ++j) y += (i + 1) * 1000.0 * c[i * columns + j].n + (j + 1) * c[i * columns + j].w[1] + 0.5 * c[i * columns + j].b;
  return y;
}");
  end weigh;
  function fill
    input Real x;
    output Rack racks[2];
    external "C" fill(x, racks, size(racks, 1)) annotation(Include = "
#include <stddef.h>
struct cell { int b; double w[2]; int n; };
struct rack { int id; struct cell cells[3]; double last; };
void fill(double x, struct rack* r, size_t n) {
  for (size_t i = 0; i < n; ++i) {
    r[i].id = 7 + (int)i;
    r[i].last = -x;
    for (int j = 0; j < 3; ++j) {
      r[i].cells[j].b = j == 1;
      r[i].cells[j].w[0] = x * (i + 1);
      r[i].cells[j].w[1] = x * (j + 1);
      r[i].cells[j].n = 10 * (int)i + j;
    }
  }
}");
  end fill;
  function sorted
    input Rack r;
    output Rack s;
    external "C" s = swap(r) annotation(Include = "
struct cell { int b; double w[2]; int n; };
struct rack { int id; struct cell cells[3]; double last; };
struct rack swap(const struct rack* r) {
  struct rack s = *r;
  s.cells[0] = r->cells[2];
  s.cells[2] = r->cells[0];
  return s;
}");
  end sorted;
  Cell cells[2, 3](b = [true, false, false; false, true, true], w = {{{0, i + 10*j + time} for j in 1:3} for i in 1:2}, n = [1, 2, 3; 4, 5, 6]);
  Real y = weigh(cells);
  function seen
    input Real x;
    output Real r[9];
    output Real s[3];
  protected
    Rack racks[2];
    Rack turned;
  algorithm
    racks := fill(x);
    turned := sorted(racks[2]);
    r := {racks[1].id, racks[2].id, racks[2].last, racks[2].cells[3].n, if racks[2].cells[2].b then 1 else 0, if racks[2].cells[3].b then 1 else 0,
          racks[2].cells[1].w[1], racks[1].cells[3].w[2], racks[1].cells[2].n};
    s := {turned.cells[1].n, turned.cells[3].n, turned.last};
  end seen;
  Real r[9], s[3];
equation
  (r, s) = seen(2*time);
end M;
)");
  ASSERT_EQ(run.messages.size(), 0u) << run.messages[0].message;
  // 1000 (1 + 2 + 3) + 2000 (4 + 5 + 6), the sum of j (i + 10 j + 1) over both rows, and three that are true.
  EXPECT_NEAR(run.Last("y"), 36000 + (12 + 2 * 22 + 3 * 32) + (13 + 2 * 23 + 3 * 33) + 1.5, 1e-9);
  const std::vector<double> r = {7, 8, -2, 12, 1, 0, 4, 6, 1}, t = {12, 10, -2};
  for (std::size_t i = 0; i < r.size(); ++i) EXPECT_EQ(run.Last(fmt::format("r[{}]", i + 1)), r[i]) << i;
  for (std::size_t i = 0; i < t.size(); ++i) EXPECT_EQ(run.Last(fmt::format("s[{}]", i + 1)), t[i]) << i;
}

// By name, with the place of the call.
TEST(ForeignFunctions, WhatALanguageHasNoTypeForIsRefused) {
  const auto message = [](const std::string& declarations, const std::string& call) {
    const ForeignRun run =
        RunForeignText("model M\n" + declarations + "\n  Real y = " + call + ";\nend M;\n");
    EXPECT_EQ(run.status, driver::SimulateStatus::kModelWrong);
    return run.messages.empty() ? std::string() : run.messages[0].message;
  };
  EXPECT_EQ(message("record R Real a; end R; function f input R r[2]; output Real y; external \"FORTRAN 77\" "
                    "y = f(r); end f; parameter R r[2](a = {1, 2});",
                    "f(r)"),
            "`f` takes or gives an array of M.R, which functions of FORTRAN 77 cannot be given");
  EXPECT_EQ(message("record R Real a; end R; function f input Real x; output R r[2]; external \"C\" r = "
                    "f(x); end f; R r[2] = f(time);",
                    "r[1].a"),
            "`f` would return an array, which functions of C cannot");
  EXPECT_EQ(message("record R Real a; end R; function f input R r; output Real y; external \"FORTRAN 77\" y "
                    "= f(r); end f;",
                    "f(R(time))"),
            "`f` takes or gives a M.R, which functions of FORTRAN 77 cannot be given");
  EXPECT_EQ(message("function f input String s; output Real y; external \"FORTRAN 77\" y = f(s); end f;",
                    "f(\"a\")"),
            "`f` takes or gives a String, which functions of FORTRAN 77 cannot be given");
  EXPECT_NE(
      message("function f input Real x; output Real y; external \"FORTRAN 90\" y = f(x); end f;", "f(time)")
          .find("is an external function of FORTRAN 90"),
      std::string::npos);
}

}  // namespace
}  // namespace daedalus
