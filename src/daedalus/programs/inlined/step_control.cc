// Steps of varying size: the part of InlinedIntegrator that tests errors and chooses sizes and orders.
//
// [BCP96] Brenan, Campbell & Petzold, Numerical Solution of Initial-Value Problems in Differential-Algebraic
// Equations.
#include <algorithm>
#include <cmath>

#include "daedalus/programs/inlined/inlined_integrator.h"

namespace daedalus::inlined {
namespace {

using integrate::Attempt;
using integrate::StepOutcome;

constexpr double kAfterDivergence = 0.25;  // of the step size
// Of Adams-Moulton. Its past forgives few changes: differences of high order carry the errors of each step,
// and points that are near to each other on one side and far apart on the other make them larger. So the step
// size is doubled where that is safe, made smaller where it has to be, and left alone in between ([BCP96]
// sec. 5.2.6).
constexpr double kGrowth = 2, kLeastShrinking = 0.9, kMostShrinking = 0.5;

// Of one-step methods: where a step was refused so often, slopes may jump inside, and what is left of it may
// pass the test only because the jump lies where the estimate hardly looks (step_error.h): then it has to
// pass with less. A smooth solution is refused once.
constexpr int kSuspiciousFailures = 2;
constexpr double kMostWhereSuspicious = 0.1;  // of the tolerance

// Of one-step methods: behind a start steps are far below the tolerance, their errors say nothing about the
// next one, and a smooth controller would need many steps to get away from there.
constexpr double kFarBelow = 0.25;  // of the step size that the error allows

// Of one-step methods: a step is kept, and with it the factors of its loops, where it might grow by less than
// this.
constexpr double kIdleGrowth = 1.2;

// How much larger the next step may be, for an error of half the tolerance.
double RatioFor(double size, int order) {
  return std::pow(2 * size + 1e-4, -1.0 / (order + 1));
}

}  // namespace

Attempt InlinedIntegrator::RunTestedSteps(double h) {
  for (int which = 0; which < error_.num_steps(); ++which) {
    const Attempt attempt = RunStep(time_ + (which + 1) * h, h);
    if (attempt != Attempt::kSucceeded) return attempt;
    error_.Record(which, states_.x, states_.slopes, *program_);
    if (which + 1 == error_.num_steps()) break;
    if (!MayStay(time_ + (which + 1) * h)) return Attempt::kDiverged;
    ends_.middle_time = time_ + h;
    ReadPoint(ends_.middle_y, ends_.middle_yp);
    program_->Accept();
    ReadStates(ends_.middle_y, ends_.middle_yp);
  }
  return Attempt::kSucceeded;
}

StepOutcome InlinedIntegrator::AdvanceTested(double t_limit) {
  const int num_steps = error_.num_steps();
  if (h_next_ == 0) h_next_ = FirstStep(t_limit);
  double h = FitStep(h_next_, time_ + (t_limit - time_) / num_steps);
  program_->Mark();
  double size = 0;
  int refused = 0;
  while (true) {
    Attempt attempt = RunTestedSteps(h);
    if (attempt == Attempt::kSucceeded) {
      error_.Estimate(h, states_.error);
      size = state_norm_.SizeOf(states_.error, h);
      const bool is_small = size <= (refused < kSuspiciousFailures ? 1 : kMostWhereSuspicious);
      if (is_small && MayStay(time_ + num_steps * h)) break;
      attempt = is_small ? Attempt::kDiverged : Attempt::kErrorTooLarge;
      refused += is_small ? 0 : 1;
    }
    const bool is_error = attempt == Attempt::kErrorTooLarge;
    if (!is_error) controller_.Reset();
    const double next = h * (is_error ? controller_.AfterFailure(size, error_.exponent()) : kAfterDivergence);
    const integrate::Blame blame{.unknown = is_error ? std::optional(state_norm_.Worst(h)) : std::nullopt};
    if (auto failure = NoteFailure(attempt, next, blame)) {
      ends_.middle_time = time_;
      return *std::move(failure);
    }
    h = h_next_ = next;
    program_->ReturnToMark();
    ReadStates(y_, yp_);
  }
  is_young_ = is_young_ && refused == 0 && std::pow(size, 1.0 / error_.exponent()) < kFarBelow;
  if (is_young_) controller_.Reset();
  const double ratio = controller_.AfterSuccess(h, size, error_.exponent());
  h_next_ = program_->keeps_factors() && ratio >= 1 && ratio <= kIdleGrowth ? h : h * ratio;
  const StepOutcome outcome = TakeStep(h, num_steps, t_limit);
  norm_.SetWeights(y_);
  return outcome;
}

double InlinedIntegrator::SizeOfError(int order, double t) {
  EstimateAdamsError(order, past_, t, states_.new_slopes, states_.error);
  return state_norm_.SizeOf(states_.error, t - time_);
}

StepOutcome InlinedIntegrator::AdvanceAdams(double t_limit) {
  if (h_next_ == 0) h_next_ = FirstStep(t_limit);
  double h = FitStep(h_next_, t_limit);
  int failures = 0;
  while (true) {
    Attempt attempt = RunStep(time_ + h, h);
    double size = 0;
    if (attempt == Attempt::kSucceeded) {
      program_->ReadSlopes(states_.new_slopes);
      size = SizeOfError(order_, time_ + h);
      const bool is_small = size <= 1;
      if (is_small && MayStay(time_ + h)) {
        const int next_order = ChooseOrder(h, size);
        const StepOutcome outcome = TakeStep(h, 1, t_limit);
        SetOrder(next_order);
        norm_.SetWeights(y_);
        return outcome;
      }
      attempt = is_small ? Attempt::kDiverged : Attempt::kErrorTooLarge;
    }
    const bool is_error = attempt == Attempt::kErrorTooLarge;
    const double ratio =
        is_error ? std::clamp(RatioFor(size, order_), kAfterDivergence, kLeastShrinking) : kAfterDivergence;
    const integrate::Blame blame{.unknown = is_error ? std::optional(state_norm_.Worst(h)) : std::nullopt};
    if (auto failure = NoteFailure(attempt, h * ratio, blame)) return *std::move(failure);
    h = h_next_ = h * ratio;
    // The past may be the trouble: a jump, or steps that were too long.
    if (++failures > 1) SetOrder(std::max(1, order_ - 1));
    steps_at_order_ = 0;
  }
}

StepOutcome InlinedIntegrator::AdvanceBdf(double t_limit) {
  if (!bdf_->has_started()) {
    const bool leaps = problem().index.empty() || std::ranges::max(problem().index) < 3;
    bdf_->Start(states_.slopes, FitStep(FirstStep(t_limit), t_limit),
                leaps ? integrate::kLongestLeap * (t_limit - time_) : 0);
  }
  while (true) {
    const double h = FitStep(bdf_->wanted_step(), t_limit);
    bdf_->Prepare(states_.x, states_.slopes, h);
    order_ = bdf_->order();
    Attempt attempt = RunStep(time_ + h, h);
    if (attempt == Attempt::kSucceeded) {
      program_->ReadStates(states_.new_x);
      const std::span<const double> weights = state_norm_.Weights(h);
      const double error = bdf_->ErrorOf(states_.new_x, weights);
      const bool is_small = error <= 1;
      if (is_small && MayStay(time_ + h)) {
        bdf_->Accept(weights);
        const StepOutcome outcome = TakeStep(h, 1, t_limit);
        norm_.SetWeights(y_);
        return outcome;
      }
      if (!is_small) bdf_->Refuse(weights, error);
      attempt = is_small ? Attempt::kDiverged : Attempt::kErrorTooLarge;
    }
    if (attempt != Attempt::kErrorTooLarge) bdf_->Shrink();
    if (previous_time_ == time_) bdf_->StretchLine(states_.slopes);
    if (auto failure = NoteFailure(attempt, bdf_->wanted_step(), BlameFor(attempt, h)))
      return *std::move(failure);
  }
}

integrate::Blame InlinedIntegrator::BlameFor(Attempt attempt, double h) {
  if (attempt != Attempt::kErrorTooLarge || !IsLastAttempt(attempt, bdf_->wanted_step())) return {};
  return {.unknown = state_norm_.WorstOf(bdf_->correction(), h)};
}

void InlinedIntegrator::SetOrder(int order) {
  if (order != order_) steps_at_order_ = 0;
  order_ = order;
}

int InlinedIntegrator::ChooseOrder(double h, double size) {
  const double t = time_ + h;
  int best = order_;
  double ratio = RatioFor(size, order_);
  const auto consider = [&](int order) {
    if (order < 1 || order > highest_order_ || !KnowsAdamsError(order, past_)) return;
    const double other = RatioFor(SizeOfError(order, t), order);
    if (other <= ratio) return;
    ratio = other;
    best = order;
  };
  consider(order_ - 1);
  if (steps_at_order_ > order_) consider(order_ + 1);
  if (ratio >= kGrowth) {
    h_next_ = kGrowth * h;
    steps_at_order_ = 0;
  } else {
    h_next_ = ratio > 1 ? h : h * std::clamp(ratio, kMostShrinking, kLeastShrinking);
  }
  return best;
}

}  // namespace daedalus::inlined
