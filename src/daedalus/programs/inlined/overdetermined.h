// Overdetermined steps: invariants among the equations of an inlined step (Cellier & Kofman 8.10).
//
// An invariant at the end of a step, the energy for instance, is a function of what the step computes. It
// joins the residuals of the iteration (8.126), which then has more equations than unknowns and satisfies
// them as well as it can (execute/least_squares_loop.h). What has to yield are the formulas of integration at
// the end of the step,
//
//   x = old(x) + h slope(x) + delta,
//
// which are the only equations that are no laws of the model, with deltas as small as possible. (The text
// lets the equation of an acceleration yield, because it is the residual of its loop. With that alone, and an
// invariant of large weight, a pendulum that starts at rest stays there: its energy is constant.) Mostly an
// invariant stands behind the loop of the step, so everything that it needs, from the first loop on, becomes
// one block in all its unknowns.
#pragma once

#include "daedalus/programs/causal/inline_integration.h"
#include "daedalus/programs/causal/program.h"
#include "daedalus/programs/causal/square_problem.h"

namespace daedalus::inlined {

// False, with nothing changed: there are no invariants, or none that depends on a loop, as with explicit
// methods; to move the end of such a step is cheaper.
bool TakeInvariants(const causal::InlinedSystem& step, const causal::SquareProblem& problem,
                    causal::Program& program);

}  // namespace daedalus::inlined
