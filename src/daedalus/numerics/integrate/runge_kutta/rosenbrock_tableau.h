// The coefficients of stiffly accurate Rosenbrock-Wanner pairs, in the form in which a step uses them
// ([HW96] IV.7, eq. (7.25)).
//
// In the form of the theory, with beta = alpha + gamma (gamma: lower triangular, gamma_ii = gamma),
//
//   k_i = h f(y_n + sum_{j<i} alpha_ij k_j) + h J sum_{j<=i} gamma_ij k_j,   y_{n+1} = y_n + sum b_i k_i (1)
//
// With G = (gamma_ij) and u = G k the products with J vanish, and the coefficients become
//
//   a = alpha G^-1,   c = diag(1/gamma) - G^-1,   m = b G^-1. (2)
//
// All pairs here are stiffly accurate, b_i = beta_si. So y_{n+1} is the argument of the last stage plus u_s,
// and m = (a_s1, ..., a_s,s-1, 1). That argument is the embedded solution, one order lower, so u_s is the
// estimated error. Of a pair of order p the unknowns of an index-1 problem, algebraic ones too, have errors
// O(h^p) ([HW96] VI.4; tests/numerics/integrate/rosenbrock_test.cc verifies the conditions for every tree).
//
// [HW96] Hairer & Wanner, Solving Ordinary Differential Equations II, 1996.
// [Ste20] Steinebach, Improvement of Rosenbrock-Wanner method RODASP, in: Progress in DAEs II, 2020, p. 165.
// [Ste23] Steinebach, Construction of Rosenbrock-Wanner method Rodas5P and numerical benchmarks within the
// Julia Differential Equations package, BIT 63, 27 (2023). Digits as in SciML's OrdinaryDiffEq.
#pragma once

#include <span>
#include <string_view>

namespace daedalus::integrate {

inline constexpr int kMaxRosenbrockStages = 8;

struct RosenbrockTableau {
  std::string_view name;
  int order;       // of the solution that goes on; the embedded one has one less
  int num_stages;  // s
  double gamma;
  double a[kMaxRosenbrockStages][kMaxRosenbrockStages];  // of (2), strictly lower triangular, as is c
  double c[kMaxRosenbrockStages][kMaxRosenbrockStages];
  double alpha[kMaxRosenbrockStages];      // sums of the rows of alpha: where in the step a stage looks
  double gamma_sum[kMaxRosenbrockStages];  // sums of the rows of gamma: the weights of df/dt
  // Dense output of order p - 1 at t_n + theta h:
  //   (1 - theta) y_n + theta (y_{n+1} + (1 - theta) sum_j (d_1j + theta d_2j + theta^2 d_3j) u_j)
  double dense[3][kMaxRosenbrockStages];
};

// The pairs that there are, by ascending order.
std::span<const RosenbrockTableau> RosenbrockTableaus();

}  // namespace daedalus::integrate
