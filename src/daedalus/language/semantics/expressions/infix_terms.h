// The operands of an infix expression, shared by arithmetic (lower_operators.cc), relations and logic
// (lower_relations.cc).
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "daedalus/language/semantics/expressions/lowering.h"

namespace daedalus::semantics {

std::string_view Spelling(syntax::InfixOperator op);
// From the first operand to this one: everything that the operator has joined so far.
Span SpanUpTo(const Lowering& l, std::span<const syntax::InfixTerm> terms, const syntax::InfixTerm& last);
// All operands; empty if one of them is an error.
std::optional<std::vector<Value>> LowerTerms(Lowering& l, std::span<const syntax::InfixTerm> terms);
Value WrongOperand(Lowering& l, const syntax::InfixTerm& term, syntax::InfixOperator op, const Value& operand,
                   std::string_view wanted);

// lower_relations.cc
Value LowerRelation(Lowering& l, std::span<const syntax::InfixTerm> terms);
Value LowerLogical(Lowering& l, std::span<const syntax::InfixTerm> terms);

}  // namespace daedalus::semantics
