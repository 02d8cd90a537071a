#include "daedalus/model/hybrid/event_model.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "daedalus/model/hybrid/resting_relations.h"
#include "daedalus/system/expr/build.h"
#include "daedalus/system/expr/leaves.h"
#include "daedalus/system/expr/linearity.h"
#include "daedalus/system/print_system.h"

namespace daedalus::hybrid {
namespace {

using codegen::Kernel;

Kernel Compile(const System& system, const std::vector<ExprId>& expressions) {
  return Kernel(codegen::CompileProgram(system.graph, expressions));
}

// The instant at which `right - left` passes through zero, where that is known between events.
struct Instant {
  ExprId time;
  bool is_rising = false;
};

// Whether a leaf changes between events.
bool FollowsTime(const Hybrid& hybrid, HeldId h) {
  const Held& held = hybrid.held[h];
  if (held.kind != Held::Kind::kRecalled)
    return held.kind == Held::Kind::kDelayed || held.kind == Held::Kind::kInput;
  return h != hybrid.recalls[held.of].low && h != hybrid.recalls[held.of].high;
}

std::optional<Instant> FindInstant(System& system, const Relation& relation, expr::LeafCollector& collector) {
  expr::Graph& g = system.graph;
  const ExprId difference = expr::Difference(g, relation.right, relation.left);
  const expr::Leaves& leaves = collector.Collect(g, difference);
  if (!leaves.has_time || !leaves.variables.empty()) return std::nullopt;
  if (std::ranges::any_of(leaves.held, [&](HeldId h) { return FollowsTime(system.hybrid, h); }))
    return std::nullopt;
  const ExprId time = g.Time();
  const auto form = expr::SplitLinear(g, difference, {&time, 1});
  if (!form || !g.IsConstant(form->coefficients[0])) return std::nullopt;
  const double slope = g.constant_value(form->coefficients[0]);
  if (slope == 0 || !std::isfinite(slope)) return std::nullopt;
  return Instant{expr::Quotient(g, expr::Negate(g, form->rest), g.Constant(slope)), slope > 0};
}

std::vector<DiscreteLevel> CompileLevels(const System& system, std::span<const DiscreteAssignment> sorted) {
  std::vector<DiscreteLevel> out;
  for (std::size_t begin = 0; begin < sorted.size();) {
    std::size_t end = begin;
    std::vector<ExprId> values;
    std::vector<HeldId> targets;
    for (; end < sorted.size() && sorted[end].level == sorted[begin].level; ++end) {
      values.push_back(sorted[end].value);
      targets.push_back(system.hybrid.discretes[sorted[end].target].value);
    }
    out.push_back({Compile(system, values), std::move(targets)});
    begin = end;
  }
  return out;
}

std::vector<ExprId> StartsOf(System& system) {
  std::vector<ExprId> out;
  for (const DiscreteVariable& variable : system.hybrid.discretes) {
    out.push_back(variable.start.IsValid() ? variable.start : system.graph.Constant(0));
  }
  for (const ModelInput& input : system.hybrid.inputs)
    out.push_back(input.start.IsValid() ? input.start : system.graph.Constant(0));
  return out;
}

// Alias removal may have put the opposite of another variable in its place, and nothing else.
Result<std::vector<ReinitTarget>> ReadReinitTargets(const System& system) {
  std::vector<ReinitTarget> out;
  for (const Reinit& reinit : system.hybrid.reinits) {
    const auto [coefficient, factors] = expr::SplitCoefficient(system.graph, reinit.variable);
    if (factors.size() != 1 || system.graph.op(factors[0]) != expr::Op::kVariable ||
        std::abs(coefficient) != 1) {
      return Fail(Error(Code::kBadReinit, SpanOf(system, reinit.origin), "`{}` is not a state",
                        ExpressionText(system, reinit.variable)));
    }
    out.push_back({system.graph.variable(factors[0]), coefficient});
  }
  return out;
}

std::vector<char> FindContinuous(const System& system) {
  std::vector<char> out(system.hybrid.held.size(), 0);
  expr::Traversal traversal;
  for (const Equation& equation : system.equations) {
    for (const ExprId e : traversal.Continue(system.graph, equation.residual)) {
      if (system.graph.op(e) == expr::Op::kHeld) out[system.graph.held(e).index()] = 1;
    }
  }
  return out;
}

std::vector<char> FindReals(const System& system) {
  std::vector<char> out(system.hybrid.held.size(), 0);
  for (const DiscreteVariable& variable : system.hybrid.discretes)
    out[variable.value.index()] = system.declarations[variable.declaration].type == ValueType::kReal;
  return out;
}

// The state relations of each surface, and the surface of each state relation.
void NumberSurfaces(EventModel& model) {
  std::map<RelationId, std::size_t> number_of;
  for (std::size_t k = 0; k < model.state_relations.size(); ++k)
    number_of[model.state_relations[k].relation] = k;
  model.roles.resize(model.state_relations.size());
  for (const Surface& surface : model.surfaces) {
    const std::size_t place = model.surface_numbers.size();
    SurfaceNumbers numbers{
        .sides = {}, .below = number_of.at(surface.below), .above = number_of.at(surface.above)};
    for (const Surface::Side& side : surface.sides) {
      numbers.sides.push_back({number_of.at(side.relation), side.is_opposite});
      model.roles[numbers.sides.back().relation] = {SurfaceRole::Kind::kSide, place};
    }
    for (const std::size_t bound : {numbers.below, numbers.above})
      model.roles[bound] = {SurfaceRole::Kind::kBound, place};
    model.surface_numbers.push_back(std::move(numbers));
  }
}

}  // namespace

Result<EventExpressions> ReadEvents(System& system) {
  Hybrid& hybrid = system.hybrid;
  EventExpressions out;
  auto sorted = SortDiscreteEquations(system);
  if (!sorted) return Failure{std::move(sorted).error()};
  out.sorted = *std::move(sorted);
  auto initial = ReadInitialDiscreteEquations(system, out.sorted);
  if (!initial) return Failure{std::move(initial).error()};
  auto reinit_targets = ReadReinitTargets(system);
  if (!reinit_targets) return Failure{std::move(reinit_targets).error()};
  out.reinit_targets = *std::move(reinit_targets);

  expr::LeafCollector collector;
  for (const RelationId id : IdRange<RelationId>(hybrid.relations.size())) {
    const Relation& relation = hybrid.relations[id];
    if (const auto instant = FindInstant(system, relation, collector)) {
      out.time_relations.push_back({id, relation.value, relation.or_equal, instant->is_rising});
      out.instants.push_back(instant->time);
    } else {
      out.state_relations.push_back({id, relation.value, relation.or_equal});
      out.sides.push_back(relation.left);
      out.sides.push_back(relation.right);
    }
  }
  for (const RestingRelation& found : FindRestingRelations(system, out.sides))
    out.resting.push_back(found.relation), out.rests.push_back(found.rests);
  for (const Sample& sample : hybrid.samples)
    out.samples.push_back(sample.start), out.samples.push_back(sample.interval);
  for (const InitialAssignment& assignment : *initial) {
    out.initial_values.push_back(assignment.value);
    out.initial_targets.push_back(hybrid.discretes[assignment.target].pre);
  }
  for (const HeldId h : IdRange<HeldId>(hybrid.held.size())) {
    if (hybrid.held[h].kind != Held::Kind::kPreValue) continue;
    out.pre_leaves.push_back(h);
    out.pre_values.push_back(hybrid.held[h].expression);
  }
  for (const Reinit& reinit : hybrid.reinits)
    out.reinits.push_back(reinit.active), out.reinits.push_back(reinit.value);
  for (const Termination& termination : hybrid.terminations) out.terminations.push_back(termination.active);
  out.is_continuous = FindContinuous(system);
  out.is_real = FindReals(system);
  return out;
}

Result<EventModel> CompileEvents(System& system, std::vector<Surface> surfaces) {
  Hybrid& hybrid = system.hybrid;
  auto found = ReadEvents(system);
  if (!found) return Failure{std::move(found).error()};
  EventExpressions& events = *found;
  std::vector<ExprId> initial_differences;
  for (const DiscreteEquation& equation : hybrid.initial_equations)
    initial_differences.push_back(expr::Difference(system.graph, equation.left, equation.right));

  std::vector<ExprId> effects, step_ends;
  for (const StepEnd& end : hybrid.step_ends) step_ends.push_back(end.wants_event);
  for (const Effect& effect : hybrid.effects) effects.push_back(effect.active);

  std::vector<ExprId> delayed, delays;
  for (const Delay& delay : hybrid.delays) delayed.push_back(delay.expression), delays.push_back(delay.delay);
  std::vector<ExprId> recorded, profiles, places;
  for (const Record& record : hybrid.records) {
    const ExprId zero = system.graph.Constant(0), one = system.graph.Constant(1);
    const bool has_bottom = record.bottom.IsValid();
    for (const ExprId e : {record.top, record.top_value, has_bottom ? record.bottom : zero,
                           has_bottom ? record.bottom_value : zero, has_bottom ? record.is_rising : one})
      recorded.push_back(e);
    profiles.push_back(record.extent);
    for (std::size_t i = 0; i < record.profile_places.size(); ++i)
      profiles.push_back(record.profile_places[i]), profiles.push_back(record.profile_values[i]);
  }
  for (const Recall& recall : hybrid.recalls) places.push_back(recall.place);
  const std::vector<ExprId> starts = StartsOf(system);
  EventModel model{.hybrid = hybrid,
                   .starts = Compile(system, starts),
                   .samples = Compile(system, events.samples),
                   .levels = CompileLevels(system, events.sorted),
                   .initial_values = Compile(system, events.initial_values),
                   .initial_targets = std::move(events.initial_targets),
                   .initial_differences = Compile(system, initial_differences),
                   .state_relations = std::move(events.state_relations),
                   .sides = Compile(system, events.sides),
                   .resting = std::move(events.resting),
                   .rests = Compile(system, events.rests),
                   .time_relations = std::move(events.time_relations),
                   .instants = Compile(system, events.instants),
                   .pre_leaves = std::move(events.pre_leaves),
                   .pre_values = Compile(system, events.pre_values),
                   .reinit_targets = std::move(events.reinit_targets),
                   .reinits = Compile(system, events.reinits),
                   .terminations = Compile(system, events.terminations),
                   .step_ends = Compile(system, step_ends),
                   .effects = Compile(system, effects),
                   .delayed = {.values = Compile(system, delayed), .lengths = Compile(system, delays)},
                   .recorded = Compile(system, recorded),
                   .profiles = Compile(system, profiles),
                   .places = Compile(system, places),
                   .is_continuous = std::move(events.is_continuous),
                   .is_real = std::move(events.is_real),
                   .surfaces = std::move(surfaces),
                   .surface_numbers = {},
                   .roles = {}};
  NumberSurfaces(model);
  return model;
}

}  // namespace daedalus::hybrid
