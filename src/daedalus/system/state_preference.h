// How much a variable wants to be a state: stateSelect first, then a start value that is fixed, which shows
// what the user thinks of as one.
#pragma once

#include <cstdint>

#include "daedalus/system/system.h"

namespace daedalus {

// 0 where nothing is said; the larger, the sooner.
inline std::int32_t StatePreference(const System& system, const Variable& variable) {
  const auto select = static_cast<std::int32_t>(system.declarations[variable.declaration].state_select);
  return 2 * (select - static_cast<std::int32_t>(StateSelect::kDefault)) + (variable.fixed ? 1 : 0);
}

}  // namespace daedalus
