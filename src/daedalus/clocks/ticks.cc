#include "daedalus/clocks/ticks.h"

#include <array>

#include "daedalus/expr/build.h"

namespace daedalus::clocks {

using expr::And;
using expr::Conditional;
using expr::Not;
using expr::Op;

const Tick& Ticks::Of(const Rate& rate, const Constructor& clock) {
  const auto at = known_.find(rate);
  if (at != known_.end()) return at->second;
  const Tick tick = clock.kind == Constructor::Kind::kEvent ? AtEvents(rate, clock) : Periodic(rate, clock);
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
    return clock.kind == Constructor::Kind::kExact ? number : expr::Product(g, number, clock.expression);
  };
  Sample sample;
  sample.start = expr::Sum(g, BeginOfRun(), scaled(rate.start));
  sample.interval = scaled(rate.interval);
  sample.origin = clock.origin;
  const HeldId leaf = system_.hybrid.samples[AddSample(system_.hybrid, sample)].value;
  const ExprId active = Edge(g.Held(leaf), span, clock.origin);
  return {active, sample.interval, First(active, span, clock.origin)};
}

Tick Ticks::AtEvents(const Rate& rate, const Constructor& clock) {
  expr::Graph& g = system_.graph;
  const Span span = SpanOf(system_, clock.origin);
  const bool is_base = rate.interval == Fraction{1, 1} && rate.start == Fraction{0, 1};
  ExprId active;
  if (is_base) {
    active = Edge(clock.expression, span, clock.origin);
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
  return {active, Conditional(g, first, clock.start_interval, since), first};
}

}  // namespace daedalus::clocks
