// Why there is no class of some name: the first part that is not there, and the nearest one that is.
#pragma once

#include <string_view>

#include "daedalus/library/class_store.h"

namespace daedalus::library {

// An error kUnknownClass for a full name that the store does not find.
Diagnostic ExplainMissing(ClassStore& store, std::string_view full_name);

}  // namespace daedalus::library
