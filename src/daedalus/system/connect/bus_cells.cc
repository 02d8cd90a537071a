#include "daedalus/system/connect/bus_cells.h"

#include <algorithm>
#include <utility>

#include "daedalus/base/check.h"
#include "daedalus/system/connect/first_of_key.h"

namespace daedalus::connect {
namespace {

class Lister {
 public:
  explicit Lister(const BusConnections& connections) : given_(connections) {}

  BusCells List() {
    for (const Bus& bus : given_.buses)
      cells_.of_bus.push_back(bus.parent == kNoBus ? kNoCell : Mention(bus.parent, bus.key));
    for (const auto [bus, key] : given_.declared) cells_.of_declaration.push_back(Mention(bus, key));
    for (const auto [bus, key] : given_.entered) entered_.push_back(Mention(bus, key));
    for (const BusLink& link : given_.links) {
      for (const BusEnd& end : {link.a, link.b})
        cells_.of_end.push_back(end.kind == EndKind::kMember ? Mention(end.index, end.key) : kNoCell);
    }
    NumberMentions();
    FillCells();
    return std::move(cells_);
  }

 private:
  // For now, a number for every mention.
  std::uint32_t Mention(BusIndex bus, MemberKey key) {
    DAEDALUS_CHECK(bus < given_.buses.size(), "a member belongs to a bus that is there");
    mentions_.push_back({bus, key});
    cells_.num_keys = std::max(cells_.num_keys, key + 1);
    return static_cast<std::uint32_t>(mentions_.size() - 1);
  }

  // Mentions of the same bus and key become one cell.
  void NumberMentions() {
    const Grouped<std::uint32_t> by_bus = GroupItems<std::uint32_t>(
        mentions_.size(), given_.buses.size(), [&](std::size_t m) { return mentions_[m].bus; },
        [](std::size_t m) { return static_cast<std::uint32_t>(m); });
    std::vector<std::uint32_t> cell_of(mentions_.size());  // first the first mention, then the cell
    FirstOfKey firsts(cells_.num_keys);
    for (BusIndex b = 0; b < by_bus.size(); ++b) {
      for (const std::uint32_t m : by_bus[b]) cell_of[m] = firsts.FindOrAdd(b, mentions_[m].key, m);
    }
    for (std::uint32_t m = 0; m < mentions_.size(); ++m) {
      if (cell_of[m] == m) {
        cell_of[m] = cells_.size();
        cells_.cells.push_back({mentions_[m].bus, mentions_[m].key});
      } else {
        cell_of[m] = cell_of[cell_of[m]];
      }
    }
    for (std::vector<std::uint32_t>* list :
         {&cells_.of_bus, &cells_.of_declaration, &cells_.of_end, &entered_}) {
      for (std::uint32_t& mention : *list) {
        if (mention != kNoCell) mention = cell_of[mention];
      }
    }
  }

  void FillCells() {
    for (BusIndex b = 0; b < given_.buses.size(); ++b) {
      if (cells_.of_bus[b] != kNoCell) cells_.cells[cells_.of_bus[b]].own_bus = b;
    }
    for (std::uint32_t d = 0; d < cells_.of_declaration.size(); ++d)
      cells_.cells[cells_.of_declaration[d]].declaration = d;
    for (const std::uint32_t cell : entered_) Name(cell);
    for (std::size_t i = 0; i < cells_.of_end.size(); ++i) {
      const BusEnd& end = i % 2 == 0 ? given_.links[i / 2].a : given_.links[i / 2].b;
      if (end.kind == EndKind::kMember) Name(cells_.of_end[i]);
      if (end.kind == EndKind::kBus) Name(cells_.of_bus[end.index]);
    }
  }
  // A named member makes the members around it present.
  void Name(std::uint32_t cell) {
    while (cell != kNoCell && !cells_.cells[cell].is_named) {
      cells_.cells[cell].is_named = true;
      cell = cells_.of_bus[cells_.cells[cell].bus];
    }
  }

  const BusConnections& given_;
  std::vector<BusMemberName> mentions_;
  std::vector<std::uint32_t> entered_;  // cells by BusConnections::entered
  BusCells cells_;
};

}  // namespace

BusCells ListBusCells(const BusConnections& connections) {
  return Lister(connections).List();
}

}  // namespace daedalus::connect
