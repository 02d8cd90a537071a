// The combination of dependent equations in which their highest derivatives cancel: numbers where they are
// the same everywhere, expressions where they are not.
#pragma once

#include <optional>
#include <vector>

#include "daedalus/programs/causal/rank_probe.h"

namespace daedalus::causal {

struct Combination {
  // Rows of the block. The first one is to be replaced: of those with the fewest differentiations, it has the
  // largest multiplier at the guess.
  std::vector<std::size_t> rows;
  std::vector<ExprId> multipliers;  // aligned with rows
  bool is_constant = false;
};

// Multipliers that are the same at all points become constants. Others are built in the graph by Gaussian
// elimination, with constant pivots first, then those that are largest at the probe's point. nullopt if the
// expressions would become too long, or if the combination does not vanish at all points.
std::optional<Combination> CombinationOf(System& system, RankProbe& probe, const DependentBlock& found,
                                         const DependentRow& dependent);

}  // namespace daedalus::causal
