#include "daedalus/model/compile/numerical_index.h"

#include <vector>

#include "daedalus/model/compile/given_model.h"
#include "daedalus/model/compile/name_derivatives.h"
#include "daedalus/model/hybrid/event_iteration.h"
#include "daedalus/model/initialize/attribute_values.h"
#include "daedalus/programs/causal/alias_removal.h"
#include "daedalus/programs/causal/solvability.h"
#include "daedalus/system/parameters.h"

namespace daedalus::compile {
namespace {

// What the relations and discrete variables of the model are at its start values.
Result<std::vector<double>> HeldAtStart(System& system, const std::vector<double>& parameters,
                                        const std::vector<double>& start) {
  if (system.hybrid.empty()) return std::vector<double>();
  auto events = hybrid::CompileEvents(system);
  if (!events) return Failure{std::move(events).error()};
  const hybrid::EventModel model = *std::move(events);
  hybrid::EventIteration iteration(model, parameters, 0);
  iteration.Guess(0, start, std::vector<double>(system.variables.size(), 0.0));
  return std::vector<double>(iteration.held().begin(), iteration.held().end());
}

void AddStructure(NumericalIndex& out) {
  const causal::SystemIncidence incidence = causal::IncidenceOf(out.system);
  if (const auto free = causal::DegreesOfFreedom(out.system, incidence); free.ok())
    out.structural_free = *free;
  Diagnostics silent;
  const auto given =
      ReadGivenModel(out.system, IndexTreatment::kDummyDerivatives, AliasTreatment::kKeep, silent);
  if (given.ok()) out.structural_index = given->structural_index;
}

}  // namespace

Result<NumericalIndex> FindNumericalIndex(System system, Diagnostics& diagnostics) {
  NameDerivatives(system);
  auto removed = causal::RemoveAliases(std::move(system), diagnostics);
  if (!removed) return Failure{std::move(removed).error()};
  NumericalIndex out;
  out.system = std::move(removed->system);
  out.time = out.system.experiment.start_time.value_or(0);
  auto parameters = EvaluateParameters(out.system);
  if (!parameters) return Failure{std::move(parameters).error()};
  auto attributes = initialize::EvaluateAttributes(out.system, parameters->values);
  if (!attributes) return Failure{std::move(attributes).error()};
  auto held = HeldAtStart(out.system, parameters->values, attributes->start);
  if (!held) return Failure{std::move(held).error()};
  if (out.system.variables.empty() || out.system.equations.empty()) {
    return Fail(Error(Code::kBadOption, {}, "`{}` has no equations to look at", out.system.name));
  }
  std::vector<char> may_move;
  for (const Variable& variable : out.system.variables) may_move.push_back(!variable.fixed);
  array::AnalysisProblem problem;
  problem.time = out.time;
  problem.parameters = parameters->values;
  problem.held = *held;
  problem.start = attributes->start;
  problem.units = attributes->nominal;
  problem.may_move = may_move;
  problem.with_initial_equations = true;
  out.analysis = array::AnalyzeArray(out.system, problem);
  AddStructure(out);
  return out;
}

}  // namespace daedalus::compile
