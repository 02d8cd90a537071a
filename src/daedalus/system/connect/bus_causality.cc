#include "daedalus/system/connect/bus_causality.h"

#include <algorithm>
#include <utility>

#include "daedalus/base/check.h"

namespace daedalus::connect {
namespace {

Slot OtherSide(Slot slot) {
  return slot.is_inside() ? Slot::Outside(slot.variable()) : Slot::Inside(slot.variable());
}

// The causality that makes a slot a source of its set, or not.
Causality CausalityOf(Slot slot, bool is_source) {
  return slot.is_inside() == is_source ? Causality::kOutput : Causality::kInput;
}

class Deducer {
 public:
  Deducer(const BusConnections& connections, const ExpandedBuses& expanded, const BusSignals& known)
      : expanded_(expanded), known_(known), num_members_(expanded.members.items.size()) {
    DAEDALUS_CHECK(known.declared.size() == connections.declared.size() &&
                       known.connectors.size() == connections.num_connectors &&
                       known.is_protected.size() == connections.buses.size(),
                   "everything that is connected is known");
    ListSignals();
    const std::vector<ConnectorVariable> variables(signals_.size(), {VariableKind::kPotential});
    result_.sets = MakeConnectionSets(variables, expanded.pairs, NumStatements());
  }

  BusCausality Deduce() {
    CountSets();
    Propagate();
    for (std::size_t i = 0; i < to_feed_.size(); ++i) {
      FeedSet(to_feed_[i]);
      Propagate();
    }
    for (std::size_t m = 0; m < num_members_; ++m) {
      const bool counts = expanded_.members.items[m].is_named || !expanded_.members.items[m].is_added;
      result_.members.push_back(counts ? signals_[m].causality : Causality::kNone);
    }
    result_.conflicts = CheckSources(result_.sets, signals_);
    FindNeverFed();
    return std::move(result_);
  }

 private:
  // The facts about one set so far.
  struct SetState {
    std::uint32_t num_sources = 0;
    std::uint32_t num_open_inside = 0;
    bool is_propagated = false;
  };

  void ListSignals() {
    std::vector<bool> is_protected = known_.is_protected;
    for (std::size_t b = is_protected.size(); b < expanded_.buses.size(); ++b)
      is_protected.push_back(is_protected[expanded_.buses[b].parent]);
    for (const BusMember& member : expanded_.members.items) {
      const Causality causality =
          member.declaration == kNoDeclaration ? Causality::kNone : known_.declared[member.declaration];
      signals_.push_back({causality, is_protected[member.bus], true});
      is_open_.push_back(causality == Causality::kNone);
    }
    signals_.insert(signals_.end(), known_.connectors.begin(), known_.connectors.end());
    is_open_.resize(signals_.size(), false);
  }
  std::size_t NumStatements() const {
    std::size_t count = 0;
    for (const SlotPair& pair : expanded_.pairs) count = std::max<std::size_t>(count, pair.statement + 1);
    return count;
  }

  void CountSets() {
    states_.resize(result_.sets.size());
    for (std::uint32_t set = 0; set < states_.size(); ++set) {
      for (const Slot slot : result_.sets.members[set]) {
        if (is_open_[slot.variable()] && slot.is_inside()) ++states_[set].num_open_inside;
        if (signals_[slot.variable()].causality != Causality::kNone) Count(set, slot);
      }
    }
  }
  // Records the causality of a slot, which may decide about others of the set.
  void Count(std::uint32_t set, Slot slot) {
    SetState& state = states_[set];
    state.num_sources += IsSource(slot, signals_[slot.variable()]);
    if (state.num_sources > 0) {
      to_propagate_.push_back(set);
    } else {
      to_feed_.push_back(set);
    }
  }

  void Decide(Slot slot, bool is_source) {
    is_open_[slot.variable()] = false;
    signals_[slot.variable()].causality = CausalityOf(slot, is_source);
    for (const Slot side : {slot, OtherSide(slot)}) {
      const std::uint32_t set = result_.sets.set_of_slot[side.index()];
      if (set == kNoSet) continue;
      if (side.is_inside()) --states_[set].num_open_inside;
      Count(set, side);
    }
  }

  // Rule 1.
  void Propagate() {
    while (!to_propagate_.empty()) {
      const std::uint32_t set = to_propagate_.back();
      to_propagate_.pop_back();
      if (std::exchange(states_[set].is_propagated, true)) continue;
      for (const Slot slot : result_.sets.members[set]) {
        if (is_open_[slot.variable()]) Decide(slot, false);
      }
    }
  }

  // Rule 2.
  void FeedSet(std::uint32_t set) {
    if (states_[set].num_sources > 0) return;
    for (const Slot slot : result_.sets.members[set]) {
      if (!slot.is_inside() && is_open_[slot.variable()] && expanded_.members.items[slot.variable()].is_named)
        Decide(slot, true);
    }
    if (states_[set].num_sources > 0 || states_[set].num_open_inside != 1) return;
    for (const Slot slot : result_.sets.members[set]) {
      if (slot.is_inside() && is_open_[slot.variable()]) return Decide(slot, true);
    }
  }

  // Connected buses have the same members in the same order, so a position identifies a member of an
  // augmentation set.
  void FindNeverFed() {
    std::vector<std::uint32_t> first_member(expanded_.buses.size(), kNoSet);  // by set: of its first bus
    std::vector<bool> is_fed(num_members_, false);  // by the member of the first bus
    for (BusIndex b = 0; b < expanded_.buses.size(); ++b) {
      std::uint32_t& first = first_member[expanded_.augmentation_sets[b]];
      const std::uint32_t begin = expanded_.members.starts[b];
      if (first == kNoSet) first = begin;
      for (std::uint32_t i = 0; i < expanded_.members[b].size(); ++i) {
        if (result_.members[begin + i] != Causality::kInput) is_fed[first + i] = true;
      }
    }
    for (BusIndex b = 0; b < expanded_.buses.size(); ++b) {
      const std::uint32_t begin = expanded_.members.starts[b];
      if (first_member[expanded_.augmentation_sets[b]] != begin) continue;
      for (std::uint32_t i = begin; i < expanded_.members.starts[b + 1]; ++i) {
        if (!is_fed[i]) result_.never_fed.push_back(i);
      }
    }
  }

  const ExpandedBuses& expanded_;
  const BusSignals& known_;
  const std::size_t num_members_;
  std::vector<Signal> signals_;  // members, then connectors
  std::vector<bool> is_open_;    // whether the causality is still to be deduced
  std::vector<SetState> states_;
  std::vector<std::uint32_t> to_propagate_;  // sets that have a source
  std::vector<std::uint32_t> to_feed_;       // sets that may need one
  BusCausality result_;
};

}  // namespace

BusCausality DeduceBusCausality(const BusConnections& connections, const ExpandedBuses& expanded,
                                const BusSignals& known) {
  return Deducer(connections, expanded, known).Deduce();
}

}  // namespace daedalus::connect
