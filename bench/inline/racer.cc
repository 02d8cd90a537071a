#include "inline/racer.h"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <span>
#include <string_view>

#include "daedalus/driver/flatten_model.h"
#include "daedalus/driver/read_settings.h"

namespace daedalus::bench {
namespace {

bool IsText(const char* file) {
  return std::string_view(file).starts_with("model ");
}

std::string PathOf(const Problem& problem) {
  if (!IsText(problem.file)) return std::string(DAEDALUS_SOURCE_DIR) + "/models/" + problem.file;
  const std::string path = (std::filesystem::temp_directory_path() / "daedalus_inline_bench.mo").string();
  std::ofstream(path) << problem.file;
  return path;
}

driver::SimulateOptions OptionsOf(const Problem& problem, const Contender& contender) {
  driver::SimulateOptions options;
  options.model.files = {PathOf(problem)};
  options.model.settings = problem.settings;
  options.method = contender.method;
  options.form = contender.form;
  options.intervals = 1;
  // As long as the errors allow: it is the integrators that race, and not `simulate`, which is careful with driven models.
  options.max_step = 1e6;
  return options;
}

}  // namespace

std::optional<Racer> MakeRacer(const Problem& problem, const Contender& contender) {
  Racer racer;
  racer.options = OptionsOf(problem, contender);
  driver::SourceFiles loaded;
  Diagnostics diagnostics;
  auto flat = driver::FlattenModel(racer.options.model, loaded, diagnostics);
  if (!flat) return std::nullopt;
  racer.experiment = flat->experiment;
  auto given = compile::ReadGivenModel(*std::move(flat), compile::IndexTreatment::kDummyDerivatives, compile::AliasTreatment::kRemove, diagnostics);
  if (!given) return std::nullopt;
  racer.model = std::make_shared<const simulate::CompiledModel>(*std::move(given), contender.form, contender.method);
  return racer;
}

std::optional<Run> RunRacer(Racer& racer, double tolerance) {
  using Clock = std::chrono::steady_clock;
  racer.options.tolerance = tolerance;
  const auto settings = driver::ReadSettings(racer.options, racer.experiment);
  if (!settings) return std::nullopt;
  simulate::Instance instance(racer.model);
  Run out;
  const auto run = [&]() -> std::optional<double> {
    std::optional<Clock::time_point> begin;
    double seconds = 0;
    const auto outcome = instance.Run(
        *settings,
        [&](double, std::span<const double> values) {
          const auto now = Clock::now();
          if (!begin) begin = now;
          seconds = std::chrono::duration<double>(now - *begin).count();
          out.end.assign(values.begin(), values.end());
        },
        simulate::CodeChoice::kMachine);
    if (!outcome || outcome->status != simulate::RunOutcome::Status::kDone) return std::nullopt;
    return seconds;
  };
  const auto seconds = LeastSeconds(run);
  if (!seconds) return std::nullopt;
  out.seconds = *seconds;
  return out;
}

}  // namespace daedalus::bench
