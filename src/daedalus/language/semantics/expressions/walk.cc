#include "daedalus/language/semantics/expressions/walk.h"

namespace daedalus::semantics {
namespace {

using syntax::ExpressionId;
using syntax::ExpressionKind;
using syntax::Tree;

void AppendSubscripts(const Tree& tree, syntax::ReferenceId id, std::vector<ExpressionId>* out) {
  for (const syntax::ReferencePart& part : tree.List(tree[id].parts)) {
    for (const ExpressionId subscript : tree.List(part.subscripts)) out->push_back(subscript);
  }
}

}  // namespace

void AppendOperands(const Tree& tree, const syntax::Expression& e, std::vector<ExpressionId>* out) {
  switch (e.kind) {
    case ExpressionKind::kReference:
      AppendSubscripts(tree, tree.ReferenceIdOf(e), out);
      break;
    case ExpressionKind::kCall:
    case ExpressionKind::kPartialApplication:
      for (const syntax::Argument& argument : tree.List(tree.CallOf(e).arguments))
        out->push_back(argument.value);
      break;
    case ExpressionKind::kComprehension:
      out->push_back(tree.ComprehensionOf(e).body);
      for (const syntax::ForIndex& index : tree.List(tree.ComprehensionOf(e).indices))
        out->push_back(index.range);
      break;
    case ExpressionKind::kArray:
    case ExpressionKind::kTuple:
    case ExpressionKind::kRange:
    case ExpressionKind::kSubscripted:
      for (const ExpressionId element : tree.Elements(e)) out->push_back(element);
      break;
    case ExpressionKind::kMatrix:
      for (const syntax::MatrixRow& row : tree.Rows(e)) {
        for (const ExpressionId element : tree.List(row.elements)) out->push_back(element);
      }
      break;
    case ExpressionKind::kUnary:
      out->push_back(tree.Operand(e));
      break;
    case ExpressionKind::kInfix:
      for (const syntax::InfixTerm& term : tree.Terms(e)) out->push_back(term.operand);
      break;
    case ExpressionKind::kIf:
      for (const syntax::ExpressionBranch& branch : tree.Branches(e)) {
        out->push_back(branch.condition);
        out->push_back(branch.value);
      }
      break;
    default:
      break;
  }
}

void AppendExpressions(const Tree& tree, const syntax::Equation& equation, std::vector<ExpressionId>* out) {
  out->push_back(equation.left);
  out->push_back(equation.right);
  for (const syntax::ForIndex& index : tree.List(equation.indices)) out->push_back(index.range);
  for (const syntax::Equation& inner : tree.List(equation.body)) AppendExpressions(tree, inner, out);
  for (const syntax::EquationBranch& branch : tree.List(equation.branches)) {
    out->push_back(branch.condition);
    for (const syntax::Equation& inner : tree.List(branch.body)) AppendExpressions(tree, inner, out);
  }
}

}  // namespace daedalus::semantics
