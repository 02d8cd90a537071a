// The stages of a step of a fully implicit Runge-Kutta method, and those of the last step, whose polynomial
// predicts them.
//
// A step from (t_n, y_n, y'_n) has the stages Z_i = Y_i - y_n with the slopes K_i. They begin with the
// polynomial u of the last step, Z_i = u(t_n + c_i h) - y_n, if there is one. It ends in y_{n+1} = y_n + Z_s,
// y'_{n+1} = K_s.
#pragma once

#include <span>
#include <vector>

#include "daedalus/numerics/integrate/evaluator.h"
#include "daedalus/numerics/integrate/runge_kutta/stage_arrays.h"
#include "daedalus/numerics/integrate/runge_kutta/stage_step.h"
#include "daedalus/numerics/integrate/runge_kutta/two_step_error.h"

namespace daedalus::integrate {

class ImplicitStages {
 public:
  ImplicitStages(Evaluator& evaluator, int most_stages);

  // Forgets the last step.
  void Forget();
  // An iteration from a prediction failed: the next one begins without it.
  void DistrustPrediction() { predicts_ = false; }

  // Z, K and Y before the first iteration.
  void Predict(const StageStep& step);
  // F at all stages.
  EvalOutcome Evaluate(const StageStep& step);
  // They become those of the last step.
  void Accept(const StageStep& step);

  StageArrays arrays() { return {z_.data(), k_.data(), y_.data()}; }
  StepStages now() const { return {z_, k_}; }
  const std::vector<double>& z() const { return z_; }
  const std::vector<double>& k() const { return k_; }
  std::vector<double>& residuals() { return f_; }
  std::span<const double> End(const StageTableau& tableau) const { return Stage(y_, tableau.stages - 1, n_); }
  std::span<const double> EndSlope(const StageTableau& tableau) const {
    return Stage(k_, tableau.stages - 1, n_);
  }
  std::span<const double> EndResidual(const StageTableau& tableau) const {
    return Stage(f_, tableau.stages - 1, n_);
  }

  // The tableau of the last step; null if there was none.
  const StageTableau* past_tableau() const { return past_tableau_; }
  double past_h() const { return past_h_; }
  StepStages past() const { return {past_z_, past_k_}; }
  const std::vector<double>& past_k() const { return past_k_; }
  std::span<const double> zero() const { return zero_; }  // of the size of y

 private:
  void Start(const StageStep& step);
  void Extrapolate(const StageStep& step);

  Evaluator& evaluator_;
  std::size_t n_;
  std::vector<double> z_, k_, y_, f_;    // the stages Z, K and Y, and F there
  std::vector<double> past_z_, past_k_;  // of the last step
  const StageTableau* past_tableau_ = nullptr;
  double past_h_ = 0;
  bool predicts_ = false;  // the last step has a polynomial, and no iteration failed since
  std::vector<double> zero_;
};

}  // namespace daedalus::integrate
