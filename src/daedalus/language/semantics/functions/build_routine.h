// A call of a function that stays a function. The function becomes byte code, once for arguments of the same
// sizes. Its call becomes a node of the expression graph, or an instruction within another such function.
//
// Arguments that may decide about sizes and loops are part of the code, if they are known: Integers,
// Booleans, literals, Strings, functions and external objects. Real arguments are inputs, known or not.
// Within a function that is being made, a call of the same function with other such numbers takes them as
// inputs. So a recursion ends during the run.
#pragma once

#include <optional>
#include <vector>

#include "daedalus/language/semantics/expressions/lowering.h"
#include "daedalus/language/semantics/functions/call_function.h"
#include "daedalus/language/semantics/functions/function_signature.h"

namespace daedalus::semantics {

struct RoutineCall {
  const FunctionValue& function;
  const FunctionSignature& signature;
  const GivenValues& values;
  Span span;
};

// The results; kError for those without a value. The caller determines how much they vary. nullopt after a
// mistake or a refusal.
std::optional<std::vector<Value>> CallRoutine(Lowering& l, const RoutineCall& call);

}  // namespace daedalus::semantics
