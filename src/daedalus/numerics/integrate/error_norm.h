// The size of an error in units of what the user tolerates:
//
//   |v| = sqrt(1/n sum (v_i w_i)^2),   w_i = 1 / (rtol |y_i| + atol_i) (1)
//
// so that an error passes when its norm is at most 1; where only a share of the tolerances counts
// (Tolerances::share), w_i is so much larger. The sum of the error test leaves out what the user does not
// want tested (Tolerances::untested, IntegratorOptions::suppress_algebraic), and counts an unknown of index m
// with
//
//   (h / tau)^(m-1): (2)
//
// its error is that much larger than what it does to the others ([HLR89] sec. 7). RADAU5 has tau = 1 s there;
// ours is not larger than the run, so that a circuit with a time scale of nanoseconds does not go untested.
//
// [HLR89] Hairer, Lubich & Roche, The Numerical Solution of Differential-Algebraic Systems by Runge-Kutta
// Methods, 1989.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "daedalus/numerics/integrate/dae_problem.h"

namespace daedalus::integrate {

class ErrorNorm {
 public:
  ErrorNorm(const DaeProblem& problem, const Tolerances& tolerances, bool suppress_algebraic);

  // The weights of (1) at this y.
  void SetWeights(std::span<const double> y);
  std::span<const double> weights() const { return weights_; }

  // tau of (2) becomes `length` where that is less than 1.
  void SetTimeScale(double length) { time_scale_ = std::min(length, 1.0); }
  double time_scale() const { return time_scale_; }

  // (1) over all unknowns.
  double operator()(std::span<const double> v) const;
  // (1) over all unknowns, with the factors (2).
  double ByIndex(std::span<const double> v, double h) const;
  // (1) over the tested unknowns, for a step of size h.
  double Tested(std::span<const double> v, double h) const;
  // Whether Tested is nothing but (1): all unknowns are tested, and all have index 1.
  bool tests_all_alike() const { return tested_.empty() && index_.empty(); }
  // The weights with which (1) is Tested(v, h), for methods that take norms in passes of their own.
  void FillTestedWeights(double h, std::span<double> weights) const;
  // The weights with which (1) is ByIndex(v, h).
  void FillIndexWeights(double h, std::span<double> weights) const;
  // The tested unknown that contributes most to Tested(v, h).
  std::int32_t Worst(std::span<const double> v, double h) const;
  // The share of the tolerances that counts at present.
  double share() const { return share_ ? *share_ : 1; }

 private:
  using IndexFactors = std::array<double, 4>;  // (2) by index

  IndexFactors FactorsOfIndex(double h) const;
  double Weight(std::size_t i, const IndexFactors& factors) const;  // 0 if it is not tested

  const double* share_;  // Tolerances::share
  double relative_;
  std::vector<double> absolute_;
  std::vector<char> tested_;         // empty: all are
  std::vector<std::uint8_t> index_;  // empty: all 1
  std::size_t num_tested_;
  double time_scale_ = 1;
  std::vector<double> weights_;
};

}  // namespace daedalus::integrate
