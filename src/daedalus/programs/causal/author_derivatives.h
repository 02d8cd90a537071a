// Where the derivative that an author gives must give way to the chain rule.
//
// Authors may write the derivative of a function in other terms than the function itself. In a mechanism
//
//   r = resolve1(T, l),   r' = resolve1(T, w x l),   T = rotation(phi),   w = phi'
//
// because the annotation of resolve1 has `noDerivative = T`. Index reduction needs the chain rule here. The
// dummy derivatives choose by r' = dr/dT T' (Griewank's lemma, choice_matrix.h); with the author's derivative
// the equation shows neither T' nor phi', and a loop of bodies has no choice of states.
//
// The author's derivative is needed where the argument has no derivative: a prescribed motion
// position(q, time) gets its velocity from another argument. Such arguments depend on no states.
#pragma once

#include <vector>

#include "daedalus/programs/causal/derivative_columns.h"

namespace daedalus::causal {

// Equations whose derivatives leave out an argument that depends on variables with derivatives. `columns` and
// `reduced`: as Pantelides leaves them.
std::vector<EquationId> FindHiddenDependences(const System& system, const DerivativeColumns& columns,
                                              const structure::PantelidesResult& reduced);

}  // namespace daedalus::causal
