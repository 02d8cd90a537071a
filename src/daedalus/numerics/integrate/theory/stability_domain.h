// The stability domain of a method as curves, and its damping on the negative real axis: what
// Figures 8.5, 8.6 and 8.19 to 8.24 of [CK06] show, for any method.
//
// The domain is sampled on a square grid of z = h lambda, and its boundary is traced by marching squares.
// Bisection finds the crossings of grid edges and boundary, so the curves are exact to 1e-4 of a cell
// although the grid is coarse. The grid is symmetric about the real axis, and only its upper half is
// computed. No node is on an axis, because symmetric methods have |R| = 1 there, and round-off would decide.
//
// The damping of [CK06] is -ln(growth) over -sigma h for a real eigenvalue sigma < 0. The exact solution has
// the straight line of slope 1; a method follows it in its asymptotic region. L-stable methods damp without
// bound for large -sigma h.
#pragma once

#include <vector>

#include "daedalus/numerics/integrate/theory/stability.h"

namespace daedalus::integrate::theory {

// A square of the complex plane, symmetric about the real axis.
struct PlaneWindow {
  double center = 0;  // on the real axis
  double half_width = 1;
};

struct StabilityDomain {
  PlaneWindow window;
  std::vector<std::vector<Complex>> boundary;  // closed curves, without the first point repeated
  bool stable_outside = false;                 // what lies outside of all curves; between them it alternates
  bool leaves_window = false;                  // then parts of the window's edge are among the curves
};

// The smallest good window: all of a bounded boundary, or a standard one where it is not bounded.
PlaneWindow FindWindow(const Amplification& amplification);
// One that shows both.
PlaneWindow Enclose(const PlaneWindow& a, const PlaneWindow& b);

StabilityDomain TraceStabilityDomain(const Amplification& amplification, const PlaneWindow& window);

// -ln(growth) at z = -x for each x. Infinite at a zero of R.
std::vector<double> DampingAt(const Amplification& amplification, const std::vector<double>& x);

}  // namespace daedalus::integrate::theory
