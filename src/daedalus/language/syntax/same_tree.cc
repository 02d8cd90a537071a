#include "daedalus/language/syntax/same_tree.h"

namespace daedalus::syntax {
namespace {

// One overload for each type of node compares all fields except places. The recursion is as deep as the
// trees.
class Comparison {
 public:
  Comparison(const Tree& a, const Tree& b) : a_(a), b_(b) {}

  bool Same(const StoredDefinition& x, const StoredDefinition& y) const {
    return x.has_within == y.has_within && Same(x.within, y.within) && Same(x.classes, y.classes);
  }

 private:
  template <class Node>
  bool Same(Id<Node> x, Id<Node> y) const {
    if (!x.IsValid() || !y.IsValid()) return x.IsValid() == y.IsValid();
    return Same(a_[x], b_[y]);
  }
  template <class Node>
  bool Same(std::span<const Node> x, std::span<const Node> y) const {
    if (x.size() != y.size()) return false;
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (!Same(x[i], y[i])) return false;
    }
    return true;
  }
  template <class Node>
  bool Same(Range<Node> x, Range<Node> y) const {
    return Same(a_.List(x), b_.List(y));
  }
  bool Same(NameId x, NameId y) const {
    if (!x.IsValid() || !y.IsValid()) return x.IsValid() == y.IsValid();
    return a_.Text(x) == b_.Text(y);
  }
  bool Same(const Identifier& x, const Identifier& y) const { return Same(x.name, y.name); }
  bool SameText(Place x, Place y) const { return a_.Text(x) == b_.Text(y); }

  // ---- Expressions ----

  bool Same(const Expression& x, const Expression& y) const {
    if (x.kind != y.kind) return false;
    switch (x.kind) {
      case ExpressionKind::kInvalid:
      case ExpressionKind::kEnd:
      case ExpressionKind::kColon:
        return true;
      case ExpressionKind::kInteger:
      case ExpressionKind::kReal:
      case ExpressionKind::kString:
        return SameText(x.place, y.place);
      case ExpressionKind::kBoolean:
        return a_.BooleanValue(x) == b_.BooleanValue(y);
      case ExpressionKind::kReference:
        return Same(a_.ReferenceOf(x), b_.ReferenceOf(y));
      case ExpressionKind::kCall:
      case ExpressionKind::kPartialApplication:
        return Same(a_.CallOf(x), b_.CallOf(y));
      case ExpressionKind::kComprehension:
        return Same(a_.ComprehensionOf(x), b_.ComprehensionOf(y));
      case ExpressionKind::kArray:
      case ExpressionKind::kTuple:
      case ExpressionKind::kRange:
      case ExpressionKind::kSubscripted:
        return Same(a_.Elements(x), b_.Elements(y));
      case ExpressionKind::kMatrix:
        return Same(a_.Rows(x), b_.Rows(y));
      case ExpressionKind::kUnary:
        return a_.Operator(x) == b_.Operator(y) && Same(a_.Operand(x), b_.Operand(y));
      case ExpressionKind::kInfix:
        return Same(a_.Terms(x), b_.Terms(y));
      case ExpressionKind::kIf:
        return Same(a_.Branches(x), b_.Branches(y));
    }
    return false;
  }
  bool Same(const InfixTerm& x, const InfixTerm& y) const {
    return x.op == y.op && Same(x.operand, y.operand);
  }
  bool Same(const ExpressionBranch& x, const ExpressionBranch& y) const {
    return Same(x.condition, y.condition) && Same(x.value, y.value);
  }
  bool Same(const Reference& x, const Reference& y) const {
    return x.is_global == y.is_global && Same(x.parts, y.parts);
  }
  bool Same(const ReferencePart& x, const ReferencePart& y) const {
    return Same(x.name, y.name) && Same(x.subscripts, y.subscripts);
  }
  bool Same(const Call& x, const Call& y) const {
    return Same(x.function, y.function) && Same(x.arguments, y.arguments);
  }
  bool Same(const Argument& x, const Argument& y) const {
    return Same(x.name, y.name) && Same(x.value, y.value);
  }
  bool Same(const Comprehension& x, const Comprehension& y) const {
    return Same(x.function, y.function) && Same(x.body, y.body) && Same(x.indices, y.indices);
  }
  bool Same(const ForIndex& x, const ForIndex& y) const {
    return Same(x.name, y.name) && Same(x.range, y.range);
  }
  bool Same(const MatrixRow& x, const MatrixRow& y) const { return Same(x.elements, y.elements); }

  // ---- Equations and statements ----

  bool Same(const Equation& x, const Equation& y) const {
    return x.kind == y.kind && Same(x.left, y.left) && Same(x.right, y.right) &&
           Same(x.branches, y.branches) && Same(x.indices, y.indices) && Same(x.body, y.body) &&
           Same(x.description, y.description);
  }
  bool Same(const EquationBranch& x, const EquationBranch& y) const {
    return Same(x.condition, y.condition) && Same(x.body, y.body);
  }
  bool Same(const Statement& x, const Statement& y) const {
    return x.kind == y.kind && Same(x.target, y.target) && Same(x.value, y.value) &&
           Same(x.branches, y.branches) && Same(x.indices, y.indices) && Same(x.body, y.body) &&
           Same(x.description, y.description);
  }
  bool Same(const StatementBranch& x, const StatementBranch& y) const {
    return Same(x.condition, y.condition) && Same(x.body, y.body);
  }

  // ---- Modifications and components ----

  bool Same(const StringLiteral& x, const StringLiteral& y) const { return SameText(x.place, y.place); }
  bool Same(const Description& x, const Description& y) const {
    return Same(x.strings, y.strings) && Same(x.annotation, y.annotation);
  }
  bool Same(const Modification& x, const Modification& y) const {
    return x.has_list == y.has_list && x.binding == y.binding && Same(x.modifiers, y.modifiers) &&
           Same(x.value, y.value);
  }
  bool Same(const Modifier& x, const Modifier& y) const {
    return x.kind == y.kind && x.is_each == y.is_each && x.is_final == y.is_final &&
           x.is_redeclare == y.is_redeclare && x.is_replaceable == y.is_replaceable && Same(x.name, y.name) &&
           Same(x.modification, y.modification) && Same(x.class_definition, y.class_definition) &&
           Same(x.component, y.component) && Same(x.constraint, y.constraint) && Same(x.from, y.from) &&
           Same(x.to, y.to) && Same(x.description, y.description);
  }
  bool Same(const ComponentClause& x, const ComponentClause& y) const {
    return x.connection == y.connection && x.variability == y.variability && x.causality == y.causality &&
           Same(x.type, y.type) && Same(x.subscripts, y.subscripts) && Same(x.components, y.components);
  }
  bool Same(const Component& x, const Component& y) const {
    return Same(x.name, y.name) && Same(x.subscripts, y.subscripts) && Same(x.modification, y.modification) &&
           Same(x.condition, y.condition) && Same(x.description, y.description);
  }
  bool Same(const Constraint& x, const Constraint& y) const {
    return Same(x.type, y.type) && Same(x.modification, y.modification) && Same(x.description, y.description);
  }

  // ---- Elements and classes ----

  bool Same(const Import& x, const Import& y) const {
    return x.kind == y.kind && Same(x.alias, y.alias) && Same(x.name, y.name) && Same(x.names, y.names) &&
           Same(x.description, y.description);
  }
  bool Same(const Extends& x, const Extends& y) const {
    return Same(x.type, y.type) && Same(x.modification, y.modification) && Same(x.annotation, y.annotation);
  }
  bool Same(const Element& x, const Element& y) const {
    return x.kind == y.kind && x.is_protected == y.is_protected && x.is_redeclare == y.is_redeclare &&
           x.is_final == y.is_final && x.is_inner == y.is_inner && x.is_outer == y.is_outer &&
           x.is_replaceable == y.is_replaceable && Same(x.import_clause, y.import_clause) &&
           Same(x.extends, y.extends) && Same(x.class_definition, y.class_definition) &&
           Same(x.components, y.components) && Same(x.constraint, y.constraint);
  }
  bool Same(const EnumerationLiteral& x, const EnumerationLiteral& y) const {
    return Same(x.name, y.name) && Same(x.description, y.description);
  }
  // The elements of sections are compared as those of the class.
  bool Same(const Section& x, const Section& y) const {
    return x.kind == y.kind && x.elements.size() == y.elements.size() && Same(x.equations, y.equations) &&
           Same(x.statements, y.statements);
  }
  bool Same(const External& x, const External& y) const {
    return Same(x.language, y.language) && Same(x.output, y.output) && Same(x.function, y.function) &&
           Same(x.arguments, y.arguments) && Same(x.annotation, y.annotation);
  }
  bool Same(const ClassDefinition& x, const ClassDefinition& y) const {
    return x.kind == y.kind && x.form == y.form && x.purity == y.purity &&
           x.is_encapsulated == y.is_encapsulated && x.is_partial == y.is_partial && Same(x.name, y.name) &&
           Same(x.sections, y.sections) && Same(x.elements, y.elements) && Same(x.external, y.external) &&
           Same(x.annotation, y.annotation) && x.base_causality == y.base_causality && Same(x.base, y.base) &&
           Same(x.base_subscripts, y.base_subscripts) && Same(x.modification, y.modification) &&
           x.has_open_enumeration == y.has_open_enumeration && Same(x.literals, y.literals) &&
           Same(x.derivative_of, y.derivative_of) && Same(x.description, y.description);
  }

  const Tree& a_;
  const Tree& b_;
};

}  // namespace

bool SameTree(const Tree& a, const Tree& b) {
  return Comparison(a, b).Same(a.root(), b.root());
}

}  // namespace daedalus::syntax
