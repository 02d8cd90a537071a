// What the page of a run shows of its model beside values: the diagrams of the model and of the components in
// it, one for each level that a reader can go down to, and the files of CAD that its visualizers name.
#pragma once

#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/products/driver/options.h"
#include "daedalus/products/page/page_data.h"

namespace daedalus::driver {

// Fills in `diagrams` and `solids`. Reads the files of the model again, with a class store of its own.
// Without diagrams for models that are not read from files (standard input, FMUs).
//
// A file of CAD that cannot be read is a warning, and a sentence on the page; the page draws a box for it.
// What is wrong with the texts is not reported: the run has said it, and `draw` reports what is wrong with
// annotations.
std::vector<Diagnostic> AddPictures(const ModelOptions& options, page::PageData& page);

}  // namespace daedalus::driver
