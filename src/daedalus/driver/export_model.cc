#include "daedalus/driver/export_model.h"

#include <memory>

#include "daedalus/driver/flatten_model.h"
#include "daedalus/driver/read_settings.h"
#include "daedalus/inlined/export_c.h"
#include "daedalus/inlined/inlined_integrator.h"
#include "daedalus/simulate/find_start.h"

namespace daedalus::driver {
namespace {

Result<std::string> Export(System flat, const SimulateOptions& options, Diagnostics& diagnostics) {
  auto settings = ReadSettings(options, flat.experiment);
  if (!settings) return Failure{std::move(settings).error()};
  const inlined::Method method = *inlined::MethodNamed(settings->method);
  if (settings->integrator.fixed_step <= 0)
    return Fail(
        Error(Code::kBadOption, {}, "a step that is exported has a fixed size").Hint("give it with --step"));
  auto given = compile::ReadGivenModel(std::move(flat), options.index_treatment,
                                       compile::AliasTreatment::kRemove, diagnostics);
  if (!given) return Failure{std::move(given).error()};
  if (given->events)
    return Fail(Error(Code::kBadOption, {}, "`{}` has events, and is not exported", given->system->name));
  if (!given->system->invariants.empty()) {
    return Fail(Error(Code::kBadOption, SpanOf(*given->system, given->system->invariants[0].equation),
                      "`{}` has invariants, and is not exported", given->system->name)
                    .Hint("a symmetric method, bi2 or gauss4, keeps many of them without"));
  }
  const auto model =
      std::make_shared<const simulate::CompiledModel>(*std::move(given), settings->form, settings->method);
  simulate::FoundStart start;
  if (auto found = simulate::FindStart(model, {model, &model->given()}, *settings,
                                       simulate::CodeChoice::kInterpreter, start);
      !found)
    return Failure{std::move(found).error()};
  simulate::StateChanges& states = *start.states;
  if (states.may_change()) {
    return Fail(Error(Code::kBadOption, {},
                      "the index of `{}` is reduced, and its states may have to change during a run: it is "
                      "not exported",
                      states.given().system->name)
                    .Hint("write the model with independent states"));
  }
  const compile::PreparedModel& prepared = states.current().model();
  causal::ProgramOptions program = settings->inlined_step;
  program.loop_method = causal::BlockMethod::kTorn;  // few iteration variables: their LU is dense
  auto step = inlined::StepProgram::Compile(
      {prepared.system.get(), prepared.parameters, prepared.attributes.nominal, program},
      inlined::StagesOf(method), inlined::StepResults::kAllVariables);
  if (!step) return Failure{std::move(step).error()};
  (*step)->Guess(start.values.y, start.values.yp);
  inlined::CExport c{settings->method, settings->grid.start, settings->integrator.fixed_step};
  if (inlined::IsMultistep(method)) {
    c.multistep =
        inlined::EqualStepCoefficients(method, inlined::HighestOrder(method, settings->integrator), c.step);
  }
  if (settings->newton_limit > 0) c.max_iterations = settings->newton_limit;
  return ExportC(**step, c);
}

}  // namespace

std::optional<std::string> ExportModel(const SimulateOptions& options, SourceFiles& loaded,
                                       Diagnostics& diagnostics) {
  auto flat = FlattenModel(options.model, loaded, diagnostics);
  if (!flat) return std::nullopt;
  SimulateOptions inlined = options;
  inlined.form = simulate::ModelForm::kInline;
  auto code = Export(*std::move(flat), inlined, diagnostics);
  if (code) return *std::move(code);
  diagnostics.Append(std::move(code).error());
  return std::nullopt;
}

}  // namespace daedalus::driver
