#include "daedalus/model/simulate/assertions.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "daedalus/system/expr/leaves.h"
#include "daedalus/system/print_system.h"

namespace daedalus::simulate {
namespace {

double Slack(double bound, double tolerance) {
  return tolerance * std::max(1.0, std::abs(bound));
}

// A variable of ours says nothing to users.
bool IsInternal(const System& system, ExprId e) {
  if (system.graph.op(e) != expr::Op::kHeld) return false;
  const Held& held = system.hybrid.held[system.graph.held(e)];
  return held.kind == Held::Kind::kDiscrete && system.hybrid.discretes[DiscreteId(held.of)].is_internal;
}

}  // namespace

AssertionChecker::AssertionChecker(const System& system, std::span<const double> parameters, double tolerance,
                                   std::span<const double> held)
    : system_(system),
      parameters_(parameters),
      held_(held),
      evaluator_(system.graph),
      reported_(system.assertions.size(), 0),
      bounded_(FindBoundedVariables(system, parameters)) {
  expr::LeafCollector leaves;
  for (const Assertion& assertion : system.assertions) {
    const auto is_pre = [&](HeldId h) { return system.hybrid.held[h].kind == Held::Kind::kPre; };
    is_of_round_.push_back(
        std::ranges::any_of(leaves.Collect(system.graph, assertion.condition).held, is_pre));
    has_rounds_ = has_rounds_ || is_of_round_.back();
  }
  for (BoundedVariable& v : bounded_) {
    v.bounds.min -= Slack(v.bounds.min, tolerance);
    v.bounds.max += Slack(v.bounds.max, tolerance);
  }
}

void AssertionChecker::CheckBounds(double t, std::span<const double> y, std::vector<Diagnostic>& out) {
  const auto is_outside = [&](const BoundedVariable& v) {
    const double value = y[v.variable.index()];
    return value < v.bounds.min || value > v.bounds.max;
  };
  if (std::none_of(bounded_.begin(), bounded_.end(), is_outside)) return;
  for (const BoundedVariable& v : bounded_) {
    if (!is_outside(v)) continue;
    const Variable& variable = system_.variables[v.variable];
    const double value = y[v.variable.index()];
    const ExprId bound = value < v.bounds.min ? variable.min : variable.max;
    out.push_back(Warning(Code::kBoundCrossed, system_.declarations[variable.declaration].span,
                          "`{}` is {:.6g} at time = {:.9g}, {} of {:.6g}", NameOf(system_, variable), value,
                          t, value < v.bounds.min ? "below its min" : "above its max",
                          evaluator_.Value(bound)));
  }
  std::erase_if(bounded_, is_outside);
}

std::vector<Diagnostic> AssertionChecker::CheckAssertions(double t, bool of_rounds) {
  std::vector<Diagnostic> out;
  for (std::size_t i = 0; i < system_.assertions.size(); ++i) {
    const Assertion& assertion = system_.assertions[i];
    if (of_rounds && !is_of_round_[i]) continue;
    if (reported_[i] || evaluator_.Value(assertion.condition) != 0) continue;
    reported_[i] = 1;
    Diagnostic d = Error(Code::kAssertionFailed, SpanOf(system_, assertion.origin),
                         "assertion failed at time = {:.9g}: {}", t,
                         assertion.message.Fill([&](ExprId e) { return evaluator_.Value(e); }));
    if (!IsInternal(system_, assertion.condition))
      d.Note(fmt::format("`{}` is false", ExpressionText(system_, assertion.condition)));
    if (assertion.is_warning) d.severity = Severity::kWarning;
    out.push_back(std::move(d));
  }
  return out;
}

std::vector<Diagnostic> AssertionChecker::Check(double t, std::span<const double> y,
                                                std::span<const double> yp) {
  std::vector<Diagnostic> out;
  if (system_.assertions.empty() && bounded_.empty()) return out;
  evaluator_.SetPoint({t, y, yp, parameters_, held_});
  CheckBounds(t, y, out);
  std::ranges::move(CheckAssertions(t, false), std::back_inserter(out));
  return out;
}

std::vector<Diagnostic> AssertionChecker::CheckRound(double t, std::span<const double> y,
                                                     std::span<const double> yp) {
  evaluator_.SetPoint({t, y, yp, parameters_, held_});
  return CheckAssertions(t, true);
}

}  // namespace daedalus::simulate
