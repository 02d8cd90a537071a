#include "ivp/model_runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <optional>

#include "daedalus/products/driver/flatten_model.h"
#include "daedalus/run/columns.h"
#include "daedalus/run/simulation.h"

namespace daedalus::bench {
namespace {

std::string FileOf(const problems::IvpProblem& problem) {
  return fmt::format("{}/{}.mo", IVP_MODELS, problem.name);
}

double ThreadSeconds() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// Reads the clock after the first step and the last. The number of steps is known from an earlier run, so
// that the clock is read only twice.
class StepClock final : public run::Observer {
 public:
  void Expect(long steps) {
    expected_ = steps;
    steps_ = 0;
  }
  void Step(double) override {
    ++steps_;
    if (steps_ == 1) first_ = ThreadSeconds();
    if (steps_ == expected_) last_ = ThreadSeconds();
  }
  long steps() const { return steps_; }
  // Of all steps.
  double Seconds() const {
    return (last_ - first_) * static_cast<double>(expected_) / static_cast<double>(expected_ - 1);
  }

 private:
  long expected_ = 0, steps_ = 0;
  double first_ = 0, last_ = 0;
};

// The unknowns y[1], y[2], ... at the last point; empty if one is missing.
std::vector<double> ReadEnd(const run::Columns& columns, std::int32_t size) {
  std::vector<double> y;
  if (columns.num_points() == 0) return y;
  const std::span<const double> last = columns.Row(columns.num_points() - 1);
  for (std::int32_t i = 1; i <= size; ++i) {
    const auto column = columns.Find(fmt::format("y[{}]", i));
    if (!column) return {};
    y.push_back(last[*column]);
  }
  return y;
}

std::shared_ptr<const model::Model> LoadModel(const problems::IvpProblem& problem) {
  driver::SourceFiles loaded;
  Diagnostics diagnostics;
  driver::ModelOptions options;
  options.files = {FileOf(problem)};
  auto system = driver::FlattenModel(options, loaded, diagnostics);
  return system ? model::Model::FromSystem(*std::move(system)) : nullptr;
}

}  // namespace

bool HasModel(const problems::IvpProblem& problem) {
  return std::filesystem::exists(FileOf(problem));
}

Run MeasureModel(const problems::IvpProblem& problem, double relative, int intervals,
                 const MeasureOptions& measure) {
  Run out{.form = problem.name, .task = Task::kModel, .method = "auto", .relative = relative};
  const auto model = LoadModel(problem);
  if (!model) return out;
  run::RunOptions options;
  options.stop = problem.t_end;
  options.intervals = intervals;
  options.tolerance = relative;
  run::Simulation simulation(model, options);
  run::Columns columns;
  StepClock clock;
  simulation.Observe(columns);
  simulation.Observe(clock);
  const run::RunReport report = simulation.Run();
  const std::vector<double> y = ReadEnd(columns, problem.dae.size);
  const long steps = clock.steps();
  out.ok = report.status == run::RunStatus::kDone && !y.empty() && steps > 1;
  if (!simulation.diagnostics().items().empty())
    out.remark = simulation.diagnostics().items().front().message;
  out.steps = static_cast<long>(report.statistics.steps);
  if (!out.ok) return out;
  out.digits = problems::CorrectDigits(problem, y);
  double total = 0;
  for (int runs = 0; runs < measure.min_runs || total < measure.min_seconds; ++runs) {
    clock.Expect(steps);
    simulation.Run();
    out.seconds = runs == 0 ? clock.Seconds() : std::min(out.seconds, clock.Seconds());
    total += std::max(clock.Seconds(), 1e-3);  // the start takes some time, too
  }
  return out;
}

}  // namespace daedalus::bench
