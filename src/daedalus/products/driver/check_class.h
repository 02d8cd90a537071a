// Checks one class of a store: the rules of the language, and on request the structure of a model that can be
// simulated.
#pragma once

#include "daedalus/language/semantics/flatten.h"
#include "daedalus/products/driver/check_model.h"

namespace daedalus::driver {

enum class CheckDepth : bool {
  kLanguage,   // the text, and the numbers of equations and unknowns
  kStructure,  // also: whether the equations determine the unknowns
};

CheckedClass CheckOne(library::ClassStore& store, library::ClassId cls,
                      const semantics::FlattenOptions& options, CheckDepth depth, Diagnostics& diagnostics);

}  // namespace daedalus::driver
