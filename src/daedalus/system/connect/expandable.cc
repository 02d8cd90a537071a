#include "daedalus/system/connect/expandable.h"

#include <utility>

#include "daedalus/system/connect/augmentation_sets.h"

namespace daedalus::connect {
namespace {

constexpr std::uint32_t kNoVariable = 0xffffffff;

class Expander {
 public:
  explicit Expander(const BusConnections& connections)
      : given_(connections),
        cells_(ListBusCells(connections)),
        sets_(MakeAugmentationSets(connections, cells_)) {
    result_.buses = connections.buses;
    result_.augmentation_sets = sets_.set_of_bus;
    result_.conflicts = sets_.conflicts;
  }

  ExpandedBuses Expand() {
    FillBuses();
    ConnectMembers();
    return std::move(result_);
  }

 private:
  // Step 3. Buses that are created here are appended, and get their members later in the same loop.
  void FillBuses() {
    const Grouped<std::uint32_t> by_bus = GroupItems<std::uint32_t>(
        cells_.size(), given_.buses.size(), [&](std::size_t c) { return cells_.cells[c].bus; },
        [](std::size_t c) { return static_cast<std::uint32_t>(c); });
    for (BusIndex b = 0; b < result_.buses.size(); ++b) {
      const std::size_t begin = result_.members.items.size();
      for (const SetMember& common : sets_.members[result_.augmentation_sets[b]])
        result_.members.items.push_back(
            {.bus = b, .key = common.key, .prototype = common.prototype, .is_added = true});
      if (b < given_.buses.size()) AddWhatIsKnown(by_bus[b], std::span(result_.members.items).subspan(begin));
      CreateNested(b, begin);
      result_.members.CloseGroup();
    }
  }
  // Handles the members that a given bus has itself.
  void AddWhatIsKnown(std::span<const std::uint32_t> cells, std::span<BusMember> members) const {
    for (const std::uint32_t c : cells) {
      if (sets_.position_of_cell[c] == kNoCell) continue;
      BusMember& member = members[sets_.position_of_cell[c]];
      member.is_named = cells_.cells[c].is_named;
      member.is_added = !cells_.cells[c].is_declared();
      member.declaration = cells_.cells[c].declaration;
      member.nested = cells_.cells[c].own_bus;
    }
  }
  void CreateNested(BusIndex bus, std::size_t begin) {
    const std::span<const SetMember> common = sets_.members[result_.augmentation_sets[bus]];
    for (std::size_t i = 0; i < common.size(); ++i) {
      BusMember& member = result_.members.items[begin + i];
      if (common[i].nested != kNoBus && member.nested == kNoBus)
        member.nested = CreateBus(member, common[i].nested);
    }
  }

  // Connected with the given one. kNoBus if it would contain itself endlessly.
  BusIndex CreateBus(const BusMember& member, BusIndex like) {
    const std::uint32_t set = sets_.set_of_bus[like];
    for (BusIndex b = member.bus; b != kNoBus; b = result_.buses[b].parent) {
      if (result_.augmentation_sets[b] != set) continue;
      result_.conflicts.push_back({BusConflict::Kind::kContainsItself, 0, b, member.key});
      return kNoBus;
    }
    result_.buses.push_back({member.bus, member.key});
    result_.augmentation_sets.push_back(set);
    return static_cast<BusIndex>(result_.buses.size() - 1);
  }

  // The pairs of members that the statements connect.
  void ConnectMembers() {
    for (std::size_t l = 0; l < given_.links.size(); ++l) {
      const BusLink& link = given_.links[l];
      const Resolved a = Resolve(link.a, cells_.of_end[2 * l]), b = Resolve(link.b, cells_.of_end[2 * l + 1]);
      if (a.bus != kNoBus && b.bus != kNoBus) {
        ConnectBuses(link, a.bus, b.bus);
      } else if (a.variable != kNoVariable && b.variable != kNoVariable) {
        AddPair(link, a.variable, b.variable);
      } else if (link.a.kind == EndKind::kConnector || link.b.kind == EndKind::kConnector) {
        result_.conflicts.push_back({BusConflict::Kind::kBusToConnector, link.statement});
      }
    }
  }

  // A bus, or a variable of a pair; neither if a conflict removed it.
  struct Resolved {
    BusIndex bus = kNoBus;
    std::uint32_t variable = kNoVariable;
  };
  Resolved Resolve(const BusEnd& end, std::uint32_t cell) const {
    if (end.kind == EndKind::kBus) return {.bus = end.index};
    if (end.kind == EndKind::kConnector)
      return {.variable = static_cast<std::uint32_t>(result_.members.items.size()) + end.index};
    const std::uint32_t position = sets_.position_of_cell[cell];
    if (position == kNoCell) return {};
    const BusMember& member = result_.members[end.index][position];
    if (member.prototype.kind == Prototype::Kind::kBus) return {.bus = member.nested};
    return {.variable = result_.members.starts[end.index] + position};
  }

  void AddPair(const BusLink& link, std::uint32_t a, std::uint32_t b) {
    const auto slot = [](std::uint32_t v, bool is_inside) {
      return is_inside ? Slot::Inside(v) : Slot::Outside(v);
    };
    result_.pairs.push_back({slot(a, link.a.is_inside), slot(b, link.b.is_inside), link.statement});
  }

  // Buses of one set: member by member, and so on inside of members that are buses.
  void ConnectBuses(const BusLink& link, BusIndex bus_a, BusIndex bus_b) {
    std::vector<std::pair<BusIndex, BusIndex>> stack = {{bus_a, bus_b}};
    while (!stack.empty()) {
      const auto [a, b] = stack.back();
      stack.pop_back();
      const std::span<const BusMember> members_a = result_.members[a], members_b = result_.members[b];
      for (std::uint32_t i = 0; i < members_a.size(); ++i) {
        if (members_a[i].prototype.kind != Prototype::Kind::kBus) {
          AddPair(link, result_.members.starts[a] + i, result_.members.starts[b] + i);
        } else if (members_a[i].nested != kNoBus && members_b[i].nested != kNoBus) {
          stack.push_back({members_a[i].nested, members_b[i].nested});
        }
      }
    }
  }

  const BusConnections& given_;
  const BusCells cells_;
  const AugmentationSets sets_;
  ExpandedBuses result_;
};

}  // namespace

ExpandedBuses ExpandBuses(const BusConnections& connections) {
  return Expander(connections).Expand();
}

}  // namespace daedalus::connect
