// The structure of a model for people and for machines.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "daedalus/base/source.h"
#include "daedalus/products/analyze/explain_structure.h"

namespace daedalus::analyze {

// At most `max_blocks` blocks are listed.
std::string RenderAnalysis(const StructureExplanation& explanation, const Sources& sources,
                           std::size_t max_blocks = 40);

// The object of the contract: model, original, structural_index, differentiated, reduced, states, blocks, ...
// Beyond it:
//   reduced.integrators  equations der(phi) = 'der(phi)' that reduction has added where a derivative became a
//                        state; the textbook does not write them down, so reduced.equations and
//                        reduced.unknowns are without them; each is a block of one among the blocks
//   core.equations       what the two causalization rules of Cellier & Kofman 7.2 leave; where the textbook
//                        calls that a loop, the blocks show how it splits into the smallest ones
nlohmann::ordered_json AnalysisJson(const StructureExplanation& explanation, const Sources& sources);

}  // namespace daedalus::analyze
