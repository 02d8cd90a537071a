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
      fixed_{.size = options.integrator.fixed_step,
             .grid_start = options.grid_start,
             .measures = options.measures_steps,
             .defects = StepDefects(options.integrator.fixed_step > 0 ? program->num_states() : 0)},
      program_(std::move(program)),
      places_(std::move(unknowns), program_->inlined().states),
      state_norm_(norm_, places_),
      error_(method_, program_->num_states()),
      past_(program_->num_states()),
      controller_(options.integrator.controller.value_or(ControllerKind::kH211b)),
      ends_(places_.unknowns().size()) {
  const std::size_t num_states = places_.num_states(), num_unknowns = places_.unknowns().size();
  if (method_ == Method::kBdf && options_.fixed_step == 0)
    bdf_.emplace(num_states, highest_order_, options_.max_step);
  for (auto* of_states :
       {&states_.x, &states_.slopes, &states_.old, &states_.new_x, &states_.new_slopes, &states_.error})
    of_states->resize(num_states);
  if (options_.fixed_step == 0)
    program_->AskFor(std::clamp(kLoopAccuracy * tolerances_.relative, kLeastAccuracy, kMostAccuracy));
  judge_.y.resize(num_unknowns);
  judge_.yp.resize(num_unknowns);
}

void InlinedIntegrator::Start() {
  const int num_steps = std::max(1, error_.num_steps());
  h_next_ = IsMultistep(method_) ? 0 : ProposalBefore(num_steps * h_next_) / num_steps;
  ends_.middle_time = time_;
  fixed_.defects.Begin();
  if (original_) program_->GuessFrom(*original_);
  program_->StartAt(time_);
  order_ = 1;
  steps_at_order_ = 0;
  is_young_ = true;
  controller_.Reset();
  past_.Clear();
  ReadStates(y_, yp_);
  if (bdf_) bdf_->Forget();
  if (KeepsPoints()) past_.Append(time_, states_.x, states_.slopes);
}

void InlinedIntegrator::TakeOverMoved() {
  ReadStates(y_, yp_);
  if (KeepsPoints()) past_.Replace(states_.x, states_.slopes);
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
                                                  InlinedOptions{method_, options, false, fixed_.grid_start},
                                                  program_->Copy(), places_.unknowns());
  twin->original_ = program_.get();
  return twin;
}

StepOutcome InlinedIntegrator::AdvanceFixed(double t_limit) {
  const StepTimer timer;
  const double h = fixed_.Next(time_, t_limit);
  if (IsMultistep(method_)) order_ = std::min(highest_order_, static_cast<int>(past_.size()));
  Attempt attempt = RunStep(time_ + h, h);
  if (attempt == Attempt::kSucceeded && !MayStay(time_ + h)) attempt = Attempt::kDiverged;
  if (attempt != Attempt::kSucceeded) return *NoteFailure(attempt, 0, {});
  const StepOutcome outcome = TakeStep(h, 1, t_limit);
  if (fixed_.measures) fixed_.times.Add(timer.Seconds(), h);
  if (places_.has_same_order()) fixed_.defects.Add(time_, h, ends_.begin_y, ends_.begin_yp, y_, yp_);
  return outcome;
}

StepProgram::Step InlinedIntegrator::Describe(double t, double h) {
  StepProgram::Step step{.t = t, .h = h, .old = states_.x, .old_slopes = states_.slopes};
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
  std::vector<double>& old = states_.old;
  std::ranges::fill(old, 0.0);
  const auto add = [&old](double weight, std::span<const double> values) {
    if (weight == 0) return;
    for (std::size_t i = 0; i < old.size(); ++i) old[i] += weight * values[i];
  };
  for (std::size_t age = 0; age < std::min(static_cast<std::size_t>(order_) + 1, past_.size()); ++age) {
    add(c.values[age], past_.values(age));
    add(c.slopes[age], past_.slopes(age));
  }
  step.h = c.h_bar;
  step.old = old;
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
  if (!judge_.accepts) return true;
  ReadPoint(judge_.y, judge_.yp);
  if (judge_.accepts(t, judge_.y, judge_.yp)) return true;
  last_failure_.reset();
  return false;
}

StepOutcome InlinedIntegrator::TakeStep(double h, int num_runs, double t_limit) {
  std::swap(y_, ends_.begin_y);
  std::swap(yp_, ends_.begin_yp);
  ReadPoint(y_, yp_);
  program_->Accept();
  ++steps_at_order_;
  const StepOutcome outcome = Accept(h * num_runs, IsMultistep(method_) ? order_ : highest_order_, t_limit);
  statistics_.steps += num_runs - 1;
  statistics_.last_step = h;
  if (num_runs == 1) ends_.middle_time = time_;
  ReadStates(y_, yp_);
  if (KeepsPoints()) past_.Append(time_, states_.x, states_.slopes);
  return outcome;
}

void InlinedIntegrator::ReadPoint(std::span<double> y, std::span<double> yp) {
  places_.ReadPoint(*program_, y, yp);
  if (program_->computes_slopes()) return;
  if (places_.has_same_order()) return bdf_->FillSlopes(yp);
  bdf_->FillSlopes(states_.new_slopes);
  places_.WriteStates(states_.new_slopes, yp);
}

void InlinedIntegrator::ReadStates(std::span<const double> y, std::span<const double> yp) {
  places_.ReadStates(y, states_.x);
  places_.ReadStates(yp, states_.slopes);
}

// Of BDF by the polynomial of its past; else cubic between the ends of a step. Of an algebraic variable only
// its values are known. A straight line for a method of order 1, whose values do not fit its slopes: where a
// mass begins to move, forward Euler leaves its position for a step, and a cubic would dip to the other side.
void InlinedIntegrator::InterpolateInside(double t, std::span<double> y, std::span<double> yp) const {
  const auto [begin, end] = ends_.At(t, previous_time_, {time_, y_, yp_});
  const double h = end.time - begin.time, theta = (t - begin.time) / h;
  const auto set = [&](std::size_t u, const integrate::ValueAndSlope& at) {
    y[u] = at.value;
    yp[u] = at.slope;
  };
  const auto on_line = [&](std::size_t u) {
    const double way = end.y[u] - begin.y[u];
    return integrate::ValueAndSlope{begin.y[u] + theta * way, way / h};
  };
  for (const std::size_t u : places_.algebraic()) set(u, on_line(u));
  if (bdf_) return InterpolateBdf(t, y, yp);
  const bool is_straight = !IsMultistep(method_) && highest_order_ == 1;
  for (const std::size_t u : places_.unknown_of())
    set(u, is_straight ? on_line(u)
                       : integrate::Hermite(theta, h, begin.y[u], begin.yp[u], end.y[u], end.yp[u]));
}

void InlinedIntegrator::InterpolateBdf(double t, std::span<double> y, std::span<double> yp) const {
  if (places_.has_same_order()) return bdf_->Interpolate(time_ - t, statistics_.last_order, states_.x, y, yp);
  inner_.x.resize(places_.num_states());
  inner_.slopes.resize(places_.num_states());
  bdf_->Interpolate(time_ - t, statistics_.last_order, states_.x, inner_.x, inner_.slopes);
  places_.WriteStates(inner_.x, y);
  places_.WriteStates(inner_.slopes, yp);
}

}  // namespace daedalus::inlined
