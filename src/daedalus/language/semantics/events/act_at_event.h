// Calls of external functions with effects outside the model (system/effect.h), or with results that come
// from outside during the run. The call becomes an effect of the when-clause or initial section in whose text
// it is reached. Effects in bindings of parameters are carried out once, before everything else at the start.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "daedalus/language/semantics/functions/execute_statements.h"
#include "daedalus/system/native/native_call.h"

namespace daedalus::semantics {

inline constexpr std::uint32_t kNoLocal = static_cast<std::uint32_t>(-1);

// One argument of the external clause: a value, or a variable that the function may write to.
struct ExternalArgument {
  Value value;
  std::uint32_t local = kNoLocal;
  bool is_size = false;                  // size(...), which is a size_t in C
  std::vector<std::size_t> fields = {};  // for a record variable: the place of the value in it
};

// A target of the function.
inline Value& WrittenPart(FunctionFrame& frame, const ExternalArgument& argument) {
  Value* part = &frame.locals[argument.local].value;
  for (const std::size_t field : argument.fields) part = &part->fields[field];
  return *part;
}

struct ExternalAction {
  const native::Native& native;
  std::string name;
  native::NativeCall call;  // with the known arguments
  std::span<const ExternalArgument> arguments;
  std::uint32_t result = kNoLocal;  // the local variable for the result of the function
  Span span;                        // of the external clause
  Span caller;
};

// True if effects are allowed in the text that is being read.
bool MayAct(const Lowering& l);

// False after a refusal.
bool ActAtEvent(Execution& x, const ExternalAction& action);

// Prints a line at the start.
void SayAtStart(Context& context, std::string line, Span place);

// Adds the effects of bindings of parameters to the System.
void AddStartEffects(Context& context);

}  // namespace daedalus::semantics
