#include "daedalus/system/routine/search.h"

#include <algorithm>

#include "daedalus/system/routine/flow.h"

namespace daedalus::routine {
namespace {

// True if the called function uses its argument k only to search.
bool IsSearchedBy(const Routine& routine, const Instruction& call, std::size_t k) {
  const auto* const callee = dynamic_cast<const Routine*>(routine.body().calls[call.a].get());
  if (callee == nullptr) return false;
  return std::find(callee->searched().begin(), callee->searched().end(), k) != callee->searched().end();
}

// The registers whose value depends on an input as a number, on any path. Results of comparisons do not
// count.
class Entered {
 public:
  explicit Entered(const Routine& routine) : routine_(routine), body_(routine.body()) {}

  const std::vector<char>& By(Register input) {
    entered_.assign(body_.num_registers, 0);
    entered_[input] = 1;
    do {
      changed_ = false;
      for (const Instruction& i : body_.code) Pass(i);
    } while (changed_);
    return entered_;
  }

 private:
  void Mark(Register r) {
    changed_ = changed_ || !entered_[r];
    entered_[r] = 1;
  }
  bool IsEntered(Register first, std::uint32_t count) const {
    return std::any_of(entered_.begin() + first, entered_.begin() + first + count,
                       [](char c) { return c != 0; });
  }

  void Pass(const Instruction& i) {
    switch (i.code) {
      case Code::kLoad:
        if (IsEntered(i.b, i.count)) Mark(i.a);
        return;
      case Code::kStore:
        if (!entered_[i.a]) return;
        for (std::uint32_t k = 0; k < i.count; ++k) Mark(i.b + k);
        return;
      // A place in the arena stands for the numbers that are stored there.
      case Code::kLoadAt:
        if (entered_[i.b]) Mark(i.a);
        return;
      case Code::kStoreAt:
        if (entered_[i.a]) Mark(i.b);
        return;
      case Code::kMove:
      case Code::kOperation:
      case Code::kCall: {
        if (IsFlat(i)) return;
        bool enters = false;
        std::uint32_t operand = 0;
        ForEachRead(routine_, i, [&](Register r) {
          enters = enters || (entered_[r] && !IsCondition(i, operand));
          ++operand;
        });
        if (enters) ForEachWritten(routine_, i, [&](Register r) { Mark(r); });
        return;
      }
      default:
        return;
    }
  }

  // This operand only selects; it does not enter the result.
  bool IsCondition(const Instruction& i, std::uint32_t operand) const {
    if (i.code == Code::kCall) return IsSearchedBy(routine_, i, operand);
    return i.code == Code::kOperation && i.op == expr::Op::kIf && operand == 0;
  }

  // The result changes only by jumps.
  static bool IsFlat(const Instruction& i) {
    using expr::Op;
    if (i.code != Code::kOperation) return false;
    return expr::IsRelation(i.op) || i.op == Op::kFloor || i.op == Op::kCeil || i.op == Op::kSign ||
           i.op == Op::kTruncDiv;
  }

  const Routine& routine_;
  const RoutineBody& body_;
  std::vector<char> entered_;
  bool changed_ = false;
};

// Per instruction: true if some jump back passes over it.
std::vector<char> InLoops(const RoutineBody& body) {
  std::vector<char> in_loop(body.code.size(), 0);
  for (std::size_t at = 0; at < body.code.size(); ++at) {
    const Instruction& i = body.code[at];
    if (IsJump(i.code) && i.b <= at)
      std::fill(in_loop.begin() + i.b, in_loop.begin() + static_cast<std::ptrdiff_t>(at) + 1, 1);
  }
  return in_loop;
}

// True if one of these registers decides here: in a comparison within a loop, or in a called function.
bool Decides(const Routine& routine, const Instruction& i, bool is_in_loop,
             const std::vector<char>& reached) {
  const bool compares = is_in_loop && i.code == Code::kOperation && expr::IsRelation(i.op);
  if (!compares && i.code != Code::kCall) return false;
  bool decides = false;
  std::size_t operand = 0;
  ForEachRead(routine, i, [&](Register r) {
    decides = decides || (reached[r] && (compares || IsSearchedBy(routine, i, operand)));
    ++operand;
  });
  return decides;
}

}  // namespace

std::vector<std::size_t> SearchedInputs(const Routine& routine, std::span<const char> is_real_input,
                                        std::span<const char> is_real_output) {
  const RoutineBody& body = routine.body();
  std::vector<std::size_t> searched;
  if (std::find(is_real_output.begin(), is_real_output.end(), 1) == is_real_output.end()) return searched;
  const std::vector<char> in_loop = InLoops(body);
  Entered entered(routine);
  for (Register input = 0; input < is_real_input.size(); ++input) {
    if (!is_real_input[input]) continue;
    const std::vector<char>& reached = entered.By(input);
    bool enters_result = false, decides = false;
    for (std::size_t k = 0; k < body.outputs.size(); ++k)
      enters_result = enters_result || (is_real_output[k] && reached[body.outputs[k]]);
    for (std::size_t at = 0; at < body.code.size(); ++at)
      decides = decides || Decides(routine, body.code[at], in_loop[at] != 0, reached);
    if (decides && !enters_result) searched.push_back(input);
  }
  return searched;
}

}  // namespace daedalus::routine
