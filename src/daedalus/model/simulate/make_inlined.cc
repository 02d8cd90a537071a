#include "daedalus/model/simulate/make_inlined.h"

#include <fmt/format.h>

#include "daedalus/model/simulate/explain_failure.h"
#include "daedalus/programs/inlined/mixed_methods.h"
#include "daedalus/system/print_system.h"

namespace daedalus::simulate {
namespace {

std::optional<Diagnostic> FindMistake(const InlinedModel& given) {
  if (!inlined::MethodNamed(given.settings.method)) {
    return Error(Code::kBadOption, {}, "the method `{}` cannot be inlined", given.settings.method)
        .Hint(fmt::format("these can: {}", inlined::MethodNames()));
  }
  if (given.settings.integrator.fixed_step <= 0 &&
      !ControlsStep(*inlined::MethodNamed(given.settings.method))) {
    return Error(Code::kBadOption, {}, "the inlined method `{}` needs a fixed step", given.settings.method)
        .Hint("give one with --step");
  }
  return std::nullopt;
}

// The lines of --verbose about a step.
std::vector<std::string> Remarks(const inlined::StepProgram& step) {
  const causal::Program& program = step.program();
  std::vector<std::string> out;
  out.push_back(fmt::format("inlined: {} equations, {} blocks, {} iteration variables a step",
                            program.equations.size(), program.blocks.size(), program.tearing.size()));
  for (const EquationId e : step.DivisionsByStep()) {
    out.push_back(fmt::format("divided by the step size, so that their errors grow as it shrinks: {}",
                              EquationText(step.system(), step.system().equations[e])));
  }
  return out;
}

}  // namespace

Result<MadeInlined> MakeInlinedIntegrator(const InlinedModel& given, std::span<const VariableId> states,
                                          integrate::DaeProblem problem, integrate::Tolerances tolerances) {
  if (auto mistake = FindMistake(given)) return Fail(*std::move(mistake));
  const inlined::Method method = *inlined::MethodNamed(given.settings.method);
  std::vector<VariableId> unknowns(states.begin(), states.end());
  if (states.empty()) {
    for (const VariableId v : IdRange<VariableId>(given.model.system->variables.size()))
      unknowns.push_back(v);
  }
  // Invariants that are only measured are not part of the step.
  System without_invariants;
  const System* system = given.model.system.get();
  if (given.model.invariant_use == compile::InvariantUse::kMeasure) {
    without_invariants = *system;
    without_invariants.invariants.clear();
    system = &without_invariants;
  }
  // In the least squares of a step with invariants the formula of the method is satisfied only approximately.
  // Its slopes then differ from those of the equations.
  const bool bdf_knows_slopes = method == inlined::Method::kBdf &&
                                given.settings.integrator.fixed_step == 0 && system->invariants.empty();
  const auto results = states.empty()     ? inlined::StepResults::kAllVariables
                       : bdf_knows_slopes ? inlined::StepResults::kStatesAlone
                                          : inlined::StepResults::kStates;
  auto step = inlined::StepProgram::Compile(
      {system, given.parameters, given.attributes.nominal, given.settings.inlined_step,
       given.explicit_states},
      given.settings.implicit_states.empty() ? inlined::StagesOf(method) : inlined::MixedStagesOf(method),
      results);
  if (!step) return Failure{std::move(step).error()};
  (*step)->ObeyCancellation(given.settings.cancelled);
  (*step)->UseHeld(given.held);
  if (given.refresh) (*step)->SetRefresh(given.refresh);
  if (given.settings.newton_limit > 0) (*step)->BoundIterations(given.settings.newton_limit);
  MadeInlined out;
  out.method = {NameOf(method), Remarks(**step)};
  out.integrator = std::make_unique<inlined::InlinedIntegrator>(
      std::move(problem), std::move(tolerances),
      inlined::InlinedOptions{method, given.settings.integrator, given.settings.real_time,
                              given.settings.grid.start},
      *std::move(step), std::move(unknowns));
  return out;
}

Diagnostic ExplainInlinedStep(inlined::InlinedIntegrator& integrator) {
  const inlined::StepProgram& step = integrator.program();
  const execute::OdeModel::Failure& failure = *integrator.last_failure();
  const auto end = [&](Diagnostic d) {
    return std::move(d).Note(fmt::format("in a step of size {:.6g} that begins at time = {:.9g}",
                                         failure.time - integrator.time(), integrator.time()));
  };
  if (!failure.execution.loop.reason.empty())
    return end(ExplainLoopFailure(step.system(), step.program(), failure));
  return end(ExplainNonFiniteUnknown(step.system(), step.program(),
                                     {failure.time, failure.y, failure.yp, failure.held}, step.parameters()));
}

}  // namespace daedalus::simulate
