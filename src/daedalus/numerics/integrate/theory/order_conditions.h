// Butcher's simplifying assumptions, from which the order of a Runge-Kutta method follows.
//
//   B(p):  sum_i b_i c_i^(k-1)      = 1/k                      for k = 1..p
//   C(q):  sum_j a_ij c_j^(k-1)     = c_i^k / k                for k = 1..q and all i
//   D(r):  sum_i b_i c_i^(k-1) a_ij = b_j (1 - c_j^k) / k      for k = 1..r and all j
//
// B(p), C(q) and D(r) together give order p where p <= q + r + 1 and p <= 2 q + 2 (Butcher 1964; [HW96]
// Theorem IV.5.1). C(q) alone is the stage order, which is the order that is left on stiff and algebraic
// problems.
#pragma once

#include "daedalus/numerics/integrate/theory/tableau.h"

namespace daedalus::integrate::theory {

struct SimplifyingAssumptions {
  int p = 0;  // the largest one with B(p); the others accordingly
  int q = 0;
  int r = 0;

  int guaranteed_order() const;
};

// Holding to `tolerance`, in the size of the sums.
SimplifyingAssumptions CheckAssumptions(const Tableau& tableau, double tolerance = 1e-13);

}  // namespace daedalus::integrate::theory
