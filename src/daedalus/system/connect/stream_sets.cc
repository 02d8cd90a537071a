#include "daedalus/system/connect/stream_sets.h"

namespace daedalus::connect {
namespace {

std::vector<Slot> Without(std::span<const Slot> slots, Slot slot) {
  std::vector<Slot> others;
  others.reserve(slots.size());
  for (const Slot other : slots) {
    if (other != slot) others.push_back(other);
  }
  return others;
}

}  // namespace

Grouped<Slot> FindSenders(const ConnectionSets& sets, std::span<const StreamFlow> flows) {
  Grouped<Slot> senders;
  for (std::size_t set = 0; set < sets.size(); ++set) {
    if (sets.kinds[set] == VariableKind::kStream) {
      for (const Slot slot : sets.members[set]) {
        const StreamFlow& flow = flows[slot.variable()];
        if (!(slot.is_inside() ? flow.never_negative : flow.never_positive)) senders.items.push_back(slot);
      }
    }
    senders.CloseGroup();
  }
  return senders;
}

StreamMixture MixtureFor(Slot slot, const ConnectionSets& sets, const Grouped<Slot>& senders) {
  StreamMixture mixture;
  const std::uint32_t set = sets.set_of_slot[slot.index()];
  // With one other member the mixture is what that sends, whatever its bounds are.
  if (set != kNoSet)
    mixture.from = Without(sets.members[set].size() == 2 ? sets.members[set] : senders[set], slot);
  if (mixture.from.empty()) {
    mixture.form = slot.is_inside() ? StreamForm::kOwn : StreamForm::kZero;
  } else {
    mixture.form = mixture.from.size() == 1 ? StreamForm::kOne : StreamForm::kMixed;
  }
  return mixture;
}

}  // namespace daedalus::connect
