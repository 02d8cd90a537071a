// Finds the class that is meant: the named one, or the last model of the files.
#pragma once

#include <optional>
#include <string_view>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/language/library/class_store.h"

namespace daedalus::semantics {

// With a name: the class of that full name, of any kind, in the files or in a library. Without a name: the
// last model, block or class of the files that is not partial. Classes inside packages count only if there is
// none at the top of a file. Fails with kUnknownClass (and the nearest name) or kNoModel.
Result<library::ClassId> FindModel(library::ClassStore& store, std::optional<std::string_view> name = {});

}  // namespace daedalus::semantics
