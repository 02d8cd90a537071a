// Do the equations look the same when time runs backwards?
//
// They do where each variable can be given a sign such that every solution x(t) yields another one, s x(-t):
// positions keep their sign, velocities change it, forces keep it. Mechanisms without friction are such
// models, and so are undamped oscillators; one damper, resistor or source that follows the time, and they are
// not. A motion that is damped forwards in time would grow backwards. Motions that are their own mirror
// images, such as oscillations and rotations, do neither: they keep their energy, and also the errors of
// steps. (Others of such a model may still be drawn from one place to another: J. S. W. Lamb, J. A. G.
// Roberts, Time-reversal symmetry in dynamical systems, 1998.)
//
// Signs are found as bits. A derivative has the opposite sign of its variable, a product the product of the
// signs, an even function of one variable the sign +; terms of a sum must agree. Each condition is a linear
// equation over the field of two elements, and the model is reversible where they have a solution. The answer
// is safe in one direction: other symmetries than changes of sign are not looked for.
#pragma once

#include "daedalus/system/system.h"

namespace daedalus::causal {

bool IsReversible(const System& system);

}  // namespace daedalus::causal
