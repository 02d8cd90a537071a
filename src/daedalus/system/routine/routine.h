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
// There are three executions with the same bits: the interpreter (interpret.h), assembled code from the fifth
// call on (assemble.h), and machine code once it was compiled (codegen/routine_code.h). The interpreter
// always explains failures: it runs again for that. Calls that take long are remembered (call_memory.h).
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
#include "daedalus/system/routine/assemble.h"
#include "daedalus/system/routine/call_cost.h"
#include "daedalus/system/routine/routine_body.h"
#include "daedalus/system/routine/run_state.h"

namespace daedalus::routine {

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
  Routine(std::string name, std::size_t num_inputs, std::size_t num_outputs, RoutineBody body);

  const RoutineBody& body() const { return body_; }
  const CallCost& cost() const { return cost_; }
  std::span<const std::shared_ptr<const Function>> callees() const override { return body_.calls; }
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
  // nullptr if there is none of a compiler.
  RoutineFunction machine_code() const { return machine_code_.load(std::memory_order_acquire); }

  // No assembled code from the next call on, and never again.
  void StayInterpreted() const;
  bool is_assembled() const { return assembled_.load(std::memory_order_acquire) != nullptr; }

  bool HasAsDerivative(const Function& other) const override {
    return Function::HasAsDerivative(other) || (without_tangent_ && without_tangent_->HasAsDerivative(other));
  }
  // Differentiates by the first rule that applies, otherwise by the tangent, unless an input of a search
  // varies.
  expr::ExprId Derivative(expr::Graph& g, std::span<const expr::ExprId> x, std::span<const expr::ExprId> dx,
                          std::size_t output, bool is_exact) const override;

 private:
  bool DoEvaluate(std::span<const double> in, std::span<double> out, std::string* why) const override;
  // As often as it is called, where DoEvaluate looks into the memory first.
  bool Compute(std::span<const double> in, std::span<double> out, RunState& run, std::string* why) const;
  bool ExecuteCode(std::span<const double> in, std::span<double> out, RunState& run, std::string* why) const;
  // nullptr: it has been called a few times only, or there is no code.
  const AssembledRoutine* Assembled() const;
  // Tangent code (tangent.h); null where a function that is called has none.
  std::shared_ptr<const Function> MakeTangent() const override;
  // The call of the author's derivative.
  expr::ExprId ByRule(const DerivativeRule& rule, expr::Graph& g, std::span<const expr::ExprId> x,
                      std::span<const expr::ExprId> dx, std::size_t output) const;

  RoutineBody body_;
  CallCost cost_;
  std::uint64_t number_;  // of the body, in this process: copies share it, and what is remembered of calls
  std::vector<DerivativeRule> rules_;
  std::vector<InverseRule> inverses_;
  std::vector<std::size_t> searched_;
  std::vector<char> unused_;                  // by input; empty: all count
  std::shared_ptr<Routine> without_tangent_;  // the same one, for where searched inputs vary
  bool has_tangent_ = true;
  mutable std::mutex installing_;
  mutable std::shared_ptr<const void> owner_;  // of the machine code
  mutable std::atomic<RoutineFunction> machine_code_ = nullptr;
  mutable std::atomic<std::int64_t> num_interpreted_ = 0;
  mutable std::unique_ptr<const AssembledRoutine> assembled_owner_;
  mutable std::atomic<const AssembledRoutine*> assembled_ = nullptr;
};

}  // namespace daedalus::routine
