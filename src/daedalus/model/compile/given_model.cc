#include "daedalus/model/compile/given_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "daedalus/model/compile/free_level.h"
#include "daedalus/model/compile/ggl_stabilisation.h"
#include "daedalus/model/compile/mode_conditions.h"
#include "daedalus/model/compile/name_derivatives.h"
#include "daedalus/model/compile/preferred_states.h"
#include "daedalus/model/compile/redundant_constraints.h"
#include "daedalus/model/compile/sliding_mode.h"
#include "daedalus/model/compile/surfaces.h"
#include "daedalus/model/compile/vanishing_factors.h"
#include "daedalus/model/hybrid/event_iteration.h"
#include "daedalus/programs/causal/semi_linear_chains.h"
#include "daedalus/programs/causal/time_reversal.h"
#include "daedalus/system/bounds.h"
#include "daedalus/system/expr/evaluate.h"
#include "daedalus/system/parameters.h"

namespace daedalus::compile {
namespace {

// Call before aliases are removed, so that each declaration is checked against its own bounds.
Result<Unit> CheckGivenBounds(const System& system, Diagnostics& diagnostics) {
  auto parameters = EvaluateParameters(system);
  if (!parameters) return Failure{std::move(parameters).error()};
  Diagnostics found;
  found.Append(CheckBounds(system, parameters->values));
  if (found.HasErrors()) return Failure{found.Take()};
  diagnostics.Append(found.Take());
  return Unit{};
}

bool IsHigherIndex(const Result<causal::Solvability>& solvability) {
  return !solvability.ok() && solvability.error().at(0).code == Code::kHigherIndex;
}

// Of all variables; there may be more than before.
Result<Unit> ReadAttributes(const System& system, GivenModel& model) {
  auto attributes = initialize::EvaluateAttributes(system, model.parameters);
  if (!attributes) return Failure{std::move(attributes).error()};
  model.attributes = std::move(*attributes);
  return Unit{};
}

Result<Unit> ReadNumbers(const System& system, std::span<const ParameterOverride> overrides,
                         GivenModel& model, Diagnostics& diagnostics) {
  auto parameters = EvaluateParameters(system, overrides);
  if (!parameters) return Failure{std::move(parameters).error()};
  model.parameters = std::move(parameters->values);
  diagnostics.Append(std::move(parameters->warnings));
  if (auto read = ReadAttributes(system, model); !read) return Failure{std::move(read).error()};
  model.alias_values.clear();
  expr::Evaluator evaluator(system.graph);
  for (const causal::Alias& alias : model.aliases) {
    const bool is_constant = !alias.kept.IsValid();
    model.alias_values.push_back(is_constant ? evaluator.Evaluate(alias.value, {0, {}, {}, model.parameters})
                                             : 0);
    if (!std::isfinite(model.alias_values.back())) {
      return Fail(Error(Code::kInitialNotFinite, SpanOf(system, alias.origin),
                        "`{}` is constant and has no finite value", NameOf(system, alias.removed)));
    }
  }
  if (model.events) {
    hybrid::EventIteration iteration(*model.events, model.parameters, 0);
    iteration.Guess(0, model.attributes.start, std::vector<double>(system.variables.size(), 0.0));
    model.held.assign(iteration.held().begin(), iteration.held().end());
  }
  return Unit{};
}

// All variables in their order, then the derivatives.
std::vector<Quantity> QuantitiesOf(const GivenModel& given) {
  std::vector<Quantity> out;
  const std::size_t num_variables = given.system->variables.size();
  const std::vector<char>& is_differential =
      given.as_it_stands ? given.as_it_stands->is_differential : given.incidence.is_differential;
  out.reserve(num_variables + (given.reduction
                                   ? given.reduction->columns().columns().size()
                                   : static_cast<std::size_t>(std::ranges::count(is_differential, 1))));
  for (const VariableId v : IdRange<VariableId>(num_variables)) out.push_back({v, 0});
  if (given.reduction) {
    for (const auto& [variable, order] : given.reduction->columns().columns()) {
      if (order > 0) out.push_back({variable, order});
    }
    return out;
  }
  for (const VariableId v : IdRange<VariableId>(num_variables)) {
    if (is_differential[v.index()]) out.push_back({v, 1});
  }
  return out;
}

// If nothing is projected onto constraints, nothing is projected onto an invariant of the user either.
std::optional<Diagnostic> RefuseOwnInvariants(const GivenModel& model, const System& system) {
  if (system.invariants.empty() || model.constraints.treatment == IndexTreatment::kProject)
    return std::nullopt;
  return Error(Code::kBadOption, SpanOf(system, system.invariants[0].equation),
               "this invariant cannot be kept together with constraints that are only differentiated")
      .Hint("use --constraints project or dummy");
}

Result<GivenModel> WithDummies(System system, GivenModel model);

causal::ReductionOptions ReductionOptionsOf(const ConstraintOptions& options) {
  using causal::ConstraintTreatment;
  switch (options.treatment) {
    case IndexTreatment::kProject:
    case IndexTreatment::kDifferentiate:
      return {ConstraintTreatment::kDifferentiate};
    case IndexTreatment::kBaumgarte:
      return {ConstraintTreatment::kBaumgarte, options.baumgarte_rate};
    case IndexTreatment::kDummyDerivatives:
    case IndexTreatment::kGgl:
    case IndexTreatment::kNone:
      break;
  }
  return {};
}

// model.structural_index is that of the equations, before preferred states are considered.
Result<GivenModel> WithReduction(System system, GivenModel model) {
  causal::ReductionOptions options = ReductionOptionsOf(model.constraints);
  if (model.preferred_states) options.also_states = *model.preferred_states;
  auto reduction = causal::IndexReduction::Make(std::move(system), options);
  if (!reduction) return Failure{std::move(reduction).error()};
  if ((*reduction)->has_invariants()) {
    if (auto refused = RefuseOwnInvariants(model, (*reduction)->given())) return Fail(*std::move(refused));
    auto other = WithDummies((*reduction)->given(), model);
    if (!other) return other;
    model.for_start = std::make_shared<const GivenModel>(std::move(*other));
  }
  model.reduction = std::move(*reduction);
  model.damps_nothing = model.structural_index > 1 && model.reduction->HasNonlinearConstraints() &&
                        causal::IsReversible(model.reduction->given());
  // A copy, since the graph of the reduction grows with each choice of states while others read this one.
  model.system = std::make_shared<const System>(model.reduction->given());
  model.quantities = QuantitiesOf(model);
  return model;
}

Result<GivenModel> WithDummies(System system, GivenModel model) {
  model.constraints = {};
  model.preferred_states.reset();
  return WithReduction(std::move(system), std::move(model));
}

// Keeps a higher index, and finds what is needed to integrate it.
void KeepIndex(const System& system, std::vector<char> is_differential, causal::Solvability& found,
               GivenModel& model) {
  if (found.structural_index <= 1) return;
  auto reduced = WithDummies(system, model);
  model.as_it_stands = {std::move(is_differential), std::move(found.index)};
  if (reduced) {
    model.damps_nothing = reduced->damps_nothing;
    model.for_start = std::make_shared<const GivenModel>(std::move(*reduced));
  } else {
    model.no_start = std::move(reduced).error();
  }
}

// `here`: the present point of the run. Without it the model begins with the start values.
Result<GivenModel> WithStructure(System system, GivenModel model, const causal::PivotPoint* here = nullptr);

causal::PivotPoint GuessOf(const GivenModel& model) {
  return {0, model.attributes.start, model.parameters, {}, model.attributes.nominal, model.held};
}

// Rewrites equations whose structure is wrong.
Result<Unit> Convert(System& system, GivenModel& model, const causal::Offsets& offsets,
                     const causal::PivotPoint* here) {
  model.conversion = causal::ConvertStructure(system, offsets, here ? *here : GuessOf(model));
  const std::vector<ParameterId>& parameters = model.conversion.parameters;
  model.vanishing.insert(model.vanishing.end(), parameters.begin(), parameters.end());
  if (model.conversion.conversions.empty()) return Unit{};
  return ReadAttributes(system, model);
}

// Leaves out constraints that follow from others; false if there are none.
Result<bool> LeaveOutRedundant(System& system, GivenModel& model, const causal::Offsets& offsets) {
  auto warnings = LeaveOutRedundantConstraints(system, offsets, GuessOf(model), model.conversion.at_guess);
  auto& all = model.conversion.warnings;
  all.insert(all.end(), warnings.begin(), warnings.end());
  if (warnings.empty()) return false;
  if (auto read = ReadAttributes(system, model); !read) return Failure{std::move(read).error()};
  return true;
}

// Leaves out constraints of which there are more than unknowns in them; false if there are none.
Result<bool> LeaveOutRepeated(System& system, GivenModel& model, std::vector<Diagnostic>& warnings) {
  if (system.equations.size() != system.variables.size()) return false;
  warnings = LeaveOutRepeatedConstraints(system, GuessOf(model));
  if (warnings.empty()) return false;
  if (auto read = ReadAttributes(system, model); !read) return Failure{std::move(read).error()};
  return true;
}

// True if each equation without new information was left out as a constraint that follows from others.
bool AreAllLeftOut(const std::vector<Diagnostic>& repeated, const Result<GivenModel>& model) {
  if (repeated.empty()) return true;
  if (!model) return false;
  const auto is_told = [](const Diagnostic& d) { return d.code == Code::kRedundantConstraint; };
  return std::ranges::count_if(model->conversion.warnings, is_told) >= std::ssize(repeated);
}

// The equations with multipliers, to be integrated as they stand.
Result<GivenModel> WithGgl(System system, GivenModel model) {
  const auto reduction = causal::IndexReduction::Make(system);
  if (!reduction) return Failure{reduction.error()};
  if (auto added = StabiliseByGgl(system, (*reduction)->differentiated()); !added)
    return Failure{std::move(added).error()};
  if (auto read = ReadAttributes(system, model); !read) return Failure{std::move(read).error()};
  model.constraints = IndexTreatment::kNone;
  return WithStructure(std::move(system), std::move(model));
}

// Adds the conditions of equations that depend on each other in some modes; false if all were known.
bool AddConditions(std::span<const EquationId> equations, GivenModel& model) {
  const std::vector<ExprId> conditions = ConditionsIn(*model.system, equations);
  bool is_new = !conditions.empty() && !model.modes.may_lie;
  for (const ExprId condition : conditions) {
    if (std::ranges::count(model.modes.conditions, condition) > 0) continue;
    model.modes.conditions.push_back(condition);
    is_new = true;
  }
  model.modes.may_lie = model.modes.may_lie || is_new;
  return is_new;
}

Result<hybrid::EventModel> ReadEvents(System& system, SlidingTreatment sliding) {
  if (sliding == SlidingTreatment::kNone) return hybrid::CompileEvents(system);
  auto surfaces = AddSurfaces(system);
  if (!surfaces) return Failure{std::move(surfaces).error()};
  return hybrid::CompileEvents(system, std::move(*surfaces));
}

// Only dummy derivatives can exchange states.
void FindPreferred(const System& system, GivenModel& model) {
  if (model.preferred_states || model.constraints.treatment != IndexTreatment::kDummyDerivatives) return;
  model.preferred_states = FindPreferredStates(system, GuessOf(model));
}

// Computes everything that follows from the equations.
Result<GivenModel> WithStructure(System system, GivenModel model, const causal::PivotPoint* here) {
  model.incidence = causal::IncidenceOf(system);
  const std::vector<char> is_differential = model.incidence.is_differential;
  const bool stays = model.constraints.treatment == IndexTreatment::kNone;
  auto offsets = stays ? std::nullopt : causal::OffsetsOf(model.incidence);
  auto solvability = stays ? causal::AcceptAnyIndex(system, model.incidence)
                           : causal::CheckSolvability(system, model.incidence, offsets);
  const auto look_again = [&] {
    model.incidence = causal::IncidenceOf(system);
    offsets = causal::OffsetsOf(model.incidence);
    solvability = causal::CheckSolvability(system, model.incidence, offsets);
  };
  std::vector<Diagnostic> repeated;
  if (!stays && !offsets) {
    const auto changed = LeaveOutRepeated(system, model, repeated);
    if (!changed) return Failure{changed.error()};
    if (*changed) look_again();
  }
  if (offsets) {
    if (auto converted = Convert(system, model, *offsets, here); !converted)
      return Failure{std::move(converted).error()};
    if (!model.conversion.conversions.empty()) look_again();
    if (IsHigherIndex(solvability)) {
      const auto changed = LeaveOutRedundant(system, model, *offsets);
      if (!changed) return Failure{changed.error()};
      if (*changed) look_again();
    }
    model.conversion.warnings.insert(model.conversion.warnings.begin(), repeated.begin(), repeated.end());
  }
  if (solvability.ok() || IsHigherIndex(solvability)) {
    if (offsets) model.structural_index = static_cast<int>(causal::StructuralIndex(*offsets));
    FindPreferred(system, model);
    const bool has_preferred = model.preferred_states && !model.preferred_states->empty();
    if (solvability.ok() && has_preferred) return WithReduction(std::move(system), std::move(model));
  }
  if (solvability.ok()) {
    model.structural_index = solvability->structural_index;
    model.matching = std::move(solvability->matching);
    KeepIndex(system, is_differential, *solvability, model);
    model.own = std::make_shared<System>(std::move(system));
    model.system = model.own;
    model.quantities = QuantitiesOf(model);
    return model;
  }
  if (!IsHigherIndex(solvability)) return Failure{std::move(solvability).error()};
  if (model.constraints.treatment == IndexTreatment::kGgl)
    return WithGgl(std::move(system), std::move(model));
  return WithReduction(std::move(system), std::move(model));
}

}  // namespace

Result<GivenModel> ReadGivenModel(System system, const ConstraintOptions& constraints, AliasTreatment aliases,
                                  Diagnostics& diagnostics, SlidingTreatment sliding) {
  GivenModel model;
  model.constraints = constraints;
  const std::size_t num_kept = NumKept(system);
  model.num_equations = system.equations.size() - num_kept;
  model.num_unknowns = system.variables.size() - num_kept;
  if (auto checked = CheckGivenBounds(system, diagnostics); !checked)
    return Failure{std::move(checked).error()};
  NameDerivatives(system);
  causal::EquateWhereNothingFlows(system);
  std::vector<Diagnostic> repeated;
  if (aliases == AliasTreatment::kRemove) {
    auto removed = causal::RemoveAliases(std::move(system), diagnostics, {}, causal::Repetitions::kKeep);
    if (!removed) return Failure{std::move(removed).error()};
    system = std::move(removed->system);
    model.aliases = std::move(removed->aliases);
    repeated = std::move(removed->repeated);
    causal::JoinSemiLinearChains(system);
  }
  if (!system.hybrid.empty()) {
    auto events = ReadEvents(system, sliding);
    if (!events) return Failure{std::move(events).error()};
    model.events = std::make_shared<const hybrid::EventModel>(*std::move(events));
  }
  auto numbers = ReadNumbers(system, {}, model, diagnostics);
  if (!numbers) return Failure{std::move(numbers).error()};
  model.vanishing = RemoveVanishingFactors(system, model.parameters);
  model.modes.conditions = FindModeConditions(system, model.parameters);
  if (!repeated.empty()) ExplainFreeLevel(system, GuessOf(model), repeated.front());
  auto out = WithStructure(std::move(system), std::move(model));
  if (!AreAllLeftOut(repeated, out)) return Failure{std::move(repeated)};
  if (out) AddConditions(out->conversion.dependent_while_held, *out);
  if (out) diagnostics.Append(out->conversion.warnings);
  return out;
}

Result<GivenModel> WithParameters(const GivenModel& given, std::span<const ParameterOverride> overrides) {
  GivenModel out = given;
  Diagnostics warnings;  // they were reported when the model was read
  auto numbers = ReadNumbers(*out.system, overrides, out, warnings);
  if (!numbers) return Failure{std::move(numbers).error()};
  for (const ParameterId p : given.vanishing) {
    if (out.parameters[p.index()] == given.parameters[p.index()]) continue;
    return Fail(Error(Code::kBadOption, {}, "`{}` cannot be changed after the model was compiled",
                      NameOf(*given.system, p))
                    .Note(fmt::format("terms vanish if it is {:.9g}, so that other equations are left",
                                      given.parameters[p.index()]))
                    .Hint("compile the model with the new value"));
  }
  if (!out.for_start) return out;
  auto reduced = WithParameters(*out.for_start, overrides);
  if (!reduced) return reduced;
  out.for_start = std::make_shared<const GivenModel>(std::move(*reduced));
  return out;
}

namespace {

// The model without what belongs to its structure, for changed equations.
GivenModel WithoutStructure(const GivenModel& given) {
  GivenModel model = given;
  model.own = nullptr;
  model.reduction = nullptr;
  model.as_it_stands = std::nullopt;
  model.for_start = nullptr;
  model.no_start.clear();
  return model;
}

// Keeps the quantities that others read. Returns one that does not occur here, if there is such.
std::optional<Quantity> TakeQuantities(const GivenModel& given, GivenModel& mode) {
  std::set<std::pair<VariableId, int>> known;
  for (const auto& [variable, order] : std::exchange(mode.quantities, given.quantities))
    known.emplace(variable, order);
  const auto lacks = [&](const Quantity& quantity) {
    return !known.contains({quantity.variable, quantity.order});
  };
  const auto found = std::ranges::find_if(given.quantities, lacks);
  return found != given.quantities.end() ? std::optional(*found) : std::nullopt;
}

bool HaveSameVariables(const System& a, const System& b) {
  if (a.variables.size() != b.variables.size()) return false;
  for (const VariableId v : IdRange<VariableId>(a.variables.size())) {
    if (NameOf(a, v) != NameOf(b, v)) return false;
  }
  return true;
}

}  // namespace

Result<std::optional<GivenModel>> ReadMode(const GivenModel& given, std::span<const char> values,
                                           std::span<const char> slides) {
  System system = *given.system;
  const bool is_sliding = std::ranges::find(slides, 1) != slides.end();
  if (is_sliding) {
    auto kept = KeepOnSurfaces(system, given.events->surfaces, slides);
    if (!kept) return Failure{std::move(kept).error()};
  }
  system = InMode(system, given.modes.conditions, values, given.parameters);
  const causal::SystemIncidence incidence = causal::IncidenceOf(system);
  const auto now = causal::DegreesOfFreedom(system, incidence);
  if (!now) return Failure{now.error()};
  const auto usual = causal::DegreesOfFreedom(*given.system, causal::IncidenceOf(*given.system));
  const bool is_as_free = !is_sliding && usual.ok() && *usual == *now;
  if (is_as_free && !given.modes.may_lie) return std::optional<GivenModel>();
  GivenModel model = WithoutStructure(given);
  model.modes.conditions.clear();
  auto mode = WithStructure(std::move(system), std::move(model));
  if (is_as_free && (!mode || mode->conversion.free_states >= *usual)) return std::optional<GivenModel>();
  if (!mode) return Failure{std::move(mode).error()};
  if (const auto lacking = TakeQuantities(given, *mode))
    return Fail(Error(Code::kModeNotSolvable, {}, "in this mode `{}` does not occur",
                      NameOf(*given.system, *lacking)));
  return std::optional(std::move(*mode));
}

std::optional<GivenModel> WithConditionsHere(const GivenModel& given, const causal::PivotPoint& here) {
  System system = *given.system;  // a copy, since its graph grows
  const auto offsets = causal::OffsetsOf(causal::IncidenceOf(system));
  if (!offsets) return std::nullopt;
  causal::RankProbe probe(system, here);
  probe.Run(*offsets);
  GivenModel out = given;
  return AddConditions(probe.dependent_while_held(), out) ? std::optional(std::move(out)) : std::nullopt;
}

std::optional<GivenModel> CombineAnew(const GivenModel& given, const causal::PivotPoint& here) {
  if (!given.conversion.before) return std::nullopt;
  System system = *given.conversion.before;
  GivenModel model = WithoutStructure(given);
  if (!ReadAttributes(system, model)) return std::nullopt;
  causal::PivotPoint point = here;
  point.values = point.values.first(system.variables.size());
  point.slopes = point.slopes.first(std::min(point.slopes.size(), system.variables.size()));
  point.nominal = model.attributes.nominal;
  auto out = WithStructure(std::move(system), std::move(model), &point);
  if (!out || !HaveSameVariables(*out->system, *given.system) || TakeQuantities(given, *out))
    return std::nullopt;
  return std::move(*out);
}

}  // namespace daedalus::compile
