// Calls of FMI 2.0 on a Component. Co-Simulation also remembers how the last step ended.
#pragma once

#include <fmi2FunctionTypes.h>

#include <utility>

#include "daedalus/products/fmu/call.h"

namespace daedalus::fmu {

struct Fmi2Instance {
  std::unique_ptr<Component> component;
  bool has_experiment = false;  // fmi2SetupExperiment was called
  Component::Stepped last = {};
};

inline Component* ComponentOf(fmi2Component instance) {
  return instance == nullptr ? nullptr : static_cast<Fmi2Instance*>(instance)->component.get();
}

template <class Function>
fmi2Status Call2(fmi2Component instance, const char* name, std::uint8_t modes, Function&& function) {
  return static_cast<fmi2Status>(
      Call(ComponentOf(instance), name, modes, Status::kError, std::forward<Function>(function)));
}

template <class Function>
fmi2Status Exchange2(fmi2Component instance, const char* name, std::uint8_t modes, Function&& function,
                     Status on_error = Status::kError) {
  return static_cast<fmi2Status>(CallOf(Kind::kExchange, ComponentOf(instance), name, modes, on_error,
                                        std::forward<Function>(function)));
}

template <class Function>
fmi2Status Stepping2(fmi2Component instance, const char* name, std::uint8_t modes, Function&& function) {
  return static_cast<fmi2Status>(CallOf(Kind::kStepping, ComponentOf(instance), name, modes, Status::kError,
                                        std::forward<Function>(function)));
}

// The message of FMI 2 is a printf format, so it must not contain stray percent signs.
std::string WithoutFormat(const std::string& message);

}  // namespace daedalus::fmu
