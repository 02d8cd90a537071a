// The equations of a page: in the form in which they are computed, with the steps that led there from the
// text, and the equations that were removed with an alias.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "daedalus/products/analyze/explain_structure.h"
#include "daedalus/products/page/page_data.h"
#include "daedalus/products/page/place_table.h"

namespace daedalus::page {

// The index of each variable in PageData::variables, by name.
using VariableNumbers = std::unordered_map<std::string_view, std::uint32_t>;
VariableNumbers NumberVariables(const std::vector<PageVariable>& variables);

// Fills in `equations` and `blocks`.
void DescribeEquations(const analyze::StructureExplanation& explanation, const VariableNumbers& numbers,
                       PlaceTable& places, PageData& page);

}  // namespace daedalus::page
