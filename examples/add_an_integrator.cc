// Heun's method of order 2 for y' = f(t, y), as docs/howto/add-an-integrator.md builds it:
//
//   k_1 = f(t_n, y_n),   k_2 = f(t_n + h, y_n + h k_1),   y_{n+1} = y_n + h (k_1 + k_2) / 2,
//
// with the error h (k_2 - k_1) / 2, the distance to the explicit Euler step. Checks its order on x' = -x.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "daedalus/numerics/integrate/integrator_base.h"

using namespace daedalus::integrate;

class Heun final : public IntegratorBase {
 public:
  Heun(DaeProblem problem, Tolerances tolerances, const IntegratorOptions& options)
      : IntegratorBase(std::move(problem), std::move(tolerances), options),
        k1_(size()),
        k2_(size()),
        middle_(size()),
        error_(size()),
        zero_(size()),
        y_old_(size()) {}

 private:
  void Start() override { h_next_ = 0; }

  StepOutcome Advance(double t_limit) override {
    if (h_next_ == 0) h_next_ = FirstStep(t_limit);
    double h = NextStep(h_next_, t_limit);
    while (true) {
      const Attempt attempt = TryStep(h);
      if (attempt == Attempt::kSucceeded) break;
      const double h_next = h / (attempt == Attempt::kErrorTooLarge ? 2 : 4);
      if (auto failure = NoteFailure(attempt, h_next, {})) return *std::move(failure);
      h = h_next;
    }
    h_next_ = h * std::clamp(0.9 / std::sqrt(norm_(error_)), 0.2, 5.0);  // the error goes with h^2
    y_old_ = y_;
    for (std::size_t i = 0; i < y_.size(); ++i) {
      y_[i] += h * (k1_[i] + k2_[i]) / 2;
      yp_[i] = k2_[i];
    }
    return Accept(h, 2, t_limit);
  }

  Attempt TryStep(double h) {
    if (const auto o = Slope(time_, y_, k1_); o != EvalOutcome::kOk) return AsAttempt(o);
    for (std::size_t i = 0; i < y_.size(); ++i) middle_[i] = y_[i] + h * k1_[i];
    if (const auto o = Slope(time_ + h, middle_, k2_); o != EvalOutcome::kOk) return AsAttempt(o);
    for (std::size_t i = 0; i < y_.size(); ++i) error_[i] = h * (k2_[i] - k1_[i]) / 2;
    norm_.SetWeights(y_);
    return options_.fixed_step > 0 || norm_(error_) <= 1 ? Attempt::kSucceeded : Attempt::kErrorTooLarge;
  }

  // F(t, y, y') = y' - f(t, y), so F(t, y, 0) = -f.
  EvalOutcome Slope(double t, std::span<const double> y, std::span<double> f) {
    const EvalOutcome outcome = evaluator_.Residual(t, y, zero_, f);
    for (double& value : f) value = -value;
    return outcome;
  }

  void InterpolateInside(double t, std::span<double> y, std::span<double> yp) const override {
    const double s = (t - previous_time_) / (time_ - previous_time_);
    for (std::size_t i = 0; i < y.size(); ++i) {
      y[i] = (1 - s) * y_old_[i] + s * y_[i];
      yp[i] = (y_[i] - y_old_[i]) / (time_ - previous_time_);
    }
  }

  double h_next_ = 0;
  std::vector<double> k1_, k2_, middle_, error_, zero_, y_old_;
};

// |x(1) - 1/e| of x' = -x, with steps of size h.
double ErrorOfStep(double h) {
  DaeProblem problem;
  problem.size = 1;
  problem.residual = [](double, auto y, auto yp, auto r) {
    r[0] = yp[0] + y[0];
    return EvalOutcome::kOk;
  };
  Heun heun(problem, {1e-6, {1e-6}}, {.fixed_step = h});
  const double y0 = 1, yp0 = -1;
  StepOutcome outcome = heun.Initialize(0, {&y0, 1}, {&yp0, 1});
  while (outcome.status == StepStatus::kStepped) outcome = heun.Step(1);
  return outcome.ok() ? std::abs(heun.y()[0] - std::exp(-1)) : 1;
}

int main() {
  const double order = std::log2(ErrorOfStep(1.0 / 64) / ErrorOfStep(1.0 / 128));
  std::printf("observed order: %.2f\n", order);
  return std::abs(order - 2) < 0.05 ? 0 : 1;
}
