// Memory that holds machine code: written first, executable afterwards, never both (W^X). Linux; where the
// system refuses it, there is simply none.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

namespace daedalus::codegen {

// A copy of the bytes that can be called, as long as somebody keeps it; null where the system says no.
std::shared_ptr<const std::uint8_t> MakeExecutable(std::span<const std::uint8_t> code);

}  // namespace daedalus::codegen
