#include "daedalus/products/driver/export_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "daedalus/model/model.h"
#include "daedalus/model/simulate/find_start.h"
#include "daedalus/products/driver/flatten_model.h"
#include "daedalus/products/exported/c_program.h"
#include "daedalus/products/exported/export_c.h"
#include "daedalus/programs/inlined/inlined_integrator.h"
#include "daedalus/run/read_settings.h"
#include "daedalus/system/print_system.h"

namespace daedalus::driver {
namespace {

// Finds conditions that decide which unknowns an equation has. The exported step must suit all their values;
// otherwise each combination would need a step of its own.
std::optional<Diagnostic> FindOtherMode(const compile::GivenModel& given) {
  constexpr std::size_t kMostConditions = 8;
  const std::size_t count = given.modes.conditions.size();
  const auto refusal = [&](std::string what) {
    return Error(Code::kBadOption, {}, "the structure of `{}` changes at events, so it cannot be exported",
                 given.system->name)
        .Note(std::move(what));
  };
  if (count > kMostConditions)
    return refusal(fmt::format("{} conditions decide which structure holds", count));
  for (std::size_t combination = 0; count > 0 && combination < std::size_t{1} << count; ++combination) {
    std::vector<char> values;
    for (std::size_t k = 0; k < count; ++k) values.push_back(static_cast<char>(combination >> k & 1));
    const auto mode = compile::ReadMode(given, values);
    if (mode.ok() && !mode->has_value()) continue;
    std::string text = "where";
    for (std::size_t k = 0; k < count; ++k)
      text +=
          fmt::format("{} `{}` is {}", k > 0 ? "," : "",
                      ExpressionText(*given.system, given.modes.conditions[k]), values[k] ? "true" : "false");
    return refusal(text + " it has other states, or no solution");
  }
  return std::nullopt;
}

// Tearing to the fewest iteration variables would give a large loop long expressions and a full matrix.
bool HasLargeLoop(const causal::Program& program) {
  return std::ranges::any_of(
      program.blocks, [](const causal::Block& block) { return block.tearing.size() > exported::kMostFull; });
}

// The start must satisfy the invariants, and the equations must imply them. A run checks the same at its
// beginning.
Result<Unit> CheckInvariants(simulate::Segment& segment, const simulate::RunSettings& settings,
                             const initialize::InitialValues& values) {
  if (auto ready = segment.MakeReady(simulate::CodeChoice::kInterpreter, settings.grid.start, values); !ready)
    return ready;
  const integrate::StepOutcome begun = segment.Start(settings.grid.start, values);
  if (!begun.ok()) return Fail(segment.ExplainStep(begun));
  return Unit{};
}

Result<fmi::SourceModel> Export(System flat, const SimulateOptions& options, Diagnostics& diagnostics) {
  auto settings = run::ReadSettings(options, flat.experiment);
  if (!settings) return Failure{std::move(settings).error()};
  const inlined::Method method = *inlined::MethodNamed(settings->method);
  if (settings->integrator.fixed_step <= 0)
    return Fail(Error(Code::kBadOption, {}, "an exported step has a fixed size").Hint("give it with --step"));
  const auto model = model::Model::FromSystem(std::move(flat));
  auto variant = model->Compile(
      {.constraints = options.index_treatment, .form = settings->form, .method = settings->method});
  if (!variant) return Failure{std::move(variant).error()};
  diagnostics.Append(std::move(variant->warnings));
  const auto& compiled = variant->compiled;
  simulate::FoundStart start;
  if (auto found = simulate::FindStart({compiled, {compiled, &compiled->given()}, *settings}, start); !found)
    return Failure{std::move(found).error()};
  simulate::StateChanges& states = *start.states;
  if (states.may_change()) {
    return Fail(Error(Code::kBadOption, {},
                      "the index of `{}` is reduced, and its states may have to change during a run, so it "
                      "cannot be exported",
                      states.given().system->name)
                    .Hint("write the model so that its states are independent"));
  }
  if (!states.given().system->invariants.empty()) {
    if (auto implied = CheckInvariants(states.current(), *settings, start.values); !implied)
      return Failure{std::move(implied).error()};
  }
  if (auto mode = FindOtherMode(states.given())) return Fail(*std::move(mode));
  const compile::PreparedModel& prepared = states.current().model();
  const auto compile = [&](const causal::ProgramOptions& program) {
    return inlined::StepProgram::Compile(
        {prepared.system.get(), prepared.parameters, prepared.attributes.nominal, program},
        inlined::StagesOf(method), inlined::StepResults::kAllVariables);
  };
  causal::ProgramOptions program = settings->inlined_step;
  program.loop_method = causal::BlockMethod::kTorn;  // few iteration variables, because the LU decomposition
                                                     // in C is that of a full matrix
  auto step = compile(program);
  if (step && HasLargeLoop((*step)->program())) step = compile(settings->inlined_step);
  if (!step) return Failure{std::move(step).error()};
  (*step)->Guess(start.values.y, start.values.yp);
  exported::COptions c{settings->method, settings->grid.start, settings->integrator.fixed_step,
                       settings->tolerance, settings->newton_limit};
  if (inlined::IsMultistep(method)) {
    c.multistep =
        inlined::EqualStepCoefficients(method, inlined::HighestOrder(method, settings->integrator), c.step);
  }
  auto code = exported::ExportC({**step, prepared, states.given(), start.values, states.held()}, c);
  if (!code) return Failure{std::move(code).error()};
  auto description = std::make_shared<model::ModelDescription>(model::Describe(states.given(), prepared));
  return fmi::SourceModel{*std::move(code), std::move(description), c.start, c.step};
}

}  // namespace

std::optional<fmi::SourceModel> ExportModel(const SimulateOptions& options, SourceFiles& loaded,
                                            Diagnostics& diagnostics) {
  ModelOptions free = options.model;
  free.free_inputs = semantics::FreeInputs::kHeld;
  auto flat = FlattenModel(free, loaded, diagnostics);
  if (!flat) return std::nullopt;
  SimulateOptions inlined = options;
  inlined.form = simulate::ModelForm::kInline;
  auto code = Export(*std::move(flat), inlined, diagnostics);
  if (code) return *std::move(code);
  diagnostics.Append(std::move(code).error());
  return std::nullopt;
}

}  // namespace daedalus::driver
