#include "daedalus/programs/inlined/inlined_integrator.h"

#include <algorithm>
#include <cmath>

#include "daedalus/numerics/integrate/runge_kutta/hermite.h"
#include "daedalus/numerics/linear/evaluation.h"

namespace daedalus::inlined {
namespace {

using integrate::Attempt;
using integrate::ControllerKind;
using integrate::StepOutcome;

// With a fixed step: the first steps of a multistep method have low orders, and their errors of h^2 stay.
constexpr int kFixedStepOrder = 2;
// BDF of order 6 is hardly stable with steps that vary; Adams-Moulton of order 6 is never chosen for smooth
// problems.
constexpr int kVariedOrder = 5;

// Of the tolerance: what loops may leave in a step. Differences of high order magnify it, and stiff equations
// do in slopes: five times as much, which the residual form allows, saves no iterations to speak of, and
// costs a digit there.
constexpr double kLoopAccuracy = 1e-2, kLeastAccuracy = 1e-13, kMostAccuracy = 1e-6;

}  // namespace

int HighestOrder(Method method, const integrate::IntegratorOptions& options) {
  if (!IsMultistep(method)) return OrderOf(method);
  const bool is_varied_bdf = method == Method::kBdf && options.fixed_step == 0;
  if (options.max_order > 0)
    return is_varied_bdf ? std::min(options.max_order, integrate::kMaxBdfOrder) : options.max_order;
  return options.fixed_step > 0 ? kFixedStepOrder : kVariedOrder;
}

bool ControlsStep(Method method) {
  return IsMultistep(method) || StepError(method, 0).num_steps() > 0;
}

InlinedIntegrator::InlinedIntegrator(integrate::DaeProblem problem, integrate::Tolerances tolerances,
                                     const InlinedOptions& options, std::unique_ptr<StepProgram> program,
                                     std::vector<VariableId> unknowns)
    : IntegratorBase(std::move(problem), std::move(tolerances), options.integrator),
      method_(options.method),
      highest_order_(HighestOrder(options.method, options.integrator)),
      measures_steps_(options.measures_steps),
      grid_start_(options.grid_start),
      defects_(options.integrator.fixed_step > 0 ? program->num_states() : 0),
      program_(std::move(program)),
      unknowns_(std::move(unknowns)),
      unknown_of_(program_->num_states()),
      places_(unknowns_),
      has_same_order_(unknowns_ == program_->inlined().states),
      are_states_(norm_.tests_all_alike() && has_same_order_),
      error_(method_, program_->num_states()),
      past_(program_->num_states()),
      controller_(options.integrator.controller.value_or(ControllerKind::kH211b)) {
  const std::vector<VariableId>& states = program_->inlined().states;
  for (std::size_t u = 0; u < unknowns_.size(); ++u) {
    const auto found = std::ranges::lower_bound(states, unknowns_[u]);
    if (found == states.end() || *found != unknowns_[u]) {
      algebraic_.push_back(u);
    } else {
      unknown_of_[static_cast<std::size_t>(found - states.begin())] = u;
    }
  }
  if (method_ == Method::kBdf && options_.fixed_step == 0)
    bdf_.emplace(states.size(), highest_order_, options_.max_step);
  for (auto* of_states : {&x_, &slopes_, &old_, &new_x_, &new_slopes_, &state_error_, &state_weights_,
                          &inner_x_, &inner_slopes_})
    of_states->resize(states.size());
  if (options_.fixed_step == 0)
    program_->AskFor(std::clamp(kLoopAccuracy * tolerances_.relative, kLeastAccuracy, kMostAccuracy));
  for (auto* of_unknowns :
       {&unknown_error_, &previous_y_, &previous_yp_, &middle_y_, &middle_yp_, &judged_y_, &judged_yp_})
    of_unknowns->resize(unknowns_.size());
}

void InlinedIntegrator::Start() {
  const int num_steps = std::max(1, error_.num_steps());
  h_next_ = IsMultistep(method_) ? 0 : ProposalBefore(num_steps * h_next_) / num_steps;
  middle_time_ = time_;
  defects_.Begin();
  if (original_) program_->GuessFrom(*original_);
  program_->StartAt(time_);
  order_ = 1;
  steps_at_order_ = 0;
  is_young_ = true;
  controller_.Reset();
  past_.Clear();
  ReadStates(y_, yp_);
  if (bdf_) bdf_->Forget();
  if (KeepsPoints()) past_.Append(time_, x_, slopes_);
}

void InlinedIntegrator::TakeOverMoved() {
  ReadStates(y_, yp_);
  if (KeepsPoints()) past_.Replace(x_, slopes_);
}

StepOutcome InlinedIntegrator::Advance(double t_limit) {
  if (options_.fixed_step > 0) return AdvanceFixed(t_limit);
  if (bdf_) return AdvanceBdf(t_limit);
  return IsMultistep(method_) ? AdvanceAdams(t_limit) : AdvanceTested(t_limit);
}

// Dense output is cubic: what a step of higher order knows better at an event is found by repeating it up to
// there. The past of a multistep method ends where the step begins, and cannot be used so.
std::unique_ptr<integrate::IntegratorBase> InlinedIntegrator::MakeTwin(
    const integrate::IntegratorOptions& options) const {
  if (!has_low_dense_order()) return nullptr;
  auto twin = std::make_unique<InlinedIntegrator>(problem(), tolerances_,
                                                  InlinedOptions{method_, options, false, grid_start_},
                                                  program_->Copy(), unknowns_);
  twin->original_ = program_.get();
  return twin;
}

// The step behind an event ends where it would have ended without one.
double InlinedIntegrator::FixedStep(double t_limit) const {
  constexpr double kOnGrid = 1e-6, kTiny = 0.01;  // of a step
  double h = options_.fixed_step;
  const double passed = (time_ - grid_start_) / h;
  if (std::abs(passed - std::round(passed)) > kOnGrid) h *= std::floor(passed + kTiny) + 1 - passed;
  const double way = t_limit - time_;
  return h >= way * (1 - 1e-10) ? way : h;
}

StepOutcome InlinedIntegrator::AdvanceFixed(double t_limit) {
  const StepTimer timer;
  const double h = FixedStep(t_limit);
  if (IsMultistep(method_)) order_ = std::min(highest_order_, static_cast<int>(past_.size()));
  Attempt attempt = RunStep(time_ + h, h);
  if (attempt == Attempt::kSucceeded && !MayStay(time_ + h)) attempt = Attempt::kDiverged;
  if (attempt != Attempt::kSucceeded) return *NoteFailure(attempt, 0, {});
  const StepOutcome outcome = TakeStep(h, 1, t_limit);
  if (measures_steps_) times_.Add(timer.Seconds(), h);
  if (has_same_order_) defects_.Add(time_, h, previous_y_, previous_yp_, y_, yp_);
  return outcome;
}

StepProgram::Step InlinedIntegrator::Describe(double t, double h) {
  StepProgram::Step step{.t = t, .h = h, .old = x_, .old_slopes = slopes_};
  if (!IsMultistep(method_)) return step;
  step.num_continued = static_cast<std::size_t>(order_) + 1;
  if (bdf_) {
    step.h = bdf_->h_bar();
    step.old = bdf_->old();
    step.predicted = bdf_->predicted();
    step.predicted_slopes = bdf_->predicted_slopes();
    return step;
  }
  const bool is_fixed =
      method_ == Method::kBdf && static_cast<std::size_t>(order_) < past_.size() && AreEven(past_, order_, h);
  const MultistepCoefficients c =
      is_fixed ? FixedLeadingBdf(order_, past_, h) : CoefficientsOf(method_, order_, past_, t);
  std::ranges::fill(old_, 0.0);
  const auto add = [this](double weight, std::span<const double> values) {
    if (weight == 0) return;
    for (std::size_t i = 0; i < old_.size(); ++i) old_[i] += weight * values[i];
  };
  for (std::size_t age = 0; age < std::min(static_cast<std::size_t>(order_) + 1, past_.size()); ++age) {
    add(c.values[age], past_.values(age));
    add(c.slopes[age], past_.slopes(age));
  }
  step.h = c.h_bar;
  step.old = old_;
  return step;
}

Attempt InlinedIntegrator::RunStep(double t, double h) {
  const execute::LoopStatistics before = program_->loop_statistics();
  auto failure = program_->Run(Describe(t, h));
  const execute::LoopStatistics after = program_->loop_statistics();
  statistics_.newton_iterations += after.iterations - before.iterations;
  statistics_.factorizations += after.factored - before.factored;
  const execute::Workspace& workspace = program_->workspace();
  const bool is_solved = !failure;
  if (is_solved && linear::AreFinite(workspace.y)) return Attempt::kSucceeded;
  last_failure_ = {is_solved ? execute::ExecutionFailure{} : *std::move(failure),
                   workspace.time,
                   workspace.y,
                   {},
                   {workspace.held.begin(), workspace.held.end()}};
  last_failure_->yp.resize(workspace.y.size());
  return is_solved ? Attempt::kNotEvaluated : Attempt::kDiverged;
}

bool InlinedIntegrator::MayStay(double t) {
  if (!judge_) return true;
  ReadPoint(judged_y_, judged_yp_);
  if (!program_->computes_slopes()) TakeSlopesOfBdf(judged_yp_);
  if (judge_(t, judged_y_, judged_yp_)) return true;
  last_failure_.reset();
  return false;
}

StepOutcome InlinedIntegrator::TakeStep(double h, int num_runs, double t_limit) {
  std::swap(y_, previous_y_);
  std::swap(yp_, previous_yp_);
  ReadPoint(y_, yp_);
  if (!program_->computes_slopes()) TakeSlopesOfBdf(yp_);
  program_->Accept();
  ++steps_at_order_;
  const StepOutcome outcome = Accept(h * num_runs, IsMultistep(method_) ? order_ : highest_order_, t_limit);
  statistics_.steps += num_runs - 1;
  statistics_.last_step = h;
  if (num_runs == 1) middle_time_ = time_;
  ReadStates(y_, yp_);
  if (KeepsPoints()) past_.Append(time_, x_, slopes_);
  return outcome;
}

void InlinedIntegrator::TakeSlopesOfBdf(std::span<double> yp) {
  if (has_same_order_) return bdf_->FillSlopes(yp);
  bdf_->FillSlopes(new_slopes_);
  for (std::size_t i = 0; i < new_slopes_.size(); ++i) yp[unknown_of_[i]] = new_slopes_[i];
}

void InlinedIntegrator::ReadPoint(std::span<double> y, std::span<double> yp) const {
  places_.Read(program_->workspace().y, y);
  if (!program_->computes_slopes()) return;
  if (has_same_order_) return program_->ReadSlopes(yp);
  const std::vector<VariableId>& slopes = program_->inlined().slopes();
  for (std::size_t i = 0; i < slopes.size(); ++i) yp[unknown_of_[i]] = program_->ValueOf(slopes[i]);
  for (const std::size_t u : algebraic_) yp[u] = 0;
}

void InlinedIntegrator::ReadStates(std::span<const double> y, std::span<const double> yp) {
  if (has_same_order_) {
    std::ranges::copy(y, x_.begin());
    std::ranges::copy(yp, slopes_.begin());
    return;
  }
  for (std::size_t i = 0; i < x_.size(); ++i) {
    x_[i] = y[unknown_of_[i]];
    slopes_[i] = yp[unknown_of_[i]];
  }
}

// Of BDF by the polynomial of its past; else cubic between the ends of a step. Of an algebraic variable only
// its values are known. A straight line for a method of order 1, whose values do not fit its slopes: where a
// mass begins to move, forward Euler leaves its position for a step, and a cubic would dip to the other side.
void InlinedIntegrator::InterpolateInside(double t, std::span<double> y, std::span<double> yp) const {
  const bool has_middle = middle_time_ < time_, is_second = has_middle && t >= middle_time_;
  const double begin = is_second ? middle_time_ : previous_time_;
  const double end = has_middle && !is_second ? middle_time_ : time_;
  const auto &y0 = is_second ? middle_y_ : previous_y_, &k0 = is_second ? middle_yp_ : previous_yp_;
  const auto &y1 = has_middle && !is_second ? middle_y_ : y_,
             &k1 = has_middle && !is_second ? middle_yp_ : yp_;
  const double h = end - begin, theta = (t - begin) / h;
  const auto set = [&](std::size_t u, const integrate::ValueAndSlope& at) {
    y[u] = at.value;
    yp[u] = at.slope;
  };
  const auto on_line = [&](std::size_t u) {
    const double way = y1[u] - y0[u];
    return integrate::ValueAndSlope{y0[u] + theta * way, way / h};
  };
  for (const std::size_t u : algebraic_) set(u, on_line(u));
  if (bdf_) {
    bdf_->Interpolate(time_ - t, statistics_.last_order, x_, inner_x_, inner_slopes_);
    for (std::size_t i = 0; i < unknown_of_.size(); ++i) set(unknown_of_[i], {inner_x_[i], inner_slopes_[i]});
    return;
  }
  const bool is_straight = !IsMultistep(method_) && highest_order_ == 1;
  for (const std::size_t u : unknown_of_)
    set(u, is_straight ? on_line(u) : integrate::Hermite(theta, h, y0[u], k0[u], y1[u], k1[u]));
}

}  // namespace daedalus::inlined
