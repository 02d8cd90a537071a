// An FMU as a class of Modelica, so that it can be simulated, connected and composed like any other.
//
//   Model Exchange: the states of the FMU are states of the class, der(x) = f(phase, t, x, u). Its event
//   indicators are relations. Events, new values of states and the next time event come from the FMU.
//
//   Co-Simulation: at each communication point the FMU makes a step, with the inputs of the point before.
//   Its variables are constant in between.
//
// The class calls the functions daedalusFmu_* (system/native/fmu_natives.cc). What a derivative or output
// depends on stands in its call, so that structure analysis sees it. Parameters, and start values under
// names like 'start(h)', are those of the FMU.
#pragma once

#include <optional>
#include <string>

#include "daedalus/products/imported/fmu_description.h"

namespace daedalus::imported {

enum class FmuKind : std::uint8_t { kExchange, kStepping };

struct WrapperOptions {
  FmuKind kind = FmuKind::kExchange;
  std::string library;              // the file of the binary
  std::string resources;            // the folder of resources
  std::optional<double> step = {};  // between communication points; empty: that of the FMU
  // Its inputs do not follow from its outputs, so all of them are known when it is initialised.
  bool is_alone = false;
  bool is_isolated = false;  // the FMU runs in a process of its own
  std::optional<double> call_limit =
      {};  // seconds that one of its functions may take; only if it is isolated
};

std::string WrapperText(const FmuDescription& fmu, const WrapperOptions& options);

// The name of the class.
std::string WrapperName(const FmuDescription& fmu);

}  // namespace daedalus::imported
