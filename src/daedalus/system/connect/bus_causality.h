// Which members of buses are inputs, and which outputs? (Modelica 3.6, 9.1.3 with 9.3.)
//
// A member that a statement puts on a bus becomes input or output so that its connection sets have one source
// each (signal_sources.h). What it is on one side decides what it is on the other: an outside connector that
// is an input feeds the model that has it, and is fed where that model stands as a component.
//
//   1. In a set that has a source, other members are none: outputs of outside buses, inputs of inside ones.
//   2. If rule 1 decides no more: in a set without a source, members of outside buses are inputs ("if both
//      would be valid"), and if there are none, the only undecided member of an inside bus an output. Back to
//      1.
//
// Members that a bus has only because another bus has them pass on the result of rule 1, but are neither
// input nor output themselves (9.1.3). The same holds for members whose sets contain nothing causal. Declared
// prefixes stay. Two rules find contradictions: the rule on sources, and the rule that an input of one bus
// must be something else on another bus of the augmentation set.
//
// Cost: linear.
#pragma once

#include <cstdint>
#include <vector>

#include "daedalus/system/connect/expandable.h"
#include "daedalus/system/connect/signal_sources.h"

namespace daedalus::connect {

// What is known before.
struct BusSignals {
  std::vector<Causality> declared{};  // by BusConnections::declared
  std::vector<Signal> connectors{};   // the ordinary ones
  std::vector<bool> is_protected{};   // by BusConnections::buses
};

struct BusCausality {
  std::vector<Causality> members;         // by ExpandedBuses::members.items
  ConnectionSets sets;                    // of ExpandedBuses::pairs
  std::vector<SourceConflict> conflicts;  // in these sets
  // Members that are inputs of every bus that has them: the first of each. No error where such a bus is a
  // connector of the model as a whole.
  std::vector<std::uint32_t> never_fed;
};

BusCausality DeduceBusCausality(const BusConnections& connections, const ExpandedBuses& expanded,
                                const BusSignals& known);

}  // namespace daedalus::connect
