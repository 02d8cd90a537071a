// Buses by name, and what is on them as text.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "daedalus/system/connect/expandable.h"

namespace daedalus::connect {

class NamedBuses {
 public:
  // A bus that is no member of another one.
  void AddBus(const std::string& name) { AddBus(name, kNoBus, 0); }
  // A bus that is declared as the member `key` of another one: `parent.key`.
  void AddBus(const std::string& parent, const std::string& key) {
    AddBus(parent + "." + key, Find(bus_names_, parent), Key(key));
  }
  void Declare(const std::string& bus, const std::string& key) {
    connections_.declared.push_back({Find(bus_names_, bus), Key(key)});
  }

  // "bus", "bus:key" or the name of an ordinary connector, which needs no declaration; with "<" in front if
  // it is an outside connector.
  void Connect(std::string_view a, std::string_view b) {
    connections_.links.push_back({End(a), End(b), static_cast<StatementIndex>(connections_.links.size())});
  }

  ExpandedBuses Expand() {
    connections_.num_connectors = connectors_.size();
    return ExpandBuses(connections_);
  }
  const BusConnections& connections() const { return connections_; }
  const std::vector<std::string>& connectors() const { return connectors_; }
  const std::vector<std::string>& keys() const { return keys_; }

  // A line for each bus: its members with their prototypes; + if it was added, "c" like a connector, "d"
  // declared, "b" a bus.
  std::string Members() {
    const ExpandedBuses e = Expand();
    std::string text;
    for (BusIndex b = 0; b < e.buses.size(); ++b) {
      text += BusName(e, b) + ":";
      for (const BusMember& m : e.members[b]) {
        text += fmt::format(" {}{}={}", m.is_added ? "+" : "", keys_[m.key], PrototypeName(m.prototype));
      }
      text += "\n";
    }
    return text;
  }

  // A line for each pair of what is connected.
  std::string Pairs() {
    const ExpandedBuses e = Expand();
    std::string text;
    for (const SlotPair& p : e.pairs)
      text += fmt::format("{} {} {{{}}}\n", SlotName(e, p.a), SlotName(e, p.b), p.statement);
    return text;
  }

  std::string BusName(const ExpandedBuses& e, BusIndex bus) const {
    if (bus < bus_names_.size()) return bus_names_[bus];
    return BusName(e, e.buses[bus].parent) + "." + keys_[e.buses[bus].key];
  }
  std::uint32_t Connector(const std::string& name) { return FindOrAdd(&connectors_, name); }

 private:
  void AddBus(const std::string& name, BusIndex parent, MemberKey key) {
    bus_names_.push_back(name);
    connections_.buses.push_back({parent, key});
  }
  static std::uint32_t Find(const std::vector<std::string>& names, std::string_view name) {
    return static_cast<std::uint32_t>(std::ranges::find(names, name) - names.begin());
  }
  static std::uint32_t FindOrAdd(std::vector<std::string>* names, const std::string& name) {
    const std::uint32_t found = Find(*names, name);
    if (found == names->size()) names->push_back(name);
    return found;
  }
  MemberKey Key(const std::string& key) { return FindOrAdd(&keys_, key); }

  BusEnd End(std::string_view text) {
    const bool is_inside = !text.starts_with('<');
    if (!is_inside) text.remove_prefix(1);
    const std::size_t colon = text.find(':');
    const BusIndex bus = Find(bus_names_, text.substr(0, colon));
    if (bus == bus_names_.size()) return {EndKind::kConnector, Connector(std::string(text)), 0, is_inside};
    if (colon == text.npos) return {EndKind::kBus, bus, 0, is_inside};
    return {EndKind::kMember, bus, Key(std::string(text.substr(colon + 1))), is_inside};
  }
  std::string PrototypeName(Prototype prototype) const {
    switch (prototype.kind) {
      case Prototype::Kind::kConnector:
        return connectors_[prototype.index];
      case Prototype::Kind::kBus:
        return "bus";
      case Prototype::Kind::kDeclared:
        return "declared";
      case Prototype::Kind::kUnknown:
        break;
    }
    return "?";
  }
  std::string SlotName(const ExpandedBuses& e, Slot slot) const {
    const std::string side = slot.is_inside() ? "" : "<";
    const std::size_t num_members = e.members.items.size();
    if (slot.variable() >= num_members) return side + connectors_[slot.variable() - num_members];
    const BusMember& member = e.members.items[slot.variable()];
    return side + BusName(e, member.bus) + "." + keys_[member.key];
  }

  BusConnections connections_;
  std::vector<std::string> bus_names_, keys_, connectors_;
};

}  // namespace daedalus::connect
