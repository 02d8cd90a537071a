// Memory that holds machine code: written first, executable afterwards, never both (W^X). Linux; where the
// system refuses it, there is simply none.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

namespace daedalus {

// An executable copy of the bytes, valid while it is owned; nullptr if the system refuses.
std::shared_ptr<const std::uint8_t> MakeExecutable(std::span<const std::uint8_t> code);

}  // namespace daedalus
