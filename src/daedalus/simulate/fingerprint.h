// A number that tells models apart: two models with the same number have, for all that matters, the same
// variables, parameters and equations. Values of parameters do not count.
#pragma once

#include <cstdint>

#include "daedalus/system/system.h"

namespace daedalus::simulate {

std::uint64_t FingerprintOf(const System& system);

}  // namespace daedalus::simulate
