#include "daedalus/system/routine/flow.h"

namespace daedalus::routine {
namespace {

// Finds the registers that are assigned on every path to a block. This is a forward data-flow problem, and we
// compute its greatest solution (Aho, Lam, Sethi, Ullman 2007, sec. 9.2).
class Assigned {
 public:
  explicit Assigned(const Routine& routine)
      : routine_(routine), body_(routine.body()), starts_(BlockStarts(body_)) {
    at_start_.assign(starts_.size(), std::vector<char>(body_.num_registers, 1));
    std::vector<char>& first = at_start_[0];
    std::fill(first.begin() + static_cast<std::ptrdiff_t>(routine.num_inputs()), first.end(), 0);
    for (const auto& [at, number] : body_.constants) first[at] = 1;
  }

  std::vector<char> Unassigned() {
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t block = 0; block + 1 < starts_.size(); ++block) changed = Pass(block) || changed;
    }
    std::vector<char> found(body_.num_registers, 0);
    for (std::size_t block = 0; block + 1 < starts_.size(); ++block) {
      std::vector<char> now = at_start_[block];
      for (std::uint32_t at = starts_[block]; at < starts_[block + 1]; ++at) {
        ForEachRead(routine_, body_.code[at], [&](Register r) { found[r] = found[r] || !now[r]; });
        ForEachWritten(routine_, body_.code[at], [&](Register r) { now[r] = 1; });
      }
    }
    for (const Register output : body_.outputs) found[output] = found[output] || !at_start_.back()[output];
    return found;
  }

 private:
  // Passes the state at the end of the block to the blocks that may follow.
  bool Pass(std::size_t block) {
    std::vector<char> now = at_start_[block];
    for (std::uint32_t at = starts_[block]; at < starts_[block + 1]; ++at)
      ForEachWritten(routine_, body_.code[at], [&](Register r) { now[r] = 1; });
    const Instruction& last = body_.code[starts_[block + 1] - 1];
    bool changed = false;
    if (IsJump(last.code)) changed = Meet(BlockAt(last.b), now);
    if (last.code != Code::kJump && last.code != Code::kFail) changed = Meet(block + 1, now) || changed;
    return changed;
  }

  std::size_t BlockAt(std::uint32_t start) const {
    return static_cast<std::size_t>(std::lower_bound(starts_.begin(), starts_.end(), start) -
                                    starts_.begin());
  }

  bool Meet(std::size_t block, const std::vector<char>& other) {
    bool changed = false;
    for (std::size_t r = 0; r < other.size(); ++r) {
      if (!at_start_[block][r] || other[r]) continue;
      at_start_[block][r] = 0;
      changed = true;
    }
    return changed;
  }

  const Routine& routine_;
  const RoutineBody& body_;
  const std::vector<std::uint32_t> starts_;
  std::vector<std::vector<char>> at_start_;
};

}  // namespace

std::vector<std::uint32_t> BlockStarts(const RoutineBody& body) {
  std::vector<std::uint32_t> starts = {0, static_cast<std::uint32_t>(body.code.size())};
  for (std::uint32_t at = 0; at < body.code.size(); ++at) {
    const Instruction& i = body.code[at];
    if (IsJump(i.code)) starts.push_back(i.b);
    if (IsJump(i.code) || i.code == Code::kFail) starts.push_back(at + 1);
  }
  std::sort(starts.begin(), starts.end());
  starts.erase(std::unique(starts.begin(), starts.end()), starts.end());
  return starts;
}

std::vector<char> ReadUnassigned(const Routine& routine) {
  if (routine.body().code.empty()) return std::vector<char>(routine.body().num_registers, 1);
  return Assigned(routine).Unassigned();
}

}  // namespace daedalus::routine
