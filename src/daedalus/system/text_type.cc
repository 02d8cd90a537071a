#include "daedalus/system/text_type.h"

#include <algorithm>
#include <span>
#include <string>

#include "daedalus/system/called_functions.h"
#include "daedalus/system/expr/print_expression.h"

namespace daedalus {
namespace {

using expr::Op;

// Whole numbers of moderate size are written as Integers.
ValueType TypeOfNumber(double value) {
  const std::string text = expr::PrintTypedNumber(value);
  const bool is_whole = std::ranges::all_of(text, [](char c) { return c == '-' || (c >= '0' && c <= '9'); });
  return is_whole ? ValueType::kInteger : ValueType::kReal;
}

// Abandoned attempts, variables that became discrete, and placeholders of derivatives left leaves in the
// graph that mean nothing in the system.
ValueType TypeOfVariable(const System& system, VariableId v) {
  return v.index() < system.variables.size() ? TypeInText(system, system.variables[v].declaration)
                                             : ValueType::kReal;
}

ValueType TypeOfLeaf(const System& system, HeldId leaf, const std::vector<ValueType>& types) {
  if (leaf.index() >= system.hybrid.held.size()) return ValueType::kReal;
  const auto type = TypeOfHeld(system, leaf);
  return type ? *type : types[system.hybrid.held[leaf].expression.index()];
}

// If one of them is a Boolean or a text, all of them are: constants beside it are written in its type.
ValueType CommonType(std::span<const ExprId> operands, const std::vector<ValueType>& types) {
  ValueType common = ValueType::kInteger;
  for (const ExprId operand : operands) {
    const ValueType type = types[operand.index()];
    if (type == ValueType::kBoolean || type == ValueType::kString) return type;
    if (type == ValueType::kReal) common = type;
  }
  return common;
}

ValueType TypeOf(const System& system, ExprId e, const std::vector<ValueType>& types) {
  const expr::Graph& g = system.graph;
  switch (g.op(e)) {
    case Op::kConstant:
      return TypeOfNumber(g.constant_value(e));
    case Op::kParameter:
      return TypeInText(system, system.parameters[g.parameter(e)].declaration);
    case Op::kVariable:
      return TypeOfVariable(system, g.variable(e));
    case Op::kHeld:
      return TypeOfLeaf(system, g.held(e), types);
    case Op::kFloor:
    case Op::kSign:
      return ValueType::kInteger;
    case Op::kAdd:
    case Op::kMul:
    case Op::kAbs:
    case Op::kTruncDiv:
    case Op::kMod:
    case Op::kRem:
    case Op::kMin:
    case Op::kMax:
    case Op::kNoEvent:
      return CommonType(g.operands(e), types);
    case Op::kIf:
      return CommonType(g.operands(e).subspan(1), types);
    case Op::kCall:
      return TypeOfCall(system, e);
    default:
      return expr::IsLogical(g.op(e)) ? ValueType::kBoolean : ValueType::kReal;
  }
}

}  // namespace

std::string_view TypeName(ValueType type) {
  switch (type) {
    case ValueType::kReal:
      return "Real";
    case ValueType::kInteger:
      return "Integer";
    case ValueType::kBoolean:
      return "Boolean";
    case ValueType::kString:
      return "String";
  }
  return {};
}

ValueType TypeInText(const System& system, DeclarationId declaration) {
  const Declaration& d = system.declarations[declaration];
  return d.enumeration.IsValid() && system.enumerations[d.enumeration].is_string() ? ValueType::kString
                                                                                   : d.type;
}

std::optional<ValueType> TypeOfHeld(const System& system, HeldId held) {
  const Held& what = system.hybrid.held[held];
  switch (what.kind) {
    case Held::Kind::kDiscrete:
    case Held::Kind::kPre:
      return TypeInText(system, system.hybrid.discretes[DiscreteId(what.of)].declaration);
    case Held::Kind::kPreValue:
      return std::nullopt;
    case Held::Kind::kResult:
      return static_cast<ValueType>(what.of);
    case Held::Kind::kDelayed:
    case Held::Kind::kRecalled:
    case Held::Kind::kInput:
      return ValueType::kReal;
    default:
      return ValueType::kBoolean;
  }
}

std::vector<ValueType> FindTextTypes(const System& system) {
  std::vector<ValueType> types(system.graph.size(), ValueType::kReal);
  for (std::size_t i = 0; i < types.size(); ++i) types[i] = TypeOf(system, ExprId(i), types);
  return types;
}

}  // namespace daedalus
