// The last look at the discrete part of a model, when all its equations are there.
#pragma once

#include <span>

#include "daedalus/expr/substitute.h"
#include "daedalus/semantics/context.h"

namespace daedalus::semantics {

// reinit gives a value to a differentiated variable, or to one that is equal to such a one (Modelica 3.6,
// section 8.3.6); others are reported.
void CheckReinits(Context& context);

// In all equations, assertions and the discrete part.
void RewriteExpressions(System& system, std::span<const expr::Replacement> replacements);

// An expression may be read more than once, or not be used with the values that parameters have; relations,
// samples and internal variables that no equation has in the end would make events for nothing.
void RemoveUnusedEvents(Context& context);

}  // namespace daedalus::semantics
