// How badly does each unknown of a system of higher index take errors? Its perturbation index.
//
// Let every equation i contain a small disturbance delta_i(t). An unknown that is moved by the (m-1)-th time
// derivative of some disturbance, and by no higher one, has index m ([HLR89] sec. 1): in a pendulum of index
// 3 the positions have index 1, the velocities 2, the force in the rod 3. In every step of size h a method
// makes errors, which act like disturbances that change with the step. In an unknown of index m they are
// h^(1-m) times as large. So integrators use this number (integrate/dae_problem.h).
//
// The offsets c, d of the Sigma-method (sigma_method.h) tell it. Let a transversal of highest value give
// variable j to equation i(j). The equation is solved for y_j^(sigma_ij), and passes on the disturbances of
// its other variables l. If y_l is disturbed by delta^(p_l), then y_l^(sigma_il) by delta^(p_l + sigma_il),
// and
//     p_j = max(0, max_l (p_l + sigma_il)) - sigma_ij,    i = i(j).                                      (1)
// In terms of P_j = p_j + d_j and of the slacks s_il = d_l - c_i - sigma_il >= 0 this is
//     P_j = max(c_i, max_l (P_l - s_il)),    index of y_j = 1 + max(0, P_j - d_j):                        (2)
// the most often differentiated equation that is felt at j, less what is lost on the way there. (p < 0 means
// that only integrals of the disturbance act, which are as small as it is.) Inside a block of the system
// Jacobian a path without slack joins any two variables, so (2) does not depend on the transversal. Around
// every cycle the slack is not negative, so (2) has a least solution. Nothing is differentiated in a system
// of index 0 or 1: all have index 1 there.
//
// Steps: P_j = c_i(j); a variable that has risen raises those whose equations it is in; until nothing rises.
// Cost: the entries times the largest offset.
//
// Structure alone: coefficients that cancel can make the true index smaller, never larger.
//
// Reference: [HLR89] E. Hairer, C. Lubich, M. Roche, The Numerical Solution of Differential-Algebraic Systems
// by Runge-Kutta Methods, 1989. The formula in terms of offsets is ours.
#pragma once

#include <cstdint>
#include <vector>

#include "daedalus/structure/sigma_method.h"

namespace daedalus::structure {

// Per variable: 1 or more. `offsets` are those of the same matrix.
PerColumn<std::uint32_t> PerturbationIndices(const SignatureMatrix& sigma, const SigmaResult& offsets);

}  // namespace daedalus::structure
