// A function in byte code: what stays a function because it cannot be written out as expressions.
//
// One frame of registers, each a double; inputs first. Arrays are runs of registers, whose elements can be
// reached by a number that is computed (kLoad, kStore). Instructions go from the first to the last, but for
// jumps. Every operation is the one of expr/apply.h, so that a function computes the same whether it was
// written out or not. A register that nothing was assigned to is NaN.
//
// A call of another function is an instruction; one that calls itself gets a new frame each time. Frames lie
// on a stack that every thread has for itself (run_state.h), so that evaluation takes no memory once the
// stack has grown.
//
// There are two executions with the same bits: the interpreter here, and machine code once it was compiled
// (codegen/routine_code.h). The interpreter always explains failures: it runs again for that.
//
// Sizes are constants of the code: a routine is made for arguments of given sizes
// (semantics/functions/build_routine.h). Arrays whose size is known during the run only lie in the arena of
// the thread (run_state.h): a register holds their place there, which is never computed with, so that the
// derivative of a place is the place of the derivatives (tangent.h).
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "daedalus/system/expr/function.h"
#include "daedalus/system/expr/op.h"
#include "daedalus/system/routine/run_state.h"

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

// A derivative that the author of a function gives (Modelica 3.6, section 12.7.1): a function of the inputs
// and of the derivatives of some of them.
struct DerivativeRule {
  std::shared_ptr<const expr::Function> function;
  std::vector<std::size_t> inputs;    // whose derivatives are the further arguments, in order
  std::vector<std::size_t> constant;  // inputs whose derivative must be 0
  // Inputs whose derivative does not count (noDerivative). That is the author's word on derivatives by time:
  // a partial derivative by one of these is no derivative of the author's.
  std::vector<std::size_t> by_time_only;
  // Of a first derivative, which gives the second one (order = 2): input `first` has input `second` for its
  // derivative. The rule holds where that is so.
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  std::vector<std::size_t>
      outputs;  // of each output: which output of the derivative is its; kNoDerivative: it has none
  static constexpr std::size_t kNoDerivative = static_cast<std::size_t>(-1);
};

// An inverse that the author of a function gives (Modelica 3.6, section 12.8): the value of one input, from
// the result and the other inputs.
struct InverseRule {
  static constexpr std::size_t kResult = static_cast<std::size_t>(-1);
  std::size_t input = 0;
  std::size_t output = 0;
  std::shared_ptr<const expr::Function> function;  // of one result
  std::vector<std::size_t> arguments;              // of that function: inputs of this one, or kResult
};

// Machine code of a routine: 1 if it has results, 0 after a failure, and then `out` is undefined.
using RoutineFunction = std::int32_t (*)(const double* in, double* out, RunState* run);

class Routine : public expr::Function {
 public:
  Routine(std::string name, std::size_t num_inputs, std::size_t num_outputs, RoutineBody body)
      : Function(std::move(name), num_inputs, num_outputs), body_(std::move(body)) {}

  const RoutineBody& body() const { return body_; }
  // Before it is called for the first time.
  void AddRule(DerivativeRule rule) { rules_.push_back(std::move(rule)); }

  // Inputs whose derivative the code does not show (search.h): where they vary, differences are taken, if
  // they will do.
  void SetSearched(std::vector<std::size_t> inputs);
  const std::vector<std::size_t>& searched() const { return searched_; }
  // From now on inputs that decide nothing are arguments of derivatives alone (unused_inputs.h): a call
  // determines what it uses, and not the unknowns that stand there.
  void HideUnusedInputs();
  bool UsesInput(std::size_t input) const override { return unused_.empty() || !unused_[input]; }
  void AddInverse(InverseRule rule) { inverses_.push_back(std::move(rule)); }
  const std::vector<InverseRule>& inverses() const { return inverses_; }
  // The same function without rules: what the derivative of a rule calls back, since the function keeps its
  // rules. Byte code needs none.
  std::shared_ptr<const Routine> WithoutRules() const;
  // The same function without inverses: what an inverse rule may keep, since f is the inverse of its inverse.
  std::shared_ptr<const Routine> WithoutInverses() const;

  // From the next call on, in every thread; the first code stays for good, since it may be running. `owner`
  // keeps it in memory.
  void UseMachineCode(RoutineFunction function, std::shared_ptr<const void> owner) const;
  // nullptr if there is none.
  RoutineFunction machine_code() const { return machine_code_.load(std::memory_order_acquire); }

  bool HasAsDerivative(const Function& other) const override {
    return Function::HasAsDerivative(other) || (without_tangent_ && without_tangent_->HasAsDerivative(other));
  }
  // Differentiates by the first rule that applies, otherwise by the tangent, unless an input of a search
  // varies.
  expr::ExprId Derivative(expr::Graph& g, std::span<const expr::ExprId> x, std::span<const expr::ExprId> dx,
                          std::size_t output, bool is_exact) const override;

 private:
  bool DoEvaluate(std::span<const double> in, std::span<double> out, std::string* why) const override;
  bool Interpret(std::span<const double> in, std::span<double> out, std::string* why) const;
  // Tangent code (tangent.h); null where a function that is called has none.
  std::shared_ptr<const Function> MakeTangent() const override;

  RoutineBody body_;
  std::vector<DerivativeRule> rules_;
  std::vector<InverseRule> inverses_;
  std::vector<std::size_t> searched_;
  std::vector<char> unused_;                  // by input; empty: all count
  std::shared_ptr<Routine> without_tangent_;  // the same one, for where searched inputs vary
  bool has_tangent_ = true;
  mutable std::mutex installing_;
  mutable std::shared_ptr<const void> owner_;  // of the machine code
  mutable std::atomic<RoutineFunction> machine_code_ = nullptr;
};

}  // namespace daedalus::routine
