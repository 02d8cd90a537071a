// Mixed mode (Cellier & Kofman 8.5 and 12.10; [SO00]): in one step some states, the stiff ones, are
// integrated by an implicit method and the others by an explicit one. The loops of such a step contain the
// implicit states alone.
//
// Both methods have the same nodes, so that the model is evaluated once for each stage, and together they
// have the order of each: the coupling conditions of partitioned methods hold ([ARS97]; for two methods with
// equal nodes they are those of additive ones).
//
//   backward-euler   with forward Euler, order 1
//   ars2             ARS(2,2,2): an L-stable method with two implicit stages, order 2
//   ars3             ARS(4,4,3): an L-stable method with four implicit stages, order 3
//
// The last stage is the end of the step for both halves. Where all states are implicit, the implicit half is
// an ordinary method.
//
// [SO00]  A. Schiela, H. Olsson, Mixed-mode Integration for Real-time Simulation, Modelica Workshop 2000,
//         69-75.
// [ARS97] U. M. Ascher, S. J. Ruuth, R. J. Spiteri, Implicit-explicit Runge-Kutta methods for time-dependent
//         partial differential equations, Appl. Numer. Math. 25 (1997) 151-167, sec. 2.6 and 2.8.
#pragma once

#include "daedalus/numerics/integrate/theory/tableau.h"
#include "daedalus/programs/causal/inline_integration.h"
#include "daedalus/programs/inlined/methods.h"

namespace daedalus::inlined {

// The implicit halves.
integrate::theory::Tableau Ars2Tableau();
integrate::theory::Tableau Ars3Tableau();

// Whether there is an explicit method that goes with this one.
bool MixesModes(Method method);
// Its stages, with the rows of explicit states.
causal::StageMethod MixedStagesOf(Method method);

}  // namespace daedalus::inlined
