// Tearing of an algebraic loop: the words that all tearing algorithms share.
//
// A block of n equations in n unknowns. If some unknowns, the *tearing variables*, were known, the others
// could be computed one after the other, each from one equation that contains nothing else unknown; the
// equations from which nothing is computed, the *residual equations*, then show how wrong the tearing
// variables are (Cellier & Kofman 7.4). A Newton iteration in the tearing variables alone replaces one in all
// n.
//
// Two graphs describe the block: which unknown *appears* in which equation, and which of these entries is a
// safe *pivot*, so that the equation can be solved for the unknown without dividing by what may vanish. A
// safe pivot has a cost: 0 for the best (a factor of plus or minus one), more for worse conditioned ones, up
// to kUnsafe, which is never used.
//
// A tearing is *legal* if every assignment has a safe pivot and needs nothing but tearing variables and
// unknowns assigned before, and every unknown is either. Then there are as many residual equations as tearing
// variables, and the Newton matrix of the tearing is singular exactly where that of the whole block is: it is
// its Schur complement, and what is eliminated is triangular with a diagonal that does not vanish. To have
// all unknowns torn is always legal; so no block need be refused.
//
//   tearing_heuristic.h   the procedure of the book as written, and its wider variant
//   tearing_greedy.h      ours: greedy with trials and local improvement, nearly linear, never in a corner
//   tearing_exact.h       the fewest tearing variables, for small blocks
#pragma once

#include <cstdint>
#include <vector>

#include "daedalus/structure/incidence.h"

namespace daedalus::structure {

using PivotCost = std::uint8_t;
constexpr PivotCost kUnsafe = 255;

struct TearingProblem {
  Incidence appears;             // square
  std::vector<PivotCost> costs;  // aligned with appears.columns
  // The same where the unknown is in one other equation only; empty: as in all cases.
  std::vector<PivotCost> costs_alone = {};
  const std::vector<PivotCost>& CostsAlone() const { return costs_alone.empty() ? costs : costs_alone; }
};

struct TornBlock {
  std::vector<ColumnId> tearing;   // ascending
  std::vector<RowId> residuals;    // ascending
  std::vector<Entry> assignments;  // in the order of execution; the tearing variables are known before
};

// Every appearance is a pivot of cost 0.
TearingProblem AllSafe(Incidence appears);

// The torn block that these tearing variables make: whatever they determine is assigned, of several equations
// that are ready the one with the best pivot first; if unknowns remain, the lowest of them is torn too. Cost:
// entries times log n.
TornBlock CompleteTearing(const TearingProblem& problem, const std::vector<ColumnId>& tearing);

// What the definition above says; for tests and verifiers. Linear.
bool IsLegalTearing(const TearingProblem& problem, const TornBlock& torn);

}  // namespace daedalus::structure
