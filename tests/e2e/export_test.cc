// `daedalus export --c`: the step as a C file, compiled as its reader would, against the run.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <span>

#include "daedalus/results/reader.h"
#include "e2e/run_binary.h"
#include "e2e/signals.h"

namespace daedalus::e2e {
namespace {

class Export : public EndToEnd {
 protected:
  // Writes step.c; what the compiler and the program have to be content with.
  void ExportTo(const std::string& model, std::vector<std::string> more) const {
    std::vector<std::string> arguments = {"export", "--c", model, "--output", PathOf("step.c")};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Outcome made = Daedalus(arguments);
    ASSERT_EQ(made.exit_code, 0) << made.err;
  }
  void CompileAndRun(const std::string& file, const std::string& flags, const std::string& output) const {
    const std::string compile = "cd " + folder_.string() +
                                " && cc -std=c99 -pedantic -Wall -Wextra -Werror -O1 -ffp-contract=off " +
                                flags + " " + file + " -o program -lm";
    ASSERT_EQ(std::system(compile.c_str()), 0) << Read("step.c").substr(0, 8000);
    ASSERT_EQ(std::system(("cd " + folder_.string() + " && ./program > " + output).c_str()), 0);
  }
  results::Trajectory Trajectory(const std::string& name) const {
    auto read = results::ReadResult(PathOf(name));
    EXPECT_TRUE(read.ok()) << name;
    return read.ok() ? std::move(*read) : results::Trajectory{};
  }

  struct Steps {
    std::string method, step;
    int count = 0;
    std::string stop;
    std::vector<std::string> more = {}, of_run = {};
    double tolerance = 1e-9;
  };
  // All signals that both have, at the end of each step; of a run, behind the events there.
  void Compare(const std::string& model, const Steps& steps) const {
    std::vector<std::string> exported = {"--method", steps.method, "--step", steps.step};
    exported.insert(exported.end(), steps.more.begin(), steps.more.end());
    ExportTo(model, exported);
    CompileAndRun("step.c", "-DMODEL_MAIN=" + std::to_string(steps.count), "c.csv");
    std::vector<std::string> arguments = {"simulate",   model,      "--form",   "inline",         "--method",
                                          steps.method, "--step",   steps.step, "--stop",         steps.stop,
                                          "--interval", steps.step, "--output", PathOf("run.csv")};
    for (const auto* list : {&steps.more, &steps.of_run})
      arguments.insert(arguments.end(), list->begin(), list->end());
    const Outcome run = Daedalus(arguments);
    ASSERT_EQ(run.exit_code, 0) << run.err;
    const results::Trajectory in_c = Trajectory("c.csv"), in_run = Trajectory("run.csv");
    const std::vector<double>&times = in_c.time, &run_times = in_run.time;
    ASSERT_EQ(times.size(), static_cast<std::size_t>(steps.count) + 1);
    const double near = 1e-6 * std::stod(steps.step);
    int num_compared = 0;
    for (const std::string& name : in_c.names) {
      if (!in_run.FindSignal(name)) continue;
      ++num_compared;
      const std::vector<double> found = Values(in_c, name), expected = Values(in_run, name);
      std::size_t row = 0;
      for (std::size_t i = 0; i < times.size(); ++i) {
        while (row + 1 < run_times.size() && run_times[row + 1] < times[i] + near) ++row;
        ASSERT_NEAR(run_times[row], times[i], 1e-9 * (1 + std::abs(times[i])));
        ASSERT_NEAR(found[i], expected[row], steps.tolerance * (1 + std::abs(expected[row])))
            << name << " at " << times[i] << " by " << steps.method;
      }
    }
    EXPECT_GE(num_compared, 1);
  }
  // A controller's own main() around the exported step: what it prints, line by line.
  std::vector<double> Drive(const std::string& main) const {
    Write("main.c", "#include \"step.c\"\n#include <stdio.h>\n" + main);
    CompileAndRun("main.c", "", "out.txt");
    std::ifstream in(PathOf("out.txt"));
    std::vector<double> out;
    for (double value = 0; in >> value;) out.push_back(value);
    return out;
  }
  static std::string Golden(const std::string& name) {
    return DAEDALUS_SOURCE_DIR "/tests/golden/events_models/" + name;
  }
  std::string Refused(const std::string& model, std::vector<std::string> more) const {
    std::vector<std::string> arguments = {"export", "--c", model};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Outcome run = Daedalus(arguments);
    EXPECT_EQ(run.exit_code, 2) << run.err;
    EXPECT_TRUE(run.out.empty());
    return run.err;
  }
};

TEST_F(Export, APendulum) {
  for (const char* method : {"euler", "backward-euler", "bi2", "radau3", "sdirk4", "gauss4"})
    Compare(Model("PendulumEnergy.mo"), {method, "0.01", 200, "2"});
}
TEST_F(Export, ACircuit) {
  for (const char* method : {"rk4", "radau5", "lobatto4"})
    Compare(Model("DrivenSourceCircuit.mo"), {method, "5e-7", 100, "5e-5"});
}
// Their past is in the struct, and their order is built up in the first steps.
TEST_F(Export, MultistepMethods) {
  for (const char* method : {"bdf", "adams"}) Compare(Model("PendulumEnergy.mo"), {method, "0.01", 200, "2"});
  Compare(Model("DrivenSourceCircuit.mo"), {"bdf", "5e-7", 100, "5e-5", {"--max-order", "5"}});
  Compare(Model("DrivenSourceCircuit.mo"), {"adams", "5e-7", 100, "5e-5", {"--max-order", "4"}});
}
// Constraints with constant coefficients: the states that are chosen at the start are good for ever.
TEST_F(Export, AReducedIndexWhoseStatesStay) {
  Compare(Model("higher_index/SwappedRlcCircuit.mo"), {"radau3", "1e-4", 100, "0.01"});
  Compare(Model("higher_index/ParallelCapacitors.mo"), {"bdf", "1e-4", 100, "0.01"});
}
TEST_F(Export, AHeatEquation) {
  Compare(Model("HeatEquation.mo"), {"backward-euler", "0.05", 20, "1"});
}
// More than a hundred: elimination in a pattern that is a constant of the code.
TEST_F(Export, ALoopOfManyIterationVariables) {
  Compare(Model("HeatEquation.mo"), {"radau3", "0.05", 4, "0.2", {"--set", "n=55"}});
  // Nonlinear: cells that radiate.
  const std::string model =
      Write("Radiating.mo",
            "model Radiating\n  parameter Integer n = 105;\n  Real T[n](each start = 1, each fixed = true);\n"
            "equation\n  der(T[1]) = 100*(T[2] - T[1]) + 50*(2 - T[1])^3;\n"
            "  for i in 2:n - 1 loop\n    der(T[i]) = 100*(T[i + 1] - 2*T[i] + T[i - 1]) - 0.1*T[i]^4;\n  "
            "end for;\n"
            "  der(T[n]) = 100*(T[n - 1] - T[n]) - T[n]^4;\nend Radiating;\n");
  Compare(model, {"backward-euler", "0.01", 50, "0.5"});
}

// As the run has them: by least squares, the small weight of the model and the usual one.
TEST_F(Export, Invariants) {
  for (const char* method : {"backward-euler", "radau3", "bdf", "bi2"})
    Compare(Model("invariants/PendulumInvariant.mo"), {method, "0.01", 500, "5"});
  const std::string kepler =
      Write("Kepler.mo",
            "model Kepler\n  Real x(start = 0.5, fixed = true), y(start = 0, fixed = true), u(start = 0, "
            "fixed = true), "
            "v(start = sqrt(3), fixed = true);\nequation\n  der(x) = u;\n  der(y) = v;\n  der(u) = -x/(x^2 + "
            "y^2)^1.5;\n"
            "  der(v) = -y/(x^2 + y^2)^1.5;\n  (u^2 + v^2)/2 - 1/sqrt(x^2 + y^2) = -0.5 "
            "annotation(__Daedalus(invariant = true));\n"
            "  x*v - y*u = sqrt(3)/2 annotation(__Daedalus(invariant = true));\nend Kepler;\n");
  Compare(kepler, {"radau3", "0.01", 600, "6"});
  const results::Trajectory orbit = Trajectory("c.csv");
  const auto x = Values(orbit, "x"), y = Values(orbit, "y"), u = Values(orbit, "u"), v = Values(orbit, "v");
  for (std::size_t i = 0; i < x.size(); ++i) {
    EXPECT_NEAR((u[i] * u[i] + v[i] * v[i]) / 2 - 1 / std::hypot(x[i], y[i]), -0.5, 1e-11);
    EXPECT_NEAR(x[i] * v[i] - y[i] * u[i], std::sqrt(3) / 2, 1e-11);
  }
}
// Two invariants that agree at the start only: the step says so, and the run does.
TEST_F(Export, InvariantsThatContradictEachOtherLater) {
  const std::string model = Write("Contradiction.mo",
                                  "model Contradiction\n  Real x(start = 1, fixed = true), y(start = 0, "
                                  "fixed = true);\nequation\n  der(x) = -y;\n  der(y) = x;\n"
                                  "  x^2 + y^2 = 1 annotation(__Daedalus(invariant = true));\n"
                                  "  x^2 + y^2 = 1 + 1e-3*max(0, time - 1)^3 annotation(__Daedalus(invariant "
                                  "= true));\nend Contradiction;\n");
  ExportTo(model, {"--method", "backward-euler", "--step", "0.01"});
  const auto out = Drive(
      "int main(void) {\n  static Contradiction m;\n  int n = 0;\n  Contradiction_initialize(&m);\n"
      "  while (n < 1000 && Contradiction_step(&m)) ++n;\n  printf(\"%d %d\\n\", n, m.status == "
      "Contradiction_CONTRADICTION);\n  return 0;\n}\n");
  ASSERT_EQ(out.size(), 2u);
  EXPECT_EQ(out[1], 1);
  const Outcome run = Daedalus({"simulate", model, "--form", "inline", "--method", "backward-euler", "--step",
                                "0.01", "--stop", "10"});
  EXPECT_EQ(run.exit_code, 3);
  const std::size_t at = run.err.find("at time = ");
  ASSERT_NE(at, std::string::npos) << run.err;
  EXPECT_NEAR(std::stod(run.err.substr(at + 10)), 0.01 * (out[0] + 1), 0.02) << run.err;
}

// In the manner of --realtime: events are at the ends of the steps that have seen them.
TEST_F(Export, Events) {
  const std::vector<std::string> real = {"--realtime"};
  for (const char* method : {"rk4", "radau3", "bdf", "adams", "euler"}) {
    Compare(Model("events/BouncingBall.mo"), {method, "0.01", 300, "3", {}, real});
    Compare(Model("events/SampledPi.mo"), {method, "0.01", 200, "2", {}, real});
  }
  for (const char* method : {"radau3", "trapezoid"}) {
    Compare(Model("events/Thermostat.mo"), {method, "1", 300, "300", {}, real});
    Compare(Model("events/HalfWaveIdealDiode.mo"), {method, "1e-4", 500, "0.05", {}, real, 1e-8});
  }
  Compare(Model("events/StickSlip.mo"), {"radau3", "0.01", 500, "5", {}, real});
  Compare(Model("events/WaterTanks.mo"), {"backward-euler", "0.1", 300, "30", {}, real});
  Compare(Model("events/RelayServo.mo"), {"rk4", "0.01", 300, "3", {}, real});
  Compare(Model("events/TrafficLight.mo"), {"euler", "0.1", 100, "10", {}, real});
  Compare(Model("events/ClockedDoubleIntegrator.mo"), {"bi2", "0.01", 300, "3", {}, real});
}

// What follows from a crossing takes it back at once, and the when-clause has acted all the same: the
// remainder of a counter, a block on a belt that breaks loose.
TEST_F(Export, WhenClausesThatTakeTheirOwnConditionBack) {
  for (const char* method : {"rk4", "radau3"}) {
    Compare(Golden("Trap29Carry.mo"), {method, "0.01", 210, "2.1", {}, {"--realtime"}});
    EXPECT_EQ(Values(Trajectory("c.csv"), "k").back(), 6) << "floor(3 t)";
    Compare(Golden("Trap30StickLatch.mo"), {method, "0.01", 500, "5", {}, {"--realtime"}});
  }
}

// A tank that was filled to its limit exactly is not above it: `x > 1` was true when x was set to 1, and is
// false from the next event on, whatever crosses then.
TEST_F(Export, EqualityThatLastsIsNotNoise) {
  const std::string model =
      Write("Full.mo",
            "model Full\n  Real x(start = 0, fixed = true), y(start = 0, fixed = true);\n"
            "  Boolean full(start = false, fixed = true), above = x > 1;\n"
            "  Integer n(start = 0, fixed = true);\nequation\n"
            "  der(x) = if full then 0 else 1;\n  der(y) = 1;\n"
            "  when x > 1 then\n    full = true;\n    reinit(x, 1);\n  end when;\n"
            "  when y > 2 then\n    n = pre(n) + 1;\n  end when;\nend Full;\n");
  Compare(model, {"rk4", "0.03", 100, "3", {}, {"--realtime"}});
  EXPECT_EQ(Values(Trajectory("c.csv"), "above").back(), 0);
  EXPECT_EQ(Values(Trajectory("c.csv"), "n").back(), 1);
}

// What has crossed moves its own side back, by less than the tolerance. The band around equality grows to
// that, or the next sample would find the relation wrong, and with its other value wrong again.
TEST_F(Export, BandsGrowToWhatAnEventLeaves) {
  const std::string model =
      Write("Recoil.mo",
            "model Recoil\n  Real x(start = 0.9995, fixed = true), y;\n  Boolean b;\n"
            "  Integer n(start = 0, fixed = true), k(start = 0, fixed = true);\nequation\n"
            "  der(x) = 1e-4;\n  y = x - (if b then 5e-6 else 0);\n  b = y > 1;\n"
            "  when sample(0, 0.01) then\n    n = pre(n) + 1;\n  end when;\n"
            "  when b then\n    k = pre(k) + 1;\n  end when;\nend Recoil;\n");
  Compare(model, {"rk4", "0.01", 1000, "10", {}, {"--realtime"}});
  EXPECT_EQ(Values(Trajectory("c.csv"), "k").back(), 1);
}

// Word for word: the exporter has no rules of its own, and leaves out only what the program does not use.
TEST_F(Export, RulesOfEventsAreThoseOfTheRuntime) {
  ExportTo(Model("events/Thermostat.mo"), {"--step", "1"});
  std::ifstream in(DAEDALUS_SOURCE_DIR "/src/daedalus/model/hybrid/event_rules.h");
  const std::string file{std::istreambuf_iterator<char>(in), {}};
  const std::string first = "// ---- begin of the rules ----\n";
  const std::size_t begin = file.find(first), end = file.find("// ---- end of the rules ----");
  ASSERT_LT(begin, end);
  const std::string rules = file.substr(begin + first.size(), end - begin - first.size());
  const std::string step = Read("step.c");
  std::size_t num_found = 0;
  for (std::size_t at = 0; at < rules.size();) {
    const std::size_t end_of_rule = std::min(rules.find("\n\n", at), rules.size());
    const std::string rule = rules.substr(at, end_of_rule - at);
    if (!rule.empty() && step.find(rule) != std::string::npos) ++num_found;
    at = end_of_rule + 2;
  }
  const auto count = [](const std::string& text, const std::string& word) {
    std::size_t number = 0;
    for (std::size_t at = 0; (at = text.find(word, at)) != std::string::npos; at += word.size()) ++number;
    return number;
  };
  EXPECT_GT(num_found, 10u);
  // Each function about relations in the program is one of the rules.
  for (std::size_t at = 0; (at = step.find("static inline", at)) != std::string::npos; ++at) {
    const std::string head = step.substr(at, step.find('\n', at) - at);
    if (head.find(" relation_") != std::string::npos) EXPECT_EQ(count(rules, head), 1u) << head;
  }
}

// A time event between the ends of two steps is at the end of the step: it cannot be known how long the steps
// of a controller are to be. x' = 1 from time = 0.25 on, which is in the third step.
TEST_F(Export, TimeEventsBetweenStepsAreLate) {
  const std::string model = Write("Late.mo",
                                  "model Late\n  Real x(start = 0, fixed = true);\nequation\n  der(x) = if "
                                  "time < 0.25 then 0 else 1;\nend Late;\n");
  ExportTo(model, {"--method", "rk4", "--step", "0.1"});
  CompileAndRun("step.c", "-DMODEL_MAIN=10", "c.csv");
  EXPECT_NEAR(Values(Trajectory("c.csv"), "x").back(), 0.7, 1e-12);
}

// Ticks that follow each other faster than steps are none the fewer: 4 of 0.25 s in each step of 1 s, and the
// one at the start.
TEST_F(Export, TicksFasterThanStepsAreAllThere) {
  const std::string model = Write("Fast.mo",
                                  "model Fast\n  Integer n(start = 0, fixed = true);\nequation\n  when "
                                  "sample(0, 0.25) then\n    n = pre(n) + 1;\n  end when;\nend Fast;\n");
  for (const char* method : {"radau3", "bdf"}) {  // without states, too
    ExportTo(model, {"--method", method, "--step", "1"});
    CompileAndRun("step.c", "-DMODEL_MAIN=10", "c.csv");
    EXPECT_EQ(Values(Trajectory("c.csv"), "n").back(), 41);
  }
}
// In their order, and those of one instant together: each third tick of one clock is one of the other.
TEST_F(Export, TicksOfOneInstantAreTogether) {
  Compare(Model("events/ClockedTogether.mo"), {"radau3", "0.3", 200, "60", {}, {"--realtime"}});
}
// A relation with time that would have become false and true again within a step has not changed at its end:
// that is told.
TEST_F(Export, AnAlarmThatIsSetWithinAStepIsTold) {
  const std::string model = Write("Alarm.mo",
                                  "model Alarm\n  parameter Real wait = 0.4;\n  Integer k(start = 0, fixed = "
                                  "true);\n  Real next(start = 0.4, fixed = true);\nequation\n"
                                  "  when time >= pre(next) then\n    next = pre(next) + wait;\n    k = "
                                  "pre(k) + 1;\n  end when;\nend Alarm;\n");
  const std::string main =
      "int main(void) {\n  static Alarm m;\n  int n = 0;\n  Alarm_initialize(&m);\n  while (n < 100 && "
      "Alarm_step(&m)) ++n;\n"
      "  printf(\"%d %d\\n\", n, m.status == Alarm_TOO_FAST);\n  return 0;\n}\n";
  ExportTo(model, {"--step", "1"});
  const auto fast = Drive(main);
  ASSERT_EQ(fast.size(), 2u);
  EXPECT_EQ(fast[0], 0);
  EXPECT_EQ(fast[1], 1);
  ExportTo(model, {"--step", "0.1"});
  EXPECT_EQ(Drive(main), std::vector<double>({100, 0}));
}

// A controller around the step: x' = -x + u with u from outside, which is constant in each step, against the
// closed form; a Boolean and an Integer; an output that is an input, one that is a constant, one that is
// discrete.
constexpr const char* kPlant =
    "model Plant\n  input Real u(start = 0.5);\n  input Boolean on(start = true);\n  input Integer k[2](each "
    "start = 1);\n"
    "  output Real y = 2*x;\n  output Real same = -u;\n  output Real seven = 7;\n  output Integer "
    "jumps(start = 0, fixed = true);\n"
    "  Real x(start = 1, fixed = true);\nequation\n  der(x) = if on then -x + u else k[2];\n"
    "  when {u > 1, not on} then\n    jumps = pre(jumps) + 1;\n  end when;\nend Plant;\n";
TEST_F(Export, InputsAndOutputs) {
  const std::string main =
      "int main(void) {\n  static Plant m;\n  int n;\n  Plant_initialize(&m);\n"
      "  printf(\"%.17g %d %.17g %.17g %.17g %d\\n\", m.in.u, m.in.on, m.out.y, m.out.same, m.out.seven, "
      "m.out.jumps);\n"
      "  for (n = 0; n < 60; ++n) {\n    m.in.u = n % 3;\n    m.in.on = n < 40;\n    m.in.k_2_ = 3;\n    if "
      "(!Plant_step(&m)) return 1;\n"
      "    printf(\"%.17g %.17g %.17g %d\\n\", m.time, m.out.y, m.out.same, m.out.jumps);\n  }\n  return "
      "0;\n}\n";
  for (const auto& [method, limit] : {std::pair{"rk4", 1e-9},
                                      {"radau5", 1e-11},
                                      {"gauss6", 1e-12},
                                      {"trapezoid", 1e-4},
                                      {"adams", 3e-3},
                                      {"bdf", 3e-2},
                                      {"euler", 3e-2}}) {
    ExportTo(Write("Plant.mo", kPlant), {"--method", method, "--step", "0.01"});
    const auto out = Drive(main);
    ASSERT_EQ(out.size(), 6u + 4 * 60);
    const std::vector<double> start = {0.5, 1, 2, -0.5, 7, 0};
    EXPECT_TRUE(std::ranges::equal(std::span(out).first(6), start)) << method;
    double x = 1;
    int jumps = 0;
    for (int n = 0; n < 60; ++n) {
      const double u = n % 3, h = 0.01;
      if (u > 1) ++jumps;
      if (n == 40) ++jumps;
      x = n < 40 ? u + (x - u) * std::exp(-h) : x + 3 * h;
      const double* row = out.data() + 6 + 4 * n;
      ASSERT_NEAR(row[0], h * (n + 1), 1e-12);
      ASSERT_NEAR(row[1], 2 * x, limit) << method << " step " << n;
      ASSERT_EQ(row[2], -u);
      ASSERT_EQ(row[3], jumps) << method << " step " << n;
    }
  }
}

// Parameters may change between steps: what follows from them does, and what decided about the structure is
// refused.
TEST_F(Export, ParametersThatChange) {
  const std::string model = Write("Changing.mo",
                                  "model Changing\n  parameter Real a = 1, b = 2*a, R = 1;\n  parameter Real "
                                  "c = 0;\n  Real x(start = 1, fixed = true), y;\n"
                                  "equation\n  der(x) = -b*x + c*y;\n  R*y + y^3 = x;\nend Changing;\n");
  ExportTo(model, {"--method", "gauss6", "--step", "0.01"});
  const auto out = Drive(
      "#include <string.h>\nstatic int number(const char *name) {\n  int i;\n"
      "  for (i = 0; i < (int)(sizeof Changing_parameter_names / sizeof *Changing_parameter_names); ++i)\n"
      "    if (Changing_parameter_names[i] && !strcmp(Changing_parameter_names[i], name)) return i;\n  "
      "return -1;\n}\n"
      "int main(void) {\n  static Changing m;\n  int n, done;\n  Changing_initialize(&m);\n"
      "  m.p[number(\"a\")] = 3;\n  if (!Changing_update(&m)) return 1;\n"
      "  for (n = 0; n < 100; ++n) if (!Changing_step(&m)) return 1;\n"
      "  m.p[number(\"c\")] = 1;\n  done = Changing_update(&m);\n"
      "  printf(\"%.17g %d %d %d %d\\n\", m.v[0], number(\"b\"), done, m.status == Changing_PARAMETER, "
      "m.violated == number(\"c\"));\n  return 0;\n}\n");
  ASSERT_EQ(out.size(), 5u);
  EXPECT_NEAR(out[0], std::exp(-6.0), 1e-9);
  EXPECT_EQ(out[1], -1) << "it follows from a";
  EXPECT_EQ(out[2], 0);
  EXPECT_EQ(out[3], 1);
  EXPECT_EQ(out[4], 1);
}

// Why a step was not done, or is the last.
TEST_F(Export, TheStatusSaysWhy) {
  const auto status = [&](const std::string& text, const std::string& method) {
    ExportTo(Write("M.mo", "model M\n" + text + "end M;\n"), {"--method", method, "--step", "0.01"});
    const auto out = Drive(
        "int main(void) {\n  static M m;\n  int n = 0, i;\n  const int all[] = {M_OK, M_NOT_CONVERGED, "
        "M_NO_REST, M_CONTRADICTION, M_ASSERTION, M_ENDED};\n"
        "  M_initialize(&m);\n  while (n < 1000 && M_step(&m)) ++n;\n"
        "  for (i = 0; i < 6; ++i) if (m.status == all[i]) printf(\"%d %d\\n\", n, i);\n  return 0;\n}\n");
    return out.size() == 2 ? std::pair(static_cast<int>(out[0]), static_cast<int>(out[1]))
                           : std::pair(-1, -1);
  };
  EXPECT_EQ(status("  Real x(start = 1, fixed = true);\nequation\n  der(x) = -x;\n", "rk4"),
            std::pair(1000, 0));
  EXPECT_EQ(
      status("  Real x(start = 1, fixed = true);\nequation\n  der(x)*x = -1;\n", "backward-euler").second, 1);
  EXPECT_EQ(status("  Real x(start = 0, fixed = true);\n  Boolean b(start = false, fixed = "
                   "true);\nequation\n  der(x) = 1;\n"
                   "  b = if x > 0.5 then not pre(b) else false;\n",
                   "rk4"),
            std::pair(50, 2));
  EXPECT_EQ(
      status(
          "  Real x(start = 0, fixed = true);\nequation\n  der(x) = 1;\n  assert(x < 0.495, \"too far\");\n",
          "rk4"),
      std::pair(49, 4));
  EXPECT_EQ(status("  Real x(start = 0, fixed = true);\nequation\n  der(x) = 1;\n  when x > 0.495 then\n    "
                   "terminate(\"there\");\n  end when;\n",
                   "rk4"),
            std::pair(50, 5));
}

// Two states and their slopes at the end, which the next step begins with: nothing else is stored, of the
// twelve values inside of a step of rk4.
TEST_F(Export, StoresWhatSomebodyReads) {
  const Outcome made =
      Daedalus({"export", "--c", Model("VanDerPol.mo"), "--method", "rk4", "--step", "0.01"});
  ASSERT_EQ(made.exit_code, 0) << made.err;
  const std::size_t begin = made.out.find("int VanDerPol_step(VanDerPol *m) {"),
                    end = made.out.find("\n}", begin);
  ASSERT_NE(begin, std::string::npos);
  int stores = 0;
  for (std::size_t at = made.out.find("\n  m->v[", begin); at < end; at = made.out.find("\n  m->v[", at + 1))
    ++stores;
  EXPECT_EQ(stores, 4) << made.out.substr(begin);
}

// No allocation, no library but libm: nothing else is called or included.
TEST_F(Export, NeedsNothingButTheMathematicalLibrary) {
  for (const char* model :
       {"events/HalfWaveIdealDiode.mo", "invariants/PendulumInvariant.mo", "events/SampledPi.mo"}) {
    ExportTo(Model(model), {"--step", "0.001"});
    ASSERT_EQ(std::system(("cd " + folder_.string() +
                           " && cc -std=c99 -O1 -c step.c -o step.o && nm -u step.o > undefined.txt")
                              .c_str()),
              0);
    std::ifstream in(PathOf("undefined.txt"));
    for (std::string kind, name; in >> kind >> name;) {
      const std::vector<std::string> known = {"sin",   "cos",   "exp",  "pow",    "sqrt", "fabs",
                                              "trunc", "floor", "ceil", "sincos", "log",  "tan"};
      EXPECT_TRUE(std::ranges::find(known, name) != known.end() || name.starts_with("_") ||
                  name.starts_with("mem"))
          << name;
    }
  }
}

TEST_F(Export, WhatCannotBeExportedIsTold) {
  const std::vector<std::string> step = {"--step", "0.01"};
  EXPECT_NE(Refused(Model("Robertson.mo"), {}).find("fixed size"), std::string::npos);
  EXPECT_NE(Refused(Model("Pendulum.mo"), step).find("states may have to change"), std::string::npos);
  EXPECT_NE(Refused(Model("events/VaryingDelay.mo"), step).find("reads a value of the past"),
            std::string::npos);
  EXPECT_NE(Refused(Model("invariants/PendulumInvariant.mo"), {"--step", "0.01", "--method", "rk4"})
                .find("explicit method"),
            std::string::npos);
  const auto of_text = [&](const std::string& text) {
    return Refused(Write("M.mo", "model M\n" + text + "end M;\n"), step);
  };
  EXPECT_NE(of_text("  input Real u;\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = der(u);\n")
                .find("the input `u`"),
            std::string::npos);
  EXPECT_NE(
      of_text("  input Real u;\n  Real x, v;\nequation\n  der(x) = v;\n  x = u;\n").find("the input `u`"),
      std::string::npos);
  EXPECT_NE(of_text("  Real x(start = 1, fixed = true), y(start = 2, fixed = true), i;\n  Boolean on = time "
                    "> 1;\nequation\n  der(x) = i;\n  der(y) = -i;\n"
                    "  0 = if on then x - y else i;\n")
                .find("structure of `M` changes at events"),
            std::string::npos);
  // A run has nobody who sets them.
  const Outcome run =
      Daedalus({"simulate", Write("M.mo", "model M\n  input Real u;\n  Real x = u;\nend M;\n")});
  EXPECT_NE(run.err.find("no value is given for the input `u` of `M`"), std::string::npos) << run.err;
}

}  // namespace
}  // namespace daedalus::e2e
