// One class alone, of any kind: is it right, whoever uses it?
//
// A model that can be simulated is flattened, and its System comes back to be looked at further. Other
// classes are made to be used or completed: functions are carried out with unknown arguments
// (check_function.h), packages and types are looked up; partial models, connectors, records and models with
// open connectors or inputs go through the same stages as a model, but what their user is to give (values of
// parameters, sizes, classes that are partial here) may be missing. Then they are checked in part: as far as
// they can be without it.
//
// What is right and cannot be simulated yet is a warning here.
#pragma once

#include <optional>

#include "daedalus/semantics/flatten.h"

namespace daedalus::semantics {

struct ClassCheck {
  bool is_right = false;
  bool is_in_part = false;       // something is missing here that the user of the class gives
  std::optional<System> system;  // of a model that can be simulated, when it is right
  // 0 where they cannot be counted. Inputs of a class that is made to be used count as known.
  std::size_t num_equations = 0;
  std::size_t num_unknowns = 0;
};

// All messages go to `diagnostics`.
ClassCheck CheckClass(library::ClassStore& store, library::ClassId cls, const FlattenOptions& options,
                      Diagnostics& diagnostics);

}  // namespace daedalus::semantics
