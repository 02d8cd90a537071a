// Outputs of different states of state machines that are connected with each other (Modelica 3.6, section
// 17.3.6). Together they are one source:
//
//   v = if active(s1) then y1 elseif active(s2) then y2 ... else previous(v)
//
// and everything else in the connection set equals v.
#pragma once

#include "daedalus/language/semantics/context.h"

namespace daedalus::semantics {

// True for a set with several sources, each of them an output in a state.
bool MergesStates(const Context& context, std::size_t set);

// The equations of such a set.
void EmitMerged(Context& context, std::size_t set);

}  // namespace daedalus::semantics
