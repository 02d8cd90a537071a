// A number that identifies a model. Two models with the same number have, for all practical purposes, the
// same variables, parameters and equations. Values of parameters do not count.
#pragma once

#include <cstdint>

#include "daedalus/system/system.h"

namespace daedalus::simulate {

std::uint64_t FingerprintOf(const System& system);

}  // namespace daedalus::simulate
