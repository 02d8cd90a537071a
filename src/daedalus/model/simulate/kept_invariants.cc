#include "daedalus/model/simulate/kept_invariants.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "daedalus/model/initialize/explain.h"
#include "daedalus/system/print_system.h"

namespace daedalus::simulate {

using integrate::EvalOutcome;

KeptInvariants::KeptInvariants(const System& system, execute::InvariantSet set,
                               std::span<const double> parameters, std::span<const double> nominal)
    : system_(system),
      set_(std::move(set)),
      nominal_(nominal),
      x_(set_.states().size()),
      units_(x_.size()),
      g_(set_.size()),
      sizes_(g_.size()),
      rows_(g_.size() * x_.size()),
      largest_(g_.size(), 0.0),
      usual_sizes_(g_.size(), 0.0),
      projection_({.size = static_cast<std::int32_t>(x_.size()),
                   .count = static_cast<std::int32_t>(g_.size()),
                   .values =
                       [this](double, std::span<const double> x, std::span<double> g) {
                         for (std::size_t i = 0; i < x.size(); ++i)
                           workspace_.y[set_.states()[i].index()] = x[i];
                         return set_.Evaluate(workspace_, g) ? EvalOutcome::kOk : EvalOutcome::kRecoverable;
                       },
                   .gradients =
                       [this](double, std::span<const double>, std::span<double> rows) {
                         return set_.Gradients(rows) ? EvalOutcome::kOk : EvalOutcome::kRecoverable;
                       }}) {
  workspace_.y.resize(system.variables.size());
  workspace_.yp.resize(system.variables.size());
  workspace_.parameters = parameters;
}

void KeptInvariants::Load(double t, std::span<const double> y, std::span<const double> yp,
                          std::span<const double> held) {
  workspace_.time = t;
  std::ranges::copy(y, workspace_.y.begin());
  std::ranges::copy(yp, workspace_.yp.begin());
  workspace_.held = held;
}

void KeptInvariants::FindUnits() {
  for (std::size_t i = 0; i < x_.size(); ++i) {
    const std::size_t v = set_.states()[i].index();
    x_[i] = workspace_.y[v];
    units_[i] = std::max(nominal_[v], std::abs(x_[i]));
  }
}

bool KeptInvariants::Holds(double tolerance) {
  FindUnits();
  if (!set_.Evaluate(workspace_, g_) || !set_.Gradients(rows_)) return false;
  double largest = 0;
  for (std::size_t c = 0; c < g_.size(); ++c) {
    double& size = sizes_[c] = 0;
    for (std::size_t i = 0; i < x_.size(); ++i)
      size = std::max(size, std::abs(rows_[c * x_.size() + i]) * units_[i]);
    // If no state matters, as at rest, the absolute value is the only measure.
    const double violation = std::abs(g_[c]) / (size > 0 ? size : 1);
    if (violation > largest) worst_ = c;
    largest = std::max(largest, violation);
  }
  return largest <= tolerance;
}

bool KeptInvariants::EvaluateAhead(double step, std::span<double> g) {
  const execute::Workspace here = workspace_;
  workspace_.time += step;
  for (const VariableId v : set_.states()) workspace_.y[v.index()] += step * here.yp[v.index()];
  const bool ok = set_.Evaluate(workspace_, g);
  workspace_ = here;
  return ok;
}

bool KeptInvariants::AreImplied() {
  constexpr double kStep = 1e-4;    // of the states, in their units
  constexpr double kFar = 1e-6;     // of the size of an invariant: more than the square of the step
  constexpr double kQuadratic = 3;  // lies between 2 and 4, the ratios of a linear and of a quadratic growth
  double speed = 0;
  for (std::size_t i = 0; i < x_.size(); ++i)
    speed = std::max(speed, std::abs(workspace_.yp[set_.states()[i].index()]) / units_[i]);
  if (speed == 0) return true;
  std::vector<double> near(g_.size()), far(g_.size());
  if (!EvaluateAhead(kStep / speed / 2, near) || !EvaluateAhead(kStep / speed, far)) return true;
  for (std::size_t c = 0; c < g_.size(); ++c) {
    if (std::abs(far[c] - g_[c]) <= kFar * sizes_[c] ||
        std::abs(far[c] - g_[c]) >= kQuadratic * std::abs(near[c] - g_[c]))
      continue;
    worst_ = c;
    return false;
  }
  return true;
}

bool KeptInvariants::Restore() {
  FindUnits();
  const integrate::ProjectionOutcome outcome = projection_.Project(workspace_.time, units_, x_);
  if (!outcome.ok) {
    worst_ = static_cast<std::size_t>(outcome.constraint.value_or(0));
    return false;
  }
  return Record();
}

bool KeptInvariants::Record() {
  if (!set_.Evaluate(workspace_, g_)) return false;
  for (std::size_t c = 0; c < g_.size(); ++c) largest_[c] = std::max(largest_[c], std::abs(g_[c]));
  return true;
}

// Suppose the states move by e, in units, and an invariant has the weight W. If one unit changes it by S,
// then e S / (W S)^2 of it remains, the minimum of |e|^2 + |W g|^2. The errors of a step are below one unit.
// So a larger rest must come from another invariant.
bool KeptInvariants::Measure() {
  constexpr double kSatisfied = 1e-8;  // of S: a rest that an iteration may leave
  FindUnits();
  if (!Record() || !set_.Gradients(rows_)) return false;
  for (std::size_t c = 0; c < g_.size(); ++c) {
    double& size = usual_sizes_[c];
    for (std::size_t i = 0; i < x_.size(); ++i)
      size = std::max(size, std::abs(rows_[c * x_.size() + i]) * units_[i]);
    const double weighted = system_.invariants[c].weight * size;
    if (size == 0 || std::abs(g_[c]) <= (kSatisfied + 1 / (weighted * weighted)) * size) continue;
    worst_ = c;
    return false;
  }
  return true;
}

integrate::WeightedConstraints KeptInvariants::Constraints(std::span<const VariableId> unknowns) {
  std::vector<std::size_t> places;  // of the states, among the unknowns
  for (const VariableId state : set_.states())
    places.push_back(static_cast<std::size_t>(std::ranges::find(unknowns, state) - unknowns.begin()));
  integrate::WeightedConstraints out;
  for (const Invariant& invariant : system_.invariants) out.weights.push_back(invariant.weight);
  for (const VariableId v : unknowns) out.units.push_back(nominal_[v.index()]);
  out.constraints.size = static_cast<std::int32_t>(unknowns.size());
  out.constraints.count = static_cast<std::int32_t>(g_.size());
  out.constraints.values = [this, places](double t, std::span<const double> y, std::span<double> g) {
    workspace_.time = t;
    for (std::size_t i = 0; i < places.size(); ++i) workspace_.y[set_.states()[i].index()] = y[places[i]];
    return set_.Evaluate(workspace_, g) ? EvalOutcome::kOk : EvalOutcome::kRecoverable;
  };
  out.constraints.gradients = [this, places](double, std::span<const double> y, std::span<double> rows) {
    if (!set_.Gradients(rows_)) return EvalOutcome::kRecoverable;
    std::ranges::fill(rows, 0.0);
    for (std::size_t c = 0; c < g_.size(); ++c) {
      for (std::size_t i = 0; i < places.size(); ++i)
        rows[c * y.size() + places[i]] = rows_[c * places.size() + i];
    }
    return EvalOutcome::kOk;
  };
  return out;
}

Diagnostic KeptInvariants::Explain(Code code, const std::string& what) const {
  const Equation& invariant = system_.invariants[worst_].equation;
  const execute::EvaluationPoint point{
      workspace_.time, workspace_.y, workspace_.yp, {workspace_.held.begin(), workspace_.held.end()}};
  return Error(code, SpanOf(system_, invariant), "{} at time = {:.9g}: {}", what, workspace_.time,
               EquationText(system_, invariant))
      .Note(fmt::format("its sides differ by {:.6g} with {}", g_[worst_],
                        initialize::ValuesIn(system_, invariant, point)));
}

std::vector<Violation> KeptInvariants::Violations() const {
  std::vector<Violation> out;
  for (std::size_t c = 0; c < largest_.size(); ++c)
    out.push_back({EquationText(system_, system_.invariants[c].equation), largest_[c]});
  return out;
}

}  // namespace daedalus::simulate
