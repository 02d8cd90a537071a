#include "daedalus/model/simulate/event_messages.h"

#include <fmt/format.h>

#include <utility>

#include "daedalus/model/compile/surfaces.h"
#include "daedalus/system/expr/evaluate.h"
#include "daedalus/system/print_system.h"

namespace daedalus::simulate {
namespace {

using EventStatus = hybrid::EventOutcome::Status;

Span SpanOfHeld(const System& system, HeldId leaf) {
  const Held& held = system.hybrid.held[leaf];
  if (held.kind == Held::Kind::kRelation)
    return SpanOf(system, system.hybrid.relations[RelationId(held.of)].origin);
  return system.declarations[system.hybrid.discretes[DiscreteId(held.of)].declaration].span;
}

Diagnostic ExplainNoState(const System& system, const Reinit& reinit) {
  return Error(Code::kBadReinit, SpanOf(system, reinit.origin),
               "`{}` is not a state, so it cannot get a new value", ExpressionText(system, reinit.variable));
}

}  // namespace

Diagnostic ExplainOutcome(const System& system, const hybrid::EventOutcome& outcome,
                          const EventPoint& point) {
  if (outcome.status == EventStatus::kNoState)
    return ExplainNoState(system, system.hybrid.reinits[*outcome.reinit]);
  const Span span = outcome.culprits.empty() ? Span() : SpanOfHeld(system, outcome.culprits[0]);
  const char* what = outcome.status == EventStatus::kNotSolved
                         ? "the equations have no solution after an event"
                     : outcome.status == EventStatus::kEndless ? "the discrete variables do not settle"
                                                               : "no values of the relations are consistent";
  Diagnostic d =
      Error(outcome.status == EventStatus::kNotSolved ? Code::kEventNotSolved : Code::kEventsDoNotSettle,
            span, "at time = {:.9g} {}", point.time, what);
  constexpr std::size_t kMostNamed = 8;
  for (std::size_t i = 0; i < outcome.culprits.size() && i < kMostNamed; ++i)
    d.Note(fmt::format("this changes again and again: {}", HeldText(system, outcome.culprits[i])));
  return d;
}

Diagnostic ExplainTermination(const System& system, const Termination& end, const EventPoint& point) {
  const auto value_of = [&](ExprId e) {
    return expr::Evaluate(system.graph, e,
                          {point.time, point.values, point.slopes, point.parameters, point.held});
  };
  Diagnostic d =
      Warning(Code::kTerminated, SpanOf(system, end.origin), "the model ended the run at time = {:.9g}: {}",
              point.time, end.message.Fill(value_of));
  d.severity = Severity::kNote;
  return d;
}

Diagnostic ExplainCrowd(const System& system, double t, std::optional<RelationId> relation) {
  const Relation* culprit = relation ? &system.hybrid.relations[*relation] : nullptr;
  Diagnostic d = Error(Code::kCrowdedEvents, culprit ? SpanOf(system, culprit->origin) : Span(),
                       "events follow each other faster and faster, and time does not go beyond {:.9g}", t);
  if (culprit) d.Note(fmt::format("the relation that changes: {}", HeldText(system, culprit->value)));
  return std::move(d).Hint(
      "such a model needs a state in which the events end, like that of a ball that lies on the floor");
}

Diagnostic ExplainDelay(const System& system, double t, const hybrid::Recollection::BadDelay& bad) {
  const Recall& recall = system.hybrid.recalls[bad.recall];
  const bool is_long = bad.delay > bad.limit;
  Diagnostic d = Error(Code::kBadDelay, SpanOf(system, recall.origin),
                       "at time = {:.9g} the delay is {:.9g}, and it must be {}", t, bad.delay,
                       is_long ? fmt::format("at most {:.9g}, its limit", bad.limit) : "positive");
  return is_long ? std::move(d) : std::move(d).Hint("a delay that may vanish can be `max(d, small)`");
}

Diagnostic ExplainMode(double t, Diagnostic why) {
  return std::move(why).Note(
      fmt::format("at the event at time = {:.9g} the equations change, and this message is about those that "
                  "would hold after it",
                  t));
}

Diagnostic ExplainChattering(const System& system, double t, const hybrid::EventIteration::Chattering& found,
                             RelationId id) {
  const Relation& relation = system.hybrid.relations[id];
  return Error(Code::kCrowdedEvents, SpanOf(system, relation.origin),
               "this relation changes to and fro: {} times from time = {:.9g} to {:.9g}", found.count,
               found.since, t)
      .Note(fmt::format(
          "{}: each of its values drives the model back to where the relation has the other value",
          HeldText(system, relation.value)));
}

Diagnostic ExplainNoSliding(Diagnostic d, const System& system, RelationId relation, bool has_surface,
                            const std::optional<Diagnostic>& why_not) {
  if (!has_surface) {
    const auto obstacle = compile::FindSlidingObstacle(system, relation);
    if (obstacle && obstacle->origin.IsValid()) d.With(SpanOf(system, obstacle->origin), obstacle->why);
    return std::move(d).Note("the model cannot slide there: " +
                             (obstacle ? obstacle->why : "no continuous equation depends on it"));
  }
  if (why_not) return std::move(d).Note("the model cannot slide there: " + why_not->message);
  return std::move(d).Note("the model cannot slide there: no combination of both values keeps it there");
}

Diagnostic ExplainBrokenInitial(const System& system, const DiscreteEquation& equation) {
  return Error(Code::kEventsDoNotSettle, SpanOf(system, equation.origin),
               "this initial equation does not hold for the values that were found at the start")
      .Note("the other equations determine other values of its variables");
}

Diagnostic ExplainBadSample(const System& system, const Sample& sample) {
  return Error(Code::kBadSample, SpanOf(system, sample.origin),
               "`{}`: the interval of a sample must be positive", HeldText(system, sample.value));
}

Diagnostic ExplainBadDelay(const System& system, const Delay& delay) {
  return Error(Code::kBadSample, SpanOf(system, delay.origin), "`{}`: a delay must be positive",
               HeldText(system, delay.value));
}

Diagnostic ExplainNewStructureAtEnd(double t) {
  return Error(Code::kModeNotSolvable, {},
               "`terminal()` changes the structure of the equations, at time = {:.9g}", t)
      .Hint("let it decide about values, not about which unknowns an equation has");
}

}  // namespace daedalus::simulate
