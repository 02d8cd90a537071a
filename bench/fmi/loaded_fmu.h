// An FMU of FMI 3 that we have exported: unpacked, loaded, and called as importers call it.
#pragma once

#include <fmi3FunctionTypes.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace daedalus::bench {

struct LoadedFmu {
  fmi3InstantiateModelExchangeTYPE* instantiate_exchange = nullptr;
  fmi3InstantiateCoSimulationTYPE* instantiate_stepping = nullptr;
  fmi3FreeInstanceTYPE* free = nullptr;
  fmi3EnterInitializationModeTYPE* enter_initialization = nullptr;
  fmi3ExitInitializationModeTYPE* exit_initialization = nullptr;
  fmi3UpdateDiscreteStatesTYPE* update = nullptr;
  fmi3EnterContinuousTimeModeTYPE* enter_continuous = nullptr;
  fmi3SetTimeTYPE* set_time = nullptr;
  fmi3SetContinuousStatesTYPE* set_states = nullptr;
  fmi3GetContinuousStatesTYPE* get_states = nullptr;
  fmi3GetContinuousStateDerivativesTYPE* get_derivatives = nullptr;
  fmi3GetFloat64TYPE* get = nullptr;
  fmi3SetFloat64TYPE* set = nullptr;
  fmi3DoStepTYPE* do_step = nullptr;
  std::string token, resources;

  // The references of the variables whose names begin like this, in the order of the description.
  std::vector<fmi3ValueReference> References(const std::string& begin) const;

  // Ends the bench after an error.
  fmi3Instance BeginExchange() const;
  fmi3Instance BeginStepping(double tolerance) const;

  std::vector<std::pair<std::string, fmi3ValueReference>> variables;
};

// Ends the bench if it cannot be loaded. `folder` gets its files.
LoadedFmu LoadFmu(const std::string& file, const std::string& folder);

}  // namespace daedalus::bench
