// Units that an editor proposes in `unit = ""`: those that the standard library has most.
#pragma once

#include <span>
#include <string_view>

namespace daedalus::ide {

struct OfferedUnit {
  std::string_view text, quantity;
};

std::span<const OfferedUnit> OfferedUnits();

}  // namespace daedalus::ide
