// Checks one class of any kind: is it correct for every user?
//
// A model that can be simulated is flattened, and its System is returned for further checks. Other classes
// are to be used or completed. Functions are carried out with unknown arguments (check_function.h). Packages
// and types are looked up. Partial models, connectors, records, and models with open connectors or inputs go
// through the same stages as a model. But what their user supplies may be missing: values of parameters,
// sizes, classes that are partial here. Then they are checked in part, as far as possible.
//
// Correct constructs that cannot be simulated yet are warnings here.
#pragma once

#include <optional>

#include "daedalus/language/semantics/flatten.h"

namespace daedalus::semantics {

struct ClassCheck {
  bool is_right = false;
  bool is_in_part = false;       // something is missing here that the user of the class supplies
  std::optional<System> system;  // of a correct model that can be simulated
  // 0 if they cannot be counted. Inputs of a class that is to be used count as known.
  std::size_t num_equations = 0;
  std::size_t num_unknowns = 0;
};

// All messages go to `diagnostics`.
ClassCheck CheckClass(library::ClassStore& store, library::ClassId cls, const FlattenOptions& options,
                      Diagnostics& diagnostics);

}  // namespace daedalus::semantics
