#include "daedalus/system/routine/code_writer.h"

#include <algorithm>
#include <bit>

#include "daedalus/system/expr/traverse.h"

namespace daedalus::routine {

using expr::ExprId;
using expr::Op;

Register CodeWriter::Constant(double number) {
  const auto [found, is_new] = constants_.try_emplace(std::bit_cast<std::uint64_t>(number), 0);
  if (is_new) found->second = Data({&number, 1});
  return found->second;
}

Register CodeWriter::Data(std::span<const double> numbers) {
  const Register first = NewRun(numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    body_.constants.emplace_back(first + static_cast<Register>(i), numbers[i]);
  }
  return first;
}

std::vector<Register> CodeWriter::WriteAll(std::span<const ExprId> expressions) {
  written_.clear();
  called_.clear();
  expr::Traversal traversal;
  traversal.Restart();
  std::vector<Register> results, operands;
  for (const ExprId root : expressions) {
    for (const ExprId e : traversal.Continue(graph_, root)) {
      Register& result = written_[e.value];
      if (graph_.IsConstant(e)) {
        result = Constant(graph_.constant_value(e));
      } else if (graph_.op(e) == Op::kVariable) {
        result = graph_.variable(e).value;
      } else if (expr::IsLeaf(graph_.op(e))) {
        result = leaf_(e);
      } else {
        operands.clear();
        for (const ExprId operand : graph_.operands(e)) operands.push_back(written_[operand.value]);
        const Register made = WriteOperation(e, operands);
        written_[e.value] = made;  // The table may have grown while operands were written.
      }
    }
    results.push_back(written_[root.value]);
  }
  return results;
}

Register CodeWriter::WriteOperation(ExprId e, std::span<const Register> operands) {
  const Op op = graph_.op(e);
  if (op == Op::kNoEvent) return operands[0];
  if (op == Op::kCall) return WriteCall(e, operands);
  const Register result = NewRegister();
  const auto first = static_cast<std::uint32_t>(body_.operands.size());
  body_.operands.insert(body_.operands.end(), operands.begin(), operands.end());
  Emit({Code::kOperation, op, result, first, 0, static_cast<std::uint32_t>(operands.size())});
  return result;
}

// Results with the same arguments share one call.
Register CodeWriter::WriteCall(ExprId call, std::span<const Register> operands) {
  std::string key = std::to_string(graph_.function(call).value);
  for (const Register operand : operands) key.append(" ").append(std::to_string(operand));
  std::vector<Register>& results = called_[key];
  if (results.empty()) {
    const auto& function = graph_.functions()[graph_.function(call).index()];
    for (std::size_t k = 0; k < function->num_outputs(); ++k) results.push_back(NewRegister());
    Call(function, operands, results);
  }
  return results[graph_.output(call)];
}

void CodeWriter::Call(const Callee& callee, std::span<const Register> inputs,
                      std::span<const Register> outputs) {
  const auto first = static_cast<std::uint32_t>(body_.operands.size());
  body_.operands.insert(body_.operands.end(), inputs.begin(), inputs.end());
  body_.operands.insert(body_.operands.end(), outputs.begin(), outputs.end());
  Emit({Code::kCall, {}, static_cast<std::uint32_t>(body_.calls.size()), first});
  body_.calls.push_back(callee);
}

void CodeWriter::InsertMark(std::size_t at, Register mark) {
  body_.uses_arena = true;
  for (Instruction& i : body_.code) {
    const bool is_jump = i.code == Code::kJump || i.code == Code::kJumpIfFalse;
    if (is_jump && i.b > at) ++i.b;
  }
  body_.code.insert(body_.code.begin() + static_cast<std::ptrdiff_t>(at), {Code::kMark, {}, mark});
}

void CodeWriter::Fail(FailureText text) {
  Emit({Code::kFail, {}, static_cast<std::uint32_t>(body_.texts.size())});
  body_.texts.push_back(std::move(text));
}

void CodeWriter::Assign(std::span<const Register> targets, std::span<const ExprId> values) {
  std::vector<Register> from = WriteAll(values);
  // If a value is the register of another target, it is copied before that target changes.
  for (std::size_t i = 0; i < from.size(); ++i) {
    const auto is_target = std::find(targets.begin(), targets.end(), from[i]) != targets.end();
    if (!is_target || from[i] == targets[i]) continue;
    const Register aside = NewRegister();
    Move(aside, from[i]);
    from[i] = aside;
  }
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (from[i] != targets[i]) Move(targets[i], from[i]);
  }
}

RoutineBody CodeWriter::Take(std::vector<Register> outputs) {
  body_.outputs = std::move(outputs);
  return std::move(body_);
}

}  // namespace daedalus::routine
