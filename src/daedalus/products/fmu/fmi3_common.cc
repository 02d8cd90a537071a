// FMI 3.0: functions of both interfaces, without getters and setters.
#include <fmi3Functions.h>

#include <limits>

#include "daedalus/products/fmu/fmi3_call.h"

using namespace daedalus;
using namespace daedalus::fmu;

extern "C" {

const char* fmi3GetVersion(void) {
  return "3.0";
}

fmi3Status fmi3SetDebugLogging(fmi3Instance instance, fmi3Boolean loggingOn, size_t, const fmi3String[]) {
  return Call3(instance, "fmi3SetDebugLogging", kAnyMode, [&](Component& c) -> Result<Unit> {
    c.SetLogging(loggingOn);
    return Unit{};
  });
}

fmi3Instance fmi3InstantiateModelExchange(fmi3String instanceName, fmi3String instantiationToken,
                                          fmi3String resourcePath, fmi3Boolean, fmi3Boolean loggingOn,
                                          fmi3InstanceEnvironment environment,
                                          fmi3LogMessageCallback logMessage) {
  return Make3(Kind::kExchange, instanceName, instantiationToken, resourcePath, loggingOn, environment,
               logMessage);
}

fmi3Instance fmi3InstantiateCoSimulation(fmi3String instanceName, fmi3String instantiationToken,
                                         fmi3String resourcePath, fmi3Boolean, fmi3Boolean loggingOn,
                                         fmi3Boolean eventModeUsed, fmi3Boolean earlyReturnAllowed,
                                         const fmi3ValueReference[], size_t,
                                         fmi3InstanceEnvironment environment,
                                         fmi3LogMessageCallback logMessage,
                                         fmi3IntermediateUpdateCallback intermediateUpdate) {
  Component* component = Make3(Kind::kStepping, instanceName, instantiationToken, resourcePath, loggingOn,
                               environment, logMessage);
  if (component == nullptr) return nullptr;
  StepUse use{.has_event_mode = eventModeUsed, .returns_early = earlyReturnAllowed};
  if (intermediateUpdate != nullptr) {
    // The importer may request an early return at a later time.
    use.update = [=, end = std::numeric_limits<double>::infinity()](double t) mutable {
      fmi3Boolean returns = false;
      fmi3Float64 time = t;
      intermediateUpdate(environment, t, false, true, true, earlyReturnAllowed, &returns, &time);
      if (returns) end = time;
      if (t < end) return false;
      end = std::numeric_limits<double>::infinity();
      return true;
    };
  }
  component->SetUse(std::move(use));
  return component;
}

fmi3Instance fmi3InstantiateScheduledExecution(fmi3String, fmi3String, fmi3String, fmi3Boolean, fmi3Boolean,
                                               fmi3InstanceEnvironment environment,
                                               fmi3LogMessageCallback logMessage, fmi3ClockUpdateCallback,
                                               fmi3LockPreemptionCallback, fmi3UnlockPreemptionCallback) {
  if (logMessage != nullptr)
    logMessage(environment, fmi3Error, "logStatusError", "this FMU has no Scheduled Execution");
  return nullptr;
}

void fmi3FreeInstance(fmi3Instance instance) {
  delete static_cast<Component*>(instance);
}

fmi3Status fmi3EnterInitializationMode(fmi3Instance instance, fmi3Boolean toleranceDefined,
                                       fmi3Float64 tolerance, fmi3Float64 startTime,
                                       fmi3Boolean stopTimeDefined, fmi3Float64 stopTime) {
  return Call3(instance, "fmi3EnterInitializationMode", In(Mode::kInstantiated), [&](Component& c) {
    c.SetExperiment({.start = startTime,
                     .stop = stopTimeDefined ? std::optional(stopTime) : std::nullopt,
                     .tolerance = toleranceDefined ? std::optional(tolerance) : std::nullopt});
    return c.EnterInitialization();
  });
}

fmi3Status fmi3ExitInitializationMode(fmi3Instance instance) {
  return Call3(instance, "fmi3ExitInitializationMode", In(Mode::kInitialization),
               [](Component& c) { return c.ExitInitialization(); });
}

fmi3Status fmi3EnterEventMode(fmi3Instance instance) {
  return Call3(instance, "fmi3EnterEventMode", Mode::kContinuous | Mode::kStep,
               [](Component& c) -> Result<Unit> {
                 if (!c.has_event_mode()) return WrongCall("the instance was made without event mode");
                 c.EnterEvent();
                 return Unit{};
               });
}

fmi3Status fmi3Terminate(fmi3Instance instance) {
  return Call3(instance, "fmi3Terminate", kRunning, [](Component& c) -> Result<Unit> {
    c.Terminate();
    return Unit{};
  });
}

fmi3Status fmi3Reset(fmi3Instance instance) {
  return Call3(instance, "fmi3Reset", kAnyMode, [](Component& c) -> Result<Unit> {
    c.Reset();
    return Unit{};
  });
}

fmi3Status fmi3EvaluateDiscreteStates(fmi3Instance instance) {
  return Call3(instance, "fmi3EvaluateDiscreteStates", Mode::kInitialization | Mode::kEvent,
               [](Component&) -> Result<Unit> { return Unit{}; });
}

fmi3Status fmi3UpdateDiscreteStates(fmi3Instance instance, fmi3Boolean* discreteStatesNeedUpdate,
                                    fmi3Boolean* terminateSimulation,
                                    fmi3Boolean* nominalsOfContinuousStatesChanged,
                                    fmi3Boolean* valuesOfContinuousStatesChanged,
                                    fmi3Boolean* nextEventTimeDefined, fmi3Float64* nextEventTime) {
  return Call3(instance, "fmi3UpdateDiscreteStates", In(Mode::kEvent), [&](Component& c) -> Result<Unit> {
    auto event = c.HandleEvent();
    if (!event) return Failure{std::move(event).error()};
    Put(discreteStatesNeedUpdate, false);
    Put(terminateSimulation, event->terminates);
    Put(nominalsOfContinuousStatesChanged, event->has_new_nominals);
    Put(valuesOfContinuousStatesChanged, event->has_new_states);
    Put(nextEventTimeDefined, event->next_time.has_value());
    Put(nextEventTime, event->next_time.value_or(0));
    return Unit{};
  });
}

// ---- saved states ----

fmi3Status fmi3GetFMUState(fmi3Instance instance, fmi3FMUState* state) {
  return Call3(instance, "fmi3GetFMUState", kAnyMode, [&](Component& c) { return SaveTo(c, state); });
}

fmi3Status fmi3SetFMUState(fmi3Instance instance, fmi3FMUState state) {
  return Call3(instance, "fmi3SetFMUState", kAnyMode, [&](Component& c) { return RestoreFrom(c, state); });
}

fmi3Status fmi3FreeFMUState(fmi3Instance instance, fmi3FMUState* state) {
  return Call3(instance, "fmi3FreeFMUState", kAnyMode, [&](Component&) -> Result<Unit> {
    FreeState(state);
    return Unit{};
  });
}

fmi3Status fmi3SerializedFMUStateSize(fmi3Instance instance, fmi3FMUState state, size_t* size) {
  return Call3(instance, "fmi3SerializedFMUStateSize", kAnyMode, [&](Component&) -> Result<Unit> {
    if (state == nullptr || size == nullptr)
      return WrongCall("the state is null, or the pointer for its size");
    *size = SizeOfState(state);
    return Unit{};
  });
}

fmi3Status fmi3SerializeFMUState(fmi3Instance instance, fmi3FMUState state, fmi3Byte bytes[], size_t size) {
  return Call3(instance, "fmi3SerializeFMUState", kAnyMode,
               [&](Component&) { return WriteState(state, reinterpret_cast<char*>(bytes), size); });
}

fmi3Status fmi3DeserializeFMUState(fmi3Instance instance, const fmi3Byte bytes[], size_t size,
                                   fmi3FMUState* state) {
  return Call3(instance, "fmi3DeserializeFMUState", kAnyMode,
               [&](Component&) { return ReadState(reinterpret_cast<const char*>(bytes), size, state); });
}

// ---- derivatives ----

fmi3Status fmi3GetDirectionalDerivative(fmi3Instance instance, const fmi3ValueReference unknowns[],
                                        size_t nUnknowns, const fmi3ValueReference knowns[], size_t nKnowns,
                                        const fmi3Float64 seed[], size_t nSeed, fmi3Float64 sensitivity[],
                                        size_t nSensitivity) {
  return Exchange3(instance, "fmi3GetDirectionalDerivative", Mode::kEvent | Mode::kContinuous,
                   [&](Component& c) -> Result<Unit> {
                     if (nSeed != nKnowns || nSensitivity != nUnknowns)
                       return WrongCall("one value for each variable");
                     return c.exchange().Directional({unknowns, nUnknowns}, {knowns, nKnowns}, {seed, nSeed},
                                                     {sensitivity, nSensitivity});
                   });
}

fmi3Status fmi3GetAdjointDerivative(fmi3Instance instance, const fmi3ValueReference unknowns[],
                                    size_t nUnknowns, const fmi3ValueReference knowns[], size_t nKnowns,
                                    const fmi3Float64 seed[], size_t nSeed, fmi3Float64 sensitivity[],
                                    size_t nSensitivity) {
  return Exchange3(instance, "fmi3GetAdjointDerivative", Mode::kEvent | Mode::kContinuous,
                   [&](Component& c) -> Result<Unit> {
                     if (nSeed != nUnknowns || nSensitivity != nKnowns)
                       return WrongCall("one value for each variable");
                     return c.exchange().Adjoint({unknowns, nUnknowns}, {knowns, nKnowns}, {seed, nSeed},
                                                 {sensitivity, nSensitivity});
                   });
}

}  // extern "C"
