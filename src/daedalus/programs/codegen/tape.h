// The tape: one shape as a flat list of small instructions over registers. Two executions read it, the
// interpreter (interpreter.h) and machine code (machine_code.h), and both must give the same bits.
//
// What the builder does, always without changing a bit of the result:
//   - Subtraction comes back: the graph's a + (-1)*b is kSubtract, (-1)*a*b is the negated product. IEEE 754
//     defines x - y as x + (-y), and rounding to nearest is symmetric: only the sign of a NaN can differ.
//   - Sums and products of many operands become chains, left to right in the graph's canonical order, each
//     operand computed just before it is folded in. A sum of 10^5 terms needs a handful of registers.
//   - Integer powers become the multiplications of expr/apply.h (IntegerPower), in the same order.
//   - Registers are reused as soon as their value is dead: linear scan (Poletto and Sarkar 1999), which is
//     optimal on a straight line.
//
// A call of a function (expr/function.h) takes as many instructions as it has arguments and results that are
// used. Straight lines have none: the assembler leaves tapes with calls to the interpreter.
//
// if-expressions evaluate both branches and select. The discarded branch may be NaN or infinite (the root of
// a negative number behind its guard). That is harmless: floating-point traps are off, and the value is
// discarded. A function that fails in a discarded branch gives NaN as well.
//
// Cost: linear in the size of the body.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "daedalus/programs/codegen/shape.h"

// Operations of one and two registers that mean exactly what the expression operation of the same name means.
// clang-format off
#define DAEDALUS_TAPE_UNARY(X)                                                  \
  X(kAbs) X(kSign) X(kSqrt) X(kExp) X(kLog) X(kLog10) X(kSin) X(kCos) X(kTan)   \
  X(kAsin) X(kAcos) X(kAtan) X(kSinh) X(kCosh) X(kTanh) X(kFloor) X(kCeil)      \
  X(kNot)
#define DAEDALUS_TAPE_BINARY(X)                                                 \
  X(kAdd) X(kMul) X(kDiv) X(kPow) X(kAtan2) X(kTruncDiv) X(kMod) X(kRem)        \
  X(kMin) X(kMax) X(kLess) X(kLessEqual) X(kEqual) X(kNotEqual) X(kAnd) X(kOr)
// clang-format on

namespace daedalus::codegen {

enum class TapeOp : std::uint8_t {
  kLoad,      // dst = the instance's value of slot a
  kLiteral,   // dst = literals[a]
  kTime,      // dst = t
  kResult,    // dst = entry a of the results of calls
  kCall,      // call a of the tape, with the arguments that were put down for it
  kStore,     // the instance's output b = register a
  kArgument,  // argument b of the next call = register a
  kNegate,    // dst = -a
  kSubtract,  // dst = a - b
  kSelect,    // dst = a != 0 ? b : c
#define DAEDALUS_X(name) name,
  DAEDALUS_TAPE_UNARY(DAEDALUS_X) DAEDALUS_TAPE_BINARY(DAEDALUS_X)
#undef DAEDALUS_X
};

// How many of the operands a, b, c are registers.
constexpr int NumRegisterOperands(TapeOp op) {
  if (op <= TapeOp::kCall) return 0;
  if (op <= TapeOp::kNegate) return 1;
  if (op == TapeOp::kSubtract) return 2;
  if (op == TapeOp::kSelect) return 3;
  return op < TapeOp::kAdd ? 1 : 2;
}

struct Instruction {
  TapeOp op;
  std::uint32_t dst = 0;
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  std::uint32_t c = 0;
};

// True if the instruction writes `dst`.
constexpr bool HasResult(TapeOp op) {
  return op != TapeOp::kStore && op != TapeOp::kArgument && op != TapeOp::kCall;
}

struct Tape {
  // A function is called once for the same arguments; its results are adjacent.
  struct Call {
    std::shared_ptr<const expr::Function> function;
    std::uint32_t first_result = 0;
  };
  std::vector<Instruction> code;
  std::vector<double> literals;
  std::uint32_t num_registers = 0;
  std::vector<Call> calls;
  std::uint32_t num_arguments = 0;  // the most of any call
  std::uint32_t num_results = 0;    // of all calls

  bool HasCalls() const { return !calls.empty(); }
};

// One output for each root of the body, in that order.
Tape BuildTape(const Body& body);

// One instruction a line, for people: "r1 = subtract r0 r2".
std::string ToString(const Tape& tape);

}  // namespace daedalus::codegen
