// Named test problems with exact or published answers, as plain callbacks.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <vector>

#include "daedalus/numerics/integrate/dae_problem.h"
#include "daedalus/numerics/linear/sparse_pattern.h"
#include "problems/problem_list.h"

namespace daedalus::integrate {

struct TestProblem {
  DaeProblem dae;
  std::vector<double> y0;
  std::vector<double> yp0;
};

// Values by column.
inline void Fill(std::span<double> values, std::initializer_list<double> columns) {
  std::ranges::copy(columns, values.begin());
}

// y' = rate y, y(0) = 1: y = exp(rate t).
inline TestProblem Decay(double rate = -1) {
  TestProblem test;
  test.dae.size = 1;
  test.dae.constant_mass = true;
  test.dae.residual = [rate](double, auto y, auto yp, auto r) {
    r[0] = yp[0] - rate * y[0];
    return EvalOutcome::kOk;
  };
  test.y0 = {1};
  test.yp0 = {rate};
  return test;
}

// x' = v, v' = -x: x = cos t, v = -sin t.
inline TestProblem Oscillator() {
  TestProblem test;
  test.dae.size = 2;
  test.dae.constant_mass = true;
  test.dae.residual = [](double, auto y, auto yp, auto r) {
    r[0] = yp[0] - y[1];
    r[1] = yp[1] + y[0];
    return EvalOutcome::kOk;
  };
  test.dae.jacobian = [](double, auto, auto, auto dy, auto dyp) {
    Fill(dy, {0, 1, -1, 0});
    Fill(dyp, {1, 0, 0, 1});
    return EvalOutcome::kOk;
  };
  test.y0 = {1, 0};
  test.yp0 = {0, -1};
  return test;
}

// Robertson's kinetics with the conservation law as third equation (index 1), and its exact Jacobian.
inline TestProblem Robertson() {
  TestProblem test;
  test.dae.size = 3;
  test.dae.constant_mass = true;
  test.dae.is_differential = {1, 1, 0};
  test.dae.residual = [](double, auto y, auto yp, auto r) {
    r[0] = yp[0] + 0.04 * y[0] - 1e4 * y[1] * y[2];
    r[1] = yp[1] - 0.04 * y[0] + 1e4 * y[1] * y[2] + 3e7 * y[1] * y[1];
    r[2] = y[0] + y[1] + y[2] - 1;
    return EvalOutcome::kOk;
  };
  test.dae.jacobian = [](double, auto y, auto, auto dy, auto dyp) {
    Fill(dy, {0.04, -0.04, 1,                           //
              -1e4 * y[2], 1e4 * y[2] + 6e7 * y[1], 1,  //
              -1e4 * y[1], 1e4 * y[1], 1});
    Fill(dyp, {1, 0, 0, 0, 1, 0, 0, 0, 0});
    return EvalOutcome::kOk;
  };
  test.y0 = {1, 0, 0};
  test.yp0 = {-0.04, 0.04, 0};
  return test;
}

// y1' = y2, y2' = mu (1 - y1^2) y2 - y1.
inline TestProblem VanDerPol(double mu) {
  TestProblem test;
  test.dae.size = 2;
  test.dae.constant_mass = true;
  test.dae.residual = [mu](double, auto y, auto yp, auto r) {
    r[0] = yp[0] - y[1];
    r[1] = yp[1] - mu * (1 - y[0] * y[0]) * y[1] + y[0];
    return EvalOutcome::kOk;
  };
  test.dae.jacobian = [mu](double, auto y, auto, auto dy, auto dyp) {
    Fill(dy, {0, 2 * mu * y[0] * y[1] + 1, -1, -mu * (1 - y[0] * y[0])});
    Fill(dyp, {1, 0, 0, 1});
    return EvalOutcome::kOk;
  };
  test.y0 = {2, 0};
  test.yp0 = {0, -2};
  return test;
}

// u_t = u_xx on (0, 1), u = 0 at both ends, by second differences on n inner points, with a tridiagonal
// Jacobian. u(0) = sin(pi x) is an eigenvector: u(t) = exp(-lambda t) u(0), lambda = (2 - 2 cos(pi h)) / h^2,
// h = 1 / (n + 1).
inline TestProblem Heat(std::int32_t n, bool with_jacobian) {
  const double h = 1.0 / (n + 1);
  TestProblem test;
  test.dae.size = n;
  test.dae.constant_mass = true;
  std::vector<linear::Entry> entries;
  for (std::int32_t i = 0; i < n; ++i) {
    for (const std::int32_t j : {i - 1, i, i + 1}) {
      if (j >= 0 && j < n) entries.push_back({i, j});
    }
  }
  test.dae.pattern = linear::PatternFromEntries(n, n, entries);
  test.dae.residual = [n, h](double, auto y, auto yp, auto r) {
    for (std::int32_t i = 0; i < n; ++i) {
      const double left = i > 0 ? y[i - 1] : 0;
      const double right = i + 1 < n ? y[i + 1] : 0;
      r[i] = yp[i] - (left - 2 * y[i] + right) / (h * h);
    }
    return EvalOutcome::kOk;
  };
  if (with_jacobian) {
    test.dae.jacobian = [n, h](double, auto, auto, auto dy, auto dyp) {
      std::ranges::fill(dyp, 0.0);
      std::size_t k = 0;
      for (std::int32_t j = 0; j < n; ++j) {
        if (j > 0) dy[k++] = -1 / (h * h);
        dyp[k] = 1;
        dy[k++] = 2 / (h * h);
        if (j + 1 < n) dy[k++] = -1 / (h * h);
      }
      return EvalOutcome::kOk;
    };
  }
  const double pi = std::acos(-1.0);
  const double lambda = (2 - 2 * std::cos(pi * h)) / (h * h);
  for (std::int32_t i = 0; i < n; ++i) {
    test.y0.push_back(std::sin(pi * h * (i + 1)));
    test.yp0.push_back(-lambda * test.y0.back());
  }
  return test;
}

// Gear's example (tests/problems/gear1970.cc) as he had it: without a Jacobian, and with v1 and v2 marked as
// linear.
struct Gear {
  static TestProblem Problem() {
    const problems::IvpProblem whole = problems::Gear1970(1000);
    TestProblem test;
    test.dae.size = whole.dae.size;
    test.dae.is_differential = {1, 1, 1, 1, 1, 1, 0, 0};
    test.dae.enters_linearly = {0, 0, 0, 0, 0, 0, 1, 1};
    test.dae.residual = whole.dae.residual;
    test.y0 = whole.y0;
    test.yp0 = whole.yp0;
    return test;
  }

  static std::vector<double> Exact(double t) { return problems::Gear1970Exact(t); }
};

}  // namespace daedalus::integrate
