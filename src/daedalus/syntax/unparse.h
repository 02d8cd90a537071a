// Syntax tree to Modelica text: two spaces a level, no more parentheses than the tree needs, comments at the
// statement or declaration they stood at. Parsing the text again gives the same tree (same_tree.h).
#pragma once

#include <string>
#include <string_view>

#include "daedalus/syntax/tree.h"

namespace daedalus::syntax {

// The whole file.
std::string Unparse(const Tree& tree);

// Parts, for messages: without comments, descriptions and annotations, and without the final semicolon.
// Expressions, simple equations and simple statements are one line.
std::string Unparse(const Tree& tree, ExpressionId id);
std::string Unparse(const Tree& tree, ReferenceId id);
std::string Unparse(const Tree& tree, EquationId id);
std::string Unparse(const Tree& tree, StatementId id);

// The words that begin a class of this kind: "operator record".
std::string_view TextOf(ClassKind kind);

}  // namespace daedalus::syntax
