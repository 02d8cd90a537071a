// A call of a function that stays a function: it becomes byte code, once for arguments of the same sizes, and
// its call a node of the expression graph (or, within another such function, an instruction).
//
// What decides about sizes and loops is a part of the code: arguments that are Integers, Booleans, literals,
// Strings, functions or external objects and are known. Real ones are inputs, known or not. Within a function
// that is being made, a call of the same function with other such numbers takes them as inputs: a recursion
// ends during the run.
#pragma once

#include <optional>
#include <vector>

#include "daedalus/semantics/call_function.h"
#include "daedalus/semantics/function_signature.h"
#include "daedalus/semantics/lowering.h"

namespace daedalus::semantics {

struct RoutineCall {
  const FunctionValue& function;
  const FunctionSignature& signature;
  const GivenValues& values;
  Span span;
};

// The results, kError for those that were given no value; how far they vary is left to the caller. Nothing
// after a mistake or a refusal.
std::optional<std::vector<Value>> CallRoutine(Lowering& l, const RoutineCall& call);

}  // namespace daedalus::semantics
