#include "daedalus/products/drawing/read/annotation_value.h"

#include <array>

#include "daedalus/language/library/annotations.h"
#include "daedalus/language/semantics/expressions/lowering.h"
#include "daedalus/language/syntax/unparse.h"

namespace daedalus::drawing {
namespace {

using Kind = AnnotationValue::Kind;
using syntax::ExpressionKind;

// The enumerations that only annotations know (section 18.6). No class declares them.
bool IsGraphicsEnumeration(std::string_view name) {
  constexpr std::array<std::string_view, 8> kNames = {"LinePattern", "FillPattern",  "BorderPattern",
                                                      "Smooth",      "Arrow",        "EllipseClosure",
                                                      "TextStyle",   "TextAlignment"};
  for (const std::string_view known : kNames) {
    if (name == known) return true;
  }
  return false;
}

const syntax::Call* DynamicSelectOf(const syntax::Tree& tree, const syntax::Expression& e) {
  if (e.kind != ExpressionKind::kCall) return nullptr;
  const syntax::Call& call = tree.CallOf(e);
  const syntax::NameId name = tree.SimpleName(call.function);
  return name.IsValid() && tree.Text(name) == "DynamicSelect" ? &call : nullptr;
}

AnnotationValue FromScalar(const semantics::Context& c, semantics::Type type,
                           const semantics::Scalar& scalar) {
  AnnotationValue value;
  if (!scalar.IsConstant()) return value;
  value.number = scalar.number;
  if (type == semantics::BaseType::kBoolean) {
    value.kind = Kind::kBoolean;
  } else if (type == semantics::BaseType::kString) {
    value.kind = Kind::kString;
    value.text = std::string(c.strings.TextOf(scalar));
  } else if (semantics::IsEnumeration(type)) {
    const auto literals = c.types.Literals(type);
    const auto index = static_cast<std::size_t>(scalar.number);
    if (index < 1 || index > literals.size()) return value;
    value.kind = Kind::kLiteral;
    value.text = literals[index - 1];
  } else if (semantics::IsNumeric(type)) {
    value.kind = Kind::kNumber;
  }
  return value;
}

// The elements of an array, nested by dimensions. `next` counts them.
AnnotationValue FromElements(const semantics::Context& c, const semantics::Value& value,
                             std::size_t dimension, std::size_t& next) {
  if (dimension == value.dims.size()) {
    return next < value.size() ? FromScalar(c, value.type, value[next++]) : AnnotationValue();
  }
  AnnotationValue array;
  array.kind = Kind::kArray;
  for (std::int64_t i = 0; i < value.dims[dimension]; ++i)
    array.items.push_back(FromElements(c, value, dimension + 1, next));
  return array;
}

AnnotationValue EvaluateByModel(ReadContext& read, const AnnotationText& at, syntax::ExpressionId id) {
  if (!at.node.IsValid()) return {};
  semantics::Context& c = read.semantics;
  const semantics::Reporter::Silent silent(c.reporter);
  semantics::TextScope text{*at.tree, at.node, at.scope};
  semantics::Lowering l{c, text, {.mode = semantics::Mode::kProbe, .what = "an annotation"}};
  const semantics::Value value = semantics::Lower(l, id);
  constexpr std::int64_t kMostElements = 100000;
  if (value.IsError() || value.IsRecord() || value.IsOfRun() || value.HasUnknownSize() ||
      semantics::NumElements(value.dims) > kMostElements)
    return {};
  std::size_t next = 0;
  return FromElements(c, value, 0, next);
}

AnnotationValue EvaluateIf(ReadContext& read, const AnnotationText& at, const syntax::Expression& e) {
  for (const syntax::ExpressionBranch& branch : at.tree->Branches(e)) {
    if (!branch.condition.IsValid() || EvaluateCondition(read, at, branch.condition) == Condition::kTrue)
      return Evaluate(read, at, branch.value);
  }
  return {};
}

AnnotationValue EvaluateAny(ReadContext& read, const AnnotationText& at, syntax::ExpressionId id) {
  const syntax::Tree& tree = *at.tree;
  const syntax::Expression& e = tree[id];
  AnnotationValue value;
  switch (e.kind) {
    case ExpressionKind::kInteger:
    case ExpressionKind::kReal:
      value.kind = Kind::kNumber;
      value.number = tree.Number(e);
      return value;
    case ExpressionKind::kBoolean:
      value.kind = Kind::kBoolean;
      value.number = tree.BooleanValue(e) ? 1.0 : 0.0;
      return value;
    case ExpressionKind::kString:
      value.kind = Kind::kString;
      value.text = tree.StringValue(e);
      return value;
    case ExpressionKind::kArray:
      value.kind = Kind::kArray;
      for (const syntax::ExpressionId item : tree.Elements(e))
        value.items.push_back(Evaluate(read, at, item));
      return value;
    case ExpressionKind::kUnary: {
      value = Evaluate(read, at, tree.Operand(e));
      const auto op = tree.Operator(e);
      if (value.Is(Kind::kNumber) && op == syntax::UnaryOperator::kMinus) value.number = -value.number;
      if (value.Is(Kind::kNumber) &&
          (op == syntax::UnaryOperator::kMinus || op == syntax::UnaryOperator::kPlus))
        return value;
      return EvaluateByModel(read, at, id);
    }
    case ExpressionKind::kReference: {
      const auto parts = tree.List(tree.ReferenceOf(e).parts);
      if (parts.size() == 2 && IsGraphicsEnumeration(tree.Text(parts[0].name))) {
        value.kind = Kind::kLiteral;
        value.text = std::string(tree.Text(parts[1].name));
        return value;
      }
      return EvaluateByModel(read, at, id);
    }
    case ExpressionKind::kIf:
      return EvaluateIf(read, at, e);
    case ExpressionKind::kCall:
      if (const syntax::Call* select = DynamicSelectOf(tree, e)) {
        const auto arguments = tree.List(select->arguments);
        return arguments.empty() ? AnnotationValue() : Evaluate(read, at, arguments[0].value);
      }
      return EvaluateByModel(read, at, id);
    case ExpressionKind::kInvalid:
      return {};
    default:
      return EvaluateByModel(read, at, id);
  }
}

}  // namespace

void ReadContext::Warn(Span span, std::string message) {
  Diagnostic warning = Warning(Code::kTypeMismatch, span, "{}", message);
  if (!IsAmong(warning, diagnostics.items())) diagnostics.Report(std::move(warning));
}

syntax::ModificationId EntryOf(const syntax::Tree& tree, syntax::ModificationId in, std::string_view name) {
  const syntax::Modifier* entry = library::FindEntry(tree, in, name);
  return entry == nullptr ? syntax::ModificationId() : entry->modification;
}

AnnotationValue Evaluate(ReadContext& read, const AnnotationText& at, syntax::ExpressionId id) {
  AnnotationValue value = EvaluateAny(read, at, id);
  value.span = at.tree->SpanOf(id);
  return value;
}

std::string DynamicPart(const syntax::Tree& tree, syntax::ExpressionId id) {
  const syntax::Call* select = DynamicSelectOf(tree, tree[id]);
  if (select == nullptr) return {};
  const auto arguments = tree.List(select->arguments);
  return arguments.size() < 2 ? std::string() : syntax::Unparse(tree, arguments[1].value);
}

Condition EvaluateCondition(ReadContext& read, const AnnotationText& at, syntax::ExpressionId id) {
  const AnnotationValue value = Evaluate(read, at, id);
  if (!value.Is(Kind::kBoolean)) return Condition::kUnknown;
  return value.number != 0.0 ? Condition::kTrue : Condition::kFalse;
}

}  // namespace daedalus::drawing
