// The units known during a flattening (unit_check.h).
#pragma once

#include <cstdint>
#include <unordered_map>

#include "daedalus/system/units/unit_table.h"

namespace daedalus::semantics {

// In which texts are mixed units reported?
enum class UnitCheck : std::uint8_t {
  kOff,
  kOwn,  // in the user's files, but not in those of libraries
  kAll,
};

struct UnitState {
  UnitCheck check = UnitCheck::kOwn;
  units::UnitTable table;
  std::unordered_map<std::uint64_t, units::UnitId> members;  // declared, by environment and member
};

}  // namespace daedalus::semantics
