// Can this System be integrated as it stands? Only if its structural index is at most 1: at any time, when
// the differential variables are known, every derivative and every algebraic variable is determined by an
// equation of its own.
//
// That is a perfect matching of HighestDerivatives(). Where there is none, Pryce's Sigma-method (offsets.h)
// tells the two cases apart: some equations are redundant or in conflict (no transversal: the model is
// structurally singular, D0310), or they constrain the differential variables among each other (the index is
// higher, D0311).
//
// The structural index is Pryce's: 0 for equations that determine derivatives only, 1 with algebraic
// variables.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/programs/causal/offsets.h"
#include "daedalus/programs/causal/system_incidence.h"
#include "daedalus/structure/matching.h"

namespace daedalus::causal {

struct Solvability {
  int structural_index = 0;
  structure::Matching matching;  // equation to variable: its derivative if it is differential, else itself
  // Per variable: how badly it takes errors (structure/perturbation_index.h); empty: all 1.
  std::vector<std::uint32_t> index = {};
};

Result<Solvability> CheckSolvability(const System& system, const SystemIncidence& incidence);
// The same for those who go on with the offsets.
Result<Solvability> CheckSolvability(const System& system, const SystemIncidence& incidence,
                                     const std::optional<Offsets>& offsets);

// How many values are free to choose at the start (structure/sigma_method.h). Fails where the system is
// singular.
Result<std::uint32_t> DegreesOfFreedom(const System& system, const SystemIncidence& incidence);

// For those who want a higher index integrated as it stands (--index-reduction none), at their own risk:
// fails only where the system is singular. A variable is taken for differential only where its derivative is
// in the equation that a transversal of highest value gives it; the others are algebraic although their
// derivative appears. `incidence` is changed accordingly.
Result<Solvability> AcceptAnyIndex(const System& system, SystemIncidence& incidence);

}  // namespace daedalus::causal
