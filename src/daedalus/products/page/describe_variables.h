// The variables of a page, and the values that they read.
#pragma once

#include "daedalus/products/page/page_data.h"
#include "daedalus/products/page/place_table.h"
#include "daedalus/products/page/run_of_page.h"

namespace daedalus::page {

// Fills in `variables`, `columns` and `literals`.
void DescribeVariables(const RunOfPage& run, PlaceTable& places, PageData& page);

}  // namespace daedalus::page
