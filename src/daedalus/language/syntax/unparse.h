// Writes a syntax tree as Modelica text: two spaces a level, only the parentheses that the tree needs,
// comments at their statement or declaration. Parsing the text again gives the same tree (same_tree.h).
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "daedalus/language/syntax/tree.h"

namespace daedalus::syntax {

// The whole file.
std::string Unparse(const Tree& tree);

// Parts, for messages: without comments, descriptions and annotations, and without the final semicolon.
// Expressions, simple equations and simple statements are one line.
std::string Unparse(const Tree& tree, ExpressionId id);
std::string Unparse(const Tree& tree, ReferenceId id);
std::string Unparse(const Tree& tree, EquationId id);
std::string Unparse(const Tree& tree, StatementId id);

// ---- For another place, where names mean something else ----

enum class NameRole : std::uint8_t { kValue, kFunction };

// Replaces the first `num_parts` parts of a name, but not the subscripts of the last one. The rest follows.
struct WrittenName {
  std::string text;
  std::size_t num_parts = 0;  // kWhole: the text stands for all of it, subscripts included
  static constexpr std::size_t kWhole = static_cast<std::size_t>(-1);
};

// Called for every name except loop indices.
using NameHook = std::function<WrittenName(ReferenceId, NameRole)>;

std::string Unparse(const Tree& tree, ExpressionId id, const NameHook& names);
// Each on lines of its own, so many levels indented.
std::string Unparse(const Tree& tree, Range<Statement> statements, const NameHook& names, int level);

// The words that begin a class of this kind: "operator record".
std::string_view TextOf(ClassKind kind);

}  // namespace daedalus::syntax
