// A function in byte code. Functions that cannot be expanded into expressions take this form.
//
// A call has one frame of registers, each a double, with the inputs first. An array is a run of consecutive
// registers, whose elements are selected by a computed number (kLoad, kStore). Instructions run in order,
// except for jumps. Every operation is one of expr/apply.h, so a function computes the same whether it was
// expanded or not. A register that has not been assigned holds NaN.
//
// A call of another function is one instruction. A recursive call gets a new frame. Frames lie on a stack of
// the thread (run_state.h), so evaluation allocates no memory once the stack has grown.
//
// There are three ways to execute a routine, with identical bits: the interpreter (interpret.h), assembled
// code from the fifth call on (assemble.h), and machine code once it is compiled (codegen/routine_code.h).
// Failures are always explained by the interpreter, which runs the call again. Expensive calls are remembered
// (call_memory.h).
//
// Sizes of arrays are constants of the code: a routine is made for arguments of given sizes
// (semantics/functions/build_routine.h). Arrays whose size is known only during the run lie in the arena of
// the thread (run_state.h). A register holds the place of such an array. No arithmetic is done with places,
// so the "derivative" of a place can be the place of the derivatives (tangent.h).
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

// A derivative that the author of a function provides (Modelica 3.6, section 12.7.1). It is a function of the
// inputs and of the derivatives of some of them.
struct DerivativeRule {
  std::shared_ptr<const expr::Function> function;
  std::vector<std::size_t> inputs;    // whose derivatives are the further arguments, in order
  std::vector<std::size_t> constant;  // inputs whose derivative must be 0
  // Inputs that the rule excludes by noDerivative. This statement is about time derivatives, so the rule says
  // nothing about the partial derivative by such an input.
  std::vector<std::size_t> by_time_only;
  // For a first derivative whose rule gives the second one (order = 2): the derivative of input `first` is
  // input `second`. The rule holds only if the arguments satisfy this.
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  std::vector<std::size_t>
      outputs;  // for each output, the output of the derivative that belongs to it; kNoDerivative if none
  static constexpr std::size_t kNoDerivative = static_cast<std::size_t>(-1);
};

// An inverse that the author of a function provides (Modelica 3.6, section 12.8). It gives one input from the
// result and the other inputs.
struct InverseRule {
  static constexpr std::size_t kResult = static_cast<std::size_t>(-1);
  std::size_t input = 0;
  std::size_t output = 0;
  std::shared_ptr<const expr::Function> function;  // it has one result
  std::vector<std::size_t> arguments;              // its arguments: inputs of this function, or kResult
};

// Machine code of a routine. It returns 1 for success and 0 for failure; after a failure `out` is undefined.
using RoutineFunction = std::int32_t (*)(const double* in, double* out, RunState* run);

class Routine : public expr::Function {
 public:
  Routine(std::string name, std::size_t num_inputs, std::size_t num_outputs, RoutineBody body);

  const RoutineBody& body() const { return body_; }
  const CallCost& cost() const { return cost_; }
  std::span<const std::shared_ptr<const Function>> callees() const override { return body_.calls; }
  // Rules must be added before the first call.
  void AddRule(DerivativeRule rule) { rules_.push_back(std::move(rule)); }

  // Inputs with which the code searches (search.h): the code does not show their derivatives. If such an
  // input varies, differences replace the derivative where they are accurate enough.
  void SetSearched(std::vector<std::size_t> inputs);
  const std::vector<std::size_t>& searched() const { return searched_; }
  // After this call, inputs that have no effect (unused_inputs.h) appear only as arguments of derivatives. A
  // call then determines the unknowns that it uses, and not unknowns that merely stand in unused arguments.
  void HideUnusedInputs();
  bool UsesInput(std::size_t input) const override { return unused_.empty() || !unused_[input]; }
  void AddInverse(InverseRule rule) { inverses_.push_back(std::move(rule)); }
  const std::vector<InverseRule>& inverses() const { return inverses_; }
  // The same function without rules. The derivative of a rule calls this copy, because the function owns its
  // rules. Byte code itself needs no rules.
  std::shared_ptr<const Routine> WithoutRules() const;
  // The same function without inverses. An inverse rule may own this copy, because f is also the inverse of
  // its inverse.
  std::shared_ptr<const Routine> WithoutInverses() const;

  // Takes effect with the next call in every thread. The first machine code stays for good, since it may be
  // running. `owner` keeps it in memory.
  void UseMachineCode(RoutineFunction function, std::shared_ptr<const void> owner) const;
  // nullptr if no compiler has made code.
  RoutineFunction machine_code() const { return machine_code_.load(std::memory_order_acquire); }

  // The routine never uses assembled code from the next call on.
  void StayInterpreted() const;
  bool is_assembled() const { return assembled_.load(std::memory_order_acquire) != nullptr; }

  bool HasAsDerivative(const Function& other) const override {
    return Function::HasAsDerivative(other) || (without_tangent_ && without_tangent_->HasAsDerivative(other));
  }
  // Uses the first derivative rule that applies, otherwise the tangent. If an input of a search varies, it
  // uses neither.
  expr::ExprId Derivative(expr::Graph& g, std::span<const expr::ExprId> x, std::span<const expr::ExprId> dx,
                          std::size_t output, bool is_exact) const override;

 private:
  bool DoEvaluate(std::span<const double> in, std::span<double> out, std::string* why) const override;
  // Called by DoEvaluate if the call is not in the memory.
  bool Compute(std::span<const double> in, std::span<double> out, RunState& run, std::string* why) const;
  bool ExecuteCode(std::span<const double> in, std::span<double> out, RunState& run, std::string* why) const;
  // nullptr if it has been called only a few times, or if assembling is impossible.
  const AssembledRoutine* Assembled() const;
  // Tangent code (tangent.h); null if a called function has none.
  std::shared_ptr<const Function> MakeTangent() const override;
  // The call of the author's derivative.
  expr::ExprId ByRule(const DerivativeRule& rule, expr::Graph& g, std::span<const expr::ExprId> x,
                      std::span<const expr::ExprId> dx, std::size_t output) const;

  RoutineBody body_;
  CallCost cost_;
  std::uint64_t
      number_;  // of the body, unique in this process: copies share it, and so share remembered calls
  std::vector<DerivativeRule> rules_;
  std::vector<InverseRule> inverses_;
  std::vector<std::size_t> searched_;
  std::vector<char> unused_;                  // per input; empty: all inputs have an effect
  std::shared_ptr<Routine> without_tangent_;  // the copy that is differentiated if searched inputs vary
  bool has_tangent_ = true;
  mutable std::mutex installing_;
  mutable std::shared_ptr<const void> owner_;  // of the machine code
  mutable std::atomic<RoutineFunction> machine_code_ = nullptr;
  mutable std::atomic<std::int64_t> num_interpreted_ = 0;
  mutable std::unique_ptr<const AssembledRoutine> assembled_owner_;
  mutable std::atomic<const AssembledRoutine*> assembled_ = nullptr;
};

}  // namespace daedalus::routine
