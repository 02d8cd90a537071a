// An FMU in a process of its own. If it crashes there, or does not return within the limit, the call fails
// like any other, and the message names the function of FMI.
#pragma once

#include <memory>

#include "daedalus/system/guest/guest.h"

namespace daedalus::guest {

// The facts must live longer than the guest.
Failed LoadIsolated(const GuestFacts& facts, std::unique_ptr<Guest>& out);

}  // namespace daedalus::guest
