#include "daedalus/products/driver/linearize_model.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "daedalus/model/model.h"
#include "daedalus/products/driver/flatten_model.h"
#include "daedalus/run/simulation.h"

namespace daedalus::driver {
namespace {

using ModelPointer = std::shared_ptr<const model::Model>;

Result<double> StartTime(const LinearizeModelOptions& options, const model::Model& model) {
  const double start = options.run.start.value_or(model.experiment().start_time.value_or(0));
  if (!options.at || (std::isfinite(*options.at) && *options.at >= start)) return start;
  return Fail(Error(Code::kBadOption, {}, "--at {:g} is not a time after the start, which is at {:g}",
                    *options.at, start));
}

// A run up to the point. It ends there, whatever the experiment of the model says.
Result<simulate::ModelState> RunTo(double t, const LinearizeModelOptions& options, const ModelPointer& model,
                                   Diagnostics& diagnostics) {
  run::RunOptions how = options.run;
  how.stop = t;
  how.keeps_state = true;
  run::Simulation simulation(model, how);
  const run::RunReport report = simulation.Run();
  if (report.status == run::RunStatus::kDone && report.state && report.state->time >= t) {
    diagnostics.AppendNew(simulation.diagnostics().Take());
    return *report.state;
  }
  if (simulation.diagnostics().HasErrors()) return Failure{simulation.diagnostics().Take()};
  return Fail(Error(Code::kBadState, {}, "the run has ended at time = {:g}, before --at {:g}",
                    report.statistics.final_time, t));
}

// The instance is at the point from here on.
Result<std::unique_ptr<model::Instance>> BeginAt(const LinearizeModelOptions& options,
                                                 const ModelPointer& model, Diagnostics& diagnostics) {
  const auto start = StartTime(options, *model);
  if (!start) return Failure{start.error()};
  const double stop = model->experiment().stop_time.value_or(*start + 1);
  auto instance = model::Instance::Make(
      model, {.tolerance = options.run.tolerance.value_or(model->experiment().tolerance.value_or(1e-6)),
              .length = stop > *start ? stop - *start : 1,
              .sliding = options.run.sliding});
  if (!instance) return instance;
  if (!options.at || *options.at == *start) {
    if (auto begun = (*instance)->Initialize(*start); !begun) return Failure{std::move(begun).error()};
    return instance;
  }
  const auto state = RunTo(*options.at, options, model, diagnostics);
  if (!state) return Failure{state.error()};
  if (auto restored = (*instance)->Restore(*state); !restored) return Failure{std::move(restored).error()};
  return instance;
}

// Fixed start values take precedence over --steady.
Result<Unit> CheckRest(model::Instance& instance, double tolerance, Diagnostics& diagnostics) {
  constexpr double kSlack = 100;  // the tolerance is meant for values, and these are derivatives
  const auto slopes = instance.Derivatives();
  if (!slopes) return Failure{slopes.error()};
  const std::vector<double> nominal = instance.NominalsOfStates();
  const std::vector<std::string> names = instance.NamesOfStates();
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (std::abs((*slopes)[i]) <= kSlack * tolerance * std::max(nominal[i], std::abs(instance.states()[i])))
      continue;
    diagnostics.Report(Warning(Code::kInitialAssumed, {}, "`{}` is not at rest: its derivative is {:.6g}",
                               names[i], (*slopes)[i])
                           .Note("--steady asks for rest where the start value is not fixed")
                           .Hint("remove `fixed = true` from the start values"));
    break;
  }
  return Unit{};
}

Result<model::LinearSystem> Linearize(const LinearizeModelOptions& options, System system,
                                      Diagnostics& diagnostics) {
  const auto model = model::Model::FromSystem(std::move(system));
  auto instance = BeginAt(options, model, diagnostics);
  if (!instance) return Failure{std::move(instance).error()};
  if (options.model.steady && !options.at) {
    const double tolerance = options.run.tolerance.value_or(model->experiment().tolerance.value_or(1e-6));
    if (auto rests = CheckRest(**instance, tolerance, diagnostics); !rests)
      return Failure{std::move(rests).error()};
  }
  model::VariantOptions causal;
  causal.form = simulate::ModelForm::kOde;
  const auto description = model->Describe(causal);
  if (!description) return Failure{description.error()};
  auto out = model::Linearize(**instance, **description, options);
  diagnostics.AppendNew((*instance)->diagnostics().Take());
  return out;
}

}  // namespace

std::optional<model::LinearSystem> LinearizeModel(const LinearizeModelOptions& options, SourceFiles& loaded,
                                                  Diagnostics& diagnostics) {
  auto flat = FlattenModel(options.model, loaded, diagnostics);
  if (!flat) return std::nullopt;
  auto out = Linearize(options, *std::move(flat), diagnostics);
  if (out) return *std::move(out);
  diagnostics.AppendNew(std::move(out).error());
  return std::nullopt;
}

}  // namespace daedalus::driver
