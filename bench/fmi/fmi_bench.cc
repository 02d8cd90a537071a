// Exported FMUs against the same models inside: what an export, a step of Co-Simulation, a derivative and a
// value cost, and a large model.
//
// Both sides run in this process by turns, so that other work on the machine falls on both. Times are the
// least of several. bench/fmi/under_fmpy.py adds what the CVODE of FMPy takes for the same FMUs.
//
// usage: fmi_bench [--cells N] [--fmpy PYTHON]     PYTHON has the package fmpy
#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <limits>
#include <memory>
#include <utility>

#include "apart.h"
#include "daedalus/model/instance.h"
#include "daedalus/products/driver/flatten_model.h"
#include "daedalus/run/simulation.h"
#include "fmi/loaded_fmu.h"

namespace {

using namespace daedalus;
using bench::LoadedFmu;

constexpr int kIntervals = 100;
constexpr double kTolerance = 1e-6;

bool missed_goal = false;

double Now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double Seconds(const std::function<void()>& work) {
  const double begin = Now();
  work();
  return Now() - begin;
}

// The least times of two works that take turns, over a second or three rounds.
std::pair<double, double> LeastOfBoth(const std::function<void()>& a, const std::function<void()>& b) {
  constexpr double kLong = 1.0;
  std::pair<double, double> least = {std::numeric_limits<double>::infinity(),
                                     std::numeric_limits<double>::infinity()};
  const double end = Now() + kLong;
  for (int round = 0; round < 3 || (Now() < end && round < 1000); ++round) {
    least.first = std::min(least.first, Seconds(a));
    least.second = std::min(least.second, Seconds(b));
  }
  return least;
}

// A folder that is removed at the end.
class Scratch {
 public:
  Scratch() {
    std::string name = (std::filesystem::temp_directory_path() / "daedalus_fmi_XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) std::exit(1);
    path_ = name;
  }
  ~Scratch() { std::filesystem::remove_all(path_); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  std::string File(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

struct Problem {
  std::string name, file, set;  // `set`: NAME=VALUE
};

std::string Export(const Problem& problem, const std::string& target) {
  const std::string set = problem.set.empty() ? "" : "--set " + problem.set;
  const std::string command = fmt::format("'{}' export --fmi 3 '{}' {} --output '{}' > /dev/null",
                                          DAEDALUS_BINARY, problem.file, set, target);
  if (std::system(command.c_str()) != 0) std::exit(1);
  return target;
}

std::shared_ptr<const model::Model> ReadModel(const std::vector<std::string>& files,
                                              const std::string& set = "") {
  static driver::SourceFiles loaded;  // FMUs keep their files in it
  Diagnostics diagnostics;
  driver::ModelOptions options;
  options.files = files;
  if (!set.empty()) options.settings = {set};
  auto system = driver::FlattenModel(options, loaded, diagnostics);
  if (!system) std::exit(1);
  return model::Model::FromSystem(*std::move(system));
}

double StopOf(const model::Model& model) {
  return model.experiment().stop_time.value_or(1);
}

run::RunOptions OptionsFor(const model::Model& model) {
  run::RunOptions options;
  options.stop = StopOf(model);
  options.tolerance = kTolerance;
  options.intervals = kIntervals;
  return options;
}

void RunInside(const std::shared_ptr<const model::Model>& model) {
  run::Simulation simulation(model, OptionsFor(*model));
  if (simulation.Run().status != run::RunStatus::kDone) std::exit(1);
}

// The same run in parts, as Co-Simulation makes it.
void RunInParts(const std::shared_ptr<const model::Model>& model) {
  run::RunOptions options = OptionsFor(*model);
  options.intervals = 1;
  run::Simulation simulation(model, options);
  simulation.Start();
  for (int k = 1; k < kIntervals; ++k) simulation.StepTo(*options.stop * k / kIntervals);
  if (simulation.Stop().status != run::RunStatus::kDone) std::exit(1);
}

void RunAsStepping(const LoadedFmu& fmu, double stop) {
  fmi3Instance instance = fmu.BeginStepping(kTolerance);
  for (int k = 0; k < kIntervals; ++k) {
    bool event = false, ends = false, early = false;
    double last = 0;
    const double t = stop * k / kIntervals, next = stop * (k + 1) / kIntervals;
    if (fmu.do_step(instance, t, next - t, true, &event, &ends, &early, &last) != fmi3OK) std::exit(1);
  }
  fmu.free(instance);
}

// What the script prints for this FMU, in seconds; NaN without FMPy.
double UnderFmpy(const std::string& python, const std::string& fmu, double stop) {
  if (python.empty()) return std::numeric_limits<double>::quiet_NaN();
  const std::string command = fmt::format("'{}' {}/bench/fmi/under_fmpy.py '{}' {} {} {}", python,
                                          DAEDALUS_SOURCE_DIR, fmu, stop, stop / kIntervals, kTolerance);
  FILE* const out = ::popen(command.c_str(), "r");
  double seconds = std::numeric_limits<double>::quiet_NaN();
  if (out != nullptr && std::fscanf(out, "%lf", &seconds) != 1)
    seconds = std::numeric_limits<double>::quiet_NaN();
  if (out != nullptr) ::pclose(out);
  return seconds;
}

std::string Goal(double value, double goal) {
  if (value <= goal) return fmt::format("goal {:g}", goal);
  missed_goal = true;
  return fmt::format("goal {:g}  MISSED", goal);
}

// ---- runs ----

void CompareRuns(const std::vector<Problem>& problems, const std::string& python, const Scratch& scratch) {
  fmt::print("{:<16} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9}\n", "ms", "export", "inside", "ME ours",
             "ME FMPy", "in parts", "CS", "CS/inside");
  for (const Problem& problem : problems) {
    const std::string file = scratch.File(problem.name + ".fmu");
    double exported = std::numeric_limits<double>::infinity();
    for (int i = 0; i < 3; ++i) exported = std::min(exported, Seconds([&] { Export(problem, file); }));
    const auto model = ReadModel({problem.file}, problem.set);
    const auto component = ReadModel({file});
    const LoadedFmu fmu = bench::LoadFmu(file, scratch.File(problem.name));
    const double stop = StopOf(*model);
    const double begun = Seconds([&] { fmu.free(fmu.BeginStepping(kTolerance)); });
    const auto [inside, exchange] = LeastOfBoth([&] { RunInside(model); }, [&] { RunInside(component); });
    const auto [parts, stepping] = LeastOfBoth([&] { RunInParts(model); }, [&] { RunAsStepping(fmu, stop); });
    const double begin = std::min(begun, Seconds([&] { fmu.free(fmu.BeginStepping(kTolerance)); }));
    // An instance reads and compiles its model, which `inside` has done before.
    const double own = std::max(stepping - begin, 0.0);
    fmt::print("{:<16} {:>9.1f} {:>9.3f} {:>9.3f} {:>9.3f} {:>9.3f} {:>9.3f} {:>9.2f}\n", problem.name,
               1e3 * exported, 1e3 * inside, 1e3 * exchange, 1e3 * UnderFmpy(python, file, stop), 1e3 * parts,
               1e3 * own, own / inside);
  }
}

// ---- single calls ----

void CompareDerivatives(const Problem& problem, const Scratch& scratch) {
  constexpr int kCalls = 2000;
  const LoadedFmu fmu =
      bench::LoadFmu(Export(problem, scratch.File("calls.fmu")), scratch.File(problem.name));
  const auto model = ReadModel({problem.file}, problem.set);
  auto made = model::Instance::Make(model);
  if (!made || !(*made)->Initialize(0)) std::exit(1);
  model::Instance& inside = **made;
  fmi3Instance instance = fmu.BeginExchange();
  const std::size_t n = inside.num_states();
  std::vector<double> x(inside.states().begin(), inside.states().end()), slopes(n);
  const auto [ours, own] = LeastOfBoth(
      [&] {
        for (int i = 0; i < kCalls; ++i) {
          x[0] += 1e-9;
          fmu.set_time(instance, 1e-9 * i);
          fmu.set_states(instance, x.data(), n);
          if (fmu.get_derivatives(instance, slopes.data(), n) != fmi3OK) std::exit(1);
        }
      },
      [&] {
        for (int i = 0; i < kCalls; ++i) {
          x[0] += 1e-9;
          inside.SetTime(1e-9 * i);
          inside.SetStates(x);
          if (!inside.Derivatives()) std::exit(1);
        }
      });
  fmu.free(instance);
  fmt::print("{:<44} {:>10.3f} {:>10.3f} {:>8.2f}   {}\n",
             fmt::format("derivatives of {}, {} states", problem.name, n), 1e6 * ours / kCalls,
             1e6 * own / kCalls, ours / own, Goal(ours / own, 1.1));
}

void MeasureValues(const Scratch& scratch) {
  constexpr int kCalls = 1000;
  const std::string file = scratch.File("Many.mo");
  std::ofstream(file) << "model Many input Real u[1000]; Real x[1000](each start = 1, each fixed = true);"
                         " equation der(x) = u - x; end Many;";
  const LoadedFmu fmu =
      bench::LoadFmu(Export({"Many", file, ""}, scratch.File("many.fmu")), scratch.File("many"));
  fmi3Instance instance = fmu.BeginExchange();
  const auto inputs = fmu.References("u["), states = fmu.References("x[");
  std::vector<double> values(1000, 1.0);
  if (inputs.size() != values.size() || states.size() != values.size()) std::exit(1);
  const auto [set, get] = LeastOfBoth(
      [&] {
        for (int i = 0; i < kCalls; ++i) {
          values[static_cast<std::size_t>(i)] += 1;
          if (fmu.set(instance, inputs.data(), inputs.size(), values.data(), values.size()) != fmi3OK)
            std::exit(1);
        }
      },
      [&] {
        for (int i = 0; i < kCalls; ++i) {
          if (fmu.get(instance, states.data(), states.size(), values.data(), values.size()) != fmi3OK)
            std::exit(1);
        }
      });
  fmu.free(instance);
  fmt::print("{:<44} {:>10.3f} {:>19}   {}\n", "set 1,000 inputs, us", 1e6 * set / kCalls, "",
             Goal(1e6 * set / kCalls, 5));
  fmt::print("{:<44} {:>10.3f} {:>19}   {}\n", "get 1,000 values, us", 1e6 * get / kCalls, "",
             Goal(1e6 * get / kCalls, 5));
}

// ---- a large model ----

struct LargeRun {
  double begin = 0, run = 0, bytes = 0;
};

void MeasureLarge(int num_cells, const Scratch& scratch) {
  const Problem chain = {"chain", DAEDALUS_SOURCE_DIR "/models/RcChain.mo", fmt::format("N={}", num_cells)};
  const std::string file = scratch.File("chain.fmu");
  const double exported = Seconds([&] { Export(chain, file); });
  const auto inside = bench::Apart([&] {
    LargeRun out;
    std::shared_ptr<const model::Model> model;
    out.begin = Seconds([&] { model = ReadModel({chain.file}, chain.set); });
    out.run = Seconds([&] { RunInside(model); });
    out.bytes = bench::PeakBytes();
    return out;
  });
  const auto outside = bench::Apart([&] {
    LargeRun out;
    const LoadedFmu fmu = bench::LoadFmu(file, scratch.File("chain"));
    fmi3Instance instance = nullptr;
    out.begin = Seconds([&] { instance = fmu.BeginStepping(kTolerance); });
    bool event = false, ends = false, early = false;
    double last = 0;
    out.run = Seconds([&] { fmu.do_step(instance, 0, 1, true, &event, &ends, &early, &last); });
    out.bytes = bench::PeakBytes();
    return out;
  });
  fmt::print("{:<44} {:>10} {:>10} {:>8}\n", fmt::format("chain of {} cells", num_cells), "FMU", "inside",
             "ratio");
  fmt::print("{:<44} {:>10.2f}\n", "export, s", exported);
  fmt::print("{:<44} {:>10.1f}\n", "file, MB", static_cast<double>(std::filesystem::file_size(file)) / 1e6);
  const auto row = [](const char* what, double a, double b) {
    fmt::print("{:<44} {:>10.2f} {:>10.2f} {:>8.2f}\n", what, a, b, a / b);
  };
  row("instance and start (inside: text), s", outside.begin, inside.begin);
  row("run, s", outside.run, inside.run);
  row("peak memory, MB", outside.bytes / 1e6, inside.bytes / 1e6);
}

}  // namespace

int main(int argc, char** argv) {
  int num_cells = 100'000;
  std::string python;
  for (int i = 1; i + 1 < argc; ++i) {
    if (std::strcmp(argv[i], "--cells") == 0)
      num_cells = std::atoi(argv[++i]);
    else if (std::strcmp(argv[i], "--fmpy") == 0)
      python = argv[++i];
  }
  const std::string models = DAEDALUS_SOURCE_DIR "/models/";
  const Scratch scratch;
  CompareRuns({{"VanDerPol", models + "VanDerPol.mo", ""},
               {"BouncingBall", models + "events/BouncingBall.mo", ""},
               {"RlcCircuit", models + "RlcCircuit.mo", ""},
               {"Distillation", models + "DistillationColumn.mo", ""},
               {"HeatEquation", models + "HeatEquation.mo", ""}},
              python, scratch);
  fmt::print("\n{:<44} {:>10} {:>10} {:>8}\n", "one call, us", "FMU", "inside", "ratio");
  CompareDerivatives({"VanDerPol", models + "VanDerPol.mo", ""}, scratch);
  CompareDerivatives({"RcChain", models + "RcChain.mo", "N=1000"}, scratch);
  MeasureValues(scratch);
  fmt::print("\n");
  MeasureLarge(num_cells, scratch);
  return missed_goal ? 1 : 0;
}
