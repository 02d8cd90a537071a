// What the unparsing functions share; one file for each group of the grammar, as in the parser.
#pragma once

#include <algorithm>
#include <vector>

#include "daedalus/language/syntax/text_writer.h"
#include "daedalus/language/syntax/tree.h"
#include "daedalus/language/syntax/unparse.h"

namespace daedalus::syntax {

// A part for a message has no comments, descriptions and annotations.
enum class Detail { kEverything, kPart };

struct UnparseContext {
  UnparseContext(const Tree& t, Detail d)
      : tree(t),
        detail(d),
        out(d == Detail::kPart ? TextWriter::LongLines::kKeep : TextWriter::LongLines::kBreak) {}

  const Tree& tree;
  Detail detail;
  TextWriter out;
  std::size_t next_comment = 0;      // comments before it are written
  const NameHook* names = nullptr;   // nullptr: write names unchanged
  std::vector<NameId> indices = {};  // of enclosing loops, written unchanged

  void Write(std::string_view text) { out.Write(text); }
  // Writes a question mark for parts that the parser could not read.
  void Write(NameId name) { out.Write(name.IsValid() ? tree.Text(name) : "?"); }
};

// The precedence of an expression, as in parse_expression.cc. An operand of lower precedence than its place
// needs parentheses.
enum class Tightness { kAny, kSimple, kOr, kAnd, kNot, kRelation, kSum, kProduct, kPower, kPrimary };

// ---- unparse_expression.cc ----

void Write(UnparseContext& u, ExpressionId id, Tightness needed = Tightness::kAny);
void Write(UnparseContext& u, ReferenceId id, NameRole role = NameRole::kValue);
void WriteSubscripts(UnparseContext& u, Range<ExpressionId> subscripts);
void WriteList(UnparseContext& u, std::span<const ExpressionId> list);
// Their names are in scope afterwards.
void WriteForIndices(UnparseContext& u, Range<ForIndex> indices);

// ---- unparse_modification.cc ----

void WriteModifierList(UnparseContext& u, const Modification& m);
// ` = value`, with or without blanks around the sign.
void WriteBinding(UnparseContext& u, const Modification& m, std::string_view blank);
void WriteModifiersOf(UnparseContext& u, ModificationId id);
void WriteDescription(UnparseContext& u, DescriptionId id);
void WriteAnnotation(UnparseContext& u, ModificationId id);
void WriteConstraint(UnparseContext& u, ConstraintId id);
void WriteComponentClause(UnparseContext& u, const ComponentClause& clause);

// ---- unparse_body.cc ----

void Write(UnparseContext& u, const Equation& e);
void Write(UnparseContext& u, const Statement& s);
void WriteEquations(UnparseContext& u, Range<Equation> equations);
void WriteStatements(UnparseContext& u, Range<Statement> statements);

// ---- unparse_class.cc ----

void WriteClass(UnparseContext& u, ClassId id);
void WriteElement(UnparseContext& u, const Element& e);

// ---- unparse_comments.cc ----

// Comments that stand before `offset` in the source, each on a line of its own.
void WriteCommentsBefore(UnparseContext& u, std::uint32_t offset);
// Ends the line of an item that ends at `offset`, with the comments that stand in it or behind it on the same
// line.
void EndItem(UnparseContext& u, std::uint32_t offset);

}  // namespace daedalus::syntax
