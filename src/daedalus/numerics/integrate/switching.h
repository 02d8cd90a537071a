// An explicit and an implicit method in one: dopri5 as long as nothing is stiff, a given implicit method
// while something is, and back ([HW96] IV.2 for the detection; [Pet83] L. Petzold, SIAM J. Sci. Stat. Comput.
// 4, 136 for the idea of changing over). For y' = f(t, y), which both can do.
//
//   To the implicit method: when dopri5's steps have been at the boundary of its stability for a while
//                           (stiffness_detector.h).
//   Back:                   when the explicit method would have been stable with the implicit one's steps,
//
//     h |lambda| < kReturn in kReturnSteps steps in a row, (1)
//
//   where |lambda| comes from one iteration of the power method in each step. A direction v is kept from step
//   to step: |lambda| ~ |f(t, y + d v) - f(t, y)| / |d v|, and the difference is the next v. One evaluation,
//   where an implicit step costs ten.
//
// A change happens at the beginning of a step, so the dense output of the last one stays valid. The
// statistics are the sums of both methods' counters.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "daedalus/base/expected.h"
#include "daedalus/numerics/integrate/dae_problem.h"
#include "daedalus/numerics/integrate/integrator.h"

namespace daedalus::integrate {

using IntegratorFactory = std::function<Expected<std::unique_ptr<Integrator>, std::string>(
    DaeProblem, Tolerances, IntegratorOptions)>;

// The error names the mistake in the input, as a sentence fragment. The problem is copied.
Expected<std::unique_ptr<Integrator>, std::string> MakeSwitching(DaeProblem problem, Tolerances tolerances,
                                                                 IntegratorOptions options,
                                                                 const IntegratorFactory& implicit);

}  // namespace daedalus::integrate
