#include "daedalus/system/routine/tangent.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "daedalus/system/expr/build.h"
#include "daedalus/system/expr/chain_rule.h"
#include "daedalus/system/routine/code_writer.h"
#include "daedalus/system/routine/flow.h"

namespace daedalus::routine {
namespace {

using expr::ExprId;
using expr::VariableId;

// The order of registers: inputs, derivatives of inputs, other registers, their derivatives.
class TangentWriter {
 public:
  explicit TangentWriter(const Routine& routine)
      : routine_(routine),
        source_(routine.body()),
        num_inputs_(routine.num_inputs()),
        writer_(graph_, [](ExprId) { return Register(0); }) {
    for (const auto& [at, number] : source_.constants) is_constant_.insert(at);
    // The tangent is invalid if inputs vary with which the routine searches (search.h).
    does_not_vary_.insert(routine.searched().begin(), routine.searched().end());
    for (const Instruction& i : source_.code)
      ForEachWritten(routine, i, [&](Register r) { does_not_vary_.erase(r), is_constant_.erase(r); });
  }

  // Returns false if a called function has no derivative.
  bool Run() {
    writer_.NewRun(2 * num_inputs_);
    const std::size_t others = source_.num_registers - num_inputs_;
    const Register values = writer_.NewRun(others), shadows = writer_.NewRun(others);
    for (std::size_t r = 0; r < source_.num_registers; ++r) {
      const bool is_input = r < num_inputs_;
      value_.push_back(static_cast<Register>(is_input ? r : values + r - num_inputs_));
      shadow_.push_back(static_cast<Register>(is_input ? num_inputs_ + r : shadows + r - num_inputs_));
      of_value_.emplace(value_.back(), static_cast<Register>(r));
    }
    for (const Instruction& i : source_.code) {
      starts_.push_back(writer_.size());
      if (!Write(i)) return false;
    }
    starts_.push_back(writer_.size());
    for (const auto& [jump, target] : jumps_) writer_.LandAt(jump, starts_[target]);
    return true;
  }

  RoutineBody Take() {
    std::vector<Register> outputs;
    for (const Register output : source_.outputs) outputs.push_back(shadow_[output]);
    RoutineBody body = writer_.Take(std::move(outputs));
    for (const auto& [at, number] : source_.constants) {
      body.constants.emplace_back(value_[at], number);
      body.constants.emplace_back(shadow_[at], 0.0);
    }
    body.keeps_arena = source_.keeps_arena;
    body.uses_arena = source_.uses_arena;
    return body;
  }

 private:
  ExprId Value(Register r) { return graph_.Variable(VariableId(value_[r])); }
  ExprId Shadow(Register r) {
    return is_constant_.contains(r) ? graph_.Constant(0.0) : graph_.Variable(VariableId(shadow_[r]));
  }

  bool Write(const Instruction& i) {
    switch (i.code) {
      case Code::kMove:
        writer_.Move(shadow_[i.a], shadow_[i.b]);
        writer_.Move(value_[i.a], value_[i.b]);
        return true;
      case Code::kOperation:
        WriteOperation(i);
        return true;
      case Code::kLoad:
        writer_.Load(shadow_[i.a], shadow_[i.b], value_[i.c], i.count);
        writer_.Load(value_[i.a], value_[i.b], value_[i.c], i.count);
        return true;
      case Code::kStore:
        writer_.Store(shadow_[i.a], shadow_[i.b], value_[i.c], i.count);
        writer_.Store(value_[i.a], value_[i.b], value_[i.c], i.count);
        return true;
      case Code::kCheckIndex:
        writer_.CheckIndex(value_[i.a], i.b);
        return true;
      case Code::kJump:
        jumps_.emplace_back(writer_.Jump(), i.b);
        return true;
      case Code::kJumpIfFalse:
        jumps_.emplace_back(writer_.JumpIfFalse(value_[i.a]), i.b);
        return true;
      case Code::kCall:
        return WriteCall(i);
      case Code::kFail: {
        FailureText text = source_.texts[i.a];
        for (Register& value : text.values) value = value_[value];
        writer_.Fail(std::move(text));
        return true;
      }
      default:
        WriteInArena(i);
        return true;
    }
  }

  // The derivative of a place is the place of the array of derivatives.
  void WriteInArena(const Instruction& i) {
    switch (i.code) {
      case Code::kTake:
        writer_.Take(shadow_[i.a], value_[i.b]);
        writer_.Take(value_[i.a], value_[i.b]);
        return;
      case Code::kLoadAt:
        writer_.LoadAt(shadow_[i.a], shadow_[i.b], value_[i.c]);
        writer_.LoadAt(value_[i.a], value_[i.b], value_[i.c]);
        return;
      case Code::kStoreAt:
        writer_.StoreAt(shadow_[i.a], shadow_[i.b], value_[i.c]);
        writer_.StoreAt(value_[i.a], value_[i.b], value_[i.c]);
        return;
      case Code::kCheckWithin:
        return writer_.CheckWithin(value_[i.a], value_[i.b]);
      case Code::kCheckSize:
        return writer_.CheckSize(value_[i.a]);
      case Code::kCheckSame:
        return writer_.CheckSame(value_[i.a], value_[i.b]);
      case Code::kMark:
        return writer_.Mark(value_[i.a]);
      default:
        return writer_.Release(value_[i.a]);
    }
  }

  // We build the derivative as an expression over registers, then write it as instructions.
  void WriteOperation(const Instruction& i) {
    std::vector<ExprId> operands, derivatives;
    for (std::uint32_t k = 0; k < i.count; ++k) operands.push_back(Value(source_.operands[i.b + k]));
    const ExprId operation = graph_.Make(i.op, operands);
    // The order of the graph can differ from that of the operands.
    operands.assign(graph_.operands(operation).begin(), graph_.operands(operation).end());
    bool varies = false;
    for (const ExprId operand : operands) {
      derivatives.push_back(Shadow(of_value_.at(graph_.variable(operand).value)));
      varies = varies || !graph_.IsConstant(derivatives.back());
    }
    const ExprId derivative =
        varies ? expr::ForwardDerivative(graph_, operation, derivatives, true) : graph_.Constant(0.0);
    const ExprId both[] = {derivative, operation};
    const Register targets[] = {shadow_[i.a], value_[i.a]};
    writer_.Assign(targets, both);
  }

  bool WriteCall(const Instruction& i) {
    const Callee& callee = source_.calls[i.a];
    const expr::Function& f = callee ? *callee : routine_;
    const Callee tangent = callee ? callee->Tangent() : nullptr;  // of itself: the tangent of itself
    const Register* const operands = source_.operands.data() + i.b;
    if (callee && (!tangent || SearchesWithWhatVaries(*callee, operands))) return false;
    std::vector<Register> inputs, with_shadows, outputs, shadows;
    for (std::size_t k = 0; k < f.num_inputs(); ++k) inputs.push_back(value_[operands[k]]);
    with_shadows = inputs;
    for (std::size_t k = 0; k < f.num_inputs(); ++k) with_shadows.push_back(shadow_[operands[k]]);
    for (std::size_t k = 0; k < f.num_outputs(); ++k) {
      outputs.push_back(value_[operands[f.num_inputs() + k]]);
      shadows.push_back(shadow_[operands[f.num_inputs() + k]]);
    }
    writer_.Call(tangent, with_shadows, shadows);
    writer_.Call(callee ? callee : Primal(), inputs, outputs);
    return true;
  }

  bool SearchesWithWhatVaries(const expr::Function& callee, const Register* operands) const {
    const auto* const called = dynamic_cast<const Routine*>(&callee);
    if (called == nullptr) return false;
    const auto& searched = called->searched();
    return std::any_of(searched.begin(), searched.end(), [&](std::size_t input) {
      return !is_constant_.contains(operands[input]) && !does_not_vary_.contains(operands[input]);
    });
  }

  // A copy of the routine. The original owns its tangent, so the tangent must not own the original.
  const Callee& Primal() {
    if (!primal_) {
      primal_ =
          std::make_shared<Routine>(routine_.name(), routine_.num_inputs(), routine_.num_outputs(), source_);
    }
    return primal_;
  }

  const Routine& routine_;
  const RoutineBody& source_;
  const std::size_t num_inputs_;
  expr::Graph graph_;
  CodeWriter writer_;
  Callee primal_;
  std::unordered_set<Register> is_constant_;
  std::unordered_set<Register> does_not_vary_;  // inputs
  std::vector<Register> value_, shadow_;        // by register of the routine
  std::unordered_map<Register, Register> of_value_;
  std::vector<std::size_t> starts_;  // by its instruction
  std::vector<std::pair<std::size_t, std::size_t>> jumps_;
};

bool HidesInputs(const Routine& routine) {
  for (std::size_t i = 0; i < routine.num_inputs(); ++i) {
    if (!routine.UsesInput(i)) return true;
  }
  return false;
}

}  // namespace

std::shared_ptr<const Routine> TangentOf(const Routine& routine) {
  TangentWriter writer(routine);
  if (!writer.Run()) return nullptr;
  const auto tangent = std::make_shared<Routine>(routine.name(), 2 * routine.num_inputs(),
                                                 routine.num_outputs(), writer.Take());
  // Arguments that a call does not use are not used by its generated derivative either.
  if (HidesInputs(routine)) tangent->HideUnusedInputs();
  return tangent;
}

}  // namespace daedalus::routine
