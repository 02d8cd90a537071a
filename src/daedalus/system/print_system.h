// A System as text: the flat Modelica model that `daedalus flatten` prints, and single equations for
// messages.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "daedalus/system/expr/print_expression.h"
#include "daedalus/system/system.h"

namespace daedalus {

// A valid Modelica model. Names that are not plain identifiers become quoted ones: 'a[2].b'.
std::string FlatModelica(const System& system);

// For messages: names as the user knows them (a[2].b), the text cut at max_length.
std::string ExpressionText(const System& system, ExprId e, std::size_t max_length = 200);
std::string EquationText(const System& system, const Equation& equation, std::size_t max_length = 200);
std::string EquationText(const System& system, EquationId equation, std::size_t max_length = 200);

// The text of a held leaf, `b`, `pre(b)`, `(x < y)`: as part of an expression, and without parentheses around
// it.
std::string HeldText(const System& system, HeldId held);
std::string BareHeldText(const System& system, HeldId held);

// "Ball.mo:9", or empty.
std::string PlaceText(const Sources& sources, Span span);

// The text in quotes, escaped.
std::string QuotedText(std::string_view text);

// The name as an identifier of the language: itself, or quoted.
std::string QuotedName(std::string_view name);

}  // namespace daedalus
