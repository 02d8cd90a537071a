// The combination of dependent equations in which their highest derivatives cancel, written out: (1) of
// structure_conversion.h.
#pragma once

#include <cstdint>
#include <vector>

#include "daedalus/programs/causal/multipliers.h"
#include "daedalus/programs/causal/offsets.h"
#include "daedalus/programs/causal/rank_probe.h"

namespace daedalus::causal {

// The equation of a row of a block, differentiated as often as it is more than an equation with c
// differentiations.
ExprId RaisedRow(System& system, const HighestBlock& block, std::size_t row, std::uint32_t c);

// Zero if the equations are equal. We do not rely on a simplifier to cancel terms. The sum does not depend on
// the block's highest derivatives, so they may have any value in its terms, and get 0.
ExprId CombinedRow(System& system, const Offsets& offsets, const HighestBlock& block,
                   const Combination& combination);

}  // namespace daedalus::causal
