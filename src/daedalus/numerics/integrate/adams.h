// The method `adams`: Adams-Moulton formulas of orders 1 to 12 in DAE form, Cellier & Kofman (8.26)-(8.34),
// with variable step and order. For smooth problems that are not stiff.
//
// An Adams formula needs the slopes of the past, which F(t, x, x') = 0 does not give directly. So the slopes
// w = x' of the differential unknowns are carried beside x, and a step makes two Newton iterations in
// sequence:
//
//   (8.28a)   F(t, x, formula(x, past w)) = 0   for x
//   (8.28b)   F(t, x, w) = 0                    for w at this x
//
// The past is kept in Nordsieck form (multistep/nordsieck.h), where (8.28a) is the corrector of `gear` with
// another vector l. (8.28b) is linear in its unknowns if the problem is linear in x', and starts from the
// formula's slope. So one residual and one solution mostly suffice, and always with a constant mass matrix.
// Algebraic unknowns have no slopes to carry: their values are extrapolated, and (8.28b) corrects them along
// with w.
//
// The matrix of (8.28b) is that of slope_matrix.h. Where it is singular the problem is not of index 1, or an
// unknown is wrongly classed; then the step fails and names it.
//
// [CK06] Cellier & Kofman, Continuous System Simulation, 2006, sec. 8.2.
#pragma once

#include <memory>
#include <string>

#include "daedalus/base/expected.h"
#include "daedalus/numerics/integrate/dae_problem.h"
#include "daedalus/numerics/integrate/integrator.h"

namespace daedalus::integrate {

// The error names the mistake in the input, as a sentence fragment. The problem is copied.
Expected<std::unique_ptr<Integrator>, std::string> MakeAdams(DaeProblem problem, Tolerances tolerances,
                                                             IntegratorOptions options = {});

}  // namespace daedalus::integrate
