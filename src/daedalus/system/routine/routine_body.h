// The byte code of a routine (routine.h), as plain data.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "daedalus/system/expr/function.h"
#include "daedalus/system/expr/op.h"

namespace daedalus::routine {

using Register = std::uint32_t;

enum class Code : std::uint8_t {
  kMove,         // a = b
  kOperation,    // a = op of the operands b .. b + count - 1 of the pool
  kLoad,         // a = element c (a register, from 0) of the `count` registers from b on
  kStore,        // element c of the `count` registers from b on = a
  kCheckIndex,   // fails unless 1 <= register a <= b
  kJump,         // to instruction b
  kJumpIfFalse,  // to instruction b if register a is 0
  kCall,         // calls[a] with the operands from b on: its inputs, then where its results go
  kFail,         // with texts[a]
  // ---- Arrays in the arena; a, b, c are registers ----
  kTake,         // a = place of a new array of b elements, filled with NaN; fails if the arena is full
  kLoadAt,       // a = element c (from 0) of the array at place b
  kStoreAt,      // element c of the array at place b = a
  kCheckWithin,  // fails unless 1 <= a <= b
  kCheckSize,    // fails unless a >= 0
  kCheckSame,    // fails unless a = b, which are sizes
  kMark,         // a = how much of the arena is in use
  kRelease,      // frees everything taken since that mark
};

struct Instruction {
  Code code;
  expr::Op op = expr::Op::kConstant;
  std::uint32_t a = 0, b = 0, c = 0;
  std::uint32_t count = 0;
};

// The cost of a jump back to `target` (run_state.h): as if all instructions of that turn were executed.
constexpr std::uint32_t StepsBack(std::size_t jump, std::size_t target) {
  return static_cast<std::uint32_t>(jump - target + 1);
}

// The function that an instruction calls; nullptr for the routine itself.
using Callee = std::shared_ptr<const expr::Function>;

// A text with values of registers. They are filled in when the text is reported.
struct FailureText {
  std::vector<Register> values;
  std::function<std::string(std::span<const double>)> fill;
};

struct RoutineBody {
  std::vector<Instruction> code;
  std::vector<Register> operands;
  std::vector<std::pair<Register, double>> constants;  // registers that have a value from the start
  std::vector<Callee> calls;
  std::vector<FailureText> texts;
  std::vector<Register> outputs;
  std::uint32_t num_registers = 0;
  bool uses_arena = false;
  bool keeps_arena = false;  // results are places in the arena, so the caller must free them
};

}  // namespace daedalus::routine
