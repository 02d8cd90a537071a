// Problems that no constant of the integrators was tuned on: the second set of the benches.
//
// Published, of other kinds than those of the first set where that was possible, and with end values that no
// implicit method computed: closed forms, or extrapolation by Gragg, Bulirsch and Stoer (E. Hairer, S. P.
// Norsett, G. Wanner, Solving Ordinary Differential Equations I, 2nd ed. 1993, sec. II.9) of the explicit
// midpoint rule with twelve levels in arithmetic of 19 or 33 digits, at tolerances of 1e-15 to 1e-24. All
// digits that are given here are those of a run at thirty times the tolerance too, but for the last one or
// two. Where a publication has end values, they agree too.
//
// Whoever tunes a constant must not look at them.
#pragma once

#include "problems/ivp_problem.h"

namespace daedalus::problems {

// Ordinary differential equations, the first four without stiffness.
IvpProblem Kepler();
IvpProblem Arenstorf();
IvpProblem Pleiades();
IvpProblem Lorenz();
IvpProblem Oregonator();
IvpProblem Brusselator();
IvpProblem CuspCatastrophe();
IvpProblem MedicalAkzo();

// Differential-algebraic ones.
IvpProblem AscherPetzold();
enum class KnifeEdgeForm { kIndex2, kIndex1 };
IvpProblem KnifeEdge(KnifeEdgeForm form);
enum class SliderCrankForm { kIndex3, kIndex2, kIndex1 };
IvpProblem SliderCrank(SliderCrankForm form);

}  // namespace daedalus::problems
