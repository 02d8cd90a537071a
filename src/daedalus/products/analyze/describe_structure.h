// The data of the page of `daedalus analyze --html`, from the analysis (results/structure_page.h draws it).
#pragma once

#include "daedalus/base/source.h"
#include "daedalus/products/analyze/explain_structure.h"
#include "daedalus/results/structure_page.h"

namespace daedalus::analyze {

results::StructurePage DescribeStructure(const StructureExplanation& explanation, const Sources& sources);

}  // namespace daedalus::analyze
