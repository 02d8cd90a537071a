// Fills the stores of a Tree. Nodes of a list must lie side by side in their store, but their own parts are
// built in between; so a list is first collected on a stack (ListBuilder) and moved into the store when it is
// complete.
#pragma once

#include <tuple>
#include <utility>
#include <vector>

#include "daedalus/language/syntax/tree.h"

namespace daedalus::syntax {

class TreeBuilder {
 public:
  TreeBuilder(const Sources& sources, SourceFileId file, const NameTable& names)
      : tree_(sources, file, names) {}

  // Sizes that a text of so many tokens typically needs (measured on the Modelica Standard Library).
  void Reserve(std::size_t num_tokens) {
    Store<Expression>().reserve(num_tokens / 3);
    Store<ExpressionId>().reserve(num_tokens / 4);
    Store<Argument>().reserve(num_tokens / 12);
    Store<Modifier>().reserve(num_tokens / 12);
    Store<Modification>().reserve(num_tokens / 12);
    Store<Reference>().reserve(num_tokens / 6);
    Store<ReferencePart>().reserve(num_tokens / 4);
  }

  template <class Node>
  Id<Node> Add(Node node) {
    return Store<Node>().Add(std::move(node));
  }
  template <class Node>
  Node& operator[](Id<Node> id) {
    return Store<Node>()[id];
  }
  const Tree& tree() const { return tree_; }

  // Moves the nodes pushed since `mark` from the stack into the store.
  template <class Node>
  Range<Node> TakeFromStack(std::size_t mark) {
    std::vector<Node>& stack = Stack<Node>();
    auto& store = Store<Node>();
    const Range<Node> range{static_cast<std::uint32_t>(store.size()),
                            static_cast<std::uint32_t>(stack.size() - mark)};
    for (std::size_t i = mark; i < stack.size(); ++i) store.Add(stack[i]);
    stack.resize(mark);
    return range;
  }
  template <class Node>
  std::vector<Node>& Stack() {
    return std::get<std::vector<Node>>(stacks_);
  }

  Tree Finish(StoredDefinition root, std::vector<Comment> comments) {
    tree_.root_ = root;
    tree_.comments_ = std::move(comments);
    return std::move(tree_);
  }

 private:
  template <class Node>
  Tree::StoreOf<Node>& Store() {
    return std::get<Tree::StoreOf<Node>>(tree_.stores_);
  }

  Tree tree_;
  std::tuple<std::vector<ExpressionId>, std::vector<InfixTerm>, std::vector<ExpressionBranch>,
             std::vector<ReferencePart>, std::vector<Argument>, std::vector<ForIndex>, std::vector<MatrixRow>,
             std::vector<Equation>, std::vector<EquationBranch>, std::vector<Statement>,
             std::vector<StatementBranch>, std::vector<Identifier>, std::vector<StringLiteral>,
             std::vector<Modifier>, std::vector<Component>, std::vector<Element>,
             std::vector<EnumerationLiteral>, std::vector<Section>>
      stacks_;
};

// Collects one list. Builders of the same type nest like the functions that own them.
template <class Node>
class ListBuilder {
 public:
  explicit ListBuilder(TreeBuilder& builder) : builder_(builder), mark_(builder.Stack<Node>().size()) {}
  ListBuilder(const ListBuilder&) = delete;
  ListBuilder& operator=(const ListBuilder&) = delete;

  void Add(Node node) { builder_.Stack<Node>().push_back(std::move(node)); }
  std::size_t size() const { return builder_.Stack<Node>().size() - mark_; }
  std::span<Node> items() { return std::span(builder_.Stack<Node>()).subspan(mark_); }
  Range<Node> Finish() { return builder_.TakeFromStack<Node>(mark_); }

 private:
  TreeBuilder& builder_;
  std::size_t mark_;
};

}  // namespace daedalus::syntax
