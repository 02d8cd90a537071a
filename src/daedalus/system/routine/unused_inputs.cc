#include "daedalus/system/routine/unused_inputs.h"

#include <algorithm>

#include "daedalus/system/routine/flow.h"

namespace daedalus::routine {
namespace {

// Finds the registers that matter, backwards from the results, until nothing changes.
class Needed {
 public:
  explicit Needed(const Routine& routine)
      : routine_(routine), body_(routine.body()), needed_(body_.num_registers, 0) {}

  const std::vector<char>& Find() {
    for (const Register output : body_.outputs) Need(output);
    do {
      changed_ = false;
      for (auto i = body_.code.rbegin(); i != body_.code.rend(); ++i) Pass(*i);
    } while (changed_);
    return needed_;
  }

 private:
  void Need(Register r) {
    changed_ = changed_ || !needed_[r];
    needed_[r] = 1;
  }
  bool IsNeeded(Register first, std::uint32_t count) const {
    return std::any_of(needed_.begin() + first, needed_.begin() + first + count,
                       [](char c) { return c != 0; });
  }

  void Pass(const Instruction& i) {
    switch (i.code) {
      case Code::kMove:
      case Code::kOperation:
        if (!needed_[i.a]) return;
        break;
      case Code::kLoad:
        if (!needed_[i.a]) return;
        for (std::uint32_t k = 0; k < i.count; ++k) Need(i.b + k);
        break;
      case Code::kStore:
        if (!IsNeeded(i.b, i.count)) return;
        break;
      case Code::kFail:
        for (const Register value : body_.texts[i.a].values) Need(value);
        break;
      default:  // it can fail, jump, or change the arena
        break;
    }
    ForEachRead(routine_, i, [&](Register r) { Need(r); });
  }

  const Routine& routine_;
  const RoutineBody& body_;
  std::vector<char> needed_;
  bool changed_ = false;
};

}  // namespace

std::vector<char> FindUnusedInputs(const Routine& routine) {
  Needed needed(routine);
  const std::vector<char>& is_needed = needed.Find();
  std::vector<char> unused;
  for (Register input = 0; input < routine.num_inputs(); ++input) unused.push_back(is_needed[input] == 0);
  return unused;
}

}  // namespace daedalus::routine
