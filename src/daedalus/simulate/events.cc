#include "daedalus/simulate/events.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <utility>

#include "daedalus/compile/surfaces.h"
#include "daedalus/expr/evaluate.h"
#include "daedalus/simulate/undefined_discretes.h"
#include "daedalus/system/print_system.h"

namespace daedalus::simulate {
namespace {

using hybrid::EventOutcome;
using EventStatus = EventOutcome::Status;

// So many events at times that differ by rounding only: time does not go on.
constexpr int kMostCrowded = 200;
constexpr std::int64_t kCrowdedSteps = 5;
// After so many a model that may slide tries to.
constexpr int kFewCrowded = 4;

}  // namespace

Events::Events(StateChanges& states, const RunSettings& settings)
    : states_(states), settings_(settings), iteration_(*states.events()), effects_(*states.given().system) {}

// ---- the start ----

Result<initialize::InitialValues> Events::FindInitialValues(const initialize::InitialPlan& plan) {
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
  if (const auto free = states_.current().FindFreeValues()) {
    // Twice: what was eliminated is recovered from relations too.
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
  if (auto undefined = FindUndefined(t)) return Fail(*std::move(undefined));
  if (outcome.termination) {
    Diagnostic d = Explain(t, outcome);
    d.severity = Severity::kError;  // there is nothing to show
    return Fail(std::move(d));
  }
  if (const auto broken = iteration_.broken_initial()) {
    const DiscreteEquation& equation = iteration_.model().hybrid.initial_equations[*broken];
    return Fail(Error(Code::kEventsDoNotSettle, SpanOf(*states_.given().system, equation.origin),
                      "this initial equation does not hold with what was found at the start")
                    .Note("the other equations determine its variables otherwise"));
  }
  if (const auto bad = iteration_.FindBadSample()) {
    const Sample& sample = iteration_.model().hybrid.samples[*bad];
    return Fail(Error(Code::kBadSample, SpanOf(*states_.given().system, sample.origin),
                      "`{}`: the interval of a sample must be positive", TextOf(sample.value)));
  }
  if (const auto bad = iteration_.FindBadDelay()) {
    const Delay& delay = iteration_.model().hybrid.delays[*bad];
    return Fail(Error(Code::kBadSample, SpanOf(*states_.given().system, delay.origin),
                      "`{}`: a delay must be positive", TextOf(delay.value)));
  }
  if (const auto bad = iteration_.FindBadRecall()) return Fail(ExplainDelay(t, *bad));
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

// ---- finding ----

Result<Unit> Events::Resume() {
  next_instant_ = iteration_.NextInstant(states_.current().integrator().time());
  if (iteration_.num_roots() == 0) return Unit{};
  Segment& segment = states_.current();
  if (searched_ != &segment) MakeFinder(segment);
  finder_->Forget();  // a relation that has changed is watched at the other edge of its band
  const auto started = finder_->Start(segment.integrator());
  if (!started.ok()) return Fail(segment.ExplainStep(started));
  return Unit{};
}

void Events::MakeFinder(Segment& segment) {
  root_values_.resize(states_.quantities().size());
  integrate::DaeProblem problem = segment.Problem();
  problem.num_roots = static_cast<std::int32_t>(iteration_.num_roots());
  problem.roots = [this, &segment](double t, auto y, auto yp, auto out) {
    if (!segment.ReadQuantities(t, y, yp, root_values_)) return integrate::EvalOutcome::kRecoverable;
    states_.SlopesOf(root_values_, root_slopes_);
    iteration_.Roots(t, root_values_, root_slopes_, out);
    return integrate::EvalOutcome::kOk;
  };
  integrate::RootOptions options;
  options.max_crowded = kMostCrowded;  // the iteration watches noise and chattering itself
  options.at_step_ends = settings_.real_time;
  finder_ = std::make_unique<integrate::RootFinder>(problem, options);
  searched_ = &segment;
}

Result<std::optional<double>> Events::FindInStep() {
  auto found = FindCrossing();
  if (!found || !iteration_.has_past()) return found;
  const double end = found->value_or(states_.current().integrator().time());
  if (!KeepPast(end)) return Fail(states_.current().ExplainOutput());
  if (const auto bad = iteration_.FindBadRecall()) return Fail(ExplainDelay(end, *bad));
  return found;
}

bool Events::KeepPast(double end) {
  constexpr std::size_t kNodes = hybrid::EventIteration::kPastNodes;
  for (std::size_t node = 0; node < kNodes; ++node) {
    const double share = static_cast<double>(node) / (kNodes - 1);
    const double t = node + 1 == kNodes ? end : past_ + share * (end - past_);
    if (!ReadPoint(t)) return false;
    iteration_.KeepPoint(node, t, states_.values(), states_.Slopes());
  }
  iteration_.AppendPast(past_, end);
  past_ = end;
  return true;
}

double Events::StepLimit(double t) const {
  return iteration_.has_past() ? iteration_.StepLimit(t) : std::numeric_limits<double>::infinity();
}

Result<std::optional<double>> Events::FindCrossing() {
  crossed_.clear();
  ++steps_since_event_;
  if (!finder_) return std::optional<double>();
  integrate::Integrator& integrator = states_.current().integrator();
  const auto scanned = finder_->Scan(integrator);
  if (!scanned.ok()) return Fail(states_.current().ExplainStep(scanned));
  while (const integrate::RootEvent* event = finder_->Next(integrator)) {
    for (const integrate::RootCrossing& crossing : event->crossings) {
      if (crossing.direction != integrate::RootDirection::kTangential) crossed_.push_back(crossing.function);
    }
    if (!crossed_.empty()) return std::optional<double>(event->time);
  }
  if (const auto overdue = accumulation_.FindOverdue(integrator.time()))
    return Fail(ExplainCrowd(overdue->time, overdue->what));
  return std::optional<double>();
}

// ---- handling ----

hybrid::ContinuousPart Events::Part(double t) {
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

// In which the model also does what it does at events; elsewhere nothing is done.
hybrid::ContinuousPart Events::ActingPart(double t) {
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

bool Events::ReadPoint(double t) {
  const integrate::Integrator& integrator = states_.current().integrator();
  y_.resize(integrator.y().size());
  yp_.resize(y_.size());
  if (!integrator.Interpolate(t, y_, yp_)) {
    std::ranges::copy(integrator.y(), y_.begin());
    std::ranges::copy(integrator.yp(), yp_.begin());
  }
  return states_.QuantitiesAt(t, y_, yp_).has_value();
}

Result<EventSource::Handled> Events::Handle(double t) {
  const bool is_here = states_.current().integrator().time() == t;
  const Segment* const segment = &states_.current();
  ++(crossed_.empty() ? counts_.time_events : counts_.state_events);
  MeasureExcursions(t);
  if (!ReadPoint(t)) return Fail(states_.current().ExplainOutput());
  if (auto crowd = FindCrowd(t)) return Fail(*std::move(crowd));
  held_before_.assign(iteration_.held().begin(), iteration_.held().end());
  slides_before_.assign(iteration_.slides().begin(), iteration_.slides().end());
  std::optional<hybrid::EventIteration::Memory> memory;
  if (!iteration_.model().reinit_targets.empty()) memory = iteration_.Remember();
  states_.BeginEvent();
  effects_.BeginEvent();
  hybrid::ContinuousPart part = ActingPart(t);
  EventOutcome outcome = iteration_.Handle(t, crossed_, part);
  if (outcome.status == EventStatus::kNoState)
    outcome = HandleWithoutState(t, *memory, iteration_.model().reinit_targets[*outcome.reinit].variable);
  if (outcome.ok() && violations_.empty() && !effects_.EndEvent()) outcome.status = EventStatus::kNotDone;
  Remember(t);
  if (outcome.ok() && settings_.sliding) ConsiderSliding(t);
  if (log_) log_(Record(t, outcome));
  crossed_.clear();
  if (!outcome.ok()) {
    const auto why = states_.Abandon();
    return Fail(why ? ExplainMode(t, *why) : Explain(t, outcome));
  }
  const bool has_new_states = segment != &states_.current();
  if (!violations_.empty()) {
    states_.Abandon();
    return Failure{std::exchange(violations_, {})};
  }
  if (auto undefined = FindUndefined(t)) return Fail(*std::move(undefined));
  if (outcome.termination) termination_ = Explain(t, outcome);
  if (const auto chattering = iteration_.FindChattering()) return Fail(ExplainChattering(t, *chattering));
  if (!is_here || has_new_states || outcome.moved || outcome.is_continuous_changed) {
    if (auto restarted = Restart(t); !restarted) return Failure{std::move(restarted).error()};
  } else if (auto resumed = Resume(); !resumed) {
    return Failure{std::move(resumed).error()};
  }
  Handled handled{outcome.termination.has_value(), {}};
  if (has_new_states) handled.relief = {&states_.current().integrator(), states_.current().points()};
  return handled;
}

// Within a few steps of the last event: was it a small way out of equality and back?
void Events::MeasureExcursions(double t) {
  const bool is_near = std::exchange(steps_since_event_, 0) <= kCrowdedSteps && !crossed_.empty();
  const double begin = std::max(last_time_, states_.current().integrator().previous_time());
  if (is_near && ReadPoint(begin + (t - begin) / 2)) {
    iteration_.Measure(t, states_.values(), states_.Slopes());
  } else {
    iteration_.EndMeasurements();
  }
}

// A reinit of what is no state. With other states it may be one; a model that slides may be free again.
EventOutcome Events::HandleWithoutState(double t, const hybrid::EventIteration::Memory& memory,
                                        VariableId wanted) {
  violations_.clear();
  effects_.BeginAgain();
  iteration_.Recall(memory);
  states_.Abandon();
  const bool slides = std::ranges::find(iteration_.slides(), 1) != iteration_.slides().end();
  if (ReadPoint(t) && !states_.MakeState(wanted, t) && slides) iteration_.StopSliding();
  states_.BeginEvent();
  hybrid::ContinuousPart part = ActingPart(t);
  return iteration_.Handle(t, crossed_, part);
}

// Where a relation has begun to change to and fro: does the model slide along its surface? Each surface
// alone, then all of them together: where they cross, none may do without the others.
void Events::ConsiderSliding(double t) {
  const std::vector<std::size_t> restless =
      iteration_.FindRestless(num_crowded_ >= kFewCrowded ? std::span<const std::int32_t>(crossed_)
                                                          : std::span<const std::int32_t>());
  for (const std::size_t& surface : restless) {
    if (Slides(t, {&surface, 1})) return;
  }
  if (restless.size() > 1) Slides(t, restless);
}

bool Events::Slides(double t, std::span<const std::size_t> surfaces) {
  const hybrid::EventIteration::Memory memory = iteration_.Remember();
  const std::vector<double> values(states_.values().begin(), states_.values().end());
  hybrid::ContinuousPart part = Part(t);
  if (iteration_.Slide(t, surfaces, part)) {
    counts_.slides += static_cast<std::int64_t>(surfaces.size());
    accumulation_ = {};  // the next crossing of these does not come, and need not
    num_crowded_ = 0;
    return true;
  }
  why_no_sliding_ = states_.TakeReason();
  iteration_.Recall(memory);
  std::ranges::copy(values, states_.values().begin());
  states_.SolveAt(t);
  return false;
}

Result<Unit> Events::Restart(double t) {
  if (auto restarted = states_.Restart(t); !restarted) return restarted;
  ++counts_.restarts;
  return Resume();
}

Result<bool> Events::Finish(double t) {
  if (!iteration_.model().hybrid.terminal.IsValid()) return false;
  if (!ReadPoint(t)) return Fail(states_.current().ExplainOutput());
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
    return Fail(Error(Code::kModeNotSolvable, {},
                      "`terminal()` changes the structure of the equations, at time = {:.9g}", t)
                    .Hint("let it decide about values, not about which unknowns an equation has"));
  }
  return true;
}

// ---- what to say ----

std::vector<std::pair<std::string, std::int64_t>> Events::ChangesOfRelations() const {
  std::vector<std::pair<std::string, std::int64_t>> out;
  for (std::size_t k = 0; k < iteration_.changes().size(); ++k) {
    if (iteration_.changes()[k] == 0 || IsBound(k)) continue;
    out.emplace_back(BareHeldText(*states_.given().system, iteration_.model().state_relations[k].value),
                     iteration_.changes()[k]);
  }
  std::ranges::stable_sort(out, std::greater(), [](const auto& relation) { return relation.second; });
  return out;
}

std::vector<std::string> Events::Remarks() const {
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

// Of a share: that the model ceases to slide is what is told.
bool Events::IsBound(std::size_t k) const {
  return iteration_.model().roles[k].kind == hybrid::SurfaceRole::Kind::kBound;
}

std::string Events::TextOf(HeldId leaf) const {
  return HeldText(*states_.given().system, leaf);
}

std::optional<Diagnostic> Events::FindUndefined(double t) const {
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

// At the point that an event has found.
double Events::ValueAt(double t, ExprId e) const {
  std::vector<double> slopes;
  states_.SlopesOf(states_.values(), slopes);
  const std::span<const double> values = states_.values();
  return expr::Evaluate(
      states_.given().system->graph, e,
      {t, values.first(slopes.size()), slopes, states_.given().parameters, iteration_.held()});
}

std::optional<Diagnostic> Events::FindCrowd(double t) {
  const double nearby = 1e-12 * std::max(std::abs(t), 1e-3 * (settings_.grid.stop - settings_.grid.start));
  num_crowded_ = t - last_time_ <= nearby ? num_crowded_ + 1 : 0;
  last_time_ = t;
  if (num_crowded_ < kMostCrowded && !(finder_ && finder_->is_accumulating())) return std::nullopt;
  return ExplainCrowd(t,
                      crossed_.empty() ? std::nullopt : std::optional(static_cast<std::size_t>(crossed_[0])));
}

// Events of one kind: the same relations cross, and the same values go up or down.
void Events::Remember(double t) {
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

EventRecord Events::Record(double t, const EventOutcome& outcome) const {
  EventRecord record;
  record.time = t;
  record.samples = outcome.samples;
  for (const std::int32_t k : crossed_) {
    if (IsBound(static_cast<std::size_t>(k))) continue;
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

Diagnostic Events::ExplainCrowd(double t, std::optional<std::size_t> relation) const {
  const System& system = *states_.given().system;
  const Relation* culprit =
      relation ? &system.hybrid.relations[iteration_.model().state_relations[*relation].relation] : nullptr;
  Diagnostic d = Error(Code::kCrowdedEvents, culprit ? SpanOf(system, culprit->origin) : Span(),
                       "events follow each other faster and faster, and time does not go beyond {:.9g}", t);
  if (culprit) d.Note(fmt::format("the relation that changes: {}", TextOf(culprit->value)));
  return std::move(d).Hint(
      "such a model needs a state in which the events end, as a ball that lies on the floor");
}

Diagnostic Events::ExplainDelay(double t, const hybrid::Recollection::BadDelay& bad) const {
  const Recall& recall = iteration_.model().hybrid.recalls[bad.recall];
  const bool is_long = bad.delay > bad.limit;
  Diagnostic d = Error(Code::kBadDelay, SpanOf(*states_.given().system, recall.origin),
                       "at time = {:.9g} the delay is {:.9g}, and it must be {}", t, bad.delay,
                       is_long ? fmt::format("at most {:.9g}, its limit", bad.limit) : "positive");
  return is_long ? std::move(d) : std::move(d).Hint("a delay that may vanish can be `max(d, small)`");
}

// The search for values that agree found none; the mode that could not be entered is the likely reason.
Diagnostic Events::ExplainMode(double t, Diagnostic why) const {
  return std::move(why).Note(fmt::format(
      "at the event at time = {:.9g} the equations change, and this is about those that would hold after it",
      t));
}

Diagnostic Events::ExplainChattering(double t, const hybrid::EventIteration::Chattering& found) const {
  const System& system = *states_.given().system;
  const Relation& relation =
      system.hybrid.relations[iteration_.model().state_relations[found.relation].relation];
  Diagnostic d =
      Error(Code::kCrowdedEvents, SpanOf(system, relation.origin),
            "this relation changes to and fro: {} times from time = {:.9g} to {:.9g}", found.count,
            found.since, t)
          .Note(fmt::format("{}: both values of it drive the model back to where it has the other one",
                            TextOf(relation.value)));
  if (!settings_.sliding)
    return std::move(d).Hint(
        "give the two directions different thresholds (hysteresis), write the motion between the two as one "
        "of its own, or "
        "let the model slide there (`--sliding`)");
  return ExplainNoSliding(std::move(d), found.relation);
}

// Why the model could not stay where the relation changes.
Diagnostic Events::ExplainNoSliding(Diagnostic d, std::size_t k) const {
  const System& system = *states_.given().system;
  const hybrid::EventModel& model = iteration_.model();
  if (model.roles[k].kind == hybrid::SurfaceRole::Kind::kNone) {
    const auto obstacle = compile::FindSlidingObstacle(system, model.state_relations[k].relation);
    if (obstacle && obstacle->origin.IsValid()) d.With(SpanOf(system, obstacle->origin), obstacle->why);
    return std::move(d).Note("the model cannot slide there: " +
                             (obstacle ? obstacle->why : "no continuous equation depends on it"));
  }
  if (why_no_sliding_) return std::move(d).Note("the model cannot slide there: " + why_no_sliding_->message);
  return std::move(d).Note("the model cannot slide there: no combination of both values keeps it there");
}

Diagnostic Events::Explain(double t, const EventOutcome& outcome) const {
  const System& system = *states_.given().system;
  if (outcome.status == EventStatus::kNotDone) return effects_.Explain(t);
  const auto span_of = [&](HeldId leaf) {
    const Held& held = system.hybrid.held[leaf];
    if (held.kind == Held::Kind::kRelation)
      return SpanOf(system, system.hybrid.relations[RelationId(held.of)].origin);
    return system.declarations[system.hybrid.discretes[DiscreteId(held.of)].declaration].span;
  };
  if (outcome.termination) {
    const Termination& end = system.hybrid.terminations[*outcome.termination];
    Diagnostic d =
        Warning(Code::kTerminated, SpanOf(system, end.origin), "the model ended the run at time = {:.9g}: {}",
                t, end.message.Fill([&](ExprId e) { return ValueAt(t, e); }));
    d.severity = Severity::kNote;
    return d;
  }
  if (outcome.status == EventStatus::kNoState) {
    const Reinit& reinit = system.hybrid.reinits[*outcome.reinit];
    return Error(Code::kBadReinit, SpanOf(system, reinit.origin),
                 "`{}` is no state, so that it cannot get a new value",
                 ExpressionText(system, reinit.variable));
  }
  const Span span = outcome.culprits.empty() ? Span() : span_of(outcome.culprits[0]);
  const char* what =
      outcome.status == EventStatus::kNotSolved ? "the equations have no solution after an event"
      : outcome.status == EventStatus::kEndless ? "the discrete variables come to no rest"
                                                : "no values of the relations agree with themselves";
  Diagnostic d =
      Error(outcome.status == EventStatus::kNotSolved ? Code::kEventNotSolved : Code::kEventsDoNotSettle,
            span, "at time = {:.9g} {}", t, what);
  constexpr std::size_t kMostNamed = 8;
  for (std::size_t i = 0; i < outcome.culprits.size() && i < kMostNamed; ++i)
    d.Note(fmt::format("this changes again and again: {}", TextOf(outcome.culprits[i])));
  return d;
}

}  // namespace daedalus::simulate
