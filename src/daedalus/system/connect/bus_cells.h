// The members of single buses that a declaration, a nested bus or a statement mentions. A *cell* is such a
// bus and key. Each cell has one number, however often it is mentioned.
#pragma once

#include <cstdint>
#include <vector>

#include "daedalus/system/connect/expandable.h"

namespace daedalus::connect {

inline constexpr std::uint32_t kNoCell = 0xffffffff;

struct BusCell {
  BusIndex bus = 0;
  MemberKey key = 0;
  BusIndex own_bus = kNoBus;                   // a nested bus that is there already
  std::uint32_t declaration = kNoDeclaration;  // in the class of this bus
  bool is_named = false;                       // by a statement, or something inside of it is

  bool is_declared() const { return own_bus != kNoBus || declaration != kNoDeclaration; }
};

struct BusCells {
  std::vector<BusCell> cells;  // by first occurrence: nested buses, declarations, statements
  MemberKey num_keys = 0;      // keys are smaller
  // Which cell is meant, or kNoCell:
  std::vector<std::uint32_t> of_bus;          // by bus: the one that it is in its parent
  std::vector<std::uint32_t> of_declaration;  // by BusConnections::declared
  std::vector<std::uint32_t> of_end;          // two for each link

  std::uint32_t size() const { return static_cast<std::uint32_t>(cells.size()); }
};

BusCells ListBusCells(const BusConnections& connections);

}  // namespace daedalus::connect
