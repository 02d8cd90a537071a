// The dependencies of a variable, while the FMU runs: those of its description.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "daedalus/products/fmi/interface.h"

namespace daedalus::fmu {

// The value references; nullopt if they are not known, or the variable is neither an output nor the
// derivative of a state.
std::optional<std::vector<std::uint32_t>> DependenciesOf(const fmi::Interface& shown,
                                                         std::uint32_t reference);

}  // namespace daedalus::fmu
