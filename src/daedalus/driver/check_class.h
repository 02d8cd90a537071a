// One class of a store: the checks of the language, then, if they are wanted, those of the structure of a
// model that can be simulated.
#pragma once

#include "daedalus/driver/check_model.h"
#include "daedalus/semantics/flatten.h"

namespace daedalus::driver {

enum class CheckDepth : bool {
  kLanguage,   // what the text says, and the numbers of equations and unknowns
  kStructure,  // also whether the equations determine the unknowns
};

CheckedClass CheckOne(library::ClassStore& store, library::ClassId cls,
                      const semantics::FlattenOptions& options, CheckDepth depth, Diagnostics& diagnostics);

}  // namespace daedalus::driver
