#include "daedalus/numerics/integrate/runge_kutta/implicit_stages.h"

#include <algorithm>

#include "daedalus/numerics/integrate/runge_kutta/stage_sum.h"

namespace daedalus::integrate {

ImplicitStages::ImplicitStages(Evaluator& evaluator, int most_stages)
    : evaluator_(evaluator), n_(static_cast<std::size_t>(evaluator.problem().size)), zero_(n_) {
  const std::size_t room = n_ * static_cast<std::size_t>(most_stages);
  for (std::vector<double>* stages : {&z_, &k_, &y_, &f_, &past_z_, &past_k_}) stages->resize(room);
}

void ImplicitStages::Forget() {
  predicts_ = false;
  past_tableau_ = nullptr;
}

// Without a past: Z = 0. If F is not linear in y', K = 0 is far from the solution, however small the step is.
// Then the stages begin with the slopes of differential unknowns.
void ImplicitStages::Start(const StageStep& step) {
  const StageTableau& tableau = step.tableau;
  std::fill_n(z_.begin(), tableau.stages * n_, 0.0);
  if (evaluator_.problem().constant_mass) return;
  const std::vector<char>& differential = evaluator_.problem().is_differential;
  for (int i = 0; i < tableau.stages; ++i) {
    for (std::size_t m = 0; m < n_; ++m) {
      if (!differential.empty() && !differential[m]) continue;
      Stage(z_, i, n_)[m] = tableau.c[i] * step.h * step.yp[m];  // then K_i = y', since sum_j a_ij = c_i
    }
  }
}

void ImplicitStages::Extrapolate(const StageStep& step) {
  const StageTableau& now = step.tableau;
  const auto past_stages = static_cast<std::size_t>(past_tableau_->stages);
  StageTableau::Matrix q;  // now.stages rows for the slopes of the last step
  for (int i = 0; i < now.stages; ++i) {
    past_tableau_->EvaluateFromEnd(now.c[i] * step.h / past_h_,
                                   std::span(q).subspan(i * past_stages, past_stages));
  }
  if (past_tableau_ == &now) {
    MixStages(now, q, past_h_, past_k_.data(), z_.data(), n_);
    return;
  }
  for (double& weight : q) weight *= past_h_;
  for (int i = 0; i < now.stages; ++i) {
    AddStages(std::span(q).subspan(i * past_stages, past_stages), past_k_, zero_, Stage(z_, i, n_));
  }
}

void ImplicitStages::Predict(const StageStep& step) {
  if (predicts_) {
    Extrapolate(step);
  } else {
    Start(step);
  }
  CompleteStages(step.tableau, step.h, step.y, arrays());
}

EvalOutcome ImplicitStages::Evaluate(const StageStep& step) {
  for (int i = 0; i < step.tableau.stages; ++i) {
    const double t = step.t + step.tableau.c[i] * step.h;
    const EvalOutcome outcome = evaluator_.Residual(t, Stage(y_, i, n_), Stage(k_, i, n_), Stage(f_, i, n_));
    if (outcome != EvalOutcome::kOk) return outcome;
  }
  return EvalOutcome::kOk;
}

void ImplicitStages::Accept(const StageStep& step) {
  past_k_.swap(k_);
  past_z_.swap(z_);
  past_tableau_ = &step.tableau;
  past_h_ = step.h;
  predicts_ = true;
}

}  // namespace daedalus::integrate
