#include "daedalus/language/syntax/unparse.h"

#include "daedalus/language/syntax/unparse_context.h"

namespace daedalus::syntax {
namespace {

template <class Node>
std::string UnparsePart(const Tree& tree, const Node& node) {
  UnparseContext u(tree, Detail::kPart);
  Write(u, node);
  return u.out.Take();
}

}  // namespace

std::string Unparse(const Tree& tree) {
  UnparseContext u(tree, Detail::kEverything);
  const StoredDefinition& root = tree.root();
  if (root.has_within) {
    WriteCommentsBefore(u, root.within_place.begin);
    u.Write("within");
    if (root.within.IsValid()) u.Write(" ");
    if (root.within.IsValid()) Write(u, root.within);
    u.Write(";");
    EndItem(u, root.within_place.end);
  }
  for (const Element& element : tree.List(root.classes)) {
    WriteCommentsBefore(u, element.place.begin);
    WriteElement(u, element);
    u.Write(";");
    EndItem(u, element.place.end);
  }
  WriteCommentsBefore(u, static_cast<std::uint32_t>(tree.text().size()));
  return u.out.Take();
}

std::string Unparse(const Tree& tree, ExpressionId id) {
  return UnparsePart(tree, id);
}

std::string Unparse(const Tree& tree, ReferenceId id) {
  return UnparsePart(tree, id);
}

std::string Unparse(const Tree& tree, EquationId id) {
  return UnparsePart(tree, tree[id]);
}

std::string Unparse(const Tree& tree, StatementId id) {
  return UnparsePart(tree, tree[id]);
}

std::string Unparse(const Tree& tree, ExpressionId id, const NameHook& names) {
  UnparseContext u(tree, Detail::kPart);
  u.names = &names;
  Write(u, id);
  return u.out.Take();
}

std::string Unparse(const Tree& tree, Range<Statement> statements, const NameHook& names, int level) {
  UnparseContext u(tree, Detail::kPart);
  u.names = &names;
  for (int i = 0; i < level; ++i) u.out.Indent();
  WriteStatements(u, statements);
  return u.out.Take();
}

}  // namespace daedalus::syntax
