// Before any equation is made, the statements about connections are collected: connect(a, b), and those about
// overconstrained graphs (Modelica 3.6, chapter 9). They may stand in loops, and in if-equations whose
// conditions have a value now (section 8.3.3).
#pragma once

#include <span>

#include "daedalus/semantics/lower_equation.h"

namespace daedalus::semantics {

// Of all instances below the node, into Context::connections.
void CollectConnections(Context& context, NodeId root);

// A single connect equation. A connection with a component that is not there (its condition is false) says
// nothing. False after a mistake, which was reported.
bool CollectConnect(EquationScope& scope, const syntax::Equation& equation);

// Reports such statements where none may stand.
void RefuseConnections(Context& context, const syntax::Tree& tree,
                       std::span<const syntax::Equation> equations);

}  // namespace daedalus::semantics
