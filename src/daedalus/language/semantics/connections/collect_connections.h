// Collects the statements about connections before any equation is made: connect(a, b), and those about
// overconstrained graphs (Modelica 3.6, chapter 9). They may be in loops, and in if-equations whose
// conditions already have a value (section 8.3.3).
#pragma once

#include <span>

#include "daedalus/language/semantics/lower_equation.h"

namespace daedalus::semantics {

// Collects those of all instances below the node in Context::connections.
void CollectConnections(Context& context, NodeId root);

// A single connect equation. It has no effect if a component does not exist (its condition is false). False
// after a reported mistake.
bool CollectConnect(EquationScope& scope, const syntax::Equation& equation);

// Reports such statements where they are not allowed.
void RefuseConnections(Context& context, const syntax::Tree& tree,
                       std::span<const syntax::Equation> equations);

}  // namespace daedalus::semantics
