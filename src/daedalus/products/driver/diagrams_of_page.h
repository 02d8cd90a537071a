// The diagrams of a model and its components for the page of its run: one drawing for each level that a
// reader can open.
#pragma once

#include <map>
#include <string>

#include "daedalus/products/driver/options.h"

namespace daedalus::driver {

struct DiagramsOfPage {
  std::map<std::string, std::string> svgs;  // by instance: "" is the model, "plant.motor" a component
  bool is_complete = true;                  // false: the page would become too large with all of them
};

// Reads the files of the model again into its own class store. Messages are dropped, because the run has
// reported errors in the text, and `draw` reports errors in annotations. Models that are not read from files
// (standard input, FMUs) get no drawing.
DiagramsOfPage DrawDiagrams(const ModelOptions& options);

}  // namespace daedalus::driver
