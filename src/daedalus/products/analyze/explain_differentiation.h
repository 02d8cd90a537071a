// Why index reduction has differentiated an equation, in a sentence.
//
// A constraint has no unknown of its own: all its variables are known by integration, and determined once
// more. The other equations of the set are needed to differentiate it: they say what the derivatives are that
// appear in its own derivative.
#pragma once

#include <string>
#include <vector>

#include "daedalus/programs/causal/index_reduction.h"
#include "daedalus/system/system.h"

namespace daedalus::analyze {

// One for each of `differentiated`, equations of this system, which has not been reduced yet. Linear.
std::vector<std::string> ReasonsToDifferentiate(const System& system,
                                                const std::vector<causal::Differentiated>& differentiated);

}  // namespace daedalus::analyze
