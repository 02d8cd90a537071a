// The state of a running call of a foreign function. The functions of ModelicaUtilities.h (Modelica 3.6,
// section 12.9.6) have no argument that leads to it, so the thread keeps it.
#pragma once

#include <csetjmp>
#include <memory>
#include <string>
#include <vector>

#include "daedalus/system/native/outside.h"

namespace daedalus::native {

struct ForeignState {
  std::jmp_buf escape;  // where ModelicaError goes, which does not return
  std::string error;
  std::vector<std::unique_ptr<char[]>> texts;  // of ModelicaAllocateString, until the call has ended
  Outside* outside = nullptr;                  // nullptr if not at an event
  ForeignState* before = nullptr;              // of a call around this one
};

// The state of the call that runs in this thread; nullptr if none does.
ForeignState*& CurrentForeignState();

}  // namespace daedalus::native
