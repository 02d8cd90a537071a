// The derivative and the inverse of a function, as its author declares them, as rules for its routine.
#pragma once

#include <string>

#include "daedalus/language/semantics/functions/build_routine.h"
#include "daedalus/language/semantics/functions/routine_writer.h"

namespace daedalus::semantics {

// True if the element of an argument is a part of the code and not an input.
inline bool IsFixed(Type type, const Scalar& element, bool is_general) {
  if (!FitsRegister(type)) return true;
  return element.IsConstant() && type != BaseType::kReal && !is_general;
}

inline const FunctionValue& FunctionIn(const FunctionState& functions, const Scalar& element) {
  return functions.values[static_cast<std::size_t>(element.number)];
}

// All scalars of a value, including what was bound to functions in it (`function f(a = x)`).
template <class Visit>
void ForEachGiven(const FunctionState& functions, Value value, const Visit& visit) {
  ForEachScalar(value, [&](Type type, Scalar& element) {
    visit(type, element);
    if (type != BaseType::kFunction || !element.IsConstant()) return;
    for (const auto& [name, bound] : FunctionIn(functions, element).bound)
      ForEachGiven(functions, bound, visit);
  });
}

struct FoundRoutine {
  BuiltRoutine* built = nullptr;  // null: after a mistake or a refusal
  std::string key = {};
  bool is_general = false;  // known Integers are inputs all the same, as inside the function itself
};

// The routine for such arguments; it is made at the first call (build_routine.cc).
FoundRoutine FindRoutine(Lowering& l, const RoutineCall& call);

// The routine was made for this call.
void AddRules(Lowering& l, const RoutineCall& call, bool is_general, BuiltRoutine& built);

}  // namespace daedalus::semantics
