// What is on a bus? The elaboration of expandable connectors (Modelica 3.6, 9.1.3).
//
// A *bus* is an instance of an expandable connector. Its connections give it its members. A statement about
// `bus.speed` adds `speed` to the bus, with the properties of the other end. Connected buses, directly or
// through others, all get the same members. Members can be buses, which are then connected member by member,
// too. A member that the class of a bus declares is only potential. It is *present* if a statement about one
// of the connected buses names it, or something inside it.
//
// On plain numbers: a member is known by its bus and a *key*, for the caller numbers names, with their
// subscripts. Steps, to a fixed point:
//
//   1. Connected buses are one *augmentation set*. Members of the same key in it are one member, and so are
//      members that a statement connects.
//   2. Where one member is several buses, these are connected, which may make members one again: back to 1.
//   3. Each bus gets every present member of its set that it lacks. Members that are buses are created.
//
// Then buses are ordinary connectors and their connections ordinary ones, which come back as pairs: `pairs`
// is what MakeConnectionSets takes, once the caller has taken each member apart. What is input and what is
// output: bus_causality.h.
//
// Cost: linear in the statements and in the members that result, times the depth to which buses are nested.
#pragma once

#include <cstdint>
#include <vector>

#include "daedalus/system/connect/connection_sets.h"
#include "daedalus/system/connect/grouped.h"

namespace daedalus::connect {

using BusIndex = std::uint32_t;
using MemberKey = std::uint32_t;

inline constexpr std::uint32_t kNoBus = 0xffffffff;
inline constexpr std::uint32_t kNoDeclaration = 0xffffffff;

struct Bus {
  BusIndex parent = kNoBus;  // it is the member `key` of this one; none: an element of a component
  MemberKey key = 0;
};

struct BusMemberName {
  BusIndex bus = 0;
  MemberKey key = 0;
};

enum class EndKind : std::uint8_t { kBus, kMember, kConnector };

// One end of a connect statement. A bus that is a declared member of another is a kBus, without its parent.
struct BusEnd {
  EndKind kind = EndKind::kBus;
  std::uint32_t index = 0;  // of the bus, of the bus of the member, of the ordinary connector
  MemberKey key = 0;        // of the member
  bool is_inside = true;    // (9.1.2)
};

struct BusLink {
  BusEnd a, b;
  StatementIndex statement = 0;
};

struct BusConnections {
  std::vector<Bus> buses{};
  // In the classes of buses. What is declared as a bus is not here, but a Bus with a parent.
  std::vector<BusMemberName> declared{};
  // Members inside of which a statement connects something, as in bus.plug.pin.
  std::vector<BusMemberName> entered{};
  std::size_t num_connectors = 0;  // ordinary ones that are connected with members
  std::vector<BusLink> links{};
};

// What a member is like.
struct Prototype {
  enum class Kind : std::uint8_t { kUnknown, kConnector, kDeclared, kBus };
  Kind kind = Kind::kUnknown;
  std::uint32_t index = 0;  // of an ordinary connector, of `declared`, of `buses`
};

// A member that is present.
struct BusMember {
  BusIndex bus = 0;
  MemberKey key = 0;
  Prototype prototype;
  std::uint32_t declaration = kNoDeclaration;  // in the class of this bus: an index of `declared`
  bool is_added = false;                       // it is not in the class of this bus
  bool is_named = false;                       // by a statement, as member of this bus
  BusIndex nested = kNoBus;  // the bus that it is; none although it is like a bus: it would contain itself
};

struct BusConflict {
  enum class Kind : std::uint8_t {
    kBothUndeclared,  // a statement connects two members of which neither is declared
    kBusToConnector,  // a statement connects a bus with an ordinary connector
    kBusOrNot,        // what is a bus by a statement or another bus is declared to be none
    kContainsItself,  // a bus is connected with something inside of it
  };
  Kind kind = Kind::kBothUndeclared;
  StatementIndex statement = 0;  // of the first two
  BusIndex bus = kNoBus;         // of the others
  MemberKey key = 0;             // the member that is concerned, of the others
};

struct ExpandedBuses {
  std::vector<Bus> buses;      // the given ones, then those that were created
  Grouped<BusMember> members;  // by bus; connected buses have the same ones in the same order
  // The variables are the members, in the order of members.items, and after them the ordinary connectors.
  std::vector<SlotPair> pairs;
  std::vector<std::uint32_t> augmentation_sets;  // of each bus; two that are connected have the same number
  std::vector<BusConflict> conflicts;
};

ExpandedBuses ExpandBuses(const BusConnections& connections);

}  // namespace daedalus::connect
