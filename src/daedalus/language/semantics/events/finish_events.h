// The last checks of the discrete part of a model, when all its equations exist.
#pragma once

#include <span>

#include "daedalus/language/semantics/context.h"
#include "daedalus/system/expr/substitute.h"

namespace daedalus::semantics {

// reinit may give a value to a differentiated variable, or to one that equals such a variable (Modelica 3.6,
// section 8.3.6); others are reported.
void CheckReinits(Context& context);

// Replaces in all equations, assertions and the discrete part.
void RewriteExpressions(System& system, std::span<const expr::Replacement> replacements);

// An expression may be read more than once, or not be used with the present parameter values. Removes
// relations, samples and internal variables that no equation uses in the end; they would make unnecessary
// events.
void RemoveUnusedEvents(Context& context);

}  // namespace daedalus::semantics
