// Can this System be integrated as it stands? Only if its structural index is at most 1: at any time, when
// the differential variables are known, every derivative and every algebraic variable is determined by an
// equation of its own.
//
// That is a perfect matching of HighestDerivatives(). If there is none, Pryce's Sigma-method (offsets.h)
// distinguishes two cases. Without a transversal the model is structurally singular: some equations are
// redundant or in conflict (D0310). Otherwise they constrain the differential variables among each other: the
// index is higher (D0311).
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
// The same check, for callers that also need the offsets.
Result<Solvability> CheckSolvability(const System& system, const SystemIncidence& incidence,
                                     const std::optional<Offsets>& offsets);

// How many values are free to choose at the start (structure/sigma_method.h). Fails where the system is
// singular.
Result<std::uint32_t> DegreesOfFreedom(const System& system, const SystemIncidence& incidence);

// For systems of higher index that are integrated as they are (--index-reduction none), at the user's risk.
// Fails only if the system is singular. A variable counts as differential only if its derivative is in the
// equation that a transversal of highest value assigns to it. The others are algebraic although their
// derivative appears. `incidence` is changed accordingly.
Result<Solvability> AcceptAnyIndex(const System& system, SystemIncidence& incidence);

}  // namespace daedalus::causal
