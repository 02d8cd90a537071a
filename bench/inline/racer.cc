#include "inline/racer.h"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <span>
#include <string_view>

#include "daedalus/model/simulate/run.h"
#include "daedalus/products/driver/flatten_model.h"
#include "daedalus/run/read_settings.h"

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
  // As long as the errors allow: it is the integrators that race, and not `simulate`, which is careful with
  // driven models.
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
  auto given = compile::ReadGivenModel(*std::move(flat), compile::IndexTreatment::kDummyDerivatives,
                                       compile::AliasTreatment::kRemove, diagnostics);
  if (!given) return std::nullopt;
  racer.model =
      std::make_shared<const simulate::CompiledModel>(*std::move(given), contender.form, contender.method);
  return racer;
}

std::unique_ptr<Ready> MakeReady(Racer& racer, double tolerance) {
  racer.options.tolerance = tolerance;
  auto settings = run::ReadSettings(racer.options, racer.experiment);
  if (!settings) return nullptr;
  auto out = std::make_unique<Ready>();
  out->settings = *std::move(settings);
  const std::shared_ptr<const compile::GivenModel> numbers(racer.model, &racer.model->given());
  if (!simulate::FindStart({racer.model, numbers, out->settings, simulate::CodeChoice::kMachine}, out->start))
    return nullptr;
  if (!out->segment().MakeReady(simulate::CodeChoice::kMachine, out->settings.grid.start, out->start.values))
    return nullptr;
  return out;
}

std::optional<Run> RunRacer(Racer& racer, double tolerance) {
  using Clock = std::chrono::steady_clock;
  const std::unique_ptr<Ready> ready = MakeReady(racer, tolerance);
  if (!ready) return std::nullopt;
  Run out;
  std::optional<Clock::time_point> begin, end;
  simulate::RunHooks hooks;
  hooks.output = [&](double t, auto y, auto yp) -> Result<Unit> {
    const auto values = ready->states().QuantitiesAt(t, y, yp);
    if (!values) return Fail(ready->segment().ExplainOutput());
    out.end.assign(values->begin(), values->end());
    (begin ? end : begin) = Clock::now();
    return Unit{};
  };
  hooks.after_step = [&](double) { ready->segment().tier_up().AfterStep(); };
  hooks.relieve = [&](const integrate::StepOutcome* failure) { return ready->states().Relieve(failure); };
  const auto seconds = LeastSeconds([&]() -> std::optional<double> {
    if (!ready->Start()) return std::nullopt;
    begin.reset();
    const auto outcome =
        simulate::Run(ready->segment().integrator(), ready->settings.grid, hooks, ready->segment().points());
    if (outcome.status != simulate::RunOutcome::Status::kDone || !end) return std::nullopt;
    return std::chrono::duration<double>(*end - *begin).count();
  });
  if (!seconds) return std::nullopt;
  out.seconds = *seconds;
  return out;
}

}  // namespace daedalus::bench
