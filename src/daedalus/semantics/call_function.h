// A function is called: its arguments go to its inputs, its body is carried out, its outputs are the results
// (Modelica 3.6, section 12.4).
//
// With constants that is an interpreter. With expressions of the run it writes the function out in place, so
// that derivatives of the result are derivatives of expressions: annotations of the function about its
// derivative or inverse are not needed. What cannot be written out is refused by its reason; where a value
// would do as well (Lowering::is_too_large), that is noted instead. Where values are unknown and only types
// and sizes count, the results are those that the declarations of the outputs promise.
#pragma once

#include <optional>
#include <vector>

#include "daedalus/semantics/call_for_each.h"
#include "daedalus/semantics/function_state.h"
#include "daedalus/semantics/lowering.h"

namespace daedalus::semantics {

struct FunctionArgument {
  syntax::NameId name;  // invalid: by its place
  Value value;
  Span span;
};

// The values of all outputs, kError for those that were given none. Nothing after a mistake or refusal. A
// function of scalars that is given arrays is called for each of their elements (section 12.4.6).
std::optional<std::vector<Value>> CallFunction(Lowering& l, const FunctionValue& function,
                                               std::vector<FunctionArgument> arguments, Span span);

// Gives the variables of a frame of the function their first values: the inputs what is given, the others
// what their declarations say. False after a mistake, which was reported.
bool FillInputs(Lowering& l, const FunctionValue& function, const GivenValues& values, Span span,
                FunctionFrame& frame);

// ---- call_class.cc ----
// The expression as argument for this input of the function.
Value LowerArgument(Lowering& l, scope::EnvId function, std::uint32_t member, syntax::ExpressionId id);

}  // namespace daedalus::semantics
