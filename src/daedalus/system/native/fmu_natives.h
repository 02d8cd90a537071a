// daedalusFmu_*: FMUs of other tools as components (fmu_natives.cc).
#pragma once

#include <span>
#include <string_view>

#include "daedalus/system/native/native_call.h"

namespace daedalus::native {

std::span<const Native> FmuNatives();

// Loads the binary of an FMU, which --allow-external permits.
inline constexpr std::string_view kOpenFmu = "daedalusFmu_open";

}  // namespace daedalus::native
