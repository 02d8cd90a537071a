// A call of a function: arguments go to inputs, the body is carried out, and outputs are the results
// (Modelica 3.6, section 12.4).
//
// With constants this is an interpreter. With expressions of the run it writes the function out in place.
// Then derivatives of the result are derivatives of expressions, and annotations about derivatives or
// inverses are not needed. A function that cannot be written out is refused with a reason. If a value would
// do as well, this is noted instead (Lowering::is_too_large). If values are unknown and only types and sizes
// count, the results are those that the declarations of the outputs promise.
#pragma once

#include <optional>
#include <vector>

#include "daedalus/language/semantics/expressions/lowering.h"
#include "daedalus/language/semantics/functions/call_for_each.h"
#include "daedalus/language/semantics/functions/function_state.h"

namespace daedalus::semantics {

struct FunctionArgument {
  syntax::NameId name;  // invalid: by its position
  Value value;
  Span span;
};

// The values of all outputs; kError for those without a value. nullopt after a mistake or refusal. A function
// of scalars that gets arrays is called for each element (section 12.4.6).
std::optional<std::vector<Value>> CallFunction(Lowering& l, const FunctionValue& function,
                                               std::vector<FunctionArgument> arguments, Span span);

// Gives the variables of a frame of the function their first values: given values to inputs, declared values
// to the others. False after a reported mistake.
bool FillInputs(Lowering& l, const FunctionValue& function, const GivenValues& values, Span span,
                FunctionFrame& frame);

// ---- call_class.cc ----
// The expression as the argument for this input of the function.
Value LowerArgument(Lowering& l, scope::EnvId function, std::uint32_t member, syntax::ExpressionId id);

}  // namespace daedalus::semantics
