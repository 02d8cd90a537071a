// Sums of exponentials, written so that their digits survive.
//
// A diode carries Is*(exp(v/Vt) - 1). At a node where only diodes meet, as in a rectifier bridge whose load
// is fed by its capacitor, Is is in the sum as often with plus as with minus. These terms cancel in exact
// arithmetic, but not in floating point. With v = -1 V the exponential is 1e-17, exp(v/Vt) - 1 rounds to -1,
// and the equation determines no voltage any more. Without the constants,
//
//   Is*(exp(a) - 1) - Is*(exp(b) - 1) = Is*exp(a) - Is*exp(b),                                  (1)
//
// it determines them to all digits, however small the currents are. But its slopes change by a factor of e
// with each Vt, while its solution hardly moves. A Newton iteration that keeps its matrix for the length of a
// step would diverge. If nothing but exponentials with one common factor is left, both sides are compared by
// their logarithms, here a = b, in general
//
//   log(sum_i c_i exp(a_i)) = log(sum_j d_j exp(b_j)),  all c, d > 0,                            (2)
//
// each computed as m + log(sum_i c_i exp(a_i - m)), m = max a_i, which neither over- nor underflows.
//
// Only residuals with exponentials are examined, and they are rewritten only if constants cancel.
#pragma once

#include "daedalus/system/system.h"

namespace daedalus::causal {

// Rewrites the residuals. The two sides of the equations, which messages show, stay as they are.
void RewriteExponentialSums(System& system);

}  // namespace daedalus::causal
