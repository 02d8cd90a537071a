#include "daedalus/model/simulate/event_handler.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <utility>

#include "daedalus/model/simulate/event_messages.h"
#include "daedalus/model/simulate/undefined_discretes.h"
#include "daedalus/system/print_system.h"

namespace daedalus::simulate {
namespace {

using hybrid::EventOutcome;
using EventStatus = EventOutcome::Status;

constexpr std::int64_t kCrowdedSteps = 5;
// After so many crowded events the handler tries to slide, if the model may slide.
constexpr int kFewCrowded = 4;

// Relations that bound a sliding share are not reported; the end of sliding is.
bool IsBound(const hybrid::EventModel& model, std::size_t k) {
  return model.roles[k].kind == hybrid::SurfaceRole::Kind::kBound;
}

}  // namespace

EventHandler::EventHandler(StateChanges& states, const RunSettings& settings)
    : states_(states), settings_(settings), iteration_(*states.events()), effects_(*states.given().system) {}

// ---- the start ----

Result<initialize::InitialValues> EventHandler::FindInitialValues(const initialize::InitialPlan& plan) {
  const double t = settings_.grid.start;
  std::optional<Result<initialize::InitialValues>> found;
  hybrid::ContinuousPart initial = ActingPart(t), part = ActingPart(t);
  effects_.BeginEvent();
  std::int64_t iterations = 0;
  initial.solve = [&] {
    found.emplace(states_.FindInitialValues(plan));
    if (!found->ok()) return false;
    iterations += (**found).newton_iterations;
    if (!states_.TakeInitial(t, **found)) return false;
    states_.BeginEvent();
    return true;
  };
  if (const auto free = states_.current().start().FindFreeValues()) {
    // Twice, since eliminated variables are recovered from relations too.
    for (int i = 0; i < 2; ++i) {
      states_.PutInitial(*free);
      iteration_.GuessRelations(t, part.y, part.yp);
    }
  }
  const EventOutcome outcome = iteration_.Start(t, initial, part);
  if (!outcome.ok()) {
    if (found && !found->ok()) return Failure{std::move(*found).error()};
    return Fail(Explain(t, outcome));
  }
  if (!effects_.EndEvent()) return Fail(effects_.Explain(t));
  if (auto trouble = FindTroubleAtStart(t, outcome)) return Fail(*std::move(trouble));
  states_.BeginPast();
  past_ = t;
  if (outcome.moved || outcome.is_continuous_changed) {
    initialize::InitialValues values = states_.current().solved();
    values.newton_iterations = iterations;
    if (found) values.warnings = std::move((**found).warnings);
    return values;
  }
  return std::move(*found);
}

std::optional<Diagnostic> EventHandler::FindTroubleAtStart(double t, const EventOutcome& outcome) const {
  const System& system = *states_.given().system;
  const Hybrid& hybrid = iteration_.model().hybrid;
  if (auto undefined = FindUndefined(t)) return undefined;
  if (outcome.termination) {
    Diagnostic d = Explain(t, outcome);
    d.severity = Severity::kError;  // the run has no point to show
    return d;
  }
  if (const auto broken = iteration_.broken_initial())
    return ExplainBrokenInitial(system, hybrid.initial_equations[*broken]);
  if (const auto bad = iteration_.FindBadSample()) return ExplainBadSample(system, hybrid.samples[*bad]);
  if (const auto bad = iteration_.FindBadDelay()) return ExplainBadDelay(system, hybrid.delays[*bad]);
  if (const auto bad = iteration_.FindBadRecall()) return ExplainDelay(system, t, *bad);
  return std::nullopt;
}

void EventHandler::BeginAt(double t, std::span<const std::optional<double>> discretes) {
  const hybrid::ContinuousPart part = Part(t);
  iteration_.BeginAt(t, discretes, part);
  past_ = last_time_ = t;
}

// ---- steps ----

Result<Unit> EventHandler::CheckOverdue(double t) {
  if (const auto overdue = accumulation_.FindOverdue(t)) {
    const RelationId relation = iteration_.model().state_relations[overdue->what].relation;
    return Fail(ExplainCrowd(*states_.given().system, overdue->time, relation));
  }
  return Unit{};
}

Result<bool> EventHandler::EndStep(double t, const StepAccess& step) {
  if (!iteration_.has_step_ends()) return false;
  if (!step.read(t)) return Fail(states_.current().ExplainOutput());
  return iteration_.EndStep(t, states_.values(), states_.Slopes());
}

Result<Unit> EventHandler::KeepPast(double end, const StepAccess& step) {
  constexpr std::size_t kNodes = hybrid::EventIteration::kPastNodes;
  for (std::size_t node = 0; node < kNodes; ++node) {
    const double share = static_cast<double>(node) / (kNodes - 1);
    const double t = node + 1 == kNodes ? end : past_ + share * (end - past_);
    if (!step.read(t)) return Fail(states_.current().ExplainOutput());
    iteration_.KeepPoint(node, t, states_.values(), states_.Slopes());
  }
  iteration_.AppendPast(past_, end);
  past_ = end;
  if (const auto bad = iteration_.FindBadRecall())
    return Fail(ExplainDelay(*states_.given().system, end, *bad));
  return Unit{};
}

// ---- events ----

hybrid::ContinuousPart EventHandler::Part(double t) {
  hybrid::ContinuousPart part;
  part.y = states_.values();
  part.yp = states_.Slopes();
  part.solve = [this, t] {
    const bool ok = states_.SolveAt(t);
    if (ok) states_.Slopes();
    return ok;
  };
  part.settled = [this, t] {
    states_.EndRound();
    if (!check_) return;
    auto found = check_(t, states_.values(), states_.Slopes());
    std::ranges::move(found, std::back_inserter(violations_));
  };
  part.impulses = [this] { return states_.impulses(); };
  part.set_state = [this](VariableId v, double value) { return states_.SetState(v, value); };
  return part;
}

// A part in which the model also carries out its effects; no other part does.
hybrid::ContinuousPart EventHandler::ActingPart(double t) {
  hybrid::ContinuousPart part = Part(t);
  part.carry_out = [this, t](std::size_t effect, std::span<double> results) {
    states_.SlopesOf(states_.values(), effect_slopes_);
    const std::span<const double> values = states_.values();
    return effects_.CarryOut(effect,
                             {t, values.first(effect_slopes_.size()), effect_slopes_,
                              states_.given().parameters, iteration_.held()},
                             results);
  };
  return part;
}

Result<EventHandler::Handled> EventHandler::Handle(double t, std::span<const std::int32_t> crossed,
                                                   const StepAccess& step) {
  const Segment* const segment = &states_.current();
  crossed_.assign(crossed.begin(), crossed.end());
  ++(crossed_.empty() ? counts_.time_events : counts_.state_events);
  MeasureExcursions(t, step);
  if (!step.read(t)) return Fail(states_.current().ExplainOutput());
  if (IsCrowded(t) || step.is_accumulating) {
    const auto culprit = crossed_.empty() ? std::nullopt : std::optional(RelationOf(crossed_[0]));
    return Fail(ExplainCrowd(*states_.given().system, t, culprit));
  }
  held_before_.assign(iteration_.held().begin(), iteration_.held().end());
  slides_before_.assign(iteration_.slides().begin(), iteration_.slides().end());
  const EventOutcome outcome = Iterate(t, step);
  Remember(t);
  if (outcome.ok() && settings_.sliding) ConsiderSliding(t);
  if (log_) log_(Record(t, outcome));
  crossed_.clear();
  if (!outcome.ok()) {
    const auto why = states_.Abandon();
    return Fail(why ? ExplainMode(t, *why) : Explain(t, outcome));
  }
  if (!violations_.empty()) {
    states_.Abandon();
    return Failure{std::exchange(violations_, {})};
  }
  if (auto undefined = FindUndefined(t)) return Fail(*std::move(undefined));
  if (outcome.termination) termination_ = Explain(t, outcome);
  if (const auto chattering = iteration_.FindChattering()) return Fail(ExplainRestless(t, *chattering));
  const bool has_new_states = segment != &states_.current();
  return Handled{.ends = outcome.termination.has_value(),
                 .has_new_states = has_new_states,
                 .is_moved = has_new_states || outcome.moved || outcome.is_continuous_changed};
}

EventOutcome EventHandler::Iterate(double t, const StepAccess& step) {
  std::optional<hybrid::EventIteration::Memory> memory;
  if (!iteration_.model().reinit_targets.empty()) memory = iteration_.Remember();
  states_.BeginEvent();
  effects_.BeginEvent();
  hybrid::ContinuousPart part = ActingPart(t);
  EventOutcome outcome = iteration_.Handle(t, crossed_, part);
  if (outcome.status == EventStatus::kNoState)
    outcome =
        HandleWithoutState(t, *memory, iteration_.model().reinit_targets[*outcome.reinit].variable, step);
  if (outcome.ok() && violations_.empty() && !effects_.EndEvent()) outcome.status = EventStatus::kNotDone;
  return outcome;
}

// Within a few steps after the last event: was this a small excursion from equality and back?
void EventHandler::MeasureExcursions(double t, const StepAccess& step) {
  const bool is_near = std::exchange(steps_since_event_, 0) <= kCrowdedSteps && !crossed_.empty();
  const double begin = std::max(last_time_, step.begin);
  if (is_near && step.read(begin + (t - begin) / 2)) {
    iteration_.Measure(t, states_.values(), states_.Slopes());
  } else {
    iteration_.EndMeasurements();
  }
}

// A reinit of a variable that is not a state. With other states it may be one, and a sliding model may be
// free again.
EventOutcome EventHandler::HandleWithoutState(double t, const hybrid::EventIteration::Memory& memory,
                                              VariableId wanted, const StepAccess& step) {
  violations_.clear();
  effects_.BeginAgain();
  iteration_.Recall(memory);
  states_.Abandon();
  const bool slides = std::ranges::find(iteration_.slides(), 1) != iteration_.slides().end();
  if (step.read(t) && !states_.MakeState(wanted, t) && slides) iteration_.StopSliding();
  states_.BeginEvent();
  hybrid::ContinuousPart part = ActingPart(t);
  return iteration_.Handle(t, crossed_, part);
}

// If a relation has begun to change to and fro: does the model slide along its surface? Tries each surface
// alone, then all together: where surfaces cross, none may be left out.
void EventHandler::ConsiderSliding(double t) {
  const std::vector<std::size_t> restless =
      iteration_.FindRestless(num_crowded_ >= kFewCrowded ? std::span<const std::int32_t>(crossed_)
                                                          : std::span<const std::int32_t>());
  for (const std::size_t& surface : restless) {
    if (Slides(t, {&surface, 1})) return;
  }
  if (restless.size() > 1) Slides(t, restless);
}

bool EventHandler::Slides(double t, std::span<const std::size_t> surfaces) {
  const hybrid::EventIteration::Memory memory = iteration_.Remember();
  const std::vector<double> values(states_.values().begin(), states_.values().end());
  hybrid::ContinuousPart part = Part(t);
  if (iteration_.Slide(t, surfaces, part)) {
    counts_.slides += static_cast<std::int64_t>(surfaces.size());
    accumulation_ = {};  // the expected next crossing of these does not come
    num_crowded_ = 0;
    return true;
  }
  why_no_sliding_ = states_.TakeReason();
  iteration_.Recall(memory);
  std::ranges::copy(values, states_.values().begin());
  states_.SolveAt(t);
  return false;
}

Result<bool> EventHandler::Finish(double t, const StepAccess& step) {
  if (!iteration_.model().hybrid.terminal.IsValid()) return false;
  if (!step.read(t)) return Fail(states_.current().ExplainOutput());
  const Segment* const segment = &states_.current();
  states_.BeginEvent();
  effects_.BeginEvent();
  hybrid::ContinuousPart part = ActingPart(t);
  const EventOutcome outcome = iteration_.Finish(t, part);
  if (!outcome.ok()) return Fail(Explain(t, outcome));
  if (!effects_.EndEvent()) return Fail(effects_.Explain(t));
  if (auto undefined = FindUndefined(t)) return Fail(*std::move(undefined));
  if (segment != &states_.current()) {
    states_.Abandon();
    return Fail(ExplainNewStructureAtEnd(t));
  }
  return true;
}

bool EventHandler::IsCrowded(double t) {
  const double nearby = 1e-12 * std::max(std::abs(t), 1e-3 * (settings_.grid.stop - settings_.grid.start));
  num_crowded_ = t - last_time_ <= nearby ? num_crowded_ + 1 : 0;
  last_time_ = t;
  return num_crowded_ >= kMostCrowded;
}

// Compares with former events of the same kind: the same relations cross, and the same values go up or down.
void EventHandler::Remember(double t) {
  if (crossed_.empty()) return;
  std::vector<std::uint32_t> kind;
  for (const std::int32_t k : crossed_) kind.push_back(static_cast<std::uint32_t>(k));
  for (std::uint32_t h = 0; h < held_before_.size(); ++h) {
    const bool is_pre = iteration_.model().hybrid.held[HeldId(h)].kind == Held::Kind::kPreValue;
    const double before = held_before_[h], now = iteration_.held()[h];
    if (!is_pre && before != now) kind.push_back(2 * h + (now > before ? 1 : 0));
  }
  accumulation_.Observe(t, static_cast<std::size_t>(crossed_[0]), std::move(kind));
}

// ---- messages ----

RelationId EventHandler::RelationOf(std::int32_t state_relation) const {
  return iteration_.model().state_relations[static_cast<std::size_t>(state_relation)].relation;
}

std::vector<std::pair<std::string, std::int64_t>> EventHandler::ChangesOfRelations() const {
  std::vector<std::pair<std::string, std::int64_t>> out;
  for (std::size_t k = 0; k < iteration_.changes().size(); ++k) {
    if (iteration_.changes()[k] == 0 || IsBound(iteration_.model(), k)) continue;
    out.emplace_back(BareHeldText(*states_.given().system, iteration_.model().state_relations[k].value),
                     iteration_.changes()[k]);
  }
  std::ranges::stable_sort(out, std::greater(), [](const auto& relation) { return relation.second; });
  return out;
}

std::vector<std::string> EventHandler::Remarks() const {
  constexpr std::size_t kMostNamed = 3;
  std::vector<std::string> out = {
      fmt::format("{} time events, {} state events; the integrator began {} times again", counts_.time_events,
                  counts_.state_events, counts_.restarts)};
  const auto changes = ChangesOfRelations();
  for (std::size_t i = 0; i < changes.size() && i < kMostNamed; ++i)
    out.push_back(fmt::format("`{}` changed {} times", changes[i].first, changes[i].second));
  if (counts_.slides > 0) out.push_back(fmt::format("the model slid {} times", counts_.slides));
  if (states_.num_modes() > 1)
    out.push_back(fmt::format("the equations had {} structures in turn", states_.num_modes()));
  return out;
}

EventRecord EventHandler::Record(double t, const EventOutcome& outcome) const {
  EventRecord record;
  record.time = t;
  record.samples = outcome.samples;
  for (const std::int32_t k : crossed_) {
    if (IsBound(iteration_.model(), static_cast<std::size_t>(k))) continue;
    record.crossed.push_back(iteration_.model().state_relations[static_cast<std::size_t>(k)].value);
  }
  for (const HeldId h : IdRange<HeldId>(held_before_.size())) {
    const double before = held_before_[h.index()], after = iteration_.held()[h.index()];
    if (before != after) record.changes.push_back({h, before, after});
  }
  record.states = outcome.states;
  record.jumps.assign(states_.jumps().begin(), states_.jumps().end());
  for (std::size_t s = 0; s < slides_before_.size(); ++s) {
    const hybrid::Surface& surface = iteration_.model().surfaces[s];
    const bool begins = iteration_.slides()[s] != 0;
    if (begins == (slides_before_[s] != 0)) continue;
    const OriginId origin = iteration_.model().hybrid.relations[surface.sides[0].relation].origin;
    record.slides.push_back({surface.left, surface.right, origin, begins});
  }
  return record;
}

std::optional<Diagnostic> EventHandler::FindUndefined(double t) const {
  const System& system = *states_.given().system;
  const auto held = iteration_.held();
  const auto undefined = FindUndefinedDiscrete(system.hybrid, held);
  if (!undefined) return std::nullopt;
  std::vector<double> slopes;
  states_.SlopesOf(states_.values(), slopes);
  const std::span<const double> values = states_.values().first(slopes.size());
  return ExplainUndefinedDiscrete(system, *undefined,
                                  {t, {values.begin(), values.end()}, slopes, {held.begin(), held.end()}},
                                  states_.given().parameters);
}

Diagnostic EventHandler::ExplainRestless(double t, const hybrid::EventIteration::Chattering& found) const {
  const System& system = *states_.given().system;
  const RelationId relation = iteration_.model().state_relations[found.relation].relation;
  Diagnostic d = ExplainChattering(system, t, found, relation);
  if (!settings_.sliding)
    return std::move(d).Hint(
        "give the two directions different thresholds (hysteresis), write the motion between the two as a "
        "mode of its own, or "
        "let the model slide there (`--sliding`)");
  const bool has_surface = iteration_.model().roles[found.relation].kind != hybrid::SurfaceRole::Kind::kNone;
  return ExplainNoSliding(std::move(d), system, relation, has_surface, why_no_sliding_);
}

Diagnostic EventHandler::Explain(double t, const EventOutcome& outcome) const {
  if (outcome.status == EventStatus::kNotDone) return effects_.Explain(t);
  const System& system = *states_.given().system;
  std::vector<double> slopes;
  states_.SlopesOf(states_.values(), slopes);
  const std::span<const double> values = states_.values();
  const EventPoint point{t, values.first(slopes.size()), slopes, states_.given().parameters,
                         iteration_.held()};
  if (outcome.termination)
    return ExplainTermination(system, system.hybrid.terminations[*outcome.termination], point);
  Diagnostic d = ExplainOutcome(system, outcome, point);
  if (outcome.status != EventStatus::kNotSolved) return d;
  // The message is about the event. The view knows the equation.
  if (auto known = states_.current().ExplainUnsolved()) {
    d.primary = std::move(known->primary);
    d.notes = std::move(known->notes);
    d.hint = std::move(known->hint);
  }
  return d;
}

}  // namespace daedalus::simulate
