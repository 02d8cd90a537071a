#include "daedalus/products/analyze/explain_structure.h"

#include <algorithm>

#include "daedalus/model/compile/prepare_model.h"
#include "daedalus/products/analyze/explain_differentiation.h"
#include "daedalus/programs/causal/inline_integration.h"
#include "daedalus/structure/causalize.h"
#include "daedalus/system/parameters.h"
#include "daedalus/system/print_system.h"

namespace daedalus::analyze {
namespace {

// Some steps number the equations anew: each carries its first number along.
void RememberPlaces(System& system) {
  for (const EquationId e : IdRange<EquationId>(system.equations.size()))
    system.equations[e].history = system.histories.Append({}, {Operation::Kind::kGiven, e.value});
}

Result<System> WithoutAliases(System system, StructureExplanation& out, Diagnostics& diagnostics) {
  auto removal = causal::RemoveAliases(std::move(system), diagnostics, std::move(out.aliases));
  if (!removal) return Failure{std::move(removal).error()};
  out.aliases = std::move(removal->aliases);
  return std::move(removal->system);
}

std::vector<DifferentiatedEquation> Describe(const System& system,
                                             const std::vector<causal::Differentiated>& differentiated) {
  const std::vector<std::string> reasons = ReasonsToDifferentiate(system, differentiated);
  std::vector<DifferentiatedEquation> out;
  for (std::size_t i = 0; i < differentiated.size(); ++i) {
    const Equation& equation = system.equations[differentiated[i].equation];
    out.push_back({GivenEquationOf(system, equation), EquationText(system, equation),
                   SpanOf(system, equation), differentiated[i].times, reasons[i]});
  }
  return out;
}

Result<System> Reduced(System system, const StructureOptions& options, StructureExplanation& out,
                       Diagnostics& diagnostics) {
  const compile::AliasTreatment aliases =
      options.keep_aliases ? compile::AliasTreatment::kKeep : compile::AliasTreatment::kRemove;
  auto given = compile::ReadGivenModel(std::move(system), compile::IndexTreatment::kDummyDerivatives, aliases,
                                       diagnostics);
  if (!given) return Failure{std::move(given).error()};
  out.aliases = std::move(given->aliases);
  out.structural_index = given->structural_index;
  out.conversion = given->conversion;
  if (!given->reduction) return *given->system;
  const auto selection = given->reduction->Select(compile::GuessStart(*given, 0, given->held).point);
  if (!selection) return Failure{selection.error()};
  causal::ReducedSystem reduced = given->reduction->Write(*selection);
  out.differentiated = Describe(*given->system, reduced.differentiated);
  out.dummy_derivatives = std::move(reduced.dummy_derivatives);
  if (options.keep_aliases) return std::move(reduced.system);
  return WithoutAliases(std::move(reduced.system), out, diagnostics);
}

// They alone are made of no given equation.
std::size_t CountIntegrators(const System& reduced) {
  std::size_t count = 0;
  for (const EquationId e : IdRange<EquationId>(reduced.equations.size()))
    count += !GivenEquationOf(reduced, reduced.equations[e]).IsValid();
  return count;
}

Result<causal::Analysis> AnalyzeWithNumbers(System system, const StructureOptions& options,
                                            std::span<const ParameterId> vanishing) {
  auto parameters = EvaluateParameters(system);
  if (!parameters) return Failure{std::move(parameters).error()};
  auto attributes = initialize::EvaluateAttributes(system, parameters->values);
  if (!attributes) return Failure{std::move(attributes).error()};
  return causal::Analyze(std::move(system), {{parameters->values, vanishing}, attributes->nominal},
                         {.tearing = options.tearing, .loop_method = options.loops});
}

Result<causal::Analysis> AnalyzeAsAsked(System system, const StructureOptions& options) {
  if (!options.inlined) return AnalyzeWithNumbers(std::move(system), options, {});
  causal::InlinedSystem step =
      causal::InlineStep(system, causal::IncidenceOf(system), inlined::StagesOf(*options.inlined));
  // Its size is unknown, and must not matter; it may only not be zero.
  step.system.parameters[step.step_size].value = step.system.graph.Constant(1e-3);
  return AnalyzeWithNumbers(std::move(step.system), options, {&step.step_size, 1});
}

}  // namespace

EquationId GivenEquationOf(const System& system, const Equation& equation) {
  for (const Operation& operation : system.histories.Steps(equation.history)) {
    if (operation.kind == Operation::Kind::kGiven) return EquationId(operation.detail);
  }
  return EquationId();
}

Result<StructureExplanation> ExplainStructure(System system, const StructureOptions& options,
                                              Diagnostics& diagnostics) {
  StructureExplanation out;
  out.given = std::make_shared<const System>(system);
  out.inlined = options.inlined;
  RememberPlaces(system);
  auto reduced = Reduced(std::move(system), options, out, diagnostics);
  if (!reduced) return Failure{std::move(reduced).error()};
  auto analysis = AnalyzeAsAsked(std::move(*reduced), options);
  if (!analysis) return Failure{std::move(analysis).error()};
  out.analysis = std::move(*analysis);
  if (!out.inlined) out.num_integrators = CountIntegrators(out.analysis.system);
  out.core_equations =
      structure::Causalize(causal::HighestDerivatives(out.analysis.incidence)).core_rows.size();
  return out;
}

}  // namespace daedalus::analyze
