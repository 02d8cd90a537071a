// Linear multistep formulas for constant steps, as plain data:
//
//   sum_j alpha_j x_{n+1-j} = h sum_j beta_j x'_{n+1-j},   j = 0 is the new point,
//
// scaled so that the beta_j add up to 1. For a method of order p the solution of x' = lambda x grows in each
// step by e^z + C z^(p+1) + ..., z = h lambda. C is the error constant here: what is computed minus what is
// true, as for one-step methods. ([HNW93] (III.2.6) has the opposite sign.)
//
//   [CK06]  Cellier & Kofman, Continuous System Simulation, sec. 8.2.
//   [HNW93] Hairer, Norsett & Wanner, Solving Ordinary Differential Equations I, sec. III.1 and III.2.
//   [SR97]  Shampine & Reichelt, The MATLAB ODE suite, SIAM J. Sci. Comput. 18, sec. 2.
//
// All three families are sums of backward differences of the new point, whose coefficients are rational; they
// are added in long double and rounded once.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace daedalus::integrate::theory {

struct MultistepFormula {
  std::string name = {};
  int order = 0;
  std::vector<double> alpha = {};
  std::vector<double> beta = {};  // as many
  double error_constant = 0;
  std::string_view source = {};

  int num_steps() const { return static_cast<int>(alpha.size()) - 1; }
};

constexpr int kMaxBdfOrder = 6;  // from 7 on the formulas are unstable for every h
constexpr int kMaxAdamsOrder = 12;
constexpr int kMaxNdfOrder = 5;

// Backward differentiation, [CK06] (8.41): sum_{m=1..k} (1/m) del^m x_{n+1} = h x'_{n+1}.
MultistepFormula BdfFormula(int order);

// Adams-Moulton, [HNW93] (III.1.9): x_{n+1} - x_n = h sum_{m=0..p-1} gamma*_m del^m x'_{n+1}. Order 1 is
// backward Euler, order 2 the trapezoidal rule.
MultistepFormula AdamsMoultonFormula(int order);

// gamma*_0 .. gamma*_m of [HNW93] Table III.1.2: 1, -1/2, -1/12, -1/24, -19/720, ...
std::vector<double> AdamsMoultonGamma(int m);

// Numerical differentiation, [SR97] (3): BDF minus kappa_k gamma_k del^(k+1) x_{n+1}, gamma_k = 1 + 1/2 + ...
// + 1/k. A smaller error constant for a smaller angle of stability.
MultistepFormula NdfFormula(int order);

}  // namespace daedalus::integrate::theory
