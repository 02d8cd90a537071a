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
  kTake,         // a = place of a new array of b elements, which are NaN; fails where there is no room
  kLoadAt,       // a = element c (from 0) of the array at place b
  kStoreAt,      // element c of the array at place b = a
  kCheckWithin,  // fails unless 1 <= a <= b
  kCheckSize,    // fails unless a >= 0
  kCheckSame,    // fails unless a = b, which are sizes
  kMark,         // a = how far the arena is used
  kRelease,      // frees what was taken since that mark
};

struct Instruction {
  Code code;
  expr::Op op = expr::Op::kConstant;
  std::uint32_t a = 0, b = 0, c = 0;
  std::uint32_t count = 0;
};

// What a jump back to `target` costs (run_state.h): the instructions of that turn, if all were carried out.
constexpr std::uint32_t StepsBack(std::size_t jump, std::size_t target) {
  return static_cast<std::uint32_t>(jump - target + 1);
}

// The callee of an instruction; nullptr for the routine itself.
using Callee = std::shared_ptr<const expr::Function>;

// A text with values of registers, filled in when it is reported.
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
  bool keeps_arena = false;  // results are places in the arena: the caller frees them
};

}  // namespace daedalus::routine
