// A function of another language that does something to the world around the model (system/effect.h), or
// learns from it during the run: its call becomes an effect of the when-clause or initial section in whose
// text it is reached. What bindings of parameters do is done once, before all else at the start.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "daedalus/native/native_call.h"
#include "daedalus/semantics/execute_statements.h"

namespace daedalus::semantics {

inline constexpr std::uint32_t kNoLocal = static_cast<std::uint32_t>(-1);

// One argument of the external clause: a value, or a variable that the function may write to.
struct ExternalArgument {
  Value value;
  std::uint32_t local = kNoLocal;
  bool is_size = false;                  // size(...), which C counts in size_t
  std::vector<std::size_t> fields = {};  // of the variable, a record: where in it the value is
};

// What the function writes to.
inline Value& WrittenPart(FunctionFrame& frame, const ExternalArgument& argument) {
  Value* part = &frame.locals[argument.local].value;
  for (const std::size_t field : argument.fields) part = &part->fields[field];
  return *part;
}

struct ExternalAction {
  const native::Native& native;
  std::string name;
  native::NativeCall call;  // with what is known of the arguments
  std::span<const ExternalArgument> arguments;
  std::uint32_t result = kNoLocal;  // the local variable that gets what the function returns
  Span span;                        // of the external clause
  Span caller;
};

// Whether the text that is being read is one where something can be done.
bool MayAct(const Lowering& l);

// False after a refusal.
bool ActAtEvent(Execution& x, const ExternalAction& action);

// Prints a line at the start.
void SayAtStart(Context& context, std::string line, Span place);

// What bindings of parameters do, into the System.
void AddStartEffects(Context& context);

}  // namespace daedalus::semantics
