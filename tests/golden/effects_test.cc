// What models do to the world around them at events, by the whole pipeline: which lines are printed and files
// written, in which order and how often. What must happen follows from the text of each model (Modelica 3.6,
// sections 8.3.5 and 12.3).
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "daedalus/system/native/random.h"
#include "daedalus/system/native/read_table.h"
#include "golden/run_of_model.h"

namespace daedalus {
namespace {

// As Modelica.Utilities.Streams and Modelica.Math.Random declare them.
constexpr const char* kFunctions = R"(
  impure function print
    input String string = "";
    input String fileName = "";
    external "C" ModelicaInternal_print(string, fileName);
  end print;
  impure function removeFile
    input String fileName;
    external "C" ModelicaInternal_removeFile(fileName);
  end removeFile;
  impure function writeRealMatrix
    input String fileName;
    input String matrixName;
    input Real matrix[:, :];
    input Boolean append = false;
    input String format = "4";
    output Boolean success;
    external "C" success = ModelicaIO_writeRealMatrix(fileName, matrixName, matrix, size(matrix, 1), size(matrix, 2), append, format);
  end writeRealMatrix;
  impure function countLines
    input String fileName;
    output Integer numberOfLines;
    external "C" numberOfLines = ModelicaInternal_countLines(fileName);
  end countLines;
  impure function setState
    input Integer[33] state;
    input Integer id;
    external "C" ModelicaRandom_setInternalState_xorshift1024star(state, size(state, 1), id);
  end setState;
  impure function draw
    input Integer id;
    output Real y;
    external "C" y = ModelicaRandom_impureRandom_xorshift1024star(id);
  end draw;
  impure function begin
    input Integer first;
    output Integer id = 7;
  algorithm
    setState(first:first + 32, id);
  end begin;
)";

struct ActingRun {
  driver::SimulateStatus status = driver::SimulateStatus::kDone;
  std::vector<std::string> lines;
  std::vector<std::string> messages;
  results::Trajectory trajectory;
};

std::filesystem::path Scratch(const std::string& name) {
  return std::filesystem::temp_directory_path() /
         ("daedalus_effects_" + std::to_string(::getpid()) + "_" + name);
}

ActingRun RunText(const std::string& body, driver::SimulateOptions options = {}) {
  RunOfModel seen = ObservedText(std::move(options), "model M\n" + (kFunctions + body) + "\nend M;\n");
  ActingRun run{seen.report.status, std::move(seen.lines), {}, std::move(seen.trajectory)};
  for (const Diagnostic& d : seen.diagnostics.items()) run.messages.push_back(d.message);
  return run;
}

using Lines = std::vector<std::string>;

TEST(Effects, LinesOfEventsWithTheirValuesOnceEachInBothForms) {
  for (const auto form : {simulate::ModelForm::kOde, simulate::ModelForm::kDae}) {
    driver::SimulateOptions options;
    options.form = form;
    options.stop = 1.0;
    const ActingRun run = RunText(R"(
      Real x(start = 1, fixed = true);
      Integer n(start = 0, fixed = true);
    equation
      der(x) = -x;
      when initial() then
        print("begins with " + String(x));
      end when;
      when sample(0.25, 0.25) then
        n = pre(n) + 1;
        print("tick " + String(n) + " at " + String(time));
      end when;
      when x < 0.5 then
        print("half");
      end when;
      when terminal() then
        print("ends at " + String(time));
      end when;
    )",
                                  options);
    EXPECT_EQ(run.messages, Lines());
    EXPECT_EQ(run.lines, (Lines{"begins with 1", "tick 1 at 0.25", "tick 2 at 0.5", "half", "tick 3 at 0.75",
                                "tick 4 at 1", "ends at 1"}));
  }
}

// An event is an iteration: a chain of conditions takes a round each, a loop with a relation is solved more
// than once.
TEST(Effects, TrialsAreSilent) {
  const ActingRun run = RunText(R"(
    Real u = 2 * time - 1;
    Real i;
    Boolean a(start = false, fixed = true), b(start = false, fixed = true), c(start = false, fixed = true);
  equation
    i = if i > 0 then u - 0.5 * i else u - 3 * i;
    a = i > 0;
    b = pre(a);
    c = pre(b);
    when {a, b, c} then
      print(String(a) + " " + String(b) + " " + String(c));
    end when;
    when not a then
      print("off");
    end when;
  )");
  EXPECT_EQ(run.messages, Lines());
  EXPECT_EQ(run.lines, (Lines{"true false false", "true true false", "true true true"}));
}

TEST(Effects, InAnAlgorithmTheOrderIsThatOfTheText) {
  const ActingRun run = RunText(R"(
    discrete Real y(start = 0, fixed = true);
  algorithm
    when time > 0.5 then
      for k in 1:2 loop
        y := y + k;
        print("y is " + String(y));
      end for;
      if y > 10 then
        print("never");
      else
        print("small");
      end if;
      print("same");
      print("same");
    elsewhen time > 0.75 then
      print("later");
    end when;
  )");
  EXPECT_EQ(run.messages, Lines());
  EXPECT_EQ(run.lines, (Lines{"y is 1", "y is 3", "small", "same", "same", "later"}));
}

// Equations have no order: what is printed is the y of this event, wherever its equation stands.
TEST(Effects, AmongEquationsDataDecideTheOrder) {
  const ActingRun run = RunText(R"(
    parameter Integer id = begin(5);
    discrete Real y(start = 0, fixed = true), z(start = 0, fixed = true);
  equation
    when time > 0.5 then
      print(String(abs(y - z) < 1e-12) + " " + String(y > 0));
      z = y;
      y = draw(id);
    end when;
  )");
  EXPECT_EQ(run.messages, Lines());
  EXPECT_EQ(run.lines, (Lines{"true true"}));
}

TEST(Effects, WhatAFunctionDoesIsDoneInItsOrder) {
  const std::string file = Scratch("lines.txt");
  std::filesystem::remove(file);
  const ActingRun run = RunText(fmt::format(R"(
    impure function report
      input String file;
      input Real x;
      output Boolean success;
    protected
      Integer n;
    algorithm
      removeFile(file);
      for k in 1:3 loop
        print("line " + String(k * x), file);
      end for;
      n := countLines(file);
      success := n == 3;
      if success then
        print("written with " + String(n) + " lines");
      else
        print("lost");
      end if;
    end report;
    parameter String file = "{}";
    Boolean ok(start = false, fixed = true);
  equation
    when {{time > 0.25, time > 0.5}} then
      ok = report(file, 10 * time);
    end when;
  )",
                                            file));
  EXPECT_EQ(run.messages, Lines());
  EXPECT_EQ(run.lines, (Lines{"written with 3 lines", "written with 3 lines"}));
  std::ifstream in(file);
  std::string line;
  Lines found;
  while (std::getline(in, line)) found.push_back(line);
  EXPECT_EQ(found, (Lines{"line 5", "line 10", "line 15"}));
  std::filesystem::remove(file);
}

TEST(Effects, MatricesOfTheRunAreWritten) {
  const std::string file = Scratch("m.mat");
  const ActingRun run = RunText(fmt::format(R"(
    Real x = time ^ 2;
    Boolean ok(start = false, fixed = true);
  equation
    when terminal() then
      ok = writeRealMatrix("{}", "A", [x, 1; 2, time], false, "7");
    end when;
  )",
                                            file));
  EXPECT_EQ(run.messages, Lines());
  const auto matrix = native::ReadMatrix(file, "A");
  ASSERT_TRUE(matrix.ok()) << matrix.error();
  EXPECT_EQ(matrix->values, (std::vector<double>{1, 1, 2, 1}));
  std::filesystem::remove(file);
}

TEST(Effects, AFileThatCannotBeWrittenIsToldWithItsPlace) {
  const ActingRun run = RunText(R"(
  equation
    when time > 0.5 then
      print("x", "/no-such-folder/x.txt");
    end when;
  )");
  EXPECT_EQ(run.status, driver::SimulateStatus::kStopped);
  ASSERT_EQ(run.messages.size(), 1u);
  EXPECT_EQ(run.messages[0], "at time = 0.5: `/no-such-folder/x.txt` cannot be written");
}

// Two blocks draw in turn from one generator, whose state a parameter sets: to the bit, and the same in every
// run.
TEST(Effects, ImpureRandomNumbersAreThoseOfTheGenerator) {
  const std::string model = R"(
    parameter Integer first = 5;
    parameter Integer id = begin(first);
    discrete Real a(start = 0, fixed = true), b(start = 0, fixed = true);
  equation
    when {initial(), sample(0.25, 0.25)} then
      a = draw(id);
      b = draw(id);
    end when;
  )";
  std::vector<std::int32_t> state(33);
  for (int i = 0; i < 33; ++i) state[static_cast<std::size_t>(i)] = 5 + i;
  std::vector<double> expected_a, expected_b;
  for (int i = 0; i < 5; ++i) {
    expected_a.push_back(native::Xorshift1024Star(state));
    expected_b.push_back(native::Xorshift1024Star(state));
  }
  for (int repeat = 0; repeat < 2; ++repeat) {
    const ActingRun run = RunText(model);
    EXPECT_EQ(run.messages, Lines());
    for (const auto& [name, expected] : {std::pair("a", expected_a), std::pair("b", expected_b)}) {
      const auto signal = run.trajectory.FindSignal(name);
      ASSERT_TRUE(signal.has_value());
      std::vector<double> seen;
      for (const double value : run.trajectory.Values(*signal)) {
        if (seen.empty() || seen.back() != value) seen.push_back(value);
      }
      EXPECT_EQ(seen, expected) << name;
    }
  }
}

// Of two draws under conditions each event makes at most one.
TEST(Effects, ABranchThatIsNotTakenDoesNothing) {
  const ActingRun run = RunText(R"(
    parameter Integer id = begin(5);
    Integer n(start = 0, fixed = true);
    discrete Real a(start = 0, fixed = true), b(start = 0, fixed = true);
  equation
    when sample(0.25, 0.25) then
      n = pre(n) + 1;
      a = if n == 2 then draw(id) else -1;
      b = if n == 3 then draw(id) else -1;
      if n == 4 then
        print("four");
      end if;
    end when;
  )");
  EXPECT_EQ(run.messages, Lines());
  EXPECT_EQ(run.lines, (Lines{"four"}));
  std::vector<std::int32_t> state(33);
  for (int i = 0; i < 33; ++i) state[static_cast<std::size_t>(i)] = 5 + i;
  for (const char* name : {"a", "b"}) {
    const auto signal = run.trajectory.FindSignal(name);
    ASSERT_TRUE(signal.has_value());
    const auto values = run.trajectory.Values(*signal);
    EXPECT_EQ(*std::ranges::max_element(values), native::Xorshift1024Star(state)) << name;
    EXPECT_EQ(values.back(), -1);
  }
}

// Another one in each run, so it is told.
TEST(Effects, AnAutomaticSeedIsOneAndIsTold) {
  const ActingRun run = RunText(R"(
    impure function automatic
      output Integer seed;
      external "C" seed = ModelicaRandom_automaticGlobalSeed(0.0);
    end automatic;
    parameter Integer seed = automatic();
    Real x = seed;
  equation
    when initial() then
      print(String(seed));
    end when;
  )");
  EXPECT_EQ(run.messages, Lines());
  ASSERT_EQ(run.lines.size(), 2u);
  EXPECT_EQ(run.lines[0], "automaticGlobalSeed: " + run.lines[1]);
}

// The text around a call asks for its type, which is no reason to draw: 5 + 6 + ... is the state, and the
// numbers are its first ones.
TEST(Effects, WhatStandsInATextIsDoneOnce) {
  const ActingRun run = RunText(R"(
    parameter Integer id = begin(5);
  equation
    when sample(0.25, 0.25) then
      print(String(draw(id), significantDigits = 15));
    end when;
  )");
  EXPECT_EQ(run.messages, Lines());
  std::vector<std::int32_t> state(33);
  for (int i = 0; i < 33; ++i) state[static_cast<std::size_t>(i)] = 5 + i;
  Lines expected;
  for (int i = 0; i < 4; ++i) expected.push_back(fmt::format("{:.15g}", native::Xorshift1024Star(state)));
  EXPECT_EQ(run.lines, expected);
}

TEST(Effects, WithoutAStateNothingIsDrawn) {
  const ActingRun run = RunText(R"(
    discrete Real a(start = 0, fixed = true);
  equation
    when time > 0.5 then
      a = draw(1);
    end when;
  )");
  ASSERT_EQ(run.messages.size(), 1u);
  EXPECT_NE(run.messages[0].find("was not called in this run"), std::string::npos);
}

TEST(Effects, WhereHowOftenIsNotSaidNothingIsDone) {
  const ActingRun equation = RunText(
      "Real y = f(time); impure function f input Real x; output Real y = x; algorithm print(\"f\"); end f;");
  ASSERT_EQ(equation.messages.size(), 1u);
  EXPECT_NE(equation.messages[0].find("is impure, and cannot be called here"), std::string::npos);
  // A function that stays one is evaluated as often as the solver likes.
  const ActingRun loop = RunText(R"(
    impure function f
      input Real x;
      output Real y = x;
    algorithm
      while y > 1 loop
        y := y / 2;
        print("half");
      end while;
    end f;
    discrete Real y(start = 0, fixed = true);
  equation
    when time > 0.5 then
      y = f(100 * time);
    end when;
  )");
  ASSERT_EQ(loop.messages.size(), 1u);
  EXPECT_NE(loop.messages[0].find("not defined how often this function is evaluated"), std::string::npos)
      << loop.messages[0];
}

// ---- Clocked partitions: once at each tick ----

TEST(ClockedEffects, AWhenClauseActsOnceAtEachTickInTheOrderOfTheText) {
  for (const auto form : {simulate::ModelForm::kOde, simulate::ModelForm::kDae}) {
    driver::SimulateOptions options;
    options.form = form;
    options.stop = 1.0;
    const ActingRun run = RunText(R"(
      Real x(start = 0, fixed = true);
      Real u, n(start = 0);
    equation
      der(x) = 1;
      when Clock(1, 4) then
        n = previous(n) + 1;
        u = sample(x);
        print("tick " + String(n) + " at " + String(time));
        if u > 0.6 then
          print("late: " + String(u, significantDigits = 3));
        else
          print("early");
        end if;
      end when;
    )",
                                  options);
    EXPECT_EQ(run.messages, Lines());
    EXPECT_EQ(run.lines, (Lines{"tick 1 at 0", "early", "tick 2 at 0.25", "early", "tick 3 at 0.5", "early",
                                "tick 4 at 0.75", "late: 0.75", "tick 5 at 1", "late: 1"}));
  }
}

// Both tick at 0 and 0.6, the slower one before the faster one, as the text has it; a shifted one between
// them.
TEST(ClockedEffects, SubSampledClocksActAtTheirOwnTicks) {
  const ActingRun run = RunText(R"(
    Real n(start = 0), s, b;
  equation
    when subSample(Clock(3, 10), 2) then
      print("slow " + String(time));
    end when;
    when Clock(3, 10) then
      n = previous(n) + 1;
      print("fast " + String(n));
    end when;
    s = subSample(n, 2);
    print("s = " + String(s));
    b = shiftSample(s, 1, 2);
    print("b = " + String(b) + " at " + String(time));
  )");
  EXPECT_EQ(run.messages, Lines());
  EXPECT_EQ(run.lines, (Lines{"slow 0", "fast 1", "s = 1", "fast 2", "b = 1 at 0.3", "slow 0.6", "fast 3",
                              "s = 3", "fast 4", "b = 3 at 0.9"}));
}

// x(t) = t crosses 0.25, 0.5, 0.75; of its ticks every second one is a tick of the slower clock.
TEST(ClockedEffects, EventClocksAct) {
  const ActingRun run = RunText(R"(
    Real x(start = 0, fixed = true);
    discrete Real next(start = 0.25, fixed = true);
    Real n(start = 0), m;
  equation
    der(x) = 1;
    when x > pre(next) then
      next = pre(next) + 0.25;
    end when;
    when Clock(x > 0.25 and x < 0.4 or x > 0.5 and x < 0.6 or x > 0.75) then
      n = previous(n) + 1;
      print("event " + String(n) + " at " + String(time, significantDigits = 3));
    end when;
    m = subSample(n, 2);
    print("every second: " + String(m));
  )");
  EXPECT_EQ(run.messages, Lines());
  EXPECT_EQ(run.lines, (Lines{"event 1 at 0.25", "every second: 1", "event 2 at 0.5", "event 3 at 0.75",
                              "every second: 3"}));
}

// Drawn once at each tick, also where the values stand in an algebraic loop: a = r + b/2, b = a/2 has a = 4
// r/3.
TEST(ClockedEffects, ResultsOfATickAreDrawnOnce) {
  driver::SimulateOptions options;
  options.stop = 1.0;
  const ActingRun run = RunText(R"(
    parameter Integer id = begin(5);
    Real y, a, b;
    Real held = hold(y);
  equation
    when Clock(1, 4) then
      y = draw(id);
      print(String(abs(y - draw(id)) < 1e-12));
    end when;
    a * (1 + 0 * a) = y + b / 2;
    b = a / 2;
  )",
                                options);
  EXPECT_EQ(run.messages, Lines());
  EXPECT_EQ(run.lines, (Lines{"false", "false", "false", "false", "false"}));
  std::vector<std::int32_t> state(33);
  for (int i = 0; i < 33; ++i) state[static_cast<std::size_t>(i)] = 5 + i;
  std::vector<double> expected;
  for (int i = 0; i < 5; ++i) {
    expected.push_back(native::Xorshift1024Star(state));
    native::Xorshift1024Star(state);
  }
  const auto y = run.trajectory.FindSignal("y"), a = run.trajectory.FindSignal("a");
  ASSERT_TRUE(y && a);
  std::vector<double> seen;
  for (const double value : run.trajectory.Values(*y)) {
    if (seen.empty() || seen.back() != value) seen.push_back(value);
  }
  EXPECT_EQ(seen, expected);
  EXPECT_NEAR(run.trajectory.Values(*a).back(), expected.back() * 4 / 3, 1e-14);
}

// Declarations, algorithms and functions with conditions of their own have the clock of their variables.
TEST(ClockedEffects, EquationsWithAClockActWithoutAWhenClause) {
  driver::SimulateOptions options;
  options.stop = 0.5;
  const ActingRun run = RunText(R"(
    impure function note
      input Real u;
      output Real y = 2 * u;
    algorithm
      if u > 0.2 then
        print("large " + String(u));
      end if;
    end note;
    Real u = sample(time, Clock(1, 4));
    Real y = note(u), z;
  algorithm
    z := u;
    for k in 1:2 loop
      z := z + k;
      print("z " + String(z));
    end for;
  )",
                                options);
  EXPECT_EQ(run.messages, Lines());
  EXPECT_EQ(run.lines,
            (Lines{"z 1", "z 3", "large 0.25", "z 1.25", "z 3.25", "large 0.5", "z 1.5", "z 3.5"}));
}

TEST(ClockedEffects, WithoutAClockTheyAreRefusedWithTheirPlace) {
  const ActingRun beside = RunText(R"(
    Real u = sample(time, Clock(1, 4));
    Real x = 2 * time;
  equation
    print(String(u));
    print(String(x));
  )");
  ASSERT_EQ(beside.messages.size(), 1u);
  EXPECT_NE(beside.messages[0].find("is impure, and cannot be called here"), std::string::npos)
      << beside.messages[0];
}

TEST(ClockedEffects, TerminateEndsTheRunAtItsTick) {
  driver::SimulateOptions options;
  options.stop = 2.0;
  const ActingRun run = RunText(R"(
    Real n(start = 0);
  equation
    when Clock(1, 4) then
      n = previous(n) + 1;
      print(String(n));
      if n >= 3 then
        terminate("enough");
      end if;
    end when;
  )",
                                options);
  EXPECT_EQ(run.lines, (Lines{"1", "2", "3"}));
  EXPECT_EQ(run.trajectory.time.back(), 0.5);
}

}  // namespace
}  // namespace daedalus
