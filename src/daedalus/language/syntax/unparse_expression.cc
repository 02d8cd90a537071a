#include "daedalus/base/check.h"
#include "daedalus/language/syntax/unparse_context.h"

namespace daedalus::syntax {
namespace {

struct OperatorText {
  std::string_view text;
  Tightness tightness;
};

// Products and powers are written without blanks, except elementwise ones: `2 .* x` is not `2.*x`.
OperatorText TextOf(InfixOperator op) {
  switch (op) {
    case InfixOperator::kNone:
      break;
    case InfixOperator::kOr:
      return {" or ", Tightness::kOr};
    case InfixOperator::kAnd:
      return {" and ", Tightness::kAnd};
    case InfixOperator::kLess:
      return {" < ", Tightness::kRelation};
    case InfixOperator::kLessEqual:
      return {" <= ", Tightness::kRelation};
    case InfixOperator::kGreater:
      return {" > ", Tightness::kRelation};
    case InfixOperator::kGreaterEqual:
      return {" >= ", Tightness::kRelation};
    case InfixOperator::kEqual:
      return {" == ", Tightness::kRelation};
    case InfixOperator::kNotEqual:
      return {" <> ", Tightness::kRelation};
    case InfixOperator::kAdd:
      return {" + ", Tightness::kSum};
    case InfixOperator::kSubtract:
      return {" - ", Tightness::kSum};
    case InfixOperator::kElementwiseAdd:
      return {" .+ ", Tightness::kSum};
    case InfixOperator::kElementwiseSubtract:
      return {" .- ", Tightness::kSum};
    case InfixOperator::kMultiply:
      return {"*", Tightness::kProduct};
    case InfixOperator::kDivide:
      return {"/", Tightness::kProduct};
    case InfixOperator::kElementwiseMultiply:
      return {" .* ", Tightness::kProduct};
    case InfixOperator::kElementwiseDivide:
      return {" ./ ", Tightness::kProduct};
    case InfixOperator::kPower:
      return {"^", Tightness::kPower};
    case InfixOperator::kElementwisePower:
      return {" .^ ", Tightness::kPower};
  }
  DAEDALUS_CHECK(false, "only the first term has no operator");
  return {};
}

std::string_view TextOf(UnaryOperator op) {
  switch (op) {
    case UnaryOperator::kPlus:
      return "+";
    case UnaryOperator::kMinus:
      return "-";
    case UnaryOperator::kElementwisePlus:
      return ".+";
    case UnaryOperator::kElementwiseMinus:
      return ".-";
    case UnaryOperator::kNot:
      return "not ";
  }
  return {};
}

Tightness Next(Tightness t) {
  return static_cast<Tightness>(static_cast<int>(t) + 1);
}

Tightness TightnessOf(const Tree& tree, const Expression& e) {
  switch (e.kind) {
    case ExpressionKind::kIf:
      return Tightness::kAny;
    case ExpressionKind::kRange:
      return Tightness::kSimple;
    case ExpressionKind::kInfix:
      return TextOf(tree.Terms(e)[1].op).tightness;
    case ExpressionKind::kUnary:
      return tree.Operator(e) == UnaryOperator::kNot ? Tightness::kNot : Tightness::kSum;
    default:
      return Tightness::kPrimary;
  }
}

bool IsSigned(const Tree& tree, ExpressionId id) {
  return tree[id].kind == ExpressionKind::kUnary && tree.Operator(tree[id]) != UnaryOperator::kNot;
}

void WriteInfix(UnparseContext& u, const Expression& e) {
  const std::span<const InfixTerm> terms = u.tree.Terms(e);
  const Tightness tightness = TextOf(terms[1].op).tightness;
  // A sign may open a sum; anything else of the same tightness would melt into the chain.
  const bool opens_with_sign = tightness == Tightness::kSum && IsSigned(u.tree, terms[0].operand);
  Write(u, terms[0].operand, opens_with_sign ? tightness : Next(tightness));
  for (const InfixTerm& term : terms.subspan(1)) {
    const std::string_view text = TextOf(term.op).text;
    u.Write(text);
    if (text.size() > 1) u.out.AllowBreak();
    Write(u, term.operand, Next(tightness));
  }
}

void WriteIf(UnparseContext& u, const Expression& e) {
  std::string_view word = "if ";
  for (const ExpressionBranch& branch : u.tree.Branches(e)) {
    if (branch.condition.IsValid()) {
      u.Write(word);
      Write(u, branch.condition);
      u.Write(" then ");
    } else {
      u.Write(" else ");
    }
    u.out.AllowBreak();
    Write(u, branch.value);
    word = " elseif ";
  }
}

void WriteArguments(UnparseContext& u, Range<Argument> arguments) {
  std::string_view separator = "";
  for (const Argument& argument : u.tree.List(arguments)) {
    u.Write(separator);
    if (!separator.empty()) u.out.AllowBreak();
    separator = ", ";
    if (argument.name.IsValid()) {
      u.Write(argument.name);
      u.Write("=");
    }
    Write(u, argument.value);
  }
}

void WriteCall(UnparseContext& u, const Call& call) {
  Write(u, call.function, NameRole::kFunction);
  u.Write("(");
  WriteArguments(u, call.arguments);
  u.Write(")");
}

void WriteComprehension(UnparseContext& u, const Comprehension& c) {
  const bool is_call = c.function.IsValid();
  if (is_call) Write(u, c.function, NameRole::kFunction);
  u.Write(is_call ? "(" : "{");
  const std::size_t num_indices = u.indices.size();
  for (const ForIndex& index : u.tree.List(c.indices)) u.indices.push_back(index.name);
  Write(u, c.body);
  u.indices.resize(num_indices);
  u.Write(" for ");
  WriteForIndices(u, c.indices);
  u.indices.resize(num_indices);
  u.Write(is_call ? ")" : "}");
}

void WriteMatrix(UnparseContext& u, const Expression& e) {
  std::string_view separator = "[";
  for (const MatrixRow& row : u.tree.Rows(e)) {
    u.Write(separator);
    separator = "; ";
    WriteList(u, u.tree.List(row.elements));
  }
  u.Write("]");
}

void WriteRange(UnparseContext& u, const Expression& e) {
  std::string_view separator = "";
  for (const ExpressionId id : u.tree.Elements(e)) {
    u.Write(separator);
    separator = ":";
    Write(u, id, Tightness::kOr);
  }
}

void WriteSubscripted(UnparseContext& u, const Expression& e) {
  const std::span<const ExpressionId> elements = u.tree.Elements(e);
  const bool has_parentheses = u.tree[elements[0]].kind == ExpressionKind::kTuple;
  if (!has_parentheses) u.Write("(");
  Write(u, elements[0]);
  u.Write(has_parentheses ? "[" : ")[");
  WriteList(u, elements.subspan(1));
  u.Write("]");
}

void WriteBare(UnparseContext& u, const Expression& e) {
  switch (e.kind) {
    case ExpressionKind::kInvalid:
      return u.Write("?");
    case ExpressionKind::kInteger:
    case ExpressionKind::kReal:
    case ExpressionKind::kString:
      return u.out.WriteVerbatim(u.tree.Text(e.place));
    case ExpressionKind::kBoolean:
      return u.Write(u.tree.BooleanValue(e) ? "true" : "false");
    case ExpressionKind::kReference:
      return Write(u, u.tree.ReferenceIdOf(e));
    case ExpressionKind::kPartialApplication:
      u.Write("function ");
      return WriteCall(u, u.tree.CallOf(e));
    case ExpressionKind::kCall:
      return WriteCall(u, u.tree.CallOf(e));
    case ExpressionKind::kComprehension:
      return WriteComprehension(u, u.tree.ComprehensionOf(e));
    case ExpressionKind::kArray:
      u.Write("{");
      WriteList(u, u.tree.Elements(e));
      return u.Write("}");
    case ExpressionKind::kTuple:
      u.Write("(");
      WriteList(u, u.tree.Elements(e));
      return u.Write(")");
    case ExpressionKind::kMatrix:
      return WriteMatrix(u, e);
    case ExpressionKind::kRange:
      return WriteRange(u, e);
    case ExpressionKind::kUnary: {
      const bool is_not = u.tree.Operator(e) == UnaryOperator::kNot;
      u.Write(TextOf(u.tree.Operator(e)));
      return Write(u, u.tree.Operand(e), is_not ? Tightness::kRelation : Tightness::kProduct);
    }
    case ExpressionKind::kInfix:
      return WriteInfix(u, e);
    case ExpressionKind::kIf:
      return WriteIf(u, e);
    case ExpressionKind::kSubscripted:
      return WriteSubscripted(u, e);
    case ExpressionKind::kEnd:
      return u.Write("end");
    case ExpressionKind::kColon:
      return u.Write(":");
  }
}

}  // namespace

void Write(UnparseContext& u, ExpressionId id, Tightness needed) {
  if (!id.IsValid()) return u.Write("?");
  const Expression& e = u.tree[id];
  const bool needs_parentheses = TightnessOf(u.tree, e) < needed;
  if (needs_parentheses) u.Write("(");
  WriteBare(u, e);
  if (needs_parentheses) u.Write(")");
}

void Write(UnparseContext& u, ReferenceId id, NameRole role) {
  if (!id.IsValid()) return u.Write("?");
  const Reference& reference = u.tree[id];
  std::span<const ReferencePart> parts = u.tree.List(reference.parts);
  std::string_view separator = reference.is_global ? "." : "";
  const bool is_index =
      !reference.is_global && std::ranges::find(u.indices, parts[0].name) != u.indices.end();
  if (u.names != nullptr && !is_index) {
    const WrittenName written = (*u.names)(id, role);
    u.Write(written.text);
    if (written.num_parts == WrittenName::kWhole) return;
    if (written.num_parts > 0) WriteSubscripts(u, parts[written.num_parts - 1].subscripts);
    parts = parts.subspan(written.num_parts);
    separator = ".";
  }
  for (const ReferencePart& part : parts) {
    u.Write(separator);
    separator = ".";
    u.Write(part.name);
    WriteSubscripts(u, part.subscripts);
  }
}

void WriteSubscripts(UnparseContext& u, Range<ExpressionId> subscripts) {
  if (subscripts.empty()) return;
  u.Write("[");
  WriteList(u, u.tree.List(subscripts));
  u.Write("]");
}

void WriteList(UnparseContext& u, std::span<const ExpressionId> list) {
  std::string_view separator = "";
  for (const ExpressionId id : list) {
    u.Write(separator);
    if (!separator.empty()) u.out.AllowBreak();
    separator = ", ";
    if (id.IsValid()) Write(u, id);
  }
}

void WriteForIndices(UnparseContext& u, Range<ForIndex> indices) {
  std::string_view separator = "";
  for (const ForIndex& index : u.tree.List(indices)) {
    u.Write(separator);
    separator = ", ";
    u.Write(index.name);
    if (index.range.IsValid()) {
      u.Write(" in ");
      Write(u, index.range);
    }
    u.indices.push_back(index.name);
  }
}

}  // namespace daedalus::syntax
