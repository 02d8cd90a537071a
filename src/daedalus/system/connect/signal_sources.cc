#include "daedalus/system/connect/signal_sources.h"

#include <algorithm>

namespace daedalus::connect {
namespace {

bool IsCausal(std::span<const Slot> members, std::span<const Signal> signals) {
  return std::ranges::any_of(
      members, [&](Slot slot) { return signals[slot.variable()].causality != Causality::kNone; });
}

bool MayLackASource(std::span<const Slot> members, std::span<const Signal> signals) {
  const bool may_come_from_outside = std::ranges::any_of(members, [&](Slot slot) {
    const Signal& signal = signals[slot.variable()];
    return !slot.is_inside() && (signal.is_protected || signal.is_in_expandable);  // cases 1 and 2
  });
  if (may_come_from_outside) return true;
  return members.size() == 1 && members[0].is_inside() && !signals[members[0].variable()].is_in_expandable;
}

}  // namespace

bool IsSource(Slot slot, const Signal& signal) {
  if (slot.is_inside()) return signal.causality == Causality::kOutput;
  return signal.causality == Causality::kInput && !signal.is_protected;
}

std::size_t CountSources(std::span<const Slot> members, std::span<const Signal> signals) {
  std::size_t count = 0;
  for (const Slot slot : members) count += IsSource(slot, signals[slot.variable()]);
  return count;
}

std::vector<SourceConflict> CheckSources(const ConnectionSets& sets, std::span<const Signal> signals) {
  std::vector<SourceConflict> conflicts;
  for (std::uint32_t set = 0; set < sets.size(); ++set) {
    const std::span<const Slot> members = sets.members[set];
    if (sets.kinds[set] != VariableKind::kPotential || !IsCausal(members, signals)) continue;
    const std::size_t num_sources = CountSources(members, signals);
    if (num_sources == 1 || (num_sources == 0 && MayLackASource(members, signals))) continue;
    SourceConflict& conflict = conflicts.emplace_back();
    conflict.set = set;
    for (const Slot slot : members) {
      if (IsSource(slot, signals[slot.variable()])) conflict.sources.push_back(slot);
    }
  }
  return conflicts;
}

}  // namespace daedalus::connect
