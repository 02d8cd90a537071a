#include "ivp/peer_desolve.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <memory>

namespace daedalus::bench {
namespace {

struct PipeCloser {
  void operator()(FILE* pipe) const { pclose(pipe); }
};

std::vector<std::string> OutputOf(const std::string& command) {
  std::vector<std::string> lines;
  const std::unique_ptr<FILE, PipeCloser> pipe(popen(command.c_str(), "r"));
  if (!pipe) return lines;
  char line[512];
  while (std::fgets(line, sizeof line, pipe.get())) lines.emplace_back(line);
  return lines;
}

}  // namespace

std::string FindDesolveError() {
  if (std::system("command -v Rscript >/dev/null 2>&1") != 0) return "there is no Rscript";
  if (std::system("Rscript -e 'library(deSolve)' >/dev/null 2>&1") != 0)
    return "R has no package deSolve (r-cran-desolve)";
  return "";
}

std::vector<Run> MeasureDesolve(const std::string& problem, std::span<const double> tolerances,
                                const DesolveOptions& options) {
  std::string command = fmt::format("Rscript '{}' '{}' {} {} {} {}", IVP_DESOLVE_SCRIPT, IVP_DESOLVE_LIBRARY,
                                    problem, options.min_seconds, options.max_seconds, options.intervals);
  for (const double tolerance : tolerances) command += fmt::format(" {:.6g}", tolerance);
  std::vector<Run> runs;
  for (const std::string& line : OutputOf(command + " 2>/dev/null")) {
    char method[32];
    int ok = 0;
    Run run{.form = problem, .task = options.intervals > 1 ? Task::kPoints : Task::kEnd, .peer = true};
    if (std::sscanf(line.c_str(), "desolve,%31[^,],%lf,%d,%ld,%lf,%lf", method, &run.relative, &ok,
                    &run.steps, &run.seconds, &run.digits) != 6)
      continue;
    run.method = std::string("deSolve ") + method;
    run.ok = ok == 1;
    if (!run.ok) run.remark = "stopped";
    runs.push_back(std::move(run));
  }
  return runs;
}

}  // namespace daedalus::bench
