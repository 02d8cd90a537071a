// Short names for the two faces of a connector's variable.
#pragma once

#include "daedalus/system/connect/connection_sets.h"

namespace daedalus::connect {

inline constexpr Slot In(VariableIndex v) {
  return Slot::Inside(v);
}
inline constexpr Slot Out(VariableIndex v) {
  return Slot::Outside(v);
}

}  // namespace daedalus::connect
