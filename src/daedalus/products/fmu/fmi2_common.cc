// FMI 2.0: functions of both interfaces, without getters and setters.
#include <fmi2Functions.h>

#include "daedalus/products/fmu/fmi2_call.h"

namespace daedalus::fmu {

std::string WithoutFormat(const std::string& message) {
  std::string out;
  for (const char c : message) out += c == '%' ? "%%" : std::string(1, c);
  return out;
}

}  // namespace daedalus::fmu

using namespace daedalus;
using namespace daedalus::fmu;

extern "C" {

const char* fmi2GetTypesPlatform(void) {
  return fmi2TypesPlatform;
}

const char* fmi2GetVersion(void) {
  return "2.0";
}

fmi2Status fmi2SetDebugLogging(fmi2Component instance, fmi2Boolean loggingOn, size_t, const fmi2String[]) {
  return Call2(instance, "fmi2SetDebugLogging", kAnyMode, [&](Component& c) -> Result<Unit> {
    c.SetLogging(loggingOn != fmi2False);
    return Unit{};
  });
}

fmi2Component fmi2Instantiate(fmi2String instanceName, fmi2Type type, fmi2String guid, fmi2String resources,
                              const fmi2CallbackFunctions* functions, fmi2Boolean, fmi2Boolean loggingOn) {
  Log log;
  const std::string name = instanceName == nullptr ? "" : instanceName;
  if (functions != nullptr && functions->logger != nullptr) {
    log = [name, logger = functions->logger, environment = functions->componentEnvironment](
              Status status, const char* category, const std::string& message) {
      logger(environment, name.c_str(), static_cast<fmi2Status>(status), category,
             WithoutFormat(message).c_str());
    };
  }
  if (resources == nullptr || name.empty()) {
    if (log) log(Status::kError, "logStatusError", "the instance needs a name and the URI of its resources");
    return nullptr;
  }
  std::string folder = PathOf(resources);
  while (folder.size() > 1 && folder.ends_with('/')) folder.pop_back();
  Component* component = MakeComponent(type == fmi2ModelExchange ? Kind::kExchange : Kind::kStepping, folder,
                                       guid, loggingOn != fmi2False, log);
  if (component == nullptr) return nullptr;
  return new Fmi2Instance{.component = std::unique_ptr<Component>(component)};
}

void fmi2FreeInstance(fmi2Component instance) {
  delete static_cast<Fmi2Instance*>(instance);
}

fmi2Status fmi2SetupExperiment(fmi2Component instance, fmi2Boolean toleranceDefined, fmi2Real tolerance,
                               fmi2Real startTime, fmi2Boolean stopTimeDefined, fmi2Real stopTime) {
  return Call2(instance, "fmi2SetupExperiment", In(Mode::kInstantiated), [&](Component& c) -> Result<Unit> {
    c.SetExperiment({.start = startTime,
                     .stop = stopTimeDefined != fmi2False ? std::optional(stopTime) : std::nullopt,
                     .tolerance = toleranceDefined != fmi2False ? std::optional(tolerance) : std::nullopt});
    static_cast<Fmi2Instance*>(instance)->has_experiment = true;
    return Unit{};
  });
}

fmi2Status fmi2EnterInitializationMode(fmi2Component instance) {
  return Call2(instance, "fmi2EnterInitializationMode", In(Mode::kInstantiated),
               [&](Component& c) -> Result<Unit> {
                 if (!static_cast<Fmi2Instance*>(instance)->has_experiment)
                   return WrongCall("fmi2SetupExperiment must be called first");
                 return c.EnterInitialization();
               });
}

fmi2Status fmi2ExitInitializationMode(fmi2Component instance) {
  return Call2(instance, "fmi2ExitInitializationMode", In(Mode::kInitialization), [&](Component& c) {
    static_cast<Fmi2Instance*>(instance)->last = {.time = c.experiment().start, .has_ended = false};
    return c.ExitInitialization();
  });
}

fmi2Status fmi2Terminate(fmi2Component instance) {
  return Call2(instance, "fmi2Terminate", kRunning, [](Component& c) -> Result<Unit> {
    c.Terminate();
    return Unit{};
  });
}

fmi2Status fmi2Reset(fmi2Component instance) {
  return Call2(instance, "fmi2Reset", kAnyMode, [&](Component& c) -> Result<Unit> {
    c.Reset();
    static_cast<Fmi2Instance*>(instance)->has_experiment = false;
    return Unit{};
  });
}

// ---- saved states ----

fmi2Status fmi2GetFMUstate(fmi2Component instance, fmi2FMUstate* state) {
  return Call2(instance, "fmi2GetFMUstate", kAnyMode, [&](Component& c) { return SaveTo(c, state); });
}

fmi2Status fmi2SetFMUstate(fmi2Component instance, fmi2FMUstate state) {
  return Call2(instance, "fmi2SetFMUstate", kAnyMode, [&](Component& c) { return RestoreFrom(c, state); });
}

fmi2Status fmi2FreeFMUstate(fmi2Component instance, fmi2FMUstate* state) {
  return Call2(instance, "fmi2FreeFMUstate", kAnyMode, [&](Component&) -> Result<Unit> {
    FreeState(state);
    return Unit{};
  });
}

fmi2Status fmi2SerializedFMUstateSize(fmi2Component instance, fmi2FMUstate state, size_t* size) {
  return Call2(instance, "fmi2SerializedFMUstateSize", kAnyMode, [&](Component&) -> Result<Unit> {
    if (state == nullptr || size == nullptr)
      return WrongCall("the state is null, or the pointer for its size");
    *size = SizeOfState(state);
    return Unit{};
  });
}

fmi2Status fmi2SerializeFMUstate(fmi2Component instance, fmi2FMUstate state, fmi2Byte bytes[], size_t size) {
  return Call2(instance, "fmi2SerializeFMUstate", kAnyMode,
               [&](Component&) { return WriteState(state, bytes, size); });
}

fmi2Status fmi2DeSerializeFMUstate(fmi2Component instance, const fmi2Byte bytes[], size_t size,
                                   fmi2FMUstate* state) {
  return Call2(instance, "fmi2DeSerializeFMUstate", kAnyMode,
               [&](Component&) { return ReadState(bytes, size, state); });
}

fmi2Status fmi2GetDirectionalDerivative(fmi2Component instance, const fmi2ValueReference unknowns[],
                                        size_t nUnknown, const fmi2ValueReference knowns[], size_t nKnown,
                                        const fmi2Real seed[], fmi2Real out[]) {
  return Exchange2(instance, "fmi2GetDirectionalDerivative", Mode::kEvent | Mode::kContinuous,
                   [&](Component& c) {
                     return c.exchange().Directional({unknowns, nUnknown}, {knowns, nKnown}, {seed, nKnown},
                                                     {out, nUnknown});
                   });
}

}  // extern "C"
