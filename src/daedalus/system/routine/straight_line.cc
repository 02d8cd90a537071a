#include "daedalus/system/routine/straight_line.h"

#include <vector>

#include "daedalus/system/expr/build.h"

namespace daedalus::routine {
namespace {

using expr::ExprId;

constexpr std::size_t kMostInstructions = 200;

bool IsSmooth(expr::Op op) {
  using expr::Op;
  return (op >= Op::kAdd && op <= Op::kPow) || (op >= Op::kSqrt && op <= Op::kTanh);
}

// The registers hold expressions instead of numbers.
class StraightLine {
 public:
  StraightLine(expr::Graph& graph, const Routine& routine)
      : graph_(graph), body_(routine.body()), num_inputs_(routine.num_inputs()) {}

  std::optional<ExprId> Run(std::span<const ExprId> operands, std::size_t output) {
    if (body_.uses_arena || body_.code.size() > kMostInstructions || operands.size() != num_inputs_)
      return std::nullopt;
    registers_.assign(body_.num_registers, ExprId());
    for (const auto& [r, value] : body_.constants) registers_[r] = graph_.Constant(value);
    for (std::size_t i = 0; i < operands.size(); ++i) registers_[i] = operands[i];
    for (const Instruction& i : body_.code) {
      if (!Execute(i)) return std::nullopt;
    }
    const ExprId result = registers_[body_.outputs[output]];
    return result.IsValid() ? std::optional(result) : std::nullopt;
  }

 private:
  bool Execute(const Instruction& i) {
    switch (i.code) {
      case Code::kMove:
        registers_[i.a] = registers_[i.b];
        return registers_[i.a].IsValid();
      case Code::kOperation:
        return Operate(i);
      case Code::kCall:
        return body_.calls[i.a] != nullptr && Call(i, body_.calls[i.a]);
      default:
        return false;
    }
  }

  bool Operate(const Instruction& i) {
    if (!IsSmooth(i.op) || !Read(i.b, i.count)) return false;
    registers_[i.a] = expr::Build(graph_, i.op, read_);
    return true;
  }

  // The operands of a call are its inputs, followed by the registers for its results.
  bool Call(const Instruction& i, const Callee& callee) {
    if (!Read(i.b, static_cast<std::uint32_t>(callee->num_inputs()))) return false;
    const std::vector<ExprId> inputs = read_;
    const auto* routine = dynamic_cast<const Routine*>(callee.get());
    for (std::size_t k = 0; k < callee->num_outputs(); ++k) {
      const auto written = routine != nullptr ? WriteOut(graph_, *routine, inputs, k) : std::nullopt;
      registers_[body_.operands[i.b + callee->num_inputs() + k]] =
          written ? *written : graph_.Call(graph_.AddFunction(callee), k, inputs);
    }
    return true;
  }

  // False if a register has no value yet.
  bool Read(std::uint32_t first, std::uint32_t count) {
    read_.clear();
    for (std::uint32_t k = 0; k < count; ++k) {
      read_.push_back(registers_[body_.operands[first + k]]);
      if (!read_.back().IsValid()) return false;
    }
    return true;
  }

  expr::Graph& graph_;
  const RoutineBody& body_;
  const std::size_t num_inputs_;
  std::vector<ExprId> registers_;
  std::vector<ExprId> read_;  // scratch
};

}  // namespace

std::optional<expr::ExprId> WriteOut(expr::Graph& graph, const Routine& routine,
                                     std::span<const expr::ExprId> operands, std::size_t output) {
  return StraightLine(graph, routine).Run(operands, output);
}

}  // namespace daedalus::routine
