// Variables with stateSelect = StateSelect.always that are no states: the language asks for a word about them
// (Modelica 3.6, 4.8.8.1).
#pragma once

#include <vector>

#include "daedalus/compile/prepare_model.h"

namespace daedalus::compile {

// A warning (D0567) that names them, for one choice of states; nothing where every wish is granted. Before
// elimination.
std::vector<Diagnostic> FindWishesInVain(const GivenModel& given, const PreparedModel& model);

}  // namespace daedalus::compile
