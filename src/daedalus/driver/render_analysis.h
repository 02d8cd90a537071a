// An Analysis for people and for machines.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "daedalus/causal/analysis.h"

namespace daedalus::driver {

// At most `max_blocks` blocks are listed.
std::string RenderAnalysis(const System& system, const causal::Analysis& analysis,
                           std::size_t max_blocks = 40);

// The object of the contract: model, original, structural_index, states, blocks, largest_block, ...
nlohmann::ordered_json AnalysisJson(const System& system, const causal::Analysis& analysis);

}  // namespace daedalus::driver
