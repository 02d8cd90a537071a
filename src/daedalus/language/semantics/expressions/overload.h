// Operators and constructors that an operator record defines for itself (Modelica 3.6, chapter 14):
// `Complex`.
//
// The functions of the operator are found in the records of the operands. A function that takes the operands
// as they are is called. Otherwise a constructor converts one operand to a record of the other's kind, and
// the search is repeated. If the operands are arrays and no function takes arrays, the operator has its
// meaning for arrays of numbers: element by element, or sums of products.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "daedalus/language/semantics/expressions/lowering.h"
#include "daedalus/language/semantics/functions/call_function.h"

namespace daedalus::semantics {

// True if operators of the value are those of its record.
bool IsOverloaded(const Lowering& l, const Value& value);

// a op b, where one operand is an operator record.
Value ApplyOverloaded(Lowering& l, syntax::InfixOperator op, const Value& a, const Value& b, Span span);
// -a, not a.
Value ApplyOverloaded(Lowering& l, std::string_view op, const Value& a, Span span);
// a + b + ..., of records or arrays of them.
Value SumOverloaded(Lowering& l, const Value& array, Span span);

// Calls a member of the record by arguments that fit it: 'constructor', 'String'. nullopt if it has no such
// member; kError after a mistake.
std::optional<Value> CallOverloaded(Lowering& l, scope::EnvId record, std::string_view member,
                                    std::vector<FunctionArgument> arguments, Span span);

}  // namespace daedalus::semantics
