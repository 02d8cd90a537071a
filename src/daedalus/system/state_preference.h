// The preference of a variable as a state: stateSelect first, then a fixed start value, which shows what the
// user regards as a state.
#pragma once

#include <cstdint>

#include "daedalus/system/system.h"

namespace daedalus {

// 0 without a preference. Larger numbers are chosen first.
inline std::int32_t StatePreference(const System& system, const Variable& variable) {
  const auto select = static_cast<std::int32_t>(system.declarations[variable.declaration].state_select);
  return 2 * (select - static_cast<std::int32_t>(StateSelect::kDefault)) + (variable.fixed ? 1 : 0);
}

}  // namespace daedalus
