#include "daedalus/system/connect/expandable.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "system/connect/named_buses.h"

namespace daedalus::connect {
namespace {

using Kind = BusConflict::Kind;

std::vector<Kind> Conflicts(NamedBuses* buses) {
  std::vector<Kind> kinds;
  for (const BusConflict& conflict : buses->Expand().conflicts) kinds.push_back(conflict.kind);
  return kinds;
}
using Kinds = std::vector<Kind>;

// The engine with a sensor and an actuator of Modelica 3.6, 9.1.3.
TEST(Expandable, EngineWithSensorAndActuatorOfTheSpecification) {
  NamedBuses b;
  for (const char* bus : {"bus", "actuator.bus", "sensor.bus"}) b.AddBus(bus);
  b.Connect("<actuator.bus:speed", "actuator.actuator.speed");
  b.Connect("<sensor.bus:speed", "sensor.sensor.speed");
  b.Connect("<bus", "actuator.bus");
  b.Connect("<bus", "sensor.bus");
  EXPECT_EQ(b.Members(),
            "bus: +speed=actuator.actuator.speed\n"
            "actuator.bus: +speed=actuator.actuator.speed\n"
            "sensor.bus: +speed=actuator.actuator.speed\n");
  EXPECT_EQ(b.Pairs(),
            "<actuator.bus.speed actuator.actuator.speed {0}\n"
            "<sensor.bus.speed sensor.sensor.speed {1}\n"
            "<bus.speed actuator.bus.speed {2}\n"
            "<bus.speed sensor.bus.speed {3}\n");
  EXPECT_EQ(Conflicts(&b), Kinds{});
}

// The engine I4 there: the buses of cylinders become members of the bus of the engine, and these buses again.
TEST(Expandable, EngineWithCylindersOfTheSpecification) {
  NamedBuses b;
  b.AddBus("engine_bus");
  for (const std::string i : {"1", "2"}) {
    b.AddBus("cylinder" + i + ".bus");
    b.Declare("cylinder" + i + ".bus", "spark");
    b.Connect("cylinder" + i + ".plug.spark", "<cylinder" + i + ".bus:spark");
  }
  b.Connect("speed_sensor.w", "<engine_bus:speed");
  b.Connect("cylinder1.bus", "<engine_bus:cylinder[1]");
  b.Connect("cylinder2.bus", "<engine_bus:cylinder[2]");
  EXPECT_EQ(b.Members(),
            "engine_bus: +speed=speed_sensor.w +cylinder[1]=bus +cylinder[2]=bus\n"
            "cylinder1.bus: spark=declared\n"
            "cylinder2.bus: spark=declared\n"
            "engine_bus.cylinder[1]: +spark=declared\n"
            "engine_bus.cylinder[2]: +spark=declared\n");
  EXPECT_EQ(b.Pairs(),
            "cylinder1.plug.spark <cylinder1.bus.spark {0}\n"
            "cylinder2.plug.spark <cylinder2.bus.spark {1}\n"
            "speed_sensor.w <engine_bus.speed {2}\n"
            "cylinder1.bus.spark <engine_bus.cylinder[1].spark {3}\n"
            "cylinder2.bus.spark <engine_bus.cylinder[2].spark {4}\n");
}

TEST(Expandable, WhatNoStatementNamesIsNotPresent) {
  NamedBuses b;
  b.AddBus("a");
  b.AddBus("b");
  b.Declare("a", "x");
  b.Declare("b", "y");
  b.Connect("<a", "<b");
  EXPECT_EQ(b.Members(), "a:\nb:\n");
  b.Connect("<b:x", "m.x");
  EXPECT_EQ(b.Members(), "a: x=declared\nb: +x=declared\n") << "named on one bus, declared on the other";
}

TEST(Expandable, DeclarationsArePreferredToConnectorsAndEarlierConnectorsToLaterOnes) {
  NamedBuses b;
  b.AddBus("a");
  b.Connect("<a:x", "m.x");
  b.Connect("<a:x", "n.x");
  EXPECT_EQ(b.Members(), "a: +x=m.x\n");
  b.Declare("a", "x");
  EXPECT_EQ(b.Members(), "a: x=declared\n");
}

// A statement about something inside a declared bus makes that present, here and on the connected bus.
TEST(Expandable, ANestedBusIsPresentIfSomethingInItIs) {
  NamedBuses b;
  b.AddBus("a");
  b.AddBus("a", "sub");
  b.AddBus("b");
  b.Connect("<a", "b");
  EXPECT_EQ(b.Members(), "a:\na.sub:\nb:\n");
  b.Connect("<a.sub:x", "m.x");
  EXPECT_EQ(b.Members(), "a: sub=bus\na.sub: +x=m.x\nb: +sub=bus\nb.sub: +x=m.x\n");
  EXPECT_EQ(b.Pairs(), "<a.sub.x b.sub.x {0}\n<a.sub.x m.x {1}\n");
}

// connect(a.plug.pin, m.p) makes a.plug present.
TEST(Expandable, AMemberIsPresentIfSomethingInItIsConnected) {
  BusConnections c;
  c.buses.resize(2);
  c.declared = {{0, 3}, {0, 4}};
  c.entered = {{0, 4}};
  c.links = {{{EndKind::kBus, 0}, {EndKind::kBus, 1}, 0}};
  const ExpandedBuses e = ExpandBuses(c);
  ASSERT_EQ(e.members[1].size(), 1u);
  EXPECT_EQ(e.members[1][0].key, 4u);
  EXPECT_EQ(e.pairs.size(), 1u);
}

// a.sub and b.sub are one, because a and b are connected; so what is on one is on the other, at any depth.
TEST(Expandable, NestedBusesOfConnectedBusesAreConnected) {
  NamedBuses b;
  for (const std::string name : {"a", "b"}) {
    b.AddBus(name);
    b.AddBus(name, "sub");
    b.AddBus(name + ".sub", "deep");
  }
  b.Connect("<a.sub.deep:x", "m.x");
  b.Connect("<b.sub.deep:y", "m.y");
  b.Connect("<b", "<a");
  EXPECT_EQ(b.Members(),
            "a: sub=bus\na.sub: deep=bus\na.sub.deep: +x=m.x +y=m.y\n"
            "b: sub=bus\nb.sub: deep=bus\nb.sub.deep: +x=m.x +y=m.y\n");
  EXPECT_EQ(b.Pairs(),
            "<a.sub.deep.x m.x {0}\n<b.sub.deep.y m.y {1}\n"
            "<b.sub.deep.x <a.sub.deep.x {2}\n<b.sub.deep.y <a.sub.deep.y {2}\n");
}

// The same with the innermost buses first: what is connected is found out from the outermost ones.
TEST(Expandable, NestedBusesMayComeInAnyOrder) {
  BusConnections c;
  for (const BusIndex outer : {2u, 5u}) {
    c.buses.push_back({outer - 1, 1});  // deep
    c.buses.push_back({outer, 0});      // sub
    c.buses.push_back({});
  }
  c.num_connectors = 1;
  c.links = {{{EndKind::kMember, 0, 7}, {EndKind::kConnector, 0}, 0},
             {{EndKind::kBus, 2}, {EndKind::kBus, 5}, 1}};
  const ExpandedBuses e = ExpandBuses(c);
  ASSERT_EQ(e.members[3].size(), 1u);
  EXPECT_EQ(e.members[3][0].key, 7u);
  EXPECT_EQ(e.pairs.size(), 2u);
}

TEST(Expandable, MembersOfDifferentNamesCanBeConnected) {
  NamedBuses b;
  b.AddBus("a");
  b.AddBus("b");
  b.Declare("a", "x");
  b.Connect("<a:x", "<b:y");
  EXPECT_EQ(b.Members(), "a: x=declared\nb: +y=declared\n");
  EXPECT_EQ(b.Pairs(), "<a.x <b.y {0}\n");
  EXPECT_EQ(Conflicts(&b), Kinds{});
}

TEST(Expandable, MembersThatAreBusesCanBeConnectedByName) {
  NamedBuses b;
  b.AddBus("a");
  b.AddBus("b");
  b.AddBus("c");
  b.Connect("<a:sub", "c");
  b.Connect("<a:sub", "<b:other");
  b.Connect("<c:x", "m.x");
  EXPECT_EQ(b.Members(), "a: +sub=bus\nb: +other=bus\nc: +x=m.x\na.sub: +x=m.x\nb.other: +x=m.x\n");
  EXPECT_EQ(b.Pairs(), "<a.sub.x c.x {0}\n<a.sub.x <b.other.x {1}\n<c.x m.x {2}\n");
}

// connect(bus1.pressure, bus2.pressure) of 9.1.3, and ConnectTwoUndeclared of the compliance library.
TEST(Expandable, TwoUndeclaredMembersAreAConflict) {
  NamedBuses b;
  b.AddBus("bus1");
  b.AddBus("bus2");
  b.Connect("<bus1:pressure", "<bus2:pressure");
  EXPECT_EQ(Conflicts(&b), Kinds{Kind::kBothUndeclared});
  EXPECT_EQ(b.Members(), "bus1:\nbus2:\n");
}

// ConnectNonExpandable of the compliance library.
TEST(Expandable, ABusAndAnOrdinaryConnectorAreAConflict) {
  NamedBuses b;
  b.AddBus("m.ec");
  b.Connect("m.c", "m.ec");
  EXPECT_EQ(Conflicts(&b), Kinds{Kind::kBusToConnector});
}

TEST(Expandable, AMemberCannotBeABusAndAnOrdinaryConnector) {
  NamedBuses b;
  b.AddBus("a");
  b.AddBus("c");
  b.Connect("<a:sub", "c");
  b.Connect("<a:sub", "m.x");
  EXPECT_EQ(Conflicts(&b), Kinds{Kind::kBusToConnector});
  b.Declare("a", "sub");
  EXPECT_EQ(Conflicts(&b), (Kinds{Kind::kBusOrNot, Kind::kBusToConnector}));
}

TEST(Expandable, ABusConnectedWithWhatIsInsideOfItIsAConflict) {
  NamedBuses b;
  b.AddBus("a");
  b.AddBus("a", "sub");
  b.Connect("<a", "<a.sub");
  b.Connect("<a:x", "m.x");
  const ExpandedBuses e = b.Expand();
  ASSERT_EQ(e.conflicts.size(), 1u);
  EXPECT_EQ(e.conflicts[0].kind, Kind::kContainsItself);
  EXPECT_EQ(b.Pairs(), "<a.x <a.sub.x {0}\n<a.x m.x {1}\n") << "the rest is as it should be";
}

TEST(Expandable, NothingGivesNothing) {
  NamedBuses b;
  EXPECT_EQ(b.Members(), "");
}

// ---- Random buses, against adding what is missing until nothing is.

// Two levels of buses: those without parents are 0 .. n - 1, their nested buses come after them.
BusConnections RandomBuses(std::mt19937* random) {
  const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>((*random)() % n); };
  constexpr MemberKey kNumKeys = 4;  // of each key: below 2 a nested bus, otherwise a signal
  BusConnections c;
  const std::uint32_t n = 1 + below(4);
  c.buses.resize(n);
  for (BusIndex b = 0; b < n; ++b) {
    for (MemberKey key = 0; key < kNumKeys; ++key) {
      if (below(3) != 0) continue;
      if (key < 2) {
        c.buses.push_back({b, key});
      } else {
        c.declared.push_back({b, key});
      }
    }
  }
  c.num_connectors = 3;
  const auto signal = [&](BusIndex b) {
    return BusEnd{EndKind::kMember, b, 2 + below(kNumKeys - 2), below(2) == 0};
  };
  const auto any_bus = [&] { return below(static_cast<std::uint32_t>(c.buses.size())); };
  for (std::uint32_t i = below(7); i > 0; --i) {
    BusLink link;
    link.statement = i;
    switch (below(3)) {
      case 0:  // buses of the same level
        link.a = {EndKind::kBus, below(n), 0, below(2) == 0};
        link.b = {EndKind::kBus, below(n), 0, below(2) == 0};
        break;
      case 1:
        link.a = signal(any_bus());
        link.b = {EndKind::kConnector, below(3)};
        break;
      default:  // a nested bus, by its name in a bus
        if (c.buses.size() == n) continue;
        link.a = {EndKind::kMember, below(n), below(2), true};
        link.b = {EndKind::kBus, n + below(static_cast<std::uint32_t>(c.buses.size()) - n)};
    }
    c.links.push_back(link);
  }
  return c;
}

// By definition: every bus has its members and those of the buses it is connected with.
class Naive {
 public:
  explicit Naive(const BusConnections& c)
      : buses_(c.buses), signals_(c.buses.size()), nested_(c.buses.size()) {
    for (BusIndex b = 0; b < c.buses.size(); ++b) {
      if (c.buses[b].parent != kNoBus) nested_[c.buses[b].parent][c.buses[b].key] = b;
    }
    for (const BusLink& link : c.links) {
      for (const BusEnd& end : {link.a, link.b}) {
        if (end.kind == EndKind::kConnector) continue;
        if (end.kind == EndKind::kMember && link.b.kind == EndKind::kConnector)
          signals_[end.index].insert(end.key);
        if (end.kind == EndKind::kMember && link.b.kind == EndKind::kBus)
          named_.insert(Nested(end.index, end.key));
        for (BusIndex b = end.index; buses_[b].parent != kNoBus; b = buses_[b].parent) named_.insert(b);
      }
      if (link.b.kind == EndKind::kBus) {
        const BusIndex a = link.a.kind == EndKind::kBus ? link.a.index : Nested(link.a.index, link.a.key);
        connected_.insert({a, link.b.index});
      }
    }
    while (Round()) {
    }
  }
  // The keys of signals, and 100 more than those of nested buses, that are present.
  std::set<MemberKey> Members(BusIndex b) const {
    std::set<MemberKey> keys = signals_[b];
    for (const auto& [key, bus] : nested_[b]) {
      if (named_.contains(bus)) keys.insert(100 + key);
    }
    return keys;
  }
  BusIndex Child(BusIndex b, MemberKey key) const { return nested_[b].at(key); }

 private:
  BusIndex Nested(BusIndex b, MemberKey key) {
    if (const auto found = nested_[b].find(key); found != nested_[b].end()) return found->second;
    const auto created = static_cast<BusIndex>(buses_.size());
    buses_.push_back({b, key});
    signals_.emplace_back();
    nested_.emplace_back();
    nested_[b][key] = created;
    return created;
  }
  bool Round() {
    const auto before = std::tuple(buses_.size(), connected_.size(), named_.size(), signals_);
    const auto connected = connected_;
    for (auto [a, b] : connected) {
      for (int way = 0; way < 2; ++way, std::swap(a, b)) {
        signals_[b].insert(signals_[a].begin(), signals_[a].end());
        const auto nested = nested_[a];
        for (const auto& [key, child] : nested) {
          if (!named_.contains(child)) continue;
          const BusIndex other = Nested(b, key);
          named_.insert(other);
          connected_.insert({child, other});
        }
        // A nested bus that is not present is connected as well, and may get something by it.
        for (const auto& [key, child] : nested) {
          if (nested_[b].contains(key)) connected_.insert({child, nested_[b].at(key)});
        }
      }
    }
    return before != std::tuple(buses_.size(), connected_.size(), named_.size(), signals_);
  }

  std::vector<Bus> buses_;
  std::vector<std::set<MemberKey>> signals_;
  std::vector<std::map<MemberKey, BusIndex>> nested_;
  std::set<std::pair<BusIndex, BusIndex>> connected_;
  std::set<BusIndex> named_;
};

TEST(Expandable, RandomBusesGetWhatTheNaiveWayAdds) {
  std::mt19937 random(1986);
  int num_created = 0, num_compared = 0;
  for (int trial = 0; trial < 5000; ++trial) {
    const BusConnections c = RandomBuses(&random);
    const ExpandedBuses e = ExpandBuses(c);
    if (std::ranges::any_of(e.conflicts,
                            [](const BusConflict& x) { return x.kind == Kind::kContainsItself; }))
      continue;
    const Naive naive(c);
    ++num_compared;
    num_created += static_cast<int>(e.buses.size() - c.buses.size());
    std::vector<std::pair<BusIndex, BusIndex>> stack;  // ours, theirs
    for (BusIndex b = 0; b < c.buses.size(); ++b) stack.push_back({b, b});
    while (!stack.empty()) {
      const auto [ours, theirs] = stack.back();
      stack.pop_back();
      std::set<MemberKey> keys;
      for (const BusMember& m : e.members[ours]) {
        keys.insert(m.nested == kNoBus ? m.key : 100 + m.key);
        if (m.nested != kNoBus && m.nested >= c.buses.size())
          stack.push_back({m.nested, naive.Child(theirs, m.key)});
      }
      ASSERT_EQ(keys, naive.Members(theirs)) << "trial " << trial << ", bus " << ours;
      ASSERT_EQ(keys.size(), e.members[ours].size());
    }
  }
  EXPECT_GT(num_created, 1000);
  EXPECT_GT(num_compared, 3000);
}

// Pairs join members of the same key, or what a statement names, and never two augmentation sets.
TEST(Expandable, RandomBusesAreConnectedMemberByMember) {
  std::mt19937 random(1987);
  for (int trial = 0; trial < 5000; ++trial) {
    const BusConnections c = RandomBuses(&random);
    const ExpandedBuses e = ExpandBuses(c);
    ASSERT_EQ(e.augmentation_sets.size(), e.buses.size());
    for (const SlotPair& pair : e.pairs) {
      ASSERT_LT(pair.a.variable(), e.members.items.size());
      const BusMember& a = e.members.items[pair.a.variable()];
      ASSERT_EQ(a.nested, kNoBus);
      if (pair.b.variable() >= e.members.items.size()) {
        ASSERT_TRUE(a.is_named);
        continue;
      }
      const BusMember& b = e.members.items[pair.b.variable()];
      ASSERT_EQ(a.key, b.key);
      ASSERT_EQ(e.augmentation_sets[a.bus], e.augmentation_sets[b.bus]);
    }
  }
}

}  // namespace
}  // namespace daedalus::connect
