#include "daedalus/model/compile/jump_system.h"

#include <algorithm>
#include <cmath>

#include "daedalus/model/initialize/initial_program.h"
#include "daedalus/system/expr/evaluate.h"
#include "daedalus/system/print_system.h"

namespace daedalus::compile {
namespace {

// In units of the tolerance of a value: smaller changes are not jumps.
constexpr double kJump = 100;

}  // namespace

Result<std::vector<double>> JumpSystem::WithValues(const ReadQuantity& before,
                                                   std::span<const double> parameters) const {
  std::vector<double> out(parameters.begin(), parameters.end());
  for (const Quantity& quantity : values_) {
    const auto value = before(quantity);
    if (!value) {
      return Fail(Error(Code::kImpulse, {}, "`{}` is not known before the event, but must be known",
                        NameOf(given_, quantity)));
    }
    out.push_back(*value);
  }
  return out;
}

// By how much must the values change, in units of their sizes, to satisfy the constraint? To first order.
bool JumpSystem::IsViolated(const Constraint& constraint, expr::Evaluator& evaluator,
                            const ReadQuantity& size, double tolerance) const {
  double scale = 0;
  for (const auto& [quantity, derivative] : constraint.gradient)
    scale += std::abs(evaluator.Value(derivative)) * size(quantity).value_or(1);
  return !(std::abs(evaluator.Value(constraint.residual)) <= kJump * tolerance * scale);
}

Jump JumpSystem::Read(std::span<const double> found, const ReadQuantity& before, const ReadQuantity& size,
                      double tolerance) const {
  Jump jump;
  for (const VariableId v : IdRange<VariableId>(found.size())) {
    const double value = found[v.index()];
    const int highest = highest_[v.index()];
    if (is_left_out_[v.index()]) continue;
    if (highest == 0) {
      if (value != 0) jump.impulses.push_back({v, value});
      continue;
    }
    const Quantity quantity{v, highest - 1};
    if (value != *before(quantity)) jump.values.push_back({quantity, *before(quantity), value});
  }
  // Values that have not jumped differ only by rounding.
  const auto has_jumped = [&](const Jump::Value& value) {
    return std::abs(value.after - value.before) > kJump * tolerance * size(value.quantity).value_or(1);
  };
  if (std::ranges::none_of(jump.values, has_jumped)) jump.impulses.clear();
  return jump;
}

std::optional<Diagnostic> JumpSystem::Obstacle(double t) const {
  if (singular_) return singular_;
  if (!obstacle_) return std::nullopt;
  const Equation& equation = given_.equations[obstacle_->equation];
  return Error(
             Code::kImpulse, SpanOf(given_, equation),
             "at time = {:.9g} an impulse of `{}` would be needed, but does not enter this equation linearly",
             t, NameOf(given_, obstacle_->variable))
      .Note(fmt::format("flattened: {}", EquationText(given_, equation)));
}

Result<bool> JumpSystem::NeedsJump(double t, std::span<const double> values, std::span<const double> held,
                                   const ReadQuantity& size, double tolerance) const {
  expr::Evaluator evaluator(system_.graph);
  evaluator.SetPoint({t, {}, {}, values, held});
  bool jumps = false;
  for (const Constraint& constraint : constraints_) {
    if (!IsViolated(constraint, evaluator, size, tolerance)) continue;
    jumps = true;
    if (constraint.can_jump) continue;
    const Equation& equation = given_.equations[constraint.equation];
    return Fail(Error(Code::kImpulse, SpanOf(given_, equation),
                      "at time = {:.9g} this equation begins to hold, but not for the values before", t)
                    .Note(fmt::format("flattened: {}", EquationText(given_, equation)))
                    .Note("positions, and not only velocities, would have to jump; no equation says how"));
  }
  return jumps;
}

Result<std::vector<double>> JumpSystem::SolveEquations(double t, const ReadQuantity& before,
                                                       const std::vector<double>& values,
                                                       std::span<const double> held) const {
  const causal::SystemIncidence incidence = causal::IncidenceOf(system_);
  auto attributes = initialize::EvaluateAttributes(system_, values);
  if (!attributes) return Failure{std::move(attributes).error()};
  for (const VariableId v : IdRange<VariableId>(system_.variables.size())) {
    const int highest = highest_[v.index()];
    if (highest > 0) attributes->start[v.index()] = *before({v, highest - 1});
  }
  const auto plan = initialize::PlanInitialization(system_, incidence);
  if (!plan) return Failure{plan.error()};
  const initialize::InitialProgram program(system_, incidence, *plan, *attributes, values);
  auto found = program.Run(*attributes, values, t, nullptr, held);
  if (!found.ok) {
    return Fail(Error(Code::kImpulse, {}, "no values were found after the jump at time = {:.9g}: {}", t,
                      found.reason));
  }
  return std::move(found.values.y);
}

std::optional<Diagnostic> JumpSystem::CoefficientThatJumps(double t, const Jump& jump,
                                                           const ReadQuantity& size, double tolerance) const {
  for (const Doubt& c : coefficients_) {
    const auto it = std::ranges::find_if(
        jump.values, [&](const Jump::Value& v) { return v.quantity.variable == c.variable; });
    if (it == jump.values.end()) continue;
    if (std::abs(it->after - it->before) <= kJump * tolerance * size(it->quantity).value_or(1)) continue;
    const Equation& equation = given_.equations[c.equation];
    return Error(Code::kImpulse, SpanOf(given_, equation),
                 "at time = {:.9g} `{}` would jump, but this equation does not say what is conserved", t,
                 NameOf(given_, it->quantity))
        .Note(fmt::format("flattened: {}", EquationText(given_, equation)))
        .Hint("write the derivative of what is conserved: der(q) = i with q = C*v, not C*der(v) = i");
  }
  return std::nullopt;
}

Result<Jump> JumpSystem::Solve(double t, const ReadQuantity& before, const ReadQuantity& size,
                               std::span<const double> parameters, std::span<const double> held,
                               double tolerance) const {
  const auto values = WithValues(before, parameters);
  if (!values) return Failure{values.error()};
  const auto needs_jump = NeedsJump(t, *values, held, size, tolerance);
  if (!needs_jump) return Failure{needs_jump.error()};
  if (!*needs_jump) return Jump{};
  if (auto obstacle = Obstacle(t)) return Fail(*std::move(obstacle));
  const auto found = SolveEquations(t, before, *values, held);
  if (!found) return Failure{found.error()};
  Jump jump = Read(*found, before, size, tolerance);
  if (auto doubt = CoefficientThatJumps(t, jump, size, tolerance)) return Fail(*std::move(doubt));
  return jump;
}

}  // namespace daedalus::compile
