// Puts the data of a page together: variables and parameters, equations, connections, events, messages.
#pragma once

#include "daedalus/products/analyze/explain_structure.h"
#include "daedalus/products/page/page_data.h"
#include "daedalus/products/page/run_of_page.h"

namespace daedalus::page {

// `structure` may be null: the page then has no equations, and says so. `sources` belong to the model.
PageData MakePage(const RunOfPage& run, const analyze::StructureExplanation* structure,
                  const Sources& sources);

}  // namespace daedalus::page
