#include "daedalus/model/compile/prepare_model.h"

#include "daedalus/model/initialize/start_preferences.h"
#include "daedalus/programs/causal/assigned_guess.h"

namespace daedalus::compile {
namespace {

PreparedModel WhatIsGiven(const GivenModel& given) {
  PreparedModel model;
  model.parameters = given.parameters;
  model.num_given_equations = given.num_equations;
  model.num_given_unknowns = given.num_unknowns;
  model.structural_index = given.structural_index;
  model.damps_nothing = given.damps_nothing;
  model.num_aliases = static_cast<std::uint32_t>(given.aliases.size());
  const IndexTreatment treatment = given.constraints.treatment;
  model.is_as_given = treatment == IndexTreatment::kNone;
  if (given.reduction && given.reduction->has_invariants())
    model.invariant_use =
        treatment == IndexTreatment::kProject ? InvariantUse::kProject : InvariantUse::kMeasure;
  return model;
}

// If a nonlinear constraint was differentiated, the variable that became a dummy is one root of several.
// Marks such variables.
void MarkBranches(PreparedModel& model) {
  std::vector<char> is_constraint(model.system->equations.size(), 0);
  for (const causal::Differentiated& constraint : model.differentiated)
    is_constraint[constraint.equation.index()] = 1;
  for (causal::Block& block : model.program.blocks) {
    if (block.kind != causal::BlockKind::kNonlinear) continue;
    for (const EquationId equation : model.program.EquationsOf(block))
      block.keeps_branch = block.keeps_branch || is_constraint[equation.index()];
  }
}

void FindProgram(const GivenModel& given, PreparedModel& model) {
  const causal::PivotContext pivots{{model.parameters, {}}, model.attributes.nominal};
  model.program = causal::BuildProgram(*model.system, model.incidence, model.matching, pivots, given.program);
  MarkBranches(model);
  model.whole = model.system;
  model.whole_places = model.places;
}

// The smaller its unit, the less readily a variable is computed from others, so that variables with a start
// value keep it. If such states are worse than others at the values that were found, others are chosen there.
constexpr double kReadinessWithStart = 0.03;

}  // namespace

StartGuess GuessStart(const GivenModel& given, double time, std::span<const double> held) {
  StartGuess out{
      {}, given.attributes.nominal, {time, given.attributes.start, given.parameters, {}, {}, held}};
  for (const VariableId v : IdRange<VariableId>(given.system->variables.size())) {
    if (given.system->variables[v].start.IsValid()) out.nominal[v.index()] *= kReadinessWithStart;
  }
  out.point.nominal = out.nominal;
  out.values = causal::WithAssigned(*given.system, out.point);
  out.point.values = out.values;
  return out;
}

PreparedModel PrepareAsGiven(const GivenModel& given, std::shared_ptr<System> system) {
  PreparedModel model = WhatIsGiven(given);
  model.places = given.quantities;
  for (Quantity& place : model.places) place.order = place.order > 0;
  model.attributes = given.attributes;
  model.system = std::move(system);
  model.incidence = given.incidence;
  model.matching = given.matching;
  model.as_it_stands = given.as_it_stands;
  if (!model.as_it_stands) initialize::MarkStartPreferences(*model.system, model.incidence);
  FindProgram(given, model);
  return model;
}

Result<PreparedModel> PrepareStates(const GivenModel& given, const structure::StateSelection& selection) {
  PreparedModel model = WhatIsGiven(given);
  causal::ReducedSystem reduced = given.reduction->Write(selection);
  for (const auto& [variable, order] : given.quantities)
    model.places.push_back(reduced.places[given.reduction->columns().ColumnOf(variable, order)]);
  model.system = std::make_shared<System>(std::move(reduced.system));
  model.is_dummy.resize(model.system->variables.size());
  for (std::size_t i = 0; i < model.places.size(); ++i) {
    const Quantity& place = model.places[i];
    if (given.quantities[i].order > 0 && place.order == 0) model.is_dummy[place.variable.index()] = 1;
  }
  model.differentiated = std::move(reduced.differentiated);
  model.dummy_derivatives = std::move(reduced.dummy_derivatives);
  auto attributes = initialize::EvaluateAttributes(*model.system, model.parameters);
  if (!attributes) return Failure{std::move(attributes).error()};
  model.attributes = std::move(*attributes);
  model.incidence = causal::IncidenceOf(*model.system);
  initialize::MarkStartPreferences(*model.system, model.incidence);
  auto solvability = causal::CheckSolvability(*model.system, model.incidence);
  if (!solvability) return Failure{std::move(solvability).error()};
  model.matching = std::move(solvability->matching);
  FindProgram(given, model);
  return model;
}

Result<PreparedModel> PrepareModel(System system, const ConstraintOptions& constraints, double start_time,
                                   Diagnostics& diagnostics) {
  auto given = ReadGivenModel(std::move(system), constraints, AliasTreatment::kRemove, diagnostics);
  if (!given) return Failure{std::move(given).error()};
  if (!given->reduction) return PrepareAsGiven(*given, given->own);
  const auto selection = given->reduction->Select(GuessStart(*given, start_time, given->held).point);
  if (!selection) return Failure{selection.error()};
  return PrepareStates(*given, *selection);
}

}  // namespace daedalus::compile
