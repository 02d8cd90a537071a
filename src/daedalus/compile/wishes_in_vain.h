// Variables with stateSelect = StateSelect.always that are not states: the language asks for a diagnostic
// (Modelica 3.6, 4.8.8.1).
#pragma once

#include <vector>

#include "daedalus/compile/prepare_model.h"

namespace daedalus::compile {

// A warning (D0567) that names them, for one choice of states; empty if every wish is granted. Call before
// elimination.
std::vector<Diagnostic> FindWishesInVain(const GivenModel& given, const PreparedModel& model);

}  // namespace daedalus::compile
