// The dependencies of a variable, while the FMU runs: those of its description.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "daedalus/products/fmi/common_xml.h"
#include "daedalus/products/fmi/interface.h"

namespace daedalus::fmu {

// nullopt if the dependencies are unknown, or if the variable is neither an output nor the derivative of a
// state.
std::optional<std::vector<fmi::Known>> DependenciesOf(const fmi::Interface& shown, std::uint32_t reference);

}  // namespace daedalus::fmu
