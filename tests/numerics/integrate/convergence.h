// Measured orders of convergence: problems with known smooth solutions, and the slope of the error against
// the step size.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "daedalus/base/expected.h"
#include "daedalus/numerics/integrate/integrator.h"
#include "numerics/integrate/problems.h"
#include "numerics/integrate/run.h"

namespace daedalus::integrate {

struct SmoothProblem {
  TestProblem test;
  std::function<std::vector<double>(double)> exact;
  double t_end = 1;
};

// u' = -2 t u^2, v' = u - v^2 + q(t), with u = 1 / (1 + t^2), v = sin t + 1: nonlinear, coupled and
// explicitly dependent on time.
inline SmoothProblem SmoothOde() {
  SmoothProblem smooth;
  smooth.test.dae.size = 2;
  smooth.test.dae.constant_mass = true;
  smooth.exact = [](double t) { return std::vector{1 / (1 + t * t), std::sin(t) + 1}; };
  smooth.test.dae.residual = [](double t, auto y, auto yp, auto r) {
    const double v = std::sin(t) + 1;
    r[0] = yp[0] + 2 * t * y[0] * y[0];
    r[1] = yp[1] - y[0] + y[1] * y[1] - (std::cos(t) - 1 / (1 + t * t) + v * v);
    return EvalOutcome::kOk;
  };
  smooth.test.dae.jacobian = [](double t, auto y, auto, auto dy, auto dyp) {
    Fill(dy, {4 * t * y[0], -1, 0, 2 * y[1]});
    Fill(dyp, {1, 0, 0, 1});
    return EvalOutcome::kOk;
  };
  smooth.test.y0 = smooth.exact(0);
  smooth.test.yp0 = {0, 1};
  return smooth;
}

// x' = x (z - 2), 0 = z^2 + z x - q(t), with x = exp(sin t), z = cos t + 2: index 1.
inline SmoothProblem SmoothIndexOne() {
  SmoothProblem smooth;
  smooth.test.dae.size = 2;
  smooth.test.dae.constant_mass = true;
  smooth.test.dae.is_differential = {1, 0};
  smooth.exact = [](double t) { return std::vector{std::exp(std::sin(t)), std::cos(t) + 2}; };
  smooth.test.dae.residual = [](double t, auto y, auto yp, auto r) {
    const double x = std::exp(std::sin(t)), z = std::cos(t) + 2;
    r[0] = yp[0] - y[0] * (y[1] - 2);
    r[1] = y[1] * y[1] + y[1] * y[0] - (z * z + z * x);
    return EvalOutcome::kOk;
  };
  smooth.test.dae.jacobian = [](double, auto y, auto, auto dy, auto dyp) {
    Fill(dy, {-(y[1] - 2), y[1], -y[0], 2 * y[1] + y[0]});
    Fill(dyp, {1, 0, 0, 0});
    return EvalOutcome::kOk;
  };
  smooth.test.y0 = smooth.exact(0);
  smooth.test.yp0 = {1, 0};
  return smooth;
}

// y' = -stiffness (y - g(t)) + g'(t), y = g = sin(t + 1) ([PR74] A. Prothero, A. Robinson, Math. Comp. 28):
// where methods lose order.
inline SmoothProblem ProtheroRobinson(double stiffness) {
  SmoothProblem smooth;
  smooth.test.dae.size = 1;
  smooth.test.dae.constant_mass = true;
  smooth.exact = [](double t) { return std::vector{std::sin(t + 1)}; };
  smooth.test.dae.residual = [stiffness](double t, auto y, auto yp, auto r) {
    r[0] = yp[0] + stiffness * (y[0] - std::sin(t + 1)) - std::cos(t + 1);
    return EvalOutcome::kOk;
  };
  smooth.test.dae.jacobian = [stiffness](double, auto, auto, auto dy, auto dyp) {
    dy[0] = stiffness;
    dyp[0] = 1;
    return EvalOutcome::kOk;
  };
  smooth.test.dae.time_derivative = [stiffness](double t, auto, auto, auto r) {
    r[0] = -stiffness * std::cos(t + 1) + std::sin(t + 1);
    return EvalOutcome::kOk;
  };
  smooth.test.y0 = smooth.exact(0);
  smooth.test.yp0 = {std::cos(1.0)};
  return smooth;
}

// The largest error over steps of size h, and inside of them where `inside`: a part of the step, is below 1.
inline double FixedStepError(const Maker& make, const SmoothProblem& smooth, double h,
                             IntegratorOptions options, double inside = 1) {
  options.fixed_step = h;
  const auto integrator = make(smooth.test.dae, {1e-12, {1e-12}}, options);
  if (!integrator) return NAN;
  StepOutcome outcome = (*integrator)->Initialize(0, smooth.test.y0, smooth.test.yp0);
  std::vector<double> y(smooth.test.y0.size()), yp(y.size());
  double worst = 0;
  while (outcome.status == StepStatus::kStepped) {
    outcome = (*integrator)->Step(smooth.t_end);
    const double start = (*integrator)->previous_time();
    const double t = inside < 1 ? start + inside * ((*integrator)->time() - start) : (*integrator)->time();
    (*integrator)->Interpolate(t, y, yp);
    const std::vector<double> exact = smooth.exact(t);
    for (std::size_t i = 0; i < y.size(); ++i) worst = std::max(worst, std::abs(y[i] - exact[i]));
  }
  return outcome.status == StepStatus::kReachedLimit ? worst : NAN;
}

// log2 of the ratio of the errors with steps h and h/2.
inline double MeasuredOrder(const Maker& make, const SmoothProblem& smooth, double h,
                            const IntegratorOptions& options = {}, double inside = 1) {
  return std::log2(FixedStepError(make, smooth, h, options, inside) /
                   FixedStepError(make, smooth, h / 2, options, inside));
}

}  // namespace daedalus::integrate
