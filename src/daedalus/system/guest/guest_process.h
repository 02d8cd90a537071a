// The process in which an isolated FMU runs: it answers requests until the socket is closed.
#pragma once

#include <string>

#include "daedalus/system/guest/guest.h"

namespace daedalus::guest {

// Never returns. `socket` is the file of the socket; all others are closed.
[[noreturn]] void RunGuestProcess(const GuestFacts& facts, int socket);

}  // namespace daedalus::guest
