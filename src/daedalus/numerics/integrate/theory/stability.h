// Linear stability of one-step and multistep methods: how fast a solution of x' = lambda x grows in one step,
// z = h lambda, and where in the plane of z it does not grow.
//
// A one-step method multiplies by R(z) (stability_function.h). A multistep formula has the solutions zeta^n
// with rho(zeta) = z sigma(zeta), where rho and sigma have the coefficients alpha and beta; the largest
// |zeta| counts, which is the spectral radius of the companion matrix that [CK06] (8.13) calls F.
//
//   A-stable      stable for all z in the left half plane
//   A(angle)      stable in the wedge |arg(-z)| < angle around the negative real axis
//   L-stable      A-stable, and all memory is lost for z -> infinity
//
// How each is decided:
//   A one-step method is A-stable exactly when its poles lie in the right half plane and
//   E(y) = |Q(iy)|^2 - |P(iy)|^2 >= 0 for all y ([HW96] IV.3, by the maximum principle). E is an even
//   polynomial; its sign is tested between its roots.
//   The boundary of the domain of a multistep method is part of the root locus mu(theta) = rho/sigma at
//   zeta = e^(i theta). The angle is the smallest arg(-mu) on it ([HW96] V.1), found by a search on theta.
#pragma once

#include <variant>

#include "daedalus/numerics/integrate/theory/multistep.h"
#include "daedalus/numerics/integrate/theory/stability_function.h"

namespace daedalus::integrate::theory {

using Amplification = std::variant<StabilityFunction, MultistepFormula>;

// The factor by which the solution grows in a step of length h; infinite at a pole.
double GrowthOf(const Amplification& amplification, Complex z);
// Is it below 1? Cheaper than the factor itself for multistep formulas. Points on the boundary may go either
// way.
bool IsStableAt(const Amplification& amplification, Complex z);
// The limit of the growth for z -> infinity.
double GrowthAtInfinity(const Amplification& amplification);

// mu(theta), where |zeta| = 1.
Complex RootLocus(const MultistepFormula& formula, double theta);

struct StabilityProperties {
  bool a_stable = false;
  bool l_stable = false;
  double angle = 0;  // in degrees: 90 when A-stable, 0 when no wedge is stable
  double growth_at_infinity = 0;
  double real_limit = 0;  // stable for -real_limit < z < 0; infinite where there is no end
};
StabilityProperties StabilityOf(const Amplification& amplification);

}  // namespace daedalus::integrate::theory
