#include "daedalus/system/connect/augmentation_sets.h"

#include <utility>

#include "daedalus/system/connect/disjoint_sets.h"
#include "daedalus/system/connect/first_of_key.h"

namespace daedalus::connect {
namespace {

constexpr std::uint32_t kNoNumber = 0xffffffff;

// The facts about cells that are one member.
struct MemberFacts {
  Prototype prototype;
  BusIndex nested = kNoBus;
};

class AugmentationSetMaker {
 public:
  AugmentationSetMaker(const BusConnections& connections, const BusCells& cells)
      : given_(connections),
        cells_(cells),
        buses_(connections.buses.size()),
        joined_(cells.size()),
        facts_(cells.size()) {}

  AugmentationSets Make() {
    LearnPrototypes();
    JoinLinks();
    while (JoinSameKeys()) {
    }
    CheckDeclared();
    NumberSets();
    ListMembers();
    return std::move(sets_);
  }

 private:
  void LearnPrototypes() {
    for (std::uint32_t c = 0; c < cells_.size(); ++c) {
      const BusIndex own = cells_.cells[c].own_bus;
      if (own != kNoBus) facts_[c] = {{Prototype::Kind::kBus, own}, own};
    }
    for (std::uint32_t i = 0; i < given_.declared.size(); ++i) {
      Merge(&facts_[cells_.of_declaration[i]], {{Prototype::Kind::kDeclared, i}, kNoBus});
    }
    for (std::size_t l = 0; l < given_.links.size(); ++l) {
      LearnFromEnd(cells_.of_end[2 * l], given_.links[l].b);
      LearnFromEnd(cells_.of_end[2 * l + 1], given_.links[l].a);
    }
  }
  void LearnFromEnd(std::uint32_t cell, const BusEnd& other) {
    if (cell == kNoCell) return;
    MemberFacts facts;
    if (other.kind == EndKind::kConnector) facts.prototype = {Prototype::Kind::kConnector, other.index};
    if (other.kind == EndKind::kBus) facts = {{Prototype::Kind::kBus, other.index}, other.index};
    Merge(&facts_[cell], facts);
  }

  // Prefers buses and declarations to connectors, and earlier ones to later ones. Connects two buses that are
  // one member. Returns true if they were not connected before.
  bool Merge(MemberFacts* facts, const MemberFacts& other) {
    const Prototype& given = other.prototype;
    Prototype& best = facts->prototype;
    if (given.kind > best.kind || (given.kind == best.kind && given.index < best.index)) best = given;
    if (facts->nested != kNoBus && other.nested != kNoBus) return buses_.Unite(facts->nested, other.nested);
    if (facts->nested == kNoBus) facts->nested = other.nested;
    return false;
  }
  bool JoinCells(std::uint32_t a, std::uint32_t b) {
    const std::uint32_t root_a = joined_.Find(a), root_b = joined_.Find(b);
    if (!joined_.Unite(root_a, root_b)) return false;
    MemberFacts facts = facts_[root_a];
    const bool changed = Merge(&facts, facts_[root_b]);
    facts_[joined_.Find(a)] = facts;
    return changed;
  }

  void JoinLinks() {
    for (std::size_t l = 0; l < given_.links.size(); ++l) {
      const BusLink& link = given_.links[l];
      if (link.a.kind == EndKind::kBus && link.b.kind == EndKind::kBus)
        buses_.Unite(link.a.index, link.b.index);
      const std::uint32_t a = cells_.of_end[2 * l], b = cells_.of_end[2 * l + 1];
      if (a == kNoCell || b == kNoCell) continue;
      JoinCells(a, b);
      if (!cells_.cells[a].is_declared() && !cells_.cells[b].is_declared())
        sets_.conflicts.push_back({BusConflict::Kind::kBothUndeclared, link.statement});
    }
  }

  // Does steps 1 and 2 once. Returns true if that connected buses.
  bool JoinSameKeys() {
    const Grouped<std::uint32_t> by_set =
        CellsBySet(given_.buses.size(), [&](BusIndex b) { return buses_.Find(b); });
    FirstOfKey firsts(cells_.num_keys);
    bool changed = false;
    for (std::uint32_t set = 0; set < by_set.size(); ++set) {
      for (const std::uint32_t c : by_set[set])
        changed |= JoinCells(firsts.FindOrAdd(set, cells_.cells[c].key, c), c);
    }
    return changed;
  }
  template <class SetOf>
  Grouped<std::uint32_t> CellsBySet(std::size_t num_sets, const SetOf& set_of) const {
    return GroupItems<std::uint32_t>(
        cells_.size(), num_sets, [&](std::size_t c) { return set_of(cells_.cells[c].bus); },
        [](std::size_t c) { return static_cast<std::uint32_t>(c); });
  }

  const MemberFacts& FactsOf(std::uint32_t cell) { return facts_[joined_.Find(cell)]; }

  void CheckDeclared() {
    for (std::size_t i = 0; i < given_.declared.size(); ++i) {
      if (FactsOf(cells_.of_declaration[i]).nested != kNoBus)
        sets_.conflicts.push_back(
            {BusConflict::Kind::kBusOrNot, 0, given_.declared[i].bus, given_.declared[i].key});
    }
  }

  void NumberSets() {
    std::vector<std::uint32_t> number_of_root(given_.buses.size(), kNoNumber);
    for (BusIndex b = 0; b < given_.buses.size(); ++b) {
      std::uint32_t& number = number_of_root[buses_.Find(b)];
      if (number == kNoNumber) number = num_sets_++;
      sets_.set_of_bus.push_back(number);
    }
  }

  // The present members of each set, by the first cell that mentions them.
  void ListMembers() {
    const Grouped<std::uint32_t> by_set =
        CellsBySet(num_sets_, [&](BusIndex b) { return sets_.set_of_bus[b]; });
    FirstOfKey firsts(cells_.num_keys);
    std::vector<std::uint32_t> first_of_cell(cells_.size());
    std::vector<bool> is_present(cells_.size(), false);  // by first cell
    sets_.position_of_cell.assign(cells_.size(), kNoCell);
    for (std::uint32_t set = 0; set < num_sets_; ++set) {
      for (const std::uint32_t c : by_set[set]) {
        first_of_cell[c] = firsts.FindOrAdd(set, cells_.cells[c].key, c);
        const bool is_known = FactsOf(c).prototype.kind != Prototype::Kind::kUnknown;
        if (cells_.cells[c].is_named && is_known) is_present[first_of_cell[c]] = true;
      }
      std::uint32_t num_members = 0;
      for (const std::uint32_t c : by_set[set]) {
        if (!is_present[first_of_cell[c]]) continue;
        if (first_of_cell[c] == c) {
          sets_.members.items.push_back({cells_.cells[c].key, FactsOf(c).prototype, FactsOf(c).nested});
          sets_.position_of_cell[c] = num_members++;
        }
        sets_.position_of_cell[c] = sets_.position_of_cell[first_of_cell[c]];
      }
      sets_.members.CloseGroup();
    }
  }

  const BusConnections& given_;
  const BusCells& cells_;
  DisjointSets buses_;
  DisjointSets joined_;             // cells that are one member
  std::vector<MemberFacts> facts_;  // by the cell that stands for those
  std::uint32_t num_sets_ = 0;
  AugmentationSets sets_;
};

}  // namespace

AugmentationSets MakeAugmentationSets(const BusConnections& connections, const BusCells& cells) {
  return AugmentationSetMaker(connections, cells).Make();
}

}  // namespace daedalus::connect
