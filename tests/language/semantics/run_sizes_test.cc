// Functions that stay functions, with arrays whose size is known during the run only. Each is compared with
// the same function in which the size is a constant, and its derivative with differences.
#include <cmath>

#include "daedalus/system/expr/differentiate.h"
#include "daedalus/system/expr/function.h"
#include "language/semantics/walk.h"

namespace daedalus::semantics {
namespace {

// `body` is declarations and statements of a function of u, which is 3, with an Integer n and a result y.
std::string FunctionOf(std::string_view n, std::string_view body) {
  return fmt::format(
      "function part input Real v[:]; input Integer k; output Real y[k]; algorithm y := v[1:k] .^ 2; end "
      "part;"
      "function norm input Real v[:]; output Real y; protected Real w[size(v, 1)]; algorithm w := v; y := "
      "sqrt(w * w); end norm;"
      "function split input Real v[:]; input Integer k; output Real a[:]; output Real b[:]; algorithm a := "
      "v[1:k]; b := v[k + 1:end]; end split;"
      "function f input Real u; output Real y; protected {} {} end f;",
      n, body);
}

constexpr std::string_view kConstant = "constant Integer n = 3;";
constexpr std::string_view kOfRun = "Integer n = integer(u + 1e-3);";  // not at a jump, for the differences

double DerivativeOf(std::string_view function) {
  System system = FlattenOk(Wrap(fmt::format("Real x; Real y; {}", function), "x = time; y = f(x);"));
  const double variables[] = {3.0, 0.0}, slopes[] = {1.0, 0.0};
  const expr::ExprId call = system.equations[EquationId(1)].right;
  return expr::Evaluate(system.graph, expr::TimeDerivative(system.graph, call), {0.0, variables, slopes, {}});
}

void ExpectSameAsConstant(std::string_view body) {
  const std::string constant = FunctionOf(kConstant, body), of_run = FunctionOf(kOfRun, body);
  EXPECT_DOUBLE_EQ(ValueOf("f(x)", of_run), ValueOf("f(x)", constant)) << body;
  constexpr double h = 1e-6;
  const double quotient =
      (ValueOf(fmt::format("f(x + {})", h), constant) - ValueOf(fmt::format("f(x - {})", h), constant)) /
      (2 * h);
  EXPECT_NEAR(DerivativeOf(of_run), quotient, 1e-6 * std::max(1.0, std::abs(quotient))) << body;
}

TEST(RunSizes, DeclaredSizes) {
  ExpectSameAsConstant(
      "Real w[n]; algorithm for i in 1:n loop w[i] := u ^ i; end for; y := sum(w) + product(w);");
  ExpectSameAsConstant(
      "Real w[n] = fill(u, n); algorithm w[2] := w[1] * w[n]; w[end] := 2 * w[end - 1]; y := w * w;");
  ExpectSameAsConstant(
      "Real m[n, 2]; algorithm for i in 1:n loop m[i, :] := {u, i}; end for; y := sum(m) + m[n, 1] * m[1, "
      "2];");
  ExpectSameAsConstant("Integer k[n] = 1:n; algorithm y := 0; for i in k loop y := y + u * i; end for;");
}

TEST(RunSizes, SizesAreThoseOfTheRun) {
  ExpectSameAsConstant("Real w[n] = ones(n); algorithm y := u * size(w, 1) + size(w[1:n - 1], 1);");
  ExpectSameAsConstant(
      "Real m[n, n + 1] = fill(u, n, n + 1); algorithm y := u * (size(m, 2) + sum(size(m))) + ndims(m);");
}

TEST(RunSizes, Slices) {
  const std::string v = "Real v[5] = {1, 2, 3, 4, 5} * u; Real w[:]; ";
  ExpectSameAsConstant(v + "algorithm w := v[2:n]; y := sum(w) + w[end];");
  ExpectSameAsConstant(v + "algorithm w := v[n:-1:1]; y := w[1] + 10 * w[2];");
  ExpectSameAsConstant(v + "algorithm w := v; w[1:n] := w[n:-1:1]; y := w * {1, 10, 100, 1000, 10000};");
  ExpectSameAsConstant(v + "algorithm v[2:n] := u * ones(n - 1); y := v * {1, 10, 100, 1000, 10000};");
  ExpectSameAsConstant(v + "algorithm w := v[3:n - 1]; y := u + sum(w) + size(w, 1);");
  ExpectSameAsConstant(
      "Real m[3, 4] = {{i * u + j for j in 1:4} for i in 1:3}; algorithm "
      "m[1:n, 2] := m[1:n, 3]; m[n, 1:n] := m[1, 2:n + 1]; y := sum(m[2:n, :] * {1, 10, 100, 1000});");
  ExpectSameAsConstant("Real w[n] = linspace(u, 2 * u, n); algorithm w[n:-1:1] := w; y := w[1] + 10 * w[n];");
}

TEST(RunSizes, Operators) {
  const std::string w = "Real w[n] = linspace(1, u, n); Real v[3] = {3, 2, 1} * u; Real r[:]; ";
  ExpectSameAsConstant(w + "algorithm r := w + v - 2 * w; y := sum(r);");
  ExpectSameAsConstant(w + "algorithm r := -w .* v ./ (w .+ 1) .^ 2; y := sum(r) + w * v / u;");
  ExpectSameAsConstant(w + "algorithm r := sin(w) + abs(-v) + sqrt(w); y := max(r) - min(w) + sum(r);");
  ExpectSameAsConstant(w + "algorithm r := cat(1, w, {u}, v[2:n]); y := r * r + size(r, 1);");
  ExpectSameAsConstant(w + "algorithm r := if u > 2 then w[1:n] else v[1:n]; y := sum(r);");
}

TEST(RunSizes, Matrices) {
  const std::string m = "Real m[n, n] = identity(n) * u; Real x[n] = linspace(1, u, n); ";
  ExpectSameAsConstant(m + "algorithm m[1, :] := x; m[:, n] := 2 * x; x := m * x; y := x * m * x;");
  ExpectSameAsConstant(m + "algorithm m[1, :] := x; m := m * transpose(m); y := sum(m) + m[1, n];");
  ExpectSameAsConstant(
      m + "Real c[n, 2 * n]; algorithm c := cat(2, m, 2 * m); y := c[2, n + 2] + size(c, 2) * u;");
}

TEST(RunSizes, Comprehensions) {
  ExpectSameAsConstant("Real w[:]; algorithm w := {u * i for i in 1:n}; y := w * w;");
  ExpectSameAsConstant(
      "algorithm y := sum(u ^ i for i in 1:n) + product(u + i for i in 1:n) + max(i - u for i in 1:n);");
  ExpectSameAsConstant("algorithm y := u + sum(i for i in 5:n);");
  // An index that must be a number.
  ExpectSameAsConstant(
      "Real m[n, n + 1] = ones(n, n + 1); algorithm "
      "y := u * sum(size(m, i) * 10 ^ i for i in 1:2) + sum({size(m, i) for i in 1:2});");
}

TEST(RunSizes, ComprehensionsOfSeveralIndices) {
  ExpectSameAsConstant(
      "algorithm y := sum(u * i + 10 * j for i in 1:n, j in 1:2) + product(u + i * j for i in 1:2, j in "
      "1:n);");
  ExpectSameAsConstant(
      "algorithm y := sum(u ^ i * j for i in 1:j, j in 1:n) + max(u * i - j for i in 1:n, j in 2:n);");
  ExpectSameAsConstant(
      "Real m[:, :]; algorithm m := {u * i + 10 * j for i in 1:n, j in 1:n - 1}; y := m[n - 1, n] + 100 * "
      "m[1, 2] + size(m, 1);");
  ExpectSameAsConstant(
      "Real v[3] = {1, u, u ^ 2}; algorithm y := sum(v[i] * v[j] * w for i in 1:n, j in {1, 3}, w in v);");
  ExpectSameAsConstant(
      "Real m[:, :]; algorithm m := {{u * i + 10 * j for i in 1:n} for j in 1:2}; y := m[2, n] + 100 * m[1, "
      "2];");
}

TEST(RunSizes, ArraysInBraces) {
  const std::string w = "Real w[n] = linspace(1, u, n); Real v[3] = {3, 2, 1} * u; Real m[:, :]; ";
  ExpectSameAsConstant(
      w + "algorithm m := {w, 2 * w, v}; y := m[2, n] + 10 * m[3, 1] + size(m, 1) * u + size(m, 2);");
  ExpectSameAsConstant(w + "algorithm y := sum({w, w}) + sum(array(v, w)) + {{1, 2}} * {w, v} * w * {u};");
  ExpectSameAsConstant(
      w + "algorithm m := [w, v; 2 * [v, w]]; y := m[n + 1, 2] + 10 * m[1, 1] + size(m, 1) + size(m, 2);");
}

TEST(RunSizes, FunctionsOfMatrices) {
  const std::string w =
      "Real w[n] = linspace(1, u, n); Real v[3] = {3, 2, 1} * u; Real m[n, n] = identity(n) * u; ";
  ExpectSameAsConstant(
      w + "algorithm m := outerProduct(w, v); y := m[1, n] + 10 * m[n, 1] + sum(outerProduct(v, w[2:n]));");
  ExpectSameAsConstant(w +
                       "algorithm m[1, :] := w; m := symmetric(m); y := m[n, 1] + 10 * m[2, 1] + m[1, n];");
  ExpectSameAsConstant(w + "algorithm m := diagonal(w); y := m[2, 2] + 10 * m[n, n] + m[1, n] + sum(m);");
  ExpectSameAsConstant(w + "algorithm y := sum(cross(w, v)) + sum(skew(w) * v) + w * cross(v, 2 * w);");
  ExpectSameAsConstant(w +
                       "algorithm y := sum(vector([w])) + size(vector(transpose([w])), 1) * u + "
                       "scalar(w[n:n]) + scalar([w[1:n - 2]]);");
  ExpectSameAsConstant(w + "algorithm y := sum(matrix(w) * {u}) + size(matrix(w), 2);");
}

// As global classes, since functions take and give them.
constexpr std::string_view kRecords = R"(
  record Path Real x[:]; Real y[:]; Integer count = 0; Real scale = 1; end Path;
  record Pair Path first; Path second; Real m[:, :]; end Pair;
  function pathOf input Real u; input Integer n; output Path p;
  algorithm p.x := linspace(1, u, n); p.y := p.x .^ 2; p.count := n; p.scale := 2 * u; end pathOf;
  function length input Path p; output Real s = 0;
  algorithm for i in 2:size(p.x, 1) loop s := s + sqrt((p.x[i] - p.x[i - 1])^2 + (p.y[i] - p.y[i - 1])^2); end for; s := p.scale * s; end length;
  function swapped input Path p; output Path q; algorithm q := p; q := Path(q.y, q.x, q.count, q.scale); end swapped;
)";

void ExpectSameRecords(std::string_view body) {
  const auto with = [&](std::string_view n) { return fmt::format("{}{}", kRecords, FunctionOf(n, body)); };
  EXPECT_DOUBLE_EQ(ValueOf("f(x)", with(kOfRun)), ValueOf("f(x)", with(kConstant))) << body;
  constexpr double h = 1e-6;
  const double quotient = (ValueOf(fmt::format("f(x + {})", h), with(kConstant)) -
                           ValueOf(fmt::format("f(x - {})", h), with(kConstant))) /
                          (2 * h);
  EXPECT_NEAR(DerivativeOf(with(kOfRun)), quotient, 1e-5 * std::max(1.0, std::abs(quotient))) << body;
}

TEST(RunSizes, RecordsOfArrays) {
  ExpectSameRecords(
      "Path p; algorithm p := Path(u * ones(n), linspace(0, u, n), n, 3); "
      "y := sum(p.x) + p.y[n] * p.scale + p.count + size(p.y, 1);");
  ExpectSameRecords(
      "Path p = Path(u * ones(n), linspace(0, u, n)); algorithm y := sum(p.x) + p.x * p.y + p.count;");
  ExpectSameRecords(
      "Path p; algorithm p.x := u * ones(n); p.y := 2 * p.x; p.scale := u; y := sum(p.x + p.y) * p.scale;");
  ExpectSameRecords(
      "Path p; algorithm p.x := u * ones(n); p.y := p.x; p.x[2] := u ^ 2; p.y[n] := 5 * u; p.x[2:n] := "
      "p.x[2:n] + p.y[1:n - 1]; "
      "y := p.x * {1, 10, 100} + p.y * {1000, 10000, 100000};");
}

TEST(RunSizes, RecordsOfArraysAreGivenAndTaken) {
  ExpectSameRecords("algorithm y := length(pathOf(u, n));");
  ExpectSameRecords(
      "Path p; algorithm p := pathOf(u, n); y := length(p) + 10 * length(swapped(p)) + p.y[n] - p.x[n];");
  ExpectSameRecords(
      "Path p; Path q; algorithm p := pathOf(u, n); q := p; p.x := p.y; p.scale := 1; "
      "y := sum(q.x) + 100 * sum(p.x) + p.scale + q.scale;");
  ExpectSameRecords(
      "Path p; algorithm p := pathOf(u, n); p := Path(p.y, p.x, p.count, size(p.x, 1)); y := sum(p.x) + 100 "
      "* sum(p.y) + p.scale;");
  ExpectSameRecords(
      "Pair p; Path q; algorithm q := pathOf(u, n); p := Pair(q, swapped(q), {q.x, q.y}); "
      "y := p.m[2, n] + 10 * p.first.y[n] + length(p.second) + size(p.m, 2);");
  ExpectSameRecords(
      "Path p; algorithm p := if u > 2 then pathOf(u, n) else pathOf(2 * u, n); y := length(p);");
}

// Fields of known size lie behind those of the run, and are chosen by computed numbers.
TEST(RunSizes, RecordsWithArraysOfBothKinds) {
  const std::string record =
      "record R Real x[:]; Real k[3]; Real m[:, 2]; Real z; end R; "
      "Integer j = integer(u - 1 + 1e-3); R r(k = zeros(3)); ";
  ExpectSameAsConstant(
      record +
      "algorithm r.x := u * ones(n); r.k[j] := u ^ 2; r.m := fill(u, n, 2); r.m[j, 2] := 7 * u; r.z := u; "
      "r.k[2:n] := r.k[1:n - 1] + r.x[2:n]; y := r.k * {1, 10, 100} + sum(r.m) + r.z;");
  ExpectSameAsConstant(
      record +
      "algorithm r := R(u * ones(n), {1, u, 2}, fill(u, n, 2), 3); r.x[j] := r.k[j]; r.k := r.x; "
      "y := r.k * {1, 10, 100} + r.m[n, 1];");
}

// What a branch or a turn of a loop leaves is found behind it.
TEST(RunSizes, RecordsOfArraysInBranchesAndLoops) {
  ExpectSameRecords(
      "Path p; algorithm p := pathOf(u, n); if u > 2 then p.x := 2 * p.y; p.count := 7; else p.scale := 3; "
      "end if; "
      "y := sum(p.x) + p.count * p.scale;");
  ExpectSameRecords(
      "Path p(x = ones(3), y = ones(3)); algorithm "
      "for i in 1:n loop p.scale := p.scale + u; p.count := p.count + 1; p.x := u * ones(n) * p.scale; end "
      "for; "
      "y := sum(p.x) + p.scale + p.count;");
  // Not of the constant twin, which may not grow: 1 + 2 + ... + 50, and as many elements.
  constexpr std::string_view f = R"(
    record Stack Real items[:]; Integer depth = 0; end Stack;
    function push input Stack s; input Real item; output Stack t = s;
    algorithm t.items := cat(1, s.items, {item}); t.depth := s.depth + 1; end push;
    function f input Real u; output Real y; protected Stack s;
    algorithm
      while s.depth < 50 * u / 3 loop s := push(s, s.depth + 1); end while;
      y := sum(s.items) + 10000 * size(s.items, 1);
    end f;)";
  EXPECT_EQ(ValueOf("f(x)", f), 1275.0 + 500000.0);
}

// As global classes, since functions take and give them.
constexpr std::string_view kArraysOfRecords = R"(
  record Mass Real m = 1; Real at[2] = {0, 0}; Integer kind = 2; end Mass;
  record Bond Mass from; Mass to; Real k; end Bond;
  function masses input Real u; input Integer n; output Mass all[n];
  algorithm for i in 1:n loop all[i].m := i * u; all[i].at := {u, i}; all[i].kind := i; end for; end masses;
  function total input Mass all[:]; output Real m = 0; algorithm for i in 1:size(all, 1) loop m := m + all[i].m * all[i].at[2]; end for; end total;
  function pull input Mass a; input Real k = 2; output Real f; algorithm f := k * a.m + a.at * a.at; end pull;
  function doubled input Mass a; output Mass b = a; algorithm b.m := 2 * a.m; b.at := {a.at[2], a.at[1]}; end doubled;
  function length input Real v[:]; output Real s; algorithm s := sqrt(v * v); end length;
  function sorted input Real v[3]; output Real w[2]; algorithm w := {min(v), max(v)}; end sorted;
)";

void ExpectSameArraysOfRecords(std::string_view body) {
  const auto with = [&](std::string_view n) {
    return fmt::format("{}{}", kArraysOfRecords, FunctionOf(n, body));
  };
  EXPECT_DOUBLE_EQ(ValueOf("f(x)", with(kOfRun)), ValueOf("f(x)", with(kConstant))) << body;
  constexpr double h = 1e-6;
  const double quotient = (ValueOf(fmt::format("f(x + {})", h), with(kConstant)) -
                           ValueOf(fmt::format("f(x - {})", h), with(kConstant))) /
                          (2 * h);
  EXPECT_NEAR(DerivativeOf(with(kOfRun)), quotient, 1e-5 * std::max(1.0, std::abs(quotient))) << body;
}

TEST(RunSizes, ArraysOfRecords) {
  ExpectSameArraysOfRecords(
      "Mass w[n]; algorithm w[2].m := u; w[n].at := {u, 2 * u}; w[1].at[2] := 3 * u; w[1].kind := 5; "
      "y := w[1].m + 10 * w[2].m + w[n].at[2] + 100 * w[1].at[2] + w[1].kind + w[2].kind + size(w, 1);");
  ExpectSameArraysOfRecords(
      "Mass w[n]; algorithm for i in 1:n loop w[i] := Mass(u ^ i, {i, u}, i); end for; "
      "y := sum(w.m) + w.m * w.m + sum(w.at[1]) + 10 * sum(w[2:n].m) + w[end].at[2] + sum(w.kind);");
  ExpectSameArraysOfRecords(
      "Mass w[n]; Mass v[:]; algorithm w.m := linspace(1, u, n); w[2:n].m := w[1:n - 1].m; v := w; w[1].m := "
      "7 * u; "
      "y := v.m * v.m + 100 * w[1].m + size(v, 1);");
  ExpectSameArraysOfRecords(
      "Mass w[n, 2]; algorithm w[n, 1].m := u; w[2, :].m := {u, 2 * u}; y := sum(w.m) + w[2, 2].m + 10 * "
      "size(w, 2) * u;");
}

TEST(RunSizes, ArraysOfRecordsAreGivenAndTaken) {
  ExpectSameArraysOfRecords("algorithm y := total(masses(u, n));");
  ExpectSameArraysOfRecords(
      "Mass w[n] = masses(u, n); algorithm w[1] := w[n]; w[2] := Mass(u, {1, 2}, 3); y := total(w) + 10 * "
      "total(w[2:n]) + w[1].kind;");
  ExpectSameArraysOfRecords("Mass w[3]; algorithm w := masses(u, n); y := total(w) + w[3].at[2];");
  ExpectSameArraysOfRecords(
      "Mass w[:]; algorithm w := masses(u, n); w := w[n:-1:1]; y := w[1].m + 10 * w[2].m + 100 * w[3].m;");
  ExpectSameArraysOfRecords(
      "Mass w[:]; algorithm w := if u > 2 then masses(u, n) else masses(2 * u, n); "
      "if u > 1 then w[1].m := 5 * u; else w := masses(u, 2); end if; y := total(w);");
}

TEST(RunSizes, ArraysOfRecordsInLoopsAndBraces) {
  ExpectSameArraysOfRecords(
      "algorithm y := 0; for a in masses(u, n) loop y := y + a.m * a.at[1] + a.kind; end for;");
  ExpectSameArraysOfRecords(
      "algorithm y := sum(a.m ^ 2 for a in masses(u, n)) + max(a.at[2] * u for a in masses(u, n));");
  ExpectSameArraysOfRecords(
      "Mass w[:]; algorithm w := {Mass(u * i, {i, u}) for i in 1:n}; y := total(w) + w[n].kind;");
  ExpectSameArraysOfRecords(
      "Mass w[:]; algorithm w := cat(1, masses(u, n), {Mass(u)}, masses(2 * u, n)); y := total(w) + size(w, "
      "1) + w[n + 1].m;");
  ExpectSameArraysOfRecords(
      "Mass w[:]; algorithm w := fill(Mass(u, {u, 2}), n); w[2].m := 1; y := total(w);");
  ExpectSameArraysOfRecords(
      "Bond b[n]; algorithm for i in 1:n loop b[i].from := Mass(u * i); b[i].to := b[i].from; b[i].to.m := "
      "i; b[i].k := u; end for; "
      "y := sum(b.k) + b.from.m * b.to.m + b[n].to.m;");
}

// A vector of records that grows: 1 + 2 + ... + 40, and as many elements.
TEST(RunSizes, AnArrayOfRecordsMayGrow) {
  const std::string f = std::string(kArraysOfRecords) + R"(
    function f input Real u; output Real y; protected Mass w[:] = {Mass(0)};
    algorithm
      while size(w, 1) <= 40 * u / 3 loop w := cat(1, w, {Mass(size(w, 1))}); end while;
      y := sum(w.m) + 1000 * size(w, 1);
    end f;)";
  EXPECT_EQ(ValueOf("f(x)", f), 820.0 + 41000.0);
}

// Of 3 records, number 4 is asked for, or 4 are assigned: told, not read from somewhere.
TEST(RunSizes, ArraysOfRecordsHaveBounds) {
  const auto value = [](std::string_view body) {
    return ValueOf("f(x)", fmt::format("{}{}", kArraysOfRecords, FunctionOf(kOfRun, body)));
  };
  EXPECT_TRUE(std::isnan(value("Mass w[n] = masses(u, n); algorithm y := w[integer(u + 1.1)].m;")));
  EXPECT_TRUE(std::isnan(value("Mass w[n] = masses(u, n); algorithm w[integer(u + 1.1)] := w[1]; y := u;")));
  EXPECT_TRUE(std::isnan(value("Mass w[n] = masses(u, n + 1); algorithm y := u;")));
  EXPECT_TRUE(std::isnan(value("Mass w[n]; algorithm w := masses(u, n + 1); y := u;")));
  EXPECT_TRUE(std::isnan(value("Mass w[n]; algorithm w.m := ones(n + 1); y := u;")));
}

// Arrays of the run in records of which there is an array: all records have them of one size, that of the
// first that gets one. With x = {1, (1 + u)/2, u}, y = x^2, k = u.
constexpr std::string_view kArraysInRecords = R"(
  record Path Real x[:]; Real y[:]; Real k = 1; end Path;
  function pathOf input Real u; input Integer n; output Path p; algorithm p.x := linspace(1, u, n); p.y := p.x .^ 2; p.k := u; end pathOf;
  function pathsOf input Real u; input Integer m; input Integer n; output Path p[m]; algorithm for i in 1:m loop p[i] := pathOf(u * i, n); end for; end pathsOf;
  function total input Path p[:]; output Real s = 0; algorithm for i in 1:size(p, 1) loop s := s + sum(p[i].x) + p[i].k * p[i].y[end]; end for; end total;
)";

void ExpectOfPaths(std::string_view body, double value, double slope) {
  for (const std::string_view n : {kOfRun, kConstant}) {
    const std::string f = fmt::format("{}{}", kArraysInRecords, FunctionOf(n, body));
    EXPECT_DOUBLE_EQ(ValueOf("f(x)", f), value) << n << body;
    if (n == kOfRun) EXPECT_NEAR(DerivativeOf(f), slope, 1e-12 * std::abs(slope)) << body;
  }
}

// One path has 3 (1 + u)/2 + u^3 in total.
TEST(RunSizes, ArraysInArraysOfRecords) {
  ExpectOfPaths("Path p[2]; algorithm p[1] := pathOf(u, n); p[2] := pathOf(2 * u, n); y := total(p);", 259.5,
                247.5);
  ExpectOfPaths("Path p[2]; algorithm p := {pathOf(u, n), pathOf(2 * u, n)}; y := p[1].x[2] + p[2].y[n];", 38,
                24.5);
  ExpectOfPaths("algorithm y := total({pathOf(u, n), pathOf(2 * u, n)});", 259.5, 247.5);
  ExpectOfPaths(
      "Path p[n]; algorithm for i in 1:n loop p[i] := pathOf(u * i, n); end for; y := sum(p.k) + p[n].x[n];",
      27, 9);
  ExpectOfPaths(
      "record Rack Path paths[2]; Real z = 2; end Rack; Rack r; algorithm r.paths[1] := pathOf(u, n); "
      "r.paths[2] := pathOf(2 * u, n); "
      "y := total(r.paths) + r.z;",
      261.5, 247.5);
  ExpectOfPaths(
      "Path p[2]; algorithm p.x := fill(u, 2, n); p.y := 2 * p.x; p.k := {1, 2}; y := sum(p.x) + sum(p[2].y) "
      "+ total(p);",
      72, 24);
}

TEST(RunSizes, ArraysInArraysOfRecordsAreGivenAndTaken) {
  ExpectOfPaths("algorithm y := total(pathsOf(u, 2, n));", 259.5, 247.5);
  ExpectOfPaths("algorithm y := total(pathsOf(u, n, n));", 1003.5, 981);
  ExpectOfPaths(
      "Path p[2]; Path q[2]; algorithm p := pathsOf(u, 2, n); q := p; p[1].x[2] := 7 * u; y := q[1].x[2] + "
      "p[1].x[2];",
      23, 7.5);
  ExpectOfPaths("Path p[:]; algorithm p := pathsOf(u, n, n); p := p[n:-1:1]; y := p[1].k + total(p[2:n]);",
                268.5, 4.5 + 27 * 9.0 + 3);
  ExpectOfPaths(
      "Path p[2]; Path q; algorithm p := pathsOf(u, 2, n); for i in 1:2 loop q := p[i]; q.k := 0; p[i] := q; "
      "end for; y := total(p) + sum(p.k);",
      16.5, 4.5);
}

// A record that got no value has none, and was 0 before.
TEST(RunSizes, ArraysInArraysOfRecordsHaveOneSize) {
  const auto value = [](std::string_view body) {
    return ValueOf("f(x)", fmt::format("{}{}", kArraysInRecords, FunctionOf(kOfRun, body)));
  };
  EXPECT_TRUE(std::isnan(value("Path p[2]; algorithm p[1] := pathOf(u, n); y := sum(p[2].x);")));
  EXPECT_TRUE(std::isnan(
      value("Path p[2]; algorithm p[1] := pathOf(u, n); p[2] := pathOf(u, n + 1); y := p[1].x[1];")));
  EXPECT_TRUE(std::isnan(value("algorithm y := total({pathOf(u, n), pathOf(u, n + 1)});")));
}

// Functions of rows and records, called for each of them.
TEST(RunSizes, CallsForEachRowAndRecord) {
  ExpectSameArraysOfRecords(
      "Real m[n, 3]; algorithm for i in 1:n loop m[i, :] := {i, u, u ^ i}; end for; y := sum(length(m)) + 10 "
      "* length(m[n, :]);");
  ExpectSameArraysOfRecords(
      "Real m[2, n] = fill(u, 2, n); algorithm m[1, n] := 2 * u; y := sum(length(m)) + length(m[2, :]);");
  ExpectSameArraysOfRecords(
      "Real m[n, 3]; Real p[n, 2]; algorithm for i in 1:n loop m[i, :] := {i * u, 2 * u, -u}; end for; p := "
      "sorted(m); y := p[1, 1] + 10 * p[n, 2] + 100 * p[2, 1];");
  ExpectSameArraysOfRecords(
      "algorithm y := sum(pull(masses(u, n))) + sum(pull(masses(u, n), linspace(1, u, n))) + "
      "sum(pull(masses(u, n), u));");
  ExpectSameArraysOfRecords("Mass w[n]; algorithm w := doubled(masses(u, n)); y := total(w) + w[n].at[1];");
}

// Functions of scalars, called for each element (Modelica 3.6, section 12.4.6).
TEST(RunSizes, CallsForEachElement) {
  const std::string w =
      "function g input Real a; input Real b = 2; output Real c; algorithm c := a ^ 2 + b; end g; "
      "Real w[n] = linspace(1, u, n); Real v[3] = {3, 2, 1} * u; Real m[n, 2] = fill(u, n, 2); ";
  ExpectSameAsConstant(w + "algorithm y := sum(g(w)) + g(w[n]);");
  ExpectSameAsConstant(w + "algorithm y := sum(g(w, v)) + 10 * sum(g(v, w)) + sum(g(w, u));");
  ExpectSameAsConstant(w + "algorithm w := g(w[1:n], b = w); y := w[1] + 10 * w[n] + sum(g(m));");
}

TEST(RunSizes, AVariableMayGrow) {
  // Not of the constant twin, which may not: 1 + 2 + ... + 100.
  constexpr std::string_view f = R"(
    function f input Real u; output Real y; protected Real w[:] = {0.0};
    algorithm
      while size(w, 1) <= 100 loop w := cat(1, w, {size(w, 1) * u}); end while;
      y := sum(w);
    end f;)";
  EXPECT_EQ(ValueOf("f(x)", f), 3 * 5050.0);
  EXPECT_EQ(DerivativeOf(f), 5050.0);
}

// What a statement takes is given back: 250 turns of twice 3000 elements are more than there is room for.
TEST(RunSizes, StatementsGiveBackWhatTheyTake) {
  constexpr std::string_view f = R"(
    function norm input Real v[:]; output Real y; algorithm y := v * v; end norm;
    function f input Real u; output Real y = 0; protected Integer n = integer(u * 1000);
    algorithm
      for i in 1:250 loop if norm(ones(n)) > i then y := y + sum(ones(n)); end if; end for;
    end f;)";
  EXPECT_EQ(ValueOf("f(x)", f), 250 * 3000.0);
}

TEST(RunSizes, OtherFunctionsTakeAndGiveThem) {
  ExpectSameAsConstant("Real w[n] = linspace(1, u, n); algorithm y := norm(w) + norm(w[2:n]);");
  ExpectSameAsConstant("Real w[:]; algorithm w := part({u, 2 * u, 3 * u}, n - 1); y := sum(w);");
  ExpectSameAsConstant(
      "Real w[:]; algorithm w := part({u, 2 * u, 3 * u}, n - 1); y := size(w, 1) * sum(w[1:end - 1]);");
  ExpectSameAsConstant(
      "Real a[:]; Real b[:]; algorithm (a, b) := split({u, 2 * u, 3 * u, 4}, n - 1); y := norm(a) + 10 * "
      "norm(b) + size(a, 1);");
}

std::string FailureOfRun(std::string_view body) {
  return FailureOf("f(x)", FunctionOf(kOfRun, body));
}

TEST(RunSizes, AResultOfAnEquationHasAKnownSize) {
  const std::string why = FailureOf(
      "sum(g(x))",
      "function g input Real u; output Real y[integer(u)]; algorithm y := ones(integer(u)); end g;");
  EXPECT_NE(why.find("size of a result is known during the run only, and an equation needs it before"),
            std::string::npos)
      << why;
}

TEST(RunSizes, WhatIsNotPossibleIsRefused) {
  for (const char* body : {"function g input Real v[2]; output Real a[integer(v[1])]; algorithm a := v[2] * "
                           "ones(integer(v[1])); end g; "
                           "Real w[n, 2] = ones(n, 2); algorithm y := sum(g(w));"}) {
    const std::string why = FailureOfRun(body);
    EXPECT_NE(why.find("cannot be written out"), std::string::npos) << body << why;
  }
  const std::string triangle =
      FailureOfRun("Real m[:, :]; algorithm m := {u * i for i in 1:j, j in 1:n}; y := sum(m);");
  EXPECT_NE(triangle.find("a range cannot depend on the variable `j`"), std::string::npos) << triangle;
}

std::string WhyOf(std::string_view body) {
  const System system =
      FlattenOk(Wrap(fmt::format("Real x; Real y; {}", FunctionOf(kOfRun, body)), "x = time; y = f(x);"));
  std::string why;
  double y = 0;
  const double in[] = {3.0};
  EXPECT_FALSE(system.graph.functions()[0]->Evaluate(in, {&y, 1}, &why));
  return why;
}

TEST(RunSizes, FailuresOfTheRunAreTold) {
  EXPECT_EQ(WhyOf("Real w[n - 4]; algorithm for i in 1:n loop w[i] := u; end for; y := sum(w);"),
            "the size of an array cannot be -1");
  EXPECT_EQ(WhyOf("Real w[n] = ones(n); algorithm y := w[n + 1];"), "the subscript 4 is not between 1 and 3");
  EXPECT_EQ(WhyOf("Real v[2] = {u, u}; algorithm y := sum(v[1:n]);"),
            "the subscript 3 is not between 1 and 2");
  EXPECT_EQ(WhyOf("Real w[n] = ones(n + 1); algorithm y := sum(w);"),
            "arrays of sizes 3 and 4 do not fit together");
  EXPECT_EQ(WhyOf("Real w[n] = ones(n); algorithm y := w * ones(n + 1);"),
            "arrays of sizes 3 and 4 do not fit together");
  EXPECT_EQ(WhyOf("Real v[2]; algorithm v := ones(n) * u; y := sum(v);"),
            "arrays of sizes 2 and 3 do not fit together");
  EXPECT_EQ(WhyOf("algorithm y := sum(ones(n * 1000000));"),
            "there is no room for an array of 3000000 elements: all of them together have at most 1048576");
  EXPECT_EQ(WhyOf("algorithm y := sum(linspace(0, u, n - 2));"), "`linspace` needs 2 points or more");
  EXPECT_EQ(WhyOf("Real w[n] = ones(n); algorithm y := sum({w, ones(n + 1)});"),
            "arrays of sizes 3 and 4 do not fit together");
  EXPECT_EQ(WhyOf("Real w[n + 1] = ones(n + 1); algorithm y := sum(cross(w, w));"),
            "arrays of sizes 3 and 4 do not fit together");
  EXPECT_EQ(WhyOf("Real w[n] = ones(n); algorithm y := scalar(w);"),
            "`scalar` needs an array of one element");
  EXPECT_EQ(WhyOf("Real m[n, n] = identity(n); algorithm y := sum(vector(m));"),
            "`vector` needs at most one dimension of more than one element");
  EXPECT_EQ(WhyOf("Real m[n, n + 1] = ones(n, n + 1); algorithm y := sum(symmetric(m));"),
            "arrays of sizes 3 and 4 do not fit together");
}

}  // namespace
}  // namespace daedalus::semantics
