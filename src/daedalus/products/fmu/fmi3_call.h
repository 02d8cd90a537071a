// Calls of FMI 3.0 on a Component.
#pragma once

#include <fmi3FunctionTypes.h>

#include <utility>

#include "daedalus/products/fmu/call.h"

namespace daedalus::fmu {

template <class Function>
fmi3Status Call3(fmi3Instance instance, const char* name, std::uint8_t modes, Function&& function) {
  return static_cast<fmi3Status>(
      Call(static_cast<Component*>(instance), name, modes, Status::kError, std::forward<Function>(function)));
}

template <class Function>
fmi3Status Exchange3(fmi3Instance instance, const char* name, std::uint8_t modes, Function&& function,
                     Status on_error = Status::kError) {
  return static_cast<fmi3Status>(CallOf(Kind::kExchange, static_cast<Component*>(instance), name, modes,
                                        on_error, std::forward<Function>(function)));
}

template <class Function>
fmi3Status Stepping3(fmi3Instance instance, const char* name, std::uint8_t modes, Function&& function) {
  return static_cast<fmi3Status>(CallOf(Kind::kStepping, static_cast<Component*>(instance), name, modes,
                                        Status::kError, std::forward<Function>(function)));
}

// The answer of an FMU without such variables or functions.
fmi3Status Refuse3(fmi3Instance instance, const char* name);

Component* Make3(Kind kind, fmi3String name, fmi3String token, fmi3String resources, bool is_logging,
                 fmi3InstanceEnvironment environment, fmi3LogMessageCallback log);

}  // namespace daedalus::fmu
