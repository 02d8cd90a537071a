// The files of CAD that the visualizers of a model name (`shapeType` of
// Modelica.Mechanics.MultiBody.Visualizers.Advanced.Shape), as triangles for the page of its run.
#pragma once

#include <string>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/language/library/class_store.h"
#include "daedalus/products/page/page_data.h"

namespace daedalus::driver {

// Fills in `solids`. An address is a `modelica://` or `file://` one, or a path. A relative path is looked for
// in `folders`, in their order. What cannot be read becomes a warning, and a sentence in `limits`.
std::vector<Diagnostic> AddSolids(library::ClassStore& store, const std::vector<std::string>& folders,
                                  page::PageData& page);

}  // namespace daedalus::driver
