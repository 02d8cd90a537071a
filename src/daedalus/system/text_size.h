// How long the flat text of a System would be. The graph holds once what occurs many times, the text writes it out each time: a few thousand
// expressions can be more text than any disk holds (random numbers that are drawn from each other, properties of water).
#pragma once

#include <optional>

#include "daedalus/diagnostics/diagnostic.h"
#include "daedalus/system/system.h"

namespace daedalus {

// The error for the first equation with more than this many terms as text; nothing where there is none.
std::optional<Diagnostic> FindTooLongText(const System& system, double max_terms);

}  // namespace daedalus
