// Variables that the user wants as states and that are computed from the states instead. The language asks
// for a message about StateSelect.always (Modelica 3.6, 4.8.8.1). About StateSelect.prefer there is one for
// those who ask: whole libraries prefer variables that other equations then determine.
#pragma once

#include <vector>

#include "daedalus/model/compile/prepare_model.h"

namespace daedalus::compile {

// A message (D0567) that names them, for one choice of states: a warning for kAlways, a note for kPrefer.
// Empty if all such variables are states. Before elimination.
std::vector<Diagnostic> FindUnmetStatePreferences(const GivenModel& given, const PreparedModel& model,
                                                  StateSelect preference = StateSelect::kAlways);

}  // namespace daedalus::compile
