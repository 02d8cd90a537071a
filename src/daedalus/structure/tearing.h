// Tearing of an algebraic loop: the words that all tearing algorithms share.
//
// A block of n equations in n unknowns. If some unknowns, the *tearing variables*, are known, the others can
// be computed one after the other, each from one equation that contains no other unknown. The equations from
// which nothing is computed, the *residual equations*, show how wrong the tearing variables are (Cellier &
// Kofman 7.4). A Newton iteration in the tearing variables alone replaces one in all n.
//
// Two graphs describe the block: which unknown *appears* in which equation, and which of these entries is a
// safe *pivot*. At a safe pivot the equation can be solved for the unknown without dividing by a value that
// may vanish. A safe pivot has a cost: 0 for the best (a factor of plus or minus one), more for worse
// conditioned ones, up to kUnsafe, which is never used.
//
// A tearing is *legal* if every unknown is either torn or assigned, and if every assignment has a safe pivot
// and needs only tearing variables and unknowns assigned before. Then there are as many residual equations as
// tearing variables. The Newton matrix of the tearing is singular exactly where that of the whole block is.
// For it is the Schur complement, and the eliminated part is triangular with a diagonal that does not vanish.
// It is always legal to tear all unknowns; so no block need be refused.
//
//   tearing_heuristic.h   the procedure of the book as written, and its wider variant
//   tearing_greedy.h      ours: greedy with trials and local improvement, nearly linear, no dead ends
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
  // Costs that apply instead if the unknown is in one other equation only. Empty: `costs` apply always.
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

// The torn block of these tearing variables: every unknown that they determine is assigned. Of several
// equations that are ready, the one with the best pivot comes first. If unknowns remain, the lowest of them
// is torn too. Cost: entries times log n.
TornBlock CompleteTearing(const TearingProblem& problem, const std::vector<ColumnId>& tearing);

// True if the tearing is legal by the definition above; for tests and verifiers. Linear.
bool IsLegalTearing(const TearingProblem& problem, const TornBlock& torn);

}  // namespace daedalus::structure
