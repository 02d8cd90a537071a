// The syntax tree of one file: what the text says, exactly and nothing more.
//
// Holds: the file's classes with everything the grammar has, in the order of the text; the place of every
// node; the comments beside it. Does not hold: meaning. No name is looked up, no type known, no default
// filled in. After an error the tree is partial: unreadable parts are missing or of kind kInvalid.
//
// Nodes are in flat stores, one for each type (expression_nodes.h, body_nodes.h, class_nodes.h), and refer to
// each other by ids and ranges. Walking:
//
//   for (ElementId id : tree.root().classes) {
//     const ClassDefinition& c = tree[tree[id].class_definition];
//     for (const Section& s : tree.List(c.sections))
//       for (const Equation& q : tree.List(s.equations)) Use(tree[q.left], tree.SpanOf(q));
//   }
//
// A tree views the text in Sources and the names in NameTable; both must outlive it.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "daedalus/base/check.h"
#include "daedalus/base/source.h"
#include "daedalus/language/syntax/body_nodes.h"
#include "daedalus/language/syntax/class_nodes.h"
#include "daedalus/language/syntax/expression_nodes.h"
#include "daedalus/language/syntax/names.h"
#include "daedalus/language/syntax/node.h"

namespace daedalus::syntax {

// `within A.B; class definitions`. Each element is a class.
struct StoredDefinition {
  bool has_within = false;
  Place within_place;
  ReferenceId within;  // invalid for a bare `within;`
  Range<Element> classes;
};

struct Comment {
  Place place;  // with the delimiters, without the line end
};

class Tree {
 public:
  Tree(const Sources& sources, SourceFileId file, const NameTable& names)
      : file_(file), text_(sources.Text(file)), names_(&names) {}

  const StoredDefinition& root() const { return root_; }
  const std::vector<Comment>& comments() const { return comments_; }  // in the order of the text
  SourceFileId file() const { return file_; }
  std::string_view text() const { return text_; }
  const NameTable& names() const { return *names_; }

  template <class Node>
  const Node& operator[](Id<Node> id) const {
    return Store<Node>()[id];
  }
  // The nodes of a range; for a Range<ExpressionId>, the ids.
  template <class Node>
  std::span<const Node> List(Range<Node> range) const {
    DAEDALUS_DCHECK(range.first + range.count <= Store<Node>().size(), "a range lies in its store");
    return {Store<Node>().raw().data() + range.first, range.count};
  }
  template <class Node>
  std::size_t NumNodes() const {
    return Store<Node>().size();
  }

  // ---- Places and texts ----

  Span SpanOf(Place place) const { return {file_, place.begin, place.end}; }
  template <class Node>
    requires requires(const Node& node) { node.place; }
  Span SpanOf(const Node& node) const {
    return SpanOf(node.place);
  }
  template <class Node>
  Span SpanOf(Id<Node> id) const {
    return SpanOf((*this)[id].place);
  }
  std::string_view Text(Place place) const { return text_.substr(place.begin, place.end - place.begin); }
  std::string_view Text(NameId name) const { return names_->Text(name); }
  // `A.b.c`, without subscripts.
  std::string DottedName(ReferenceId id) const;
  // The name when the reference is one plain identifier, else an invalid id.
  NameId SimpleName(ReferenceId id) const;
  // The joined strings of a description without escapes; empty for an invalid id.
  std::string DescriptionText(DescriptionId id) const;
  // The text a literal stands for, escapes replaced.
  std::string StringValue(StringLiteralId id) const { return StringValue((*this)[id].place); }

  // ---- What the kinds of expressions have ----

  double Number(const Expression& e) const;                             // kInteger, kReal
  std::optional<std::int64_t> IntegerValue(const Expression& e) const;  // kInteger, when it fits
  bool BooleanValue(const Expression& e) const {
    DAEDALUS_DCHECK(e.kind == ExpressionKind::kBoolean, "a Boolean literal has a Boolean value");
    return e.detail != 0;
  }
  std::string StringValue(const Expression& e) const {
    DAEDALUS_DCHECK(e.kind == ExpressionKind::kString, "a string literal has a string value");
    return StringValue(e.place);
  }
  const Reference& ReferenceOf(const Expression& e) const { return (*this)[ReferenceIdOf(e)]; }
  ReferenceId ReferenceIdOf(const Expression& e) const {
    DAEDALUS_DCHECK(e.kind == ExpressionKind::kReference, "only a reference has a reference");
    return ReferenceId(e.first);
  }
  const Call& CallOf(const Expression& e) const {
    DAEDALUS_DCHECK(e.kind == ExpressionKind::kCall || e.kind == ExpressionKind::kPartialApplication,
                    "only calls and partial applications have a call");
    return (*this)[Id<Call>(e.first)];
  }
  const Comprehension& ComprehensionOf(const Expression& e) const {
    DAEDALUS_DCHECK(e.kind == ExpressionKind::kComprehension, "only a comprehension has indices");
    return (*this)[Id<Comprehension>(e.first)];
  }
  // kArray, kTuple, kRange, kSubscripted
  std::span<const ExpressionId> Elements(const Expression& e) const {
    DAEDALUS_DCHECK(e.kind == ExpressionKind::kArray || e.kind == ExpressionKind::kTuple ||
                        e.kind == ExpressionKind::kRange || e.kind == ExpressionKind::kSubscripted,
                    "only lists have elements");
    return List(Range<ExpressionId>{e.first, e.count});
  }
  std::span<const MatrixRow> Rows(const Expression& e) const {
    DAEDALUS_DCHECK(e.kind == ExpressionKind::kMatrix, "only a matrix has rows");
    return List(Range<MatrixRow>{e.first, e.count});
  }
  UnaryOperator Operator(const Expression& e) const {
    DAEDALUS_DCHECK(e.kind == ExpressionKind::kUnary, "only a unary expression has one operator");
    return static_cast<UnaryOperator>(e.detail);
  }
  ExpressionId Operand(const Expression& e) const {
    DAEDALUS_DCHECK(e.kind == ExpressionKind::kUnary, "only a unary expression has one operand");
    return ExpressionId(e.first);
  }
  std::span<const InfixTerm> Terms(const Expression& e) const {
    DAEDALUS_DCHECK(e.kind == ExpressionKind::kInfix, "only an infix expression has terms");
    return List(Range<InfixTerm>{e.first, e.count});
  }
  std::span<const ExpressionBranch> Branches(const Expression& e) const {
    DAEDALUS_DCHECK(e.kind == ExpressionKind::kIf, "only an if-expression has branches");
    return List(Range<ExpressionBranch>{e.first, e.count});
  }

 private:
  friend class TreeBuilder;

  template <class Node>
  using StoreOf = IdVector<Id<Node>, Node>;
  template <class Node>
  const StoreOf<Node>& Store() const {
    return std::get<StoreOf<Node>>(stores_);
  }
  std::string StringValue(Place place) const;

  SourceFileId file_;
  std::string_view text_;
  const NameTable* names_;
  StoredDefinition root_;
  std::vector<Comment> comments_;
  std::tuple<StoreOf<ExpressionId>, StoreOf<Expression>, StoreOf<InfixTerm>, StoreOf<ExpressionBranch>,
             StoreOf<Reference>, StoreOf<ReferencePart>, StoreOf<Call>, StoreOf<Argument>,
             StoreOf<Comprehension>, StoreOf<ForIndex>, StoreOf<MatrixRow>, StoreOf<Equation>,
             StoreOf<EquationBranch>, StoreOf<Statement>, StoreOf<StatementBranch>, StoreOf<Identifier>,
             StoreOf<StringLiteral>, StoreOf<Description>, StoreOf<Modification>, StoreOf<Modifier>,
             StoreOf<ComponentClause>, StoreOf<Component>, StoreOf<Constraint>, StoreOf<Import>,
             StoreOf<Extends>, StoreOf<Element>, StoreOf<EnumerationLiteral>, StoreOf<Section>,
             StoreOf<External>, StoreOf<ClassDefinition>>
      stores_;
};

}  // namespace daedalus::syntax
