// The page of `daedalus analyze --html` from what the analysis knows (results/structure_page.h draws it).
#pragma once

#include "daedalus/base/source.h"
#include "daedalus/driver/explain_structure.h"
#include "daedalus/results/structure_page.h"

namespace daedalus::driver {

results::StructurePage DescribeStructure(const StructureExplanation& explanation, const Sources& sources);

}  // namespace daedalus::driver
