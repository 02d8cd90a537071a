#include "daedalus/system/clocks/ticks.h"

#include <array>

#include "daedalus/system/expr/build.h"

namespace daedalus::clocks {

using expr::And;
using expr::Conditional;
using expr::Not;
using expr::Op;
using Kind = Constructor::Kind;

namespace {

// An instant that does not come.
constexpr double kNever = 1e300;

}  // namespace

const Tick& Ticks::Of(const Rate& rate, const Constructor& clock) {
  const auto at = known_.find(rate);
  if (at != known_.end()) return at->second;
  const bool is_periodic = clock.kind == Kind::kExact || clock.kind == Kind::kReal;
  const Tick tick = is_periodic ? Periodic(rate, clock) : OneByOne(rate, clock);
  return known_.emplace(rate, tick).first->second;
}

ExprId Ticks::BeginOfRun() {
  if (!begin_of_run_) {
    begin_of_run_ = variables_.Add("begin", ValueType::kReal, {});
    expr::Graph& g = system_.graph;
    const ExprId initial = g.Held(InitialLeaf(system_.hybrid));
    variables_.Define(*begin_of_run_, Conditional(g, initial, g.Time(), variables_.Pre(*begin_of_run_)), {});
  }
  return variables_.Value(*begin_of_run_);
}

// As the condition of a when-clause (docs/decisions/022).
ExprId Ticks::Edge(ExprId condition, Span span, OriginId origin) {
  expr::Graph& g = system_.graph;
  const DiscreteId c = variables_.Add("clock", ValueType::kBoolean, span);
  variables_.Define(c, condition, origin);
  const std::array<ExprId, 3> terms = {Not(g, g.Held(InitialLeaf(system_.hybrid))), variables_.Value(c),
                                       Not(g, variables_.Pre(c))};
  return And(g, terms);
}

ExprId Ticks::First(ExprId active, Span span, OriginId origin) {
  expr::Graph& g = system_.graph;
  const DiscreteId ticked = variables_.Add("ticked", ValueType::kBoolean, span);
  variables_.Define(ticked, expr::Or(g, active, variables_.Pre(ticked)), origin);
  return Not(g, variables_.Pre(ticked));
}

Tick Ticks::Periodic(const Rate& rate, const Constructor& clock) {
  expr::Graph& g = system_.graph;
  const Span span = SpanOf(system_, clock.origin);
  const auto scaled = [&](Fraction f) {
    const ExprId number = g.Constant(f.ToDouble());
    return clock.kind == Kind::kExact ? number : expr::Product(g, number, clock.expression);
  };
  Sample sample;
  sample.start = expr::Sum(g, BeginOfRun(), scaled(rate.start));
  sample.interval = scaled(rate.interval);
  sample.origin = clock.origin;
  const HeldId leaf = system_.hybrid.samples[AddSample(system_.hybrid, sample)].value;
  const ExprId active = Edge(g.Held(leaf), span, clock.origin);
  return {active, sample.interval, First(active, span, clock.origin)};
}

ExprId Ticks::StartOf(ExprId variable) const {
  const expr::Graph& g = system_.graph;
  if (g.op(variable) == Op::kVariable) return system_.variables[g.variable(variable)].start;
  return system_.hybrid.discretes[DiscreteId(system_.hybrid.held[g.held(variable)].of)].start;
}

ExprId Ticks::FirstInterval(const Constructor& clock) {
  if (clock.kind == Kind::kEvent) return clock.start_interval;
  const ExprId start = StartOf(clock.expression);
  const ExprId number = start.IsValid() ? start : system_.graph.Constant(0);
  return expr::Quotient(system_.graph, number, system_.graph.Constant(static_cast<double>(clock.resolution)));
}

// Checked at a tick; otherwise the clock would silently stop.
void Ticks::Require(ExprId active, ExprId condition, ExprId interval, const Constructor& clock) {
  Assertion assertion;
  assertion.condition = expr::Or(system_.graph, Not(system_.graph, active), condition);
  assertion.message.pieces.push_back({"the interval of this clock is ", interval, {}});
  assertion.message.Append(", and it must be positive");
  assertion.origin = clock.origin;
  assertions_.push_back(std::move(assertion));
}

// A sample at the start only, and an instant that each tick sets again.
ExprId Ticks::AtVaryingInstants(const Constructor& clock) {
  expr::Graph& g = system_.graph;
  const Span span = SpanOf(system_, clock.origin);
  const bool is_counter = clock.kind == Kind::kCounter;
  const Sample sample{
      .start = BeginOfRun(), .interval = g.Constant(kNever), .origin = clock.origin, .value = {}};
  const ExprId begins = g.Held(system_.hybrid.samples[AddSample(system_.hybrid, sample)].value);
  // The sum of the counters; the instant.
  const DiscreteId next = variables_.Add("next", is_counter ? ValueType::kInteger : ValueType::kReal, span);
  const ExprId before = variables_.Pre(next);
  ExprId instant = before;
  if (is_counter) {
    const ExprId seconds = expr::Quotient(g, before, g.Constant(static_cast<double>(clock.resolution)));
    instant = Conditional(g, expr::Less(g, g.Constant(0), before), expr::Sum(g, BeginOfRun(), seconds),
                          g.Constant(kNever));
  } else {
    system_.hybrid.discretes[next].start = g.Constant(kNever);
  }
  const RelationId relation = AddRelation(system_.hybrid, {instant, g.Time(), true, clock.origin, {}});
  const ExprId is_due = g.Held(system_.hybrid.relations[relation].value);
  const ExprId active = Edge(expr::Or(g, begins, is_due), span, clock.origin);
  if (is_counter) {
    variables_.Define(next, Conditional(g, active, expr::Sum(g, before, clock.expression), before),
                      clock.origin);
    const ExprId seconds = expr::Quotient(g, expr::Difference(g, variables_.Value(next), before),
                                          g.Constant(static_cast<double>(clock.resolution)));
    Require(active, expr::Less(g, before, variables_.Value(next)), seconds, clock);
    return active;
  }
  const DiscreteId length = variables_.Add("length", ValueType::kReal, span);
  system_.hybrid.discretes[length].start = StartOf(clock.expression);
  variables_.Define(length, Conditional(g, active, clock.expression, variables_.Pre(length)), clock.origin);
  variables_.Define(next, Conditional(g, active, expr::Sum(g, g.Time(), variables_.Pre(length)), before),
                    clock.origin);
  Require(active, expr::Less(g, g.Constant(0), variables_.Pre(length)), variables_.Pre(length), clock);
  return active;
}

Tick Ticks::OneByOne(const Rate& rate, const Constructor& clock) {
  expr::Graph& g = system_.graph;
  const Span span = SpanOf(system_, clock.origin);
  const bool is_base = rate.interval == Fraction{1, 1} && rate.start == Fraction{0, 1};
  ExprId active;
  if (is_base) {
    active =
        clock.kind == Kind::kEvent ? Edge(clock.expression, span, clock.origin) : AtVaryingInstants(clock);
  } else {
    const ExprId base = Of({rate.base, {1, 1}, {0, 1}}, clock).active;
    const DiscreteId count = variables_.Add("count", ValueType::kInteger, span);
    const ExprId before = variables_.Pre(count);
    variables_.Define(count, Conditional(g, base, expr::Sum(g, before, g.Constant(1.0)), before),
                      clock.origin);
    const ExprId start = g.Constant(rate.start.ToDouble()), every = g.Constant(rate.interval.ToDouble());
    const ExprId since = expr::Difference(g, before, start);
    const ExprId is_due = expr::Equal(g, expr::Binary(g, Op::kMod, since, every), g.Constant(0.0));
    const std::array<ExprId, 3> terms = {base, expr::LessEqual(g, start, before), is_due};
    active = And(g, terms);
  }
  const ExprId first = First(active, span, clock.origin);
  const DiscreteId last = variables_.Add("last", ValueType::kReal, span);
  variables_.Define(last, Conditional(g, active, g.Time(), variables_.Pre(last)), clock.origin);
  const ExprId since = expr::Difference(g, g.Time(), variables_.Pre(last));
  return {active, Conditional(g, first, FirstInterval(clock), since), first};
}

}  // namespace daedalus::clocks
