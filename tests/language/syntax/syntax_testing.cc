#include "syntax_testing.h"

namespace daedalus::syntax {
namespace {

constexpr std::string_view kInfixTexts[] = {"",  "or", "and", "<", "<=", ">",  ">=", "==", "<>", "+",
                                            "-", ".+", ".-",  "*", "/",  ".*", "./", "^",  ".^"};
constexpr std::string_view kUnaryTexts[] = {"+", "-", ".+", ".-", "not"};

std::string ShapeOfList(const Tree& tree, std::span<const ExpressionId> list) {
  std::vector<std::string> shapes;
  for (const ExpressionId id : list) shapes.push_back(id.IsValid() ? Shape(tree, id) : "_");
  return fmt::format("{}", fmt::join(shapes, " "));
}

std::string ShapeOfReference(const Tree& tree, const Reference& reference) {
  std::string shape;
  for (const ReferencePart& part : tree.List(reference.parts)) {
    if (!shape.empty() || reference.is_global) shape += '.';
    shape += tree.Text(part.name);
    if (!part.subscripts.empty()) shape += fmt::format("[{}]", ShapeOfList(tree, tree.List(part.subscripts)));
  }
  return shape;
}

std::string ShapeOfIndices(const Tree& tree, Range<ForIndex> indices) {
  std::string shape;
  for (const ForIndex& index : tree.List(indices)) {
    shape += fmt::format(" ({}", tree.Text(index.name));
    if (index.range.IsValid()) shape += fmt::format(" {}", Shape(tree, index.range));
    shape += ')';
  }
  return shape;
}

std::string ShapeOfCall(const Tree& tree, const Call& call, std::string_view word) {
  std::string shape = fmt::format("({} {}", word, ShapeOfReference(tree, tree[call.function]));
  for (const Argument& argument : tree.List(call.arguments)) {
    shape += ' ';
    if (argument.name.IsValid()) shape += fmt::format("{}=", tree.Text(argument.name));
    shape += Shape(tree, argument.value);
  }
  return shape + ")";
}

}  // namespace

std::string Shape(const Tree& tree, ExpressionId id) {
  const Expression& e = tree[id];
  switch (e.kind) {
    case ExpressionKind::kInvalid:
      return "?";
    case ExpressionKind::kInteger:
    case ExpressionKind::kReal:
    case ExpressionKind::kString:
      return std::string(tree.Text(e.place));
    case ExpressionKind::kBoolean:
      return tree.BooleanValue(e) ? "true" : "false";
    case ExpressionKind::kReference:
      return ShapeOfReference(tree, tree.ReferenceOf(e));
    case ExpressionKind::kCall:
      return ShapeOfCall(tree, tree.CallOf(e), "call");
    case ExpressionKind::kPartialApplication:
      return ShapeOfCall(tree, tree.CallOf(e), "function");
    case ExpressionKind::kComprehension: {
      const Comprehension& c = tree.ComprehensionOf(e);
      const std::string function = c.function.IsValid() ? ShapeOfReference(tree, tree[c.function]) : "{}";
      return fmt::format("(for {} {}{})", function, Shape(tree, c.body), ShapeOfIndices(tree, c.indices));
    }
    case ExpressionKind::kArray:
      return fmt::format("{{{}}}", ShapeOfList(tree, tree.Elements(e)));
    case ExpressionKind::kTuple:
      return fmt::format("(tuple {})", ShapeOfList(tree, tree.Elements(e)));
    case ExpressionKind::kRange:
      return fmt::format("(: {})", ShapeOfList(tree, tree.Elements(e)));
    case ExpressionKind::kSubscripted:
      return fmt::format("(at {})", ShapeOfList(tree, tree.Elements(e)));
    case ExpressionKind::kMatrix: {
      std::vector<std::string> rows;
      for (const MatrixRow& row : tree.Rows(e)) rows.push_back(ShapeOfList(tree, tree.List(row.elements)));
      return fmt::format("[{}]", fmt::join(rows, "; "));
    }
    case ExpressionKind::kUnary:
      return fmt::format("({} {})", kUnaryTexts[static_cast<int>(tree.Operator(e))],
                         Shape(tree, tree.Operand(e)));
    case ExpressionKind::kInfix: {
      std::string shape = fmt::format("({}", Shape(tree, tree.Terms(e)[0].operand));
      for (const InfixTerm& term : tree.Terms(e).subspan(1)) {
        shape += fmt::format(" {} {}", kInfixTexts[static_cast<int>(term.op)], Shape(tree, term.operand));
      }
      return shape + ")";
    }
    case ExpressionKind::kIf: {
      std::string shape = "(if";
      for (const ExpressionBranch& branch : tree.Branches(e)) {
        if (branch.condition.IsValid()) shape += fmt::format(" {}", Shape(tree, branch.condition));
        shape += fmt::format(" {}", Shape(tree, branch.value));
      }
      return shape + ")";
    }
    case ExpressionKind::kEnd:
      return "end";
    case ExpressionKind::kColon:
      return ":";
  }
  return {};
}

std::string ShapeOf(std::string_view expression) {
  const Parsed parsed(fmt::format("model M equation x = {}; end M;", expression));
  if (!parsed.ok()) return parsed.AllMessages();
  const Section& section = parsed.SectionAt(0);
  return Shape(parsed.tree(), parsed.tree()[section.equations[0]].right);
}

}  // namespace daedalus::syntax
