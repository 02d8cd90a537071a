// One thread at a time may use an object that works without the GIL.
#pragma once

#include <atomic>
#include <string>

#include "errors.h"

namespace daedalus::python {

class ExclusiveUse {
 public:
  // Throws UsageError if another thread uses the object.
  explicit ExclusiveUse(std::atomic<bool>& is_in_use) : is_in_use_(is_in_use) {
    if (is_in_use_.exchange(true))
      throw UsageError(UsageError::Kind::kBusy, "another thread uses this instance",
                       "give each thread an instance of its own");
  }
  ~ExclusiveUse() { is_in_use_ = false; }
  ExclusiveUse(const ExclusiveUse&) = delete;
  ExclusiveUse& operator=(const ExclusiveUse&) = delete;

 private:
  std::atomic<bool>& is_in_use_;
};

}  // namespace daedalus::python
