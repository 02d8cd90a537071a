// Few tearing variables for blocks of any size: greedy with trials, then local improvement. This is what
// Daedalus uses.
//
// The question is that of tearing.h. The answer is a set of unknowns. Rule 1 of causalize.h alone tells which
// others it determines. Equations that lose all their unknowns to others become residuals, and unknowns that
// nothing determines are torn in the end. The procedure of Cellier & Kofman 7.4 fixes a residual equation
// with every tearing variable, and can reach a dead end. This one cannot, and needs no backtracking to be
// legal.
//
// Method: our own, in the family of [EO94] H. Elmqvist, M. Otter, "Methods for tearing systems of equations
// in object-oriented modeling", ESM 1994, 326-332 and [Mei11] P. Meijer, "Tearing differential algebraic
// equations", thesis, Lund 2011. It looks at equations with few unknowns left, whereas 7.4 looks at those
// with many. So the next tearing variable completes equations in which earlier ones already occur.
//
// Steps: (1) tear what has no safe pivot anywhere; (2) as long as unknowns remain, tear the one with the
// highest score, found by trial. The score is kGain for every unknown that it determines, less the cost of
// the pivot, plus a value for each equation that comes closer to being solvable: the fewer unknowns it has
// left, the larger. A pair of tearing variables counts half for each, because some, like the two stage
// derivatives of Radau IIA, determine nothing alone. Scores around what changed are kept current in a heap,
// others are renewed when they come to its top; a trial ends after max_trial steps. (3) While the budget
// lasts, remove a few successive tearing variables, starting at each position in turn, and complete the rest
// by (2). Keep the result if fewer remain. (4) Choose pivots and order by cost (CompleteTearing).
//
// Few tearing variables are not the only aim: a long chain of poor pivots multiplies errors. Take the heat
// equation of 8.9 with n = 50. Chains over the outermost coefficients, 30 times smaller than the largest,
// lose all digits. Chains over the next ones, half as large as the largest, need as few tearing variables and
// lose none (tests/structure/tearing_conditioning_test.cc). With max_pivot_cost the caller excludes such
// pivots, as sparse LU does with its threshold: ten times smaller than the largest is a good limit.
//
// Cost: (2) is nearly linear: entries times row length times trial length at worst; 10^5 equations of the
// heat equation take 0.4 s (one core of the development machine, 2026). (3) visits at most
// `improvement_budget` entries, which limits it to small blocks. Nothing can fail; ties go to the lower
// column, so the result is reproducible.
#pragma once

#include <cstdint>

#include "daedalus/structure/tearing.h"

namespace daedalus::structure {

struct TearingOptions {
  PivotCost max_pivot_cost = kUnsafe - 1;        // pivots that cost more are not used
  std::uint32_t max_trial = 32;                  // unknowns that a trial follows
  std::uint32_t max_second_trials = 8;           // second tearing variables that a trial looks at
  std::uint64_t improvement_budget = 2'000'000;  // entries; 0: no improvement
};

TornBlock TearBlock(const TearingProblem& problem, const TearingOptions& options = {});

}  // namespace daedalus::structure
