// What the functions of Model Exchange do in both versions of FMI, without their names, modes and types.
#pragma once

#include <cstddef>

#include "daedalus/products/fmu/call.h"

namespace daedalus::fmu {

enum class ExchangeVector : std::uint8_t { kStates, kNominals, kDerivatives, kIndicators };

// An error if `size` is not that of the vector.
Result<Unit> ReadVector(Component& component, ExchangeVector what, double* out, std::size_t size);
Result<Unit> SetStates(Component& component, const double* states, std::size_t size);

}  // namespace daedalus::fmu
