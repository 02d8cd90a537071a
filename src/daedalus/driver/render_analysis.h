// The structure of a model for people and for machines.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "daedalus/base/source.h"
#include "daedalus/driver/explain_structure.h"

namespace daedalus::driver {

// At most `max_blocks` blocks are listed.
std::string RenderAnalysis(const StructureExplanation& explanation, const Sources& sources,
                           std::size_t max_blocks = 40);

// The object of the contract: model, original, structural_index, differentiated, reduced, states, blocks, ...
nlohmann::ordered_json AnalysisJson(const StructureExplanation& explanation, const Sources& sources);

}  // namespace daedalus::driver
