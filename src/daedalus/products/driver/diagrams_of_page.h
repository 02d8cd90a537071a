// The diagrams of a model and of the components in it, for the page of its run: one drawing for each level
// that a reader can go down to.
#pragma once

#include <map>
#include <string>

#include "daedalus/products/driver/options.h"

namespace daedalus::driver {

struct DiagramsOfPage {
  std::map<std::string, std::string> svgs;  // by instance: "" is the model, "plant.motor" a component
  bool is_complete = true;                  // false: the page would become too large with all of them
};

// Reads the files of the model again, with a class store of its own. Messages are dropped: the run has
// reported what is wrong with the text, and `draw` reports what is wrong with annotations. Without a drawing
// for models that are not read from files (standard input, FMUs).
DiagramsOfPage DrawDiagrams(const ModelOptions& options);

}  // namespace daedalus::driver
