// How fast models made of components become equations.
//
// A line of N sections, each of three components between pins, about 20 equations: with every section and
// connection written out, and as an array of sections that are connected in a loop. Goals: 200,000 equations
// a second, at most 2 KiB an equation of memory, an exponent of at most 1.05, the array no slower. Each size
// runs in a process of its own.
//
// With the Modelica Standard Library 4.1.0 on MODELICAPATH: from the start of the process to the results of a
// small circuit in at most 100 ms of processor time, a robot of 2,700 variables flattened in 400 ms, every
// class checked in 20 s on two cores. Without it, that is said.
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "apart.h"
#include "daedalus/products/driver/heap.h"
#include "growth.h"
#include "run_text.h"

namespace {

using namespace daedalus;  // NOLINT(google-build-using-namespace): a program of its own

constexpr double kEquationsPerSecond = 200'000, kMostBytes = 2048, kMostGrowth = 1.05;
constexpr int kRepeats = 3;

constexpr const char* kParts = R"(
  connector Pin Real v; flow Real i; end Pin;
  partial model TwoPin Pin p; Pin n; Real v; equation v = p.v - n.v; p.i + n.i = 0; end TwoPin;
  model Resistor extends TwoPin; parameter Real R = 1; equation v = R*p.i; end Resistor;
  model Inductor extends TwoPin; parameter Real L = 1; equation L*der(p.i) = v; end Inductor;
  model Capacitor extends TwoPin; parameter Real C = 1; equation C*der(v) = p.i; end Capacitor;
  model Ground Pin p; equation p.v = 0; end Ground;
  model Section
    Pin a; Pin b; Resistor r(R = 0.1); Inductor l(L = 0.01); Capacitor c(C = 0.01); Ground g;
  equation
    connect(a, r.p); connect(r.n, l.p); connect(l.n, b); connect(b, c.p); connect(c.n, g.p);
  end Section;
)";

std::string WrittenOut(int n) {
  std::string text = fmt::format("model Line{}", kParts), connections;
  for (int i = 1; i <= n; ++i) {
    text += fmt::format("  Section s{};\n", i);
    if (i > 1) connections += fmt::format("  connect(s{}.b, s{}.a);\n", i - 1, i);
  }
  return text + "equation\n" + connections + "end Line;\n";
}

std::string AsArray(int n) {
  return fmt::format(
      "model Line{}  Section s[{}];\nequation\n  for i in 2:{} loop\n    connect(s[i - 1].b, s[i].a);\n  end "
      "for;\nend Line;\n",
      kParts, n, n);
}

struct Measurement {
  double equations = 0, parse = 0, flatten = 0, peak_bytes = 0;  // seconds by the clock, least of several
};

Measurement Flatten(const std::string& text) {
  const bench::ModelFile file(text);
  driver::ModelOptions options;
  options.files = {file.path()};
  driver::SourceFiles loaded;
  Diagnostics diagnostics;
  driver::FlattenSeconds seconds;
  const auto system = driver::FlattenModel(options, loaded, diagnostics, &seconds);
  if (!system) bench::End(diagnostics);
  return {static_cast<double>(system->equations.size()), seconds.parse, seconds.flatten, bench::PeakBytes()};
}

// Whether the goals are reached; the time of the longest line, and how many equations it has.
bool MeasureLine(const char* name, std::string (*text_of)(int), Measurement& longest) {
  std::vector<double> equations, seconds;
  double first_bytes = 0;
  for (const int n : {10, 100, 1000, 10'000, 100'000}) {
    const std::string text = text_of(n);
    const auto run = [&text] { return Flatten(text); };
    Measurement best = bench::Apart(run);
    for (int i = 1; i < kRepeats; ++i) {
      const Measurement again = bench::Apart(run);
      best.parse = std::min(best.parse, again.parse);
      best.flatten = std::min(best.flatten, again.flatten);
    }
    if (n == 10) first_bytes = best.peak_bytes;
    if (n >= 100) {
      equations.push_back(best.equations);
      seconds.push_back(best.flatten);
    }
    fmt::print("{:<12} {:>8} {:>9} {:>10.2f} {:>10.2f} {:>12.0f} {:>10.0f}\n", name, n, best.equations,
               1e3 * best.parse, 1e3 * best.flatten, best.equations / best.flatten,
               n == 10 ? NAN : (best.peak_bytes - first_bytes) / best.equations);
    std::fflush(stdout);
    longest = best;
  }
  const double exponent = bench::GrowthExponent(equations, seconds);
  const double rate = longest.equations / longest.flatten,
               bytes = (longest.peak_bytes - first_bytes) / longest.equations;
  const bool ok = rate >= kEquationsPerSecond && bytes <= kMostBytes && exponent <= kMostGrowth;
  fmt::print("{:<12} exponent {:.2f} from 100 sections on: {}\n", name, exponent,
             ok ? "goals reached" : "A GOAL IS MISSED");
  return ok;
}

struct Spent {
  double processor = 0, wall = 0;
  bool ended_well = false;
};

Spent Run(const std::string& arguments) {
  const auto start = std::chrono::steady_clock::now();
  struct rusage before{}, after{};
  ::getrusage(RUSAGE_CHILDREN, &before);
  const int status = std::system((std::string(DAEDALUS_BINARY) + " " + arguments + " >/dev/null 2>&1")
                                     .c_str());  // NOLINT(concurrency-mt-unsafe,cert-env33-c)
  ::getrusage(RUSAGE_CHILDREN, &after);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return {
      seconds(after.ru_utime) + seconds(after.ru_stime) - seconds(before.ru_utime) - seconds(before.ru_stime),
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(),
      WIFEXITED(status) && WEXITSTATUS(status) == 0};
}

// What it takes on a model of the standard library; the least of several.
bool MeasureCommand(const char* what, const std::string& arguments, double goal, bool by_the_clock,
                    int repeats) {
  double least = INFINITY;
  bool ended_well = true;
  for (int i = 0; i < repeats; ++i) {
    const Spent spent = Run(arguments);
    ended_well = ended_well && spent.ended_well;
    least = std::min(least, by_the_clock ? spent.wall : spent.processor);
  }
  const bool ok = ended_well && least <= goal;
  fmt::print("{:<58} {:>9.1f} ms   goal {:.0f} ms of {} time: {}\n", what, 1e3 * least, 1e3 * goal,
             by_the_clock ? "wall" : "processor",
             !ended_well ? "FAILED"
             : ok        ? "reached"
                         : "MISSED");
  std::fflush(stdout);
  return ok;
}

bool MeasureStandardLibrary() {
  const std::string results =
      (std::filesystem::temp_directory_path() / fmt::format("daedalus_flatten_{}.csv", ::getpid())).string();
  bool ok = MeasureCommand(
      "CauerLowPassAnalog, process start to CSV",
      "simulate --model Modelica.Electrical.Analog.Examples.CauerLowPassAnalog --output " + results, 0.1,
      false, 7);
  std::filesystem::remove(results);
  ok = MeasureCommand("FullRobot, flattened",
                      "flatten --model Modelica.Mechanics.MultiBody.Examples.Systems.RobotR3.FullRobot", 0.4,
                      false, 5) &&
       ok;
  return MeasureCommand("check Modelica --all", "check Modelica --all", 20, true, 1) && ok;
}

}  // namespace

int main() {
  driver::KeepLargeArraysApart();  // as the program does
  fmt::print("{:<12} {:>8} {:>9} {:>10} {:>10} {:>12} {:>10}   (milliseconds)\n", "line", "sections",
             "equations", "parse", "flatten", "equations/s", "bytes/eq");
  Measurement written, array;
  bool ok = MeasureLine("written out", WrittenOut, written);
  ok = MeasureLine("array", AsArray, array) && ok;
  const bool is_no_slower = array.flatten <= 1.05 * written.flatten;
  fmt::print("the array takes {:.2f} of the time of the line that is written out: {}\n",
             array.flatten / written.flatten, is_no_slower ? "no slower" : "SLOWER");
  if (const char* path = std::getenv("MODELICAPATH"); !path || !*path) {  // NOLINT(concurrency-mt-unsafe)
    fmt::print("Modelica Standard Library: not measured, MODELICAPATH names no folder\n");
  } else {
    ok = MeasureStandardLibrary() && ok;
  }
  return ok && is_no_slower ? 0 : 1;
}
