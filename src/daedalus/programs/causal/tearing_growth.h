// How much do errors grow along the assignments of a tearing, and what to do where they grow too much.
//
// A torn loop is solved like a boundary value problem by shooting. Errors of the tearing variables travel
// along the chain of assignments. If each link amplifies them, a long chain loses all digits, however good
// the single pivots are. A ladder of resistors is torn by one voltage, but over n cells the error grows like
// lambda^n. The remedy is that of multiple shooting: to tear the chain again before the growth exceeds a
// limit.
//
// Steps: (1) scale rows and columns by the square roots of their largest entries, twice, so that units do not
// matter [Rui01] D. Ruiz, "A scaling algorithm to equilibrate both rows and columns norms in matrices",
// Rutherford Appleton Laboratory RAL-TR-2001-034. (2) For some vectors of tearing variables +-1, follow the
// homogeneous assignments; an unknown that exceeds the limit is torn as well and continues as +-1. (3)
// Complete the tearing with the added variables; since that may choose other pivots, go to (2) again, a few
// times. If errors still grow, all unknowns are torn, and the loop is left to a solver that pivots.
//
// Entries whose value is not known at build time count as large as the largest of their row.
// Cost: entries times the number of vectors and rounds, both small constants.
#pragma once

#include <cstdint>
#include <vector>

#include "daedalus/structure/tearing.h"

namespace daedalus::causal {

// `factors`: the entries of the loop, aligned with problem.appears.columns; NaN where they are not known.
// The largest growth of the vectors tried, in scaled unknowns.
double GrowthOf(const structure::TearingProblem& problem, const std::vector<double>& factors,
                const structure::TornBlock& torn);

// A tearing whose growth is at most `limit`, with more tearing variables where need be.
structure::TornBlock LimitGrowth(const structure::TearingProblem& problem, const std::vector<double>& factors,
                                 structure::TornBlock torn, double limit);

// All unknowns are tearing variables.
structure::TornBlock TearAll(std::uint32_t size);

}  // namespace daedalus::causal
