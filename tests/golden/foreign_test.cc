// --allow-external: functions of C in models, by the whole pipeline.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
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
  return std::filesystem::temp_directory_path() / ("daedalus_foreign_" + std::to_string(::getpid()) + "_" + name);
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

// An enumeration is evaluated before the run; the message is about the function, not about what needs its value.
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

}  // namespace
}  // namespace daedalus
