// Why there is no class of some name: the first part that is not there, and the nearest one that is.
#pragma once

#include <string>
#include <string_view>

#include "daedalus/language/library/class_store.h"

namespace daedalus::library {

// "no library `A` in [/x, /y]", for a name that FindTop does not find.
std::string NoLibrary(ClassStore& store, std::string_view name);
inline constexpr std::string_view kHowToAddLibraries =
    "say where libraries are with --library DIR or the environment variable MODELICAPATH";

// An error kUnknownClass for a full name that the store does not find.
Diagnostic ExplainMissing(ClassStore& store, std::string_view full_name);

}  // namespace daedalus::library
