// What a one-step method does to the linear test equation x' = lambda x: x_{n+1} = R(z) x_n with z = h lambda
// and a rational function R.
//
// For a Runge-Kutta method the stages are X = x_n (I - z A)^-1 1, and with Q(z) = det(I - z A)
//
//   X_i = N_i(z)/Q(z) x_n,   R(z) = P(z)/Q(z),   P(z) = det(I - z A + z 1 b^T)    ([HW96] Prop. IV.3.2).
//
// Q comes from the recursion of Faddeev and LeVerrier; N_i and P are the first terms of Q times the series
// X_i/x_n = sum_k (A^k 1)_i z^k and R = 1 + sum_k (b^T A^(k-1) 1) z^k, which end after s terms.
//
// The error estimators of [CK06] sec. 8.7 and 8.8 (two_step_formula.h) are rational functions too, over two
// steps. Some of their coefficients cancel. Those that are only round-off are set to zero, so that the
// degrees describe z -> infinity correctly.
#pragma once

#include <vector>

#include "daedalus/numerics/integrate/theory/polynomial.h"
#include "daedalus/numerics/integrate/theory/tableau.h"

namespace daedalus::integrate::theory {

struct StabilityFunction {
  Polynomial numerator;
  Polynomial denominator;  // 1 at z = 0
  int num_steps = 1;       // it maps x_n to x_{n + num_steps}, in steps of length h
};

// The stages and the end of a step of a Runge-Kutta method, over the common denominator Q.
struct StagePolynomials {
  Polynomial denominator;
  Polynomial end;                  // P
  std::vector<Polynomial> stages;  // N_i
};
StagePolynomials ExpandStages(const Tableau& tableau);

StabilityFunction StabilityFunctionOf(const Tableau& tableau);
// The stability function of the second solution; the tableau must have one.
StabilityFunction EmbeddedStabilityFunctionOf(const Tableau& tableau);

Complex Evaluate(const StabilityFunction& function, Complex z);

// The first terms of the Taylor series at z = 0: [CK06] (8.49), (8.52), (8.55), (8.106).
std::vector<long double> TaylorCoefficients(const StabilityFunction& function, int num_terms);

// R(z) - e^(num_steps z) = E z^(p+1) + O(z^(p+2)). The constant is given for one step, C = E/num_steps^(p+1),
// as [CK06] (8.107) does.
struct LinearError {
  int order = 0;  // p
  double constant = 0;
};
LinearError LeadingErrorOf(const StabilityFunction& function);

}  // namespace daedalus::integrate::theory
