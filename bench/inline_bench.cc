// Inlined methods against the same models with IDA and with our own bdf: seconds of integration at equal accuracy.
//
// Each contender runs with a sequence of tolerances; its errors at the end of the run, against a run at 1e-12, and its
// times give the time that it needs for an error of 1e-5 (relative to the largest value), by interpolation of logarithms.
// The ratio is what counts: a machine under load is slow for all.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "daedalus/driver/simulate_model.h"
#include "daedalus/results/reader.h"

namespace {

using namespace daedalus;

struct Contender {
  const char* name;
  const char* method;
  simulate::ModelForm form;
};
constexpr Contender kContenders[] = {
    {"ida", "ida", simulate::ModelForm::kDae},
    {"bdf", "bdf", simulate::ModelForm::kDae},
    {"inline bdf", "bdf", simulate::ModelForm::kInline},
    {"inline radau5", "radau5", simulate::ModelForm::kInline},
    {"inline sdirk4", "sdirk4", simulate::ModelForm::kInline},
    {"inline dopri5", "dopri5", simulate::ModelForm::kInline},
};

struct Problem {
  const char* name;
  const char* file;
  std::vector<std::string> settings = {};
};

struct Run {
  double seconds = 0;
  std::int64_t steps = 0;
  std::vector<double> end;
};

std::optional<Run> RunOnce(const Problem& problem, const Contender& contender, double tolerance) {
  const std::string file = (std::filesystem::temp_directory_path() / "daedalus_inline_bench.mat").string();
  driver::SimulateOptions options;
  options.model.files = {std::string(DAEDALUS_SOURCE_DIR) + "/models/" + problem.file};
  options.model.settings = problem.settings;
  options.method = contender.method;
  options.form = contender.form;
  options.tolerance = tolerance;
  options.intervals = 1;
  options.output = file;
  options.quiet = true;
  options.code = simulate::CodeChoice::kMachine;
  Run out;
  out.seconds = std::numeric_limits<double>::infinity();
  for (int round = 0; round < 3; ++round) {
    driver::SourceFiles loaded;
    Diagnostics diagnostics;
    const driver::SimulateReport report = driver::SimulateModel(options, loaded, diagnostics);
    if (report.status != driver::SimulateStatus::kDone) return std::nullopt;
    out.seconds = std::min(out.seconds, report.statistics.seconds.integrate);
    out.steps = report.statistics.steps;
  }
  const auto trajectory = results::ReadResult(file);
  std::filesystem::remove(file);
  if (!trajectory) return std::nullopt;
  for (std::size_t s = 0; s < trajectory->names.size(); ++s) out.end.push_back(trajectory->Values(s).back());
  return out;
}

double ErrorOf(const Run& run, const Run& exact) {
  double error = 0, size = 0;
  for (std::size_t i = 0; i < exact.end.size(); ++i) {
    error = std::max(error, std::abs(run.end[i] - exact.end[i]));
    size = std::max(size, std::abs(exact.end[i]));
  }
  return error / size;
}

// Seconds for this error, and nothing where no run reached it.
std::optional<double> SecondsFor(double wanted, std::vector<std::pair<double, double>> error_and_seconds) {
  std::ranges::sort(error_and_seconds);
  if (error_and_seconds.empty() || error_and_seconds.front().first > wanted) return std::nullopt;
  std::size_t i = 0;
  while (i + 1 < error_and_seconds.size() && error_and_seconds[i + 1].first < wanted) ++i;
  const auto [low, slow] = error_and_seconds[i];
  if (i + 1 == error_and_seconds.size()) return slow;
  const auto [high, fast] = error_and_seconds[i + 1];
  const double part = std::log(wanted / low) / std::log(high / low);
  return std::exp(std::log(slow) + part * (std::log(fast) - std::log(slow)));
}

}  // namespace

int main() {
  const Problem problems[] = {{"circuit", "DrivenSourceCircuit.mo"},
                              {"rlc", "RlcCircuit.mo"},
                              {"heat, n = 50", "HeatEquation.mo"},
                              {"heat, n = 1000", "HeatEquation.mo", {"n=1000"}},
                              {"RC chain, N = 1000", "RcChain.mo", {"N=1000"}}};
  fmt::print("milliseconds of integration for an error of 1e-5, and of those of ida\n{:20}", "");
  for (const Contender& c : kContenders) fmt::print("{:>22}", c.name);
  fmt::print("\n");
  for (const Problem& problem : problems) {
    const auto exact = RunOnce(problem, {"", "radau5", simulate::ModelForm::kOde}, 1e-12);
    if (!exact) {
      fmt::print("{:20} the reference run failed\n", problem.name);
      continue;
    }
    fmt::print("{:20}", problem.name);
    std::optional<double> ida;
    for (const Contender& contender : kContenders) {
      std::vector<std::pair<double, double>> points;
      for (const double tolerance : {1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8}) {
        if (const auto run = RunOnce(problem, contender, tolerance))
          points.emplace_back(std::max(ErrorOf(*run, *exact), 1e-15), run->seconds);
      }
      const auto seconds = SecondsFor(1e-5, points);
      if (&contender == &kContenders[0]) ida = seconds;
      if (seconds && ida) {
        fmt::print("{:>22}", fmt::format("{:.3g} ({:.2f})", 1e3 * *seconds, *seconds / *ida));
      } else {
        fmt::print("{:>22}", seconds ? fmt::format("{:.3g}", 1e3 * *seconds) : "-");
      }
      std::fflush(stdout);
    }
    fmt::print("\n");
  }
}
