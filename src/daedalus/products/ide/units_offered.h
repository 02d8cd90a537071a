// Units that an editor suggests in `unit = ""`: the most frequent ones in the standard library.
#pragma once

#include <span>
#include <string_view>

namespace daedalus::ide {

struct OfferedUnit {
  std::string_view text, quantity;
};

std::span<const OfferedUnit> OfferedUnits();

}  // namespace daedalus::ide
