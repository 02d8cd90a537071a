// The tearing procedure of Cellier & Kofman 7.4, as written, and the wider one of 8.9.
//
// An equation or unknown is *open* until it is assigned, torn or made a residual; a *line* joins an open
// equation with an open unknown in it. Steps: (1) apply the two rules of causalize.h as long as they fit;
// done if nothing is open. Among the open equations with the most lines, (2) look at their unknowns with the
// most lines (7.4), or at all their unknowns (8.9); (3) for each such pair, try what the rules would do if
// the unknown were torn with the equation as its residual. Discard the pair if an open equation would lose
// its last unknown to others, or an unknown its last equation (a structural singularity, as in Fig. 7.29);
// (4) take the pair with which the most equations become causal, and go on at (1). Ties go to the first
// equation, then to the first unknown; the text leaves them open. Unsafe pivots are lines that the rules
// cannot use.
//
// Since the residual equation is chosen together with the tearing variable, the procedure can reach a point
// where every pair is singular (8.9 on Radau IIA). It does not backtrack; the caller gets nullopt.
// tearing_greedy.h never gets there.
//
// Cost: quadratic for most blocks, and worse where many equations tie. It is here to compare with.
#pragma once

#include <optional>

#include "daedalus/structure/tearing.h"

namespace daedalus::structure {

enum class HeuristicBreadth {
  kBusiestUnknowns,  // 7.4
  kAllUnknowns,      // 8.9
};

struct HeuristicOptions {
  HeuristicBreadth breadth = HeuristicBreadth::kAllUnknowns;
};

std::optional<TornBlock> TearByHeuristic(const TearingProblem& problem, const HeuristicOptions& options = {});

}  // namespace daedalus::structure
