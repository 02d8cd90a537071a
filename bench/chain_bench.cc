// A chain of N RC cells, given as for-equations over arrays: every stage must grow no faster than N^1.1, and
// memory stay under 2 KiB an equation.
//
// Each size runs in a process of its own, so that its peak memory is its own. The exponent is fitted over all
// sizes; that of the last decade is shown as well, since there the data leaves the second-level cache.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "apart.h"
#include "daedalus/products/driver/heap.h"
#include "daedalus/products/driver/simulate_model.h"
#include "growth.h"

namespace {

using daedalus::results::RunStatistics;

struct Measurement {
  double equations = 0;
  double seconds[7] = {};
  double peak_bytes = 0;
  double steps = 0;
};
constexpr const char* kStages[] = {"parse",      "flatten",   "structure", "codegen",
                                   "initialize", "integrate", "total"};

Measurement Run(int num_cells) {
  daedalus::driver::SimulateOptions options;
  options.model.files = {DAEDALUS_SOURCE_DIR "/models/RcChain.mo"};
  options.model.settings = {fmt::format("N={}", num_cells)};
  options.intervals = 10;
  options.variables = {"v[1]"};
  options.output =
      (std::filesystem::temp_directory_path() / fmt::format("daedalus_chain_{}.csv", ::getpid())).string();
  options.quiet = true;
  daedalus::driver::SourceFiles loaded;
  daedalus::Diagnostics diagnostics;
  const auto report = daedalus::driver::SimulateModel(options, loaded, diagnostics);
  std::filesystem::remove(options.output);
  if (report.status != daedalus::driver::SimulateStatus::kDone) {
    for (const auto& d : diagnostics.items()) fmt::print(stderr, "{}\n", d.message);
    std::exit(1);
  }
  const RunStatistics& s = report.statistics;
  Measurement m;
  m.equations = static_cast<double>(s.equations);
  const double seconds[] = {s.seconds.parse,      s.seconds.flatten,   s.seconds.structure, s.seconds.codegen,
                            s.seconds.initialize, s.seconds.integrate, s.seconds.total};
  std::copy(std::begin(seconds), std::end(seconds), m.seconds);
  m.steps = static_cast<double>(s.steps);
  m.peak_bytes = daedalus::bench::PeakBytes();
  return m;
}

}  // namespace

int main() {
  daedalus::driver::KeepLargeArraysApart();  // as the program does
  constexpr int kRepeats = 3;
  const std::vector<int> sizes = {100, 1000, 10000, 100000};
  std::vector<Measurement> rows;
  fmt::print("{:>8} {:>9}", "cells", "equations");
  for (const char* stage : kStages) fmt::print(" {:>10}", stage);
  fmt::print(" {:>7} {:>11} {:>14}   (milliseconds; integrate: a step)\n", "steps", "peak MiB",
             "bytes/equation");
  for (const int n : sizes) {
    const auto run = [n] { return Run(n); };
    Measurement best = daedalus::bench::Apart(run);
    for (int i = 1; i < kRepeats; ++i) {
      const Measurement again = daedalus::bench::Apart(run);
      for (int s = 0; s < 7; ++s) best.seconds[s] = std::min(best.seconds[s], again.seconds[s]);
    }
    best.seconds[5] /= best.steps;
    rows.push_back(best);
    fmt::print("{:>8} {:>9}", n, best.equations);
    for (const double s : best.seconds) fmt::print(" {:>10.3f}", 1e3 * s);
    // Of the whole process for the smallest, then what each equation more costs.
    const double base = rows.front().peak_bytes;
    const double per_equation =
        rows.size() > 1 ? (best.peak_bytes - base) / (best.equations - rows.front().equations) : NAN;
    fmt::print(" {:>7} {:>11.1f} {:>14.0f}\n", best.steps, best.peak_bytes / 1048576, per_equation);
  }
  bool ok = true;
  const auto exponent = [&](int stage, std::size_t from) {
    std::vector<double> equations, seconds;
    for (std::size_t i = from; i < rows.size(); ++i) {
      equations.push_back(rows[i].equations);
      seconds.push_back(rows[i].seconds[stage]);
    }
    return daedalus::bench::GrowthExponent(equations, seconds);
  };
  fmt::print("{:>18}", "exponent, all");
  for (int s = 0; s < 7; ++s) {
    fmt::print(" {:>10.2f}", exponent(s, 0));
    ok = ok && exponent(s, 0) <= 1.1;
  }
  fmt::print("\n{:>18}", "last decade");
  for (int s = 0; s < 7; ++s) fmt::print(" {:>10.2f}", exponent(s, rows.size() - 2));
  const Measurement& b = rows.back();
  const double per_equation = b.peak_bytes / b.equations;
  fmt::print("\nmemory of the whole process at {} equations: {:.0f} bytes an equation\n", b.equations,
             per_equation);
  ok = ok && per_equation < 2048;
  fmt::print("{}\n",
             ok ? "all within N^1.1 and 2 KiB an equation"
                : "OVER THE LIMIT: a stage grows faster than N^1.1, or memory exceeds 2 KiB an equation");
  return ok ? 0 : 1;
}
