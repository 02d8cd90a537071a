// State machines without a clock get one with an interval of one second (Modelica 3.6, section 16.7.5).
#pragma once

#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/system/clocks/clocked_text.h"

namespace daedalus::clocks {

// A warning for each.
std::vector<Diagnostic> GiveDefaultClocks(System& system, ClockedText& text);

}  // namespace daedalus::clocks
