// From a residual written once, as a template over its scalar types, to a DaeProblem with exact Jacobian and
// time derivative.
//
// The residual is a functor
//
//   template <class T, class Y, class P, class R>
//   bool operator()(const T& t, const Y* y, const P* yp, R* r) const;     // false: outside the domain
//
// called with doubles, with one of T, Y, P a Dual (then R is that Dual), and, for the pattern, with Y = P = R
// = Dependence. Columns that share no row are swept in one lane [CPR74] (linear/column_coloring.h), kLanes
// lanes at a time. A constant dF/dy' is swept once, here.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "daedalus/numerics/linear/column_coloring.h"
#include "daedalus/numerics/linear/sparse_pattern.h"
#include "problems/dependence.h"
#include "problems/dual.h"
#include "problems/ivp_problem.h"

namespace daedalus::problems {

inline EvalOutcome Outcome(bool inside_domain) {
  return inside_domain ? EvalOutcome::kOk : EvalOutcome::kRecoverable;
}

// Not for several threads at once: it owns its work space.
template <class Residual, int kLanes>
class Sweep {
 public:
  Sweep(Residual residual, linear::SparsePattern pattern)
      : residual_(std::move(residual)),
        pattern_(std::move(pattern)),
        groups_(linear::ColorColumns(pattern_)),
        group_of_(pattern_.cols),
        seeded_(pattern_.cols),
        r_(pattern_.rows) {
    for (std::int32_t g = 0; g < groups_.size(); ++g) {
      for (const std::int32_t j : groups_.Group(g)) group_of_[j] = g;
    }
  }

  bool ByY(double t, std::span<const double> y, std::span<const double> yp, std::span<double> values) {
    return Run(y, values, [&](const Number* seeded) { return residual_(t, seeded, yp.data(), r_.data()); });
  }
  bool ByYp(double t, std::span<const double> y, std::span<const double> yp, std::span<double> values) {
    return Run(yp, values, [&](const Number* seeded) { return residual_(t, y.data(), seeded, r_.data()); });
  }
  const linear::SparsePattern& pattern() const { return pattern_; }

 private:
  using Number = Dual<kLanes>;

  template <class Evaluate>
  bool Run(std::span<const double> at, std::span<double> values, Evaluate evaluate) {
    for (std::int32_t first = 0; first < groups_.size(); first += kLanes) {
      for (std::int32_t j = 0; j < pattern_.cols; ++j) {
        seeded_[j] = Number(at[j]);
        const std::int32_t lane = group_of_[j] - first;
        if (lane >= 0 && lane < kLanes) seeded_[j].d[lane] = 1;
      }
      if (!evaluate(seeded_.data())) return false;
      Collect(first, values);
    }
    return true;
  }

  void Collect(std::int32_t first, std::span<double> values) const {
    for (std::int32_t j = 0; j < pattern_.cols; ++j) {
      const std::int32_t lane = group_of_[j] - first;
      if (lane < 0 || lane >= kLanes) continue;
      for (std::int32_t k = pattern_.column_starts[j]; k < pattern_.column_starts[j + 1]; ++k) {
        values[k] = r_[pattern_.row_indices[k]].d[lane];
      }
    }
  }

  Residual residual_;
  linear::SparsePattern pattern_;
  linear::ColumnGroups groups_;
  std::vector<std::int32_t> group_of_;
  std::vector<Number> seeded_;
  std::vector<Number> r_;
};

// The pattern of dF/dy and dF/dy' together.
template <class Residual>
linear::SparsePattern FindPattern(const Residual& residual, std::int32_t n) {
  std::vector<Dependence> unknowns(n);
  std::vector<Dependence> rows(n);
  for (std::int32_t j = 0; j < n; ++j) unknowns[j].on = {j};
  residual(0.0, unknowns.data(), unknowns.data(), rows.data());
  std::vector<linear::Entry> entries;
  for (std::int32_t i = 0; i < n; ++i) {
    for (const std::int32_t j : rows[i].on) entries.push_back({i, j});
  }
  return linear::PatternFromEntries(n, n, entries);
}

enum class Mass { kConstant, kVariable };

// Residual, pattern, Jacobian and time derivative; the caller adds is_differential and index. The point (y,
// yp) is where a constant mass is read off.
template <int kLanes, class Residual>
DaeProblem MakeSweptDae(const Residual& residual, linear::SparsePattern pattern, Mass mass,
                        std::span<const double> y, std::span<const double> yp) {
  DaeProblem dae;
  dae.size = pattern.cols;
  dae.pattern = pattern;
  dae.constant_mass = mass == Mass::kConstant;
  dae.residual = [residual](double t, auto at_y, auto at_yp, auto r) {
    return Outcome(residual(t, at_y.data(), at_yp.data(), r.data()));
  };
  Sweep<Residual, kLanes> sweep(residual, std::move(pattern));
  std::vector<double> constant(sweep.pattern().num_nonzeros());
  if (dae.constant_mass) sweep.ByYp(0, y, yp, constant);
  dae.jacobian = [sweep, constant, mass](double t, auto at_y, auto at_yp, auto dy, auto dyp) mutable {
    if (mass == Mass::kConstant) {
      std::ranges::copy(constant, dyp.begin());
    } else if (!sweep.ByYp(t, at_y, at_yp, dyp)) {
      return EvalOutcome::kRecoverable;
    }
    return Outcome(sweep.ByY(t, at_y, at_yp, dy));
  };
  dae.time_derivative = [residual, rows = std::vector<Dual<1>>(dae.size)](double t, auto at_y, auto at_yp,
                                                                          auto r) mutable {
    Dual<1> time(t);
    time.d[0] = 1;
    const bool inside = residual(time, at_y.data(), at_yp.data(), rows.data());
    for (std::size_t i = 0; i < rows.size(); ++i) r[i] = rows[i].d[0];
    return Outcome(inside);
  };
  return dae;
}

}  // namespace daedalus::problems
