// Equations and statements. Compounds have their bodies indented on lines of their own.
#include "daedalus/language/syntax/unparse_context.h"

namespace daedalus::syntax {
namespace {

// Where the item ends in the source, with its description.
template <class Item>
std::uint32_t EndOf(const Tree& tree, const Item& item) {
  if (!item.description.IsValid()) return item.place.end;
  const Description& description = tree[item.description];
  if (description.annotation.IsValid()) return tree[description.annotation].place.end;
  const std::span<const StringLiteral> strings = tree.List(description.strings);
  return strings.empty() ? item.place.end : strings.back().place.end;  // none after an error
}

template <class Item>
void WriteItems(UnparseContext& u, Range<Item> items) {
  for (const Item& item : u.tree.List(items)) {
    if (u.detail == Detail::kEverything) WriteCommentsBefore(u, item.place.begin);
    Write(u, item);
    WriteDescription(u, item.description);
    u.Write(";");
    EndItem(u, EndOf(u.tree, item));
  }
}

template <class Item>
void WriteBody(UnparseContext& u, Range<Item> body) {
  u.out.EndLine();
  u.out.Indent();
  WriteItems(u, body);
  u.out.Outdent();
}

template <class Branch>
void WriteBranches(UnparseContext& u, Range<Branch> branches, std::string_view word) {
  std::string_view prefix = "";
  for (const Branch& branch : u.tree.List(branches)) {
    u.Write(prefix);
    if (branch.condition.IsValid()) {
      u.Write(word);
      u.Write(" ");
      Write(u, branch.condition);
      u.Write(" then");
    }
    WriteBody(u, branch.body);
    prefix = "else";
  }
  u.Write("end ");
  u.Write(word);
}

template <class Item>
void WriteFor(UnparseContext& u, const Item& item) {
  u.Write("for ");
  const std::size_t num_indices = u.indices.size();
  WriteForIndices(u, item.indices);
  u.Write(" loop");
  WriteBody(u, item.body);
  u.indices.resize(num_indices);
  u.Write("end for");
}

void WriteWhile(UnparseContext& u, const Statement& s) {
  u.Write("while ");
  Write(u, s.value);
  u.Write(" loop");
  WriteBody(u, s.body);
  u.Write("end while");
}

}  // namespace

void Write(UnparseContext& u, const Equation& e) {
  switch (e.kind) {
    case EquationKind::kInvalid:
      return u.Write("?");
    case EquationKind::kEquality:
      Write(u, e.left, Tightness::kSimple);
      u.Write(" = ");
      u.out.AllowBreak();
      return Write(u, e.right);
    case EquationKind::kCall:
      return Write(u, e.left);
    case EquationKind::kConnect:
      u.Write("connect(");
      Write(u, e.left);
      u.Write(", ");
      Write(u, e.right);
      return u.Write(")");
    case EquationKind::kIf:
      return WriteBranches(u, e.branches, "if");
    case EquationKind::kWhen:
      return WriteBranches(u, e.branches, "when");
    case EquationKind::kFor:
      return WriteFor(u, e);
  }
}

void Write(UnparseContext& u, const Statement& s) {
  switch (s.kind) {
    case StatementKind::kInvalid:
      return u.Write("?");
    case StatementKind::kAssignment:
    case StatementKind::kMultiple:
      Write(u, s.target);
      u.Write(" := ");
      u.out.AllowBreak();
      return Write(u, s.value);
    case StatementKind::kCall:
      return Write(u, s.value);
    case StatementKind::kIf:
      return WriteBranches(u, s.branches, "if");
    case StatementKind::kWhen:
      return WriteBranches(u, s.branches, "when");
    case StatementKind::kFor:
      return WriteFor(u, s);
    case StatementKind::kWhile:
      return WriteWhile(u, s);
    case StatementKind::kBreak:
      return u.Write("break");
    case StatementKind::kReturn:
      return u.Write("return");
  }
}

void WriteEquations(UnparseContext& u, Range<Equation> equations) {
  WriteItems(u, equations);
}

void WriteStatements(UnparseContext& u, Range<Statement> statements) {
  WriteItems(u, statements);
}

}  // namespace daedalus::syntax
