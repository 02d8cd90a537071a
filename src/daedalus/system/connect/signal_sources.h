// Does every signal have exactly one source? (Modelica 3.6, 9.3.)
//
// A connection set of causal variables (input or output) may contain a *source*: an output of an inside
// connector (a component computes it) or an input of a public outside connector (it comes from the
// surrounding model). A set with two sources contradicts itself. A set without one lacks a value, unless
//
//   1. it has a variable of a public outside expandable connector: the value may come through the bus
//   2. it has a variable of a protected outside connector
//   3. it is one input of an inside connector outside of any bus: an equation may give the value
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "daedalus/system/connect/connection_sets.h"

namespace daedalus::connect {

enum class Causality : std::uint8_t { kNone, kInput, kOutput };

struct Signal {
  Causality causality = Causality::kNone;
  bool is_protected = false;      // the connector is a protected element
  bool is_in_expandable = false;  // the connector is expandable, or part of one that is
};

bool IsSource(Slot slot, const Signal& signal);

std::size_t CountSources(std::span<const Slot> members, std::span<const Signal> signals);

struct SourceConflict {
  std::uint32_t set = 0;
  std::vector<Slot> sources;  // two or more, or none
};

// The sets that have two sources, or none and need one. `signals`: by variable. Linear.
std::vector<SourceConflict> CheckSources(const ConnectionSets& sets, std::span<const Signal> signals);

}  // namespace daedalus::connect
