#include "daedalus/inlined/inlined_integrator.h"

#include <algorithm>
#include <cmath>

#include "daedalus/integrate/runge_kutta/hermite.h"

namespace daedalus::inlined {
namespace {

using integrate::Attempt;
using integrate::StepOutcome;

// With a fixed step: the first steps of a multistep method have low orders, and their errors of h^2 stay.
constexpr int kFixedStepOrder = 2;

int HighestOrder(const InlinedOptions& options) {
  if (!IsMultistep(options.method)) return OrderOf(options.method);
  return options.integrator.max_order > 0 ? options.integrator.max_order : kFixedStepOrder;
}

}  // namespace

InlinedIntegrator::InlinedIntegrator(integrate::DaeProblem problem, integrate::Tolerances tolerances,
                                     const InlinedOptions& options, std::unique_ptr<StepProgram> program,
                                     std::vector<VariableId> unknowns)
    : IntegratorBase(std::move(problem), std::move(tolerances), options.integrator),
      method_(options.method),
      order_(HighestOrder(options)),
      program_(std::move(program)),
      unknowns_(std::move(unknowns)),
      state_of_(unknowns_.size()),
      unknown_of_(program_->num_states()),
      past_(program_->num_states()),
      x_(program_->num_states()),
      slopes_(program_->num_states()),
      old_(program_->num_states()),
      previous_y_(unknowns_.size()),
      previous_yp_(unknowns_.size()) {
  const std::vector<VariableId>& states = program_->inlined().states;
  for (std::size_t u = 0; u < unknowns_.size(); ++u) {
    const auto found = std::ranges::lower_bound(states, unknowns_[u]);
    if (found == states.end() || *found != unknowns_[u]) continue;
    state_of_[u] = static_cast<std::size_t>(found - states.begin());
    unknown_of_[*state_of_[u]] = u;
  }
}

void InlinedIntegrator::Start() {
  last_h_ = 0;
  past_.Clear();
  Remember();
}

void InlinedIntegrator::Remember() {
  for (std::size_t i = 0; i < x_.size(); ++i) {
    x_[i] = y_[unknown_of_[i]];
    slopes_[i] = yp_[unknown_of_[i]];
  }
  if (IsMultistep(method_)) past_.Append(time_, x_, slopes_);
}

StepOutcome InlinedIntegrator::Advance(double t_limit) {
  const double h = NextStep(options_.fixed_step, t_limit);
  const Attempt attempt = TryStep(h);
  if (attempt != Attempt::kSucceeded) return *NoteFailure(attempt, 0, {});
  std::ranges::copy(y_, previous_y_.begin());
  std::ranges::copy(yp_, previous_yp_.begin());
  TakeResults();
  program_->Accept();
  const StepOutcome outcome = Accept(h, order_in_use_, t_limit);
  last_h_ = h;
  Remember();
  return outcome;
}

StepProgram::Step InlinedIntegrator::Describe(double t, double h) {
  order_in_use_ = order_;
  StepProgram::Step step{.t = t, .h = h, .old = x_, .old_slopes = slopes_};
  // The first guess has no past.
  step.stretch = last_h_ > 0 && statistics_.steps > 1 ? h / last_h_ : 0;
  if (!IsMultistep(method_)) return step;
  order_in_use_ = std::min(order_, static_cast<int>(past_.size()));
  const MultistepCoefficients c = CoefficientsOf(method_, order_in_use_, past_, t);
  std::ranges::fill(old_, 0.0);
  for (std::size_t age = 0; age < static_cast<std::size_t>(order_in_use_); ++age) {
    const auto values = past_.values(age), slopes = past_.slopes(age);
    for (std::size_t i = 0; i < old_.size(); ++i)
      old_[i] += c.values[age] * values[i] + c.slopes[age] * slopes[i];
  }
  step.h = c.h_bar;
  step.old = old_;
  return step;
}

Attempt InlinedIntegrator::TryStep(double h) {
  const execute::LoopStatistics before = program_->loop_statistics();
  auto failure = program_->Run(Describe(time_ + h, h));
  statistics_.newton_iterations += program_->loop_statistics().iterations - before.iterations;
  const execute::Workspace& workspace = program_->workspace();
  const bool is_solved = !failure;
  if (is_solved && std::ranges::all_of(workspace.y, [](double value) { return std::isfinite(value); }))
    return Attempt::kSucceeded;
  last_failure_ = {
      is_solved ? execute::ExecutionFailure{} : *std::move(failure), workspace.time, workspace.y, {}, {}};
  last_failure_->yp.resize(workspace.y.size());
  return is_solved ? Attempt::kNotEvaluated : Attempt::kDiverged;
}

void InlinedIntegrator::TakeResults() {
  const std::vector<VariableId>& slopes = program_->inlined().slopes();
  for (std::size_t u = 0; u < unknowns_.size(); ++u) {
    y_[u] = program_->ValueOf(unknowns_[u]);
    yp_[u] = state_of_[u] ? program_->ValueOf(slopes[*state_of_[u]]) : 0;
  }
}

// Cubic between the ends of the step; of an algebraic variable only its values are known.
void InlinedIntegrator::InterpolateInside(double t, std::span<double> y, std::span<double> yp) const {
  const double h = time_ - previous_time_, theta = (t - previous_time_) / h;
  for (std::size_t u = 0; u < y.size(); ++u) {
    const double line = (y_[u] - previous_y_[u]) / h;
    const integrate::ValueAndSlope at =
        state_of_[u] ? integrate::Hermite(theta, h, previous_y_[u], previous_yp_[u], y_[u], yp_[u])
                     : integrate::ValueAndSlope{previous_y_[u] + theta * (y_[u] - previous_y_[u]), line};
    y[u] = at.value;
    yp[u] = at.slope;
  }
}

}  // namespace daedalus::inlined
