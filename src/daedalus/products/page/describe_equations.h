// The equations of a page: as they are computed, with the steps from the text to there, and those that went
// away with an alias.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "daedalus/products/analyze/explain_structure.h"
#include "daedalus/products/page/page_data.h"
#include "daedalus/products/page/place_table.h"

namespace daedalus::page {

// Places in PageData::variables by their names.
using VariableNumbers = std::unordered_map<std::string_view, std::uint32_t>;
VariableNumbers NumberVariables(const std::vector<PageVariable>& variables);

// Fills in `equations` and `blocks`.
void DescribeEquations(const analyze::StructureExplanation& explanation, const VariableNumbers& numbers,
                       PlaceTable& places, PageData& page);

}  // namespace daedalus::page
