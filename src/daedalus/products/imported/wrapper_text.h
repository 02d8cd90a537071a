// Writes an FMU as a Modelica class, so that it can be simulated, connected and composed like any other
// class.
//
// Model Exchange: the states of the FMU become states of the class, der(x) = f(phase, t, x, u). Its event
// indicators become relations. The FMU decides about events, new values of states, and the time of the next
// event.
//
// Co-Simulation: at each communication point the FMU makes a step, with the inputs of the point before. Its
// variables are constant between the points.
//
// The class calls the functions daedalusFmu_* (system/native/fmu_natives.cc). Each call lists what the
// derivative or output depends on, so that structural analysis sees it. The class has the parameters of the
// FMU, and its start values under names like 'start(h)'.
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
  std::optional<double> step = {};  // between communication points; without a value: as the FMU says
  // True if no input follows from an output of this FMU, so all inputs are known when it is initialised.
  bool is_alone = false;
  bool is_isolated = false;  // the FMU runs in a process of its own
  std::optional<double> call_limit =
      {};  // seconds that one of its functions may take; only if it is isolated
};

std::string WrapperText(const FmuDescription& fmu, const WrapperOptions& options);

// The name of the class.
std::string WrapperName(const FmuDescription& fmu);

}  // namespace daedalus::imported
