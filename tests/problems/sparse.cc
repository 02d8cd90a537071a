#include "problems/sparse.h"

#include <cmath>
#include <numbers>

#include "daedalus/numerics/linear/sparse_pattern.h"
#include "problems/hand_written.h"

namespace daedalus::problems {

IvpProblem Heat1d(std::int32_t n) {
  const double h = 1.0 / (n + 1), inverse = 1 / (h * h);
  IvpProblem p{.name = "heat1d", .t_end = 0.1};
  p.dae.size = n;
  p.dae.constant_mass = true;
  std::vector<linear::Entry> entries;
  for (std::int32_t j = 0; j < n; ++j) {
    for (const std::int32_t i : {j - 1, j, j + 1}) {
      if (i >= 0 && i < n) entries.push_back({i, j});
    }
  }
  p.dae.pattern = linear::PatternFromEntries(n, n, entries);
  p.dae.residual = [n, inverse](double, auto y, auto yp, auto r) {
    if (n == 1) {
      r[0] = yp[0] + 2 * inverse * y[0];
      return EvalOutcome::kOk;
    }
    r[0] = yp[0] - inverse * (y[1] - 2 * y[0]);
    for (std::int32_t i = 1; i + 1 < n; ++i) r[i] = yp[i] - inverse * (y[i - 1] - 2 * y[i] + y[i + 1]);
    r[n - 1] = yp[n - 1] - inverse * (y[n - 2] - 2 * y[n - 1]);
    return EvalOutcome::kOk;
  };
  p.dae.jacobian = [n, inverse](double, auto, auto, auto dy, auto dyp) {
    std::ranges::fill(dyp, 0.0);
    std::size_t k = 0;
    for (std::int32_t j = 0; j < n; ++j) {
      if (j > 0) dy[k++] = -inverse;
      dyp[k] = 1;
      dy[k++] = 2 * inverse;
      if (j + 1 < n) dy[k++] = -inverse;
    }
    return EvalOutcome::kOk;
  };
  p.dae.time_derivative = NoTimeDerivative;
  p.y0.assign(n, 0);
  p.yp0.assign(n, 0);
  p.reference.assign(n, 0);
  for (const int mode : {1, 3}) {
    // 2 - 2 cos without cancellation.
    const double half = std::sin(mode * std::numbers::pi * h / 2), lambda = 4 * half * half * inverse;
    for (std::int32_t i = 0; i < n; ++i) {
      const double value = std::sin(mode * std::numbers::pi * h * (i + 1)) / mode;
      p.y0[i] += value;
      p.yp0[i] -= lambda * value;
      p.reference[i] += value * std::exp(-lambda * p.t_end);
    }
  }
  p.absolute_scale = {1e-2};
  return p;
}

// Unknowns v_1, i_1, v_2, i_2, ...; rows 0 = v_(k-1) - v_k - R i_k and C v_k' = i_k - i_(k+1), with R = C
// = 1.
IvpProblem RcLadder(std::int32_t num_cells) {
  const std::int32_t n = 2 * num_cells;
  IvpProblem p{.name = "rc_ladder", .t_end = 100};
  p.dae.size = n;
  p.dae.constant_mass = true;
  p.dae.is_differential.assign(n, 0);
  std::vector<linear::Entry> entries;
  for (std::int32_t v = 0; v < n; v += 2) {
    p.dae.is_differential[v] = 1;
    entries.insert(entries.end(), {{v, v}, {v, v + 1}, {v + 1, v}, {v + 1, v + 1}});
    if (v > 0) entries.push_back({v + 1, v - 2});
    if (v + 3 < n) entries.push_back({v, v + 3});
  }
  p.dae.pattern = linear::PatternFromEntries(n, n, entries);
  p.dae.residual = [n](double t, auto y, auto yp, auto r) {
    double before = 1 - std::exp(-t);
    for (std::int32_t v = 0; v < n; v += 2) {
      r[v] = yp[v] - y[v + 1] + (v + 3 < n ? y[v + 3] : 0.0);
      r[v + 1] = before - y[v] - y[v + 1];
      before = y[v];
    }
    return EvalOutcome::kOk;
  };
  p.dae.jacobian = [n](double, auto, auto, auto dy, auto dyp) {
    std::ranges::fill(dyp, 0.0);
    std::size_t k = 0;
    for (std::int32_t v = 0; v < n; v += 2) {
      dyp[k] = 1;  // column v: rows v, v+1 and v+3; column v+1: rows v-2, v and v+1
      dy[k++] = 0;
      dy[k++] = -1;
      if (v + 3 < n) dy[k++] = 1;
      if (v > 0) dy[k++] = 1;
      dy[k++] = -1;
      dy[k++] = -1;
    }
    return EvalOutcome::kOk;
  };
  p.dae.time_derivative = [](double t, auto, auto, auto r) {
    std::ranges::fill(r, 0.0);
    r[1] = std::exp(-t);
    return EvalOutcome::kOk;
  };
  p.y0.assign(n, 0);
  p.yp0.assign(n, 0);
  p.yp0[1] = 1;  // the first current follows the source
  return p;
}

}  // namespace daedalus::problems
