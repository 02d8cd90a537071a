// The two versions of FMI behind guest.h. The facts must live longer than the guest.
#pragma once

#include <memory>

#include "daedalus/system/guest/guest.h"

namespace daedalus::guest {

Failed LoadFmi2(const GuestFacts& facts, std::unique_ptr<Guest>& out);
Failed LoadFmi3(const GuestFacts& facts, std::unique_ptr<Guest>& out);

// Into this process, whatever the facts say about isolation.
inline Failed LoadInProcess(const GuestFacts& facts, std::unique_ptr<Guest>& out) {
  return facts.version == 2 ? LoadFmi2(facts, out) : LoadFmi3(facts, out);
}

}  // namespace daedalus::guest
