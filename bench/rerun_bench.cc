// What a run costs if the model is compiled: the same model again and again with another value of a
// parameter, through the facade of C++. bench/python/compare.py sets it beside the Python package.
//
// usage: rerun_bench FILE PARAMETER VALUE STOP TOLERANCE POINTS VARIABLE
//        prints one JSON object: milliseconds of the load, the first run and the fastest further run, and the
//        last value of the variable.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <string>

#include "daedalus/products/driver/flatten_model.h"
#include "daedalus/run/columns.h"
#include "daedalus/run/simulation.h"

namespace {

using namespace daedalus;

double Now() {
  return 1e3 * std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

struct Problem {
  std::shared_ptr<const model::Model> model;
  run::RunOptions options;
  std::string parameter, variable;
};

// The last value of the variable; NaN if the run has failed.
double RunOnce(const Problem& problem, double value) {
  run::Columns columns;
  run::Simulation simulation(problem.model, problem.options);
  simulation.Observe(columns);
  if (!simulation.Set(problem.parameter, value)) return NAN;
  if (simulation.Run().status != run::RunStatus::kDone) return NAN;
  return columns.Row(columns.num_points() - 1)[columns.Find(problem.variable).value()];
}

}  // namespace

int main(int argc, char** argv) {
  constexpr double kMilliseconds = 2000;
  if (argc != 8) {
    fmt::print(stderr, "usage: rerun_bench FILE PARAMETER VALUE STOP TOLERANCE POINTS VARIABLE\n");
    return 2;
  }
  const double begin = Now();
  driver::SourceFiles files;
  Diagnostics diagnostics;
  driver::ModelOptions load;
  load.files = {argv[1]};
  auto system = driver::FlattenModel(load, files, diagnostics);
  if (!system) {
    fmt::print(stderr, "{}: the model is wrong\n", argv[1]);
    return 1;
  }
  Problem problem{.model = model::Model::FromSystem(*std::move(system)),
                  .options = {},
                  .parameter = argv[2],
                  .variable = argv[7]};
  const double value = std::stod(argv[3]);
  problem.options.stop = std::stod(argv[4]);
  problem.options.tolerance = std::stod(argv[5]);
  problem.options.intervals = std::stoi(argv[6]) - 1;
  const double loaded = Now();
  const double last = RunOnce(problem, value);
  const double first = Now() - loaded;
  double again = first;
  const double end = Now() + kMilliseconds;
  for (int i = 1; Now() < end; ++i) {
    const double before = Now();
    RunOnce(problem, value * (1 + 1e-3 * (i % 7)));
    again = std::min(again, Now() - before);
  }
  fmt::print("{{\"load\": {}, \"first\": {}, \"again\": {}, \"last\": {}}}\n", loaded - begin, first, again,
             last);
  return 0;
}
