// The coefficients of one BDF step in fixed-leading-coefficient form, for past steps of any size.
//
// Let psi_j = t_n - t_{n-j} be the spans of the past as seen from t_n, and psi*_j = h + psi_{j-1} the same
// from t_{n+1} = t_n + h. The past is kept as scaled divided differences (divided_differences.h)
//
//   phi_j = psi_1 psi_2 .. psi_j [y_n, y_{n-1}, .., y_{n-j}],        phi_0 = y_n,              (1)
//
// which are the backward differences of y_n where all steps are equal. Newton's interpolation formula gives
// the predictor
//
//   y_0  = sum_{j=0..k} beta_j phi_j,          beta_j  = prod_{i=1..j} psi*_i / psi_i,         (2)
//   y'_0 = sum_{j=1..k} gamma_j beta_j phi_j,  gamma_j = sum_{i=1..j} 1 / psi*_i.              (3)
//
// The corrector is the polynomial that meets y at t_{n+1} and the predictor at k points, h apart from each
// other ([JS80]), so that its slope has a leading coefficient that depends on k alone:
//
//   y' = y'_0 + c (y - y_0),   c = g_k / h,   g_k = sum_{i=1..k} 1/i.                          (4)
//
// E = y - y_0 is the new phi_{k+1}. What it leaves out of y' or of the polynomial is at most ([BCP96] 5.2.5)
//
//   max(a, |a - g_k + sum_{i=1..k} h / psi*_i|) |E|,   a = h / psi*_{k+1}.                     (5)
//
// A difference phi_q of unequal steps estimates h^q y^(q) of equal steps:
//
//   h^q y^(q) = s_q phi_q + ..,   s_q = prod_{i=1..q} i h / psi*_i.                            (6)
#pragma once

#include <array>

namespace daedalus::integrate {

inline constexpr int kMaxBdfOrder = 5;
// phi_0 .. phi_{k+1}, and one more for the estimate of order k + 1.
inline constexpr int kNumDifferences = kMaxBdfOrder + 2;

using Spans = std::array<double, kNumDifferences + 1>;  // psi_0 = 0, psi_1, ..

// After a step of size h: replaces psi by psi* of (1).
void ExtendSpans(Spans& spans, double h);

struct BdfCoefficients {
  int order = 1;
  double h = 0;
  std::array<double, kNumDifferences + 1> value = {};  // beta_j, up to j = k + 1
  std::array<double, kNumDifferences + 1> slope = {};  // gamma_j beta_j
  std::array<double, kNumDifferences + 1> equal = {};  // s_q, up to q = k + 2
  double leading = 0;                                  // c
  double error = 0;                                    // the factor of |E| in (5)
};

// Written in place, and only up to the given order, because they are computed for every step.
void ComputeBdfCoefficients(const Spans& spans, int order, double h, BdfCoefficients& c);

// g_k of (4).
double LeadingCoefficient(int order);
// (5) for equal steps: the error of order k is this times |h^(k+1) y^(k+1)|.
double ErrorConstant(int order);

}  // namespace daedalus::integrate
