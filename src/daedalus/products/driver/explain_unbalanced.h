// Explains why a model has more or fewer equations than unknowns: which ones they are, and which component
// causes it.
#pragma once

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/language/library/class_store.h"
#include "daedalus/system/system.h"

namespace daedalus::driver {

// Adds to the message.
void ExplainUnbalanced(library::ClassStore& store, library::ClassId model, const System& system,
                       Diagnostic& message);

}  // namespace daedalus::driver
