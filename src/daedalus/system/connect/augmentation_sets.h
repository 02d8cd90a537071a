// Which buses are connected, and what is on them together: steps 1 and 2 of expandable.h.
#pragma once

#include <cstdint>
#include <vector>

#include "daedalus/system/connect/bus_cells.h"
#include "daedalus/system/connect/expandable.h"

namespace daedalus::connect {

// The members that all buses of a set share.
struct SetMember {
  MemberKey key = 0;
  Prototype prototype;
  BusIndex nested = kNoBus;  // one of the buses that it is
};

struct AugmentationSets {
  std::vector<std::uint32_t> set_of_bus;
  Grouped<SetMember> members;                   // by set: those that are present
  std::vector<std::uint32_t> position_of_cell;  // of its member there, or kNoCell
  std::vector<BusConflict> conflicts;
};

AugmentationSets MakeAugmentationSets(const BusConnections& connections, const BusCells& cells);

}  // namespace daedalus::connect
