// FMI 2.0: Co-Simulation.
#include <fmi2Functions.h>

#include "daedalus/products/fmu/fmi2_call.h"

using namespace daedalus;
using namespace daedalus::fmu;

namespace {

const Component::Stepped& LastStep(fmi2Component instance) {
  return static_cast<const Fmi2Instance*>(instance)->last;
}

fmi2Status RefuseStepping(fmi2Component instance, const char* name) {
  return Stepping2(instance, name, kAnyMode,
                   [&](Component&) -> Result<Unit> { return WrongCall("this FMU does not offer that"); });
}

// For requests about pending steps, which this FMU never has.
fmi2Status NoStatus(fmi2Component instance, const char* name) {
  return Stepping2(instance, name, kAnyMode,
                   [&](Component&) -> Result<Unit> { return WrongCall("there is no such status"); });
}

}  // namespace

extern "C" {

fmi2Status fmi2SetRealInputDerivatives(fmi2Component instance, const fmi2ValueReference[], size_t,
                                       const fmi2Integer[], const fmi2Real[]) {
  return RefuseStepping(instance, "fmi2SetRealInputDerivatives");
}

fmi2Status fmi2GetRealOutputDerivatives(fmi2Component instance, const fmi2ValueReference[], size_t,
                                        const fmi2Integer[], fmi2Real[]) {
  return RefuseStepping(instance, "fmi2GetRealOutputDerivatives");
}

// fmi2Discard means that the model ended the run before the end of the step.
fmi2Status fmi2DoStep(fmi2Component instance, fmi2Real currentCommunicationPoint, fmi2Real size,
                      fmi2Boolean) {
  const fmi2Status status =
      Stepping2(instance, "fmi2DoStep", In(Mode::kStep), [&](Component& c) -> Result<Unit> {
        auto stepped = c.Step(currentCommunicationPoint, size);
        if (!stepped) return Failure{std::move(stepped).error()};
        static_cast<Fmi2Instance*>(instance)->last = *stepped;
        return Unit{};
      });
  return status == fmi2OK && LastStep(instance).has_ended ? fmi2Discard : status;
}

fmi2Status fmi2CancelStep(fmi2Component instance) {
  return RefuseStepping(instance, "fmi2CancelStep");
}

fmi2Status fmi2GetStatus(fmi2Component instance, const fmi2StatusKind, fmi2Status*) {
  return NoStatus(instance, "fmi2GetStatus");
}

fmi2Status fmi2GetRealStatus(fmi2Component instance, const fmi2StatusKind kind, fmi2Real* value) {
  return Stepping2(instance, "fmi2GetRealStatus", kAnyMode, [&](Component&) -> Result<Unit> {
    if (kind != fmi2LastSuccessfulTime) return WrongCall("there is no such status");
    Put(value, LastStep(instance).time);
    return Unit{};
  });
}

fmi2Status fmi2GetIntegerStatus(fmi2Component instance, const fmi2StatusKind, fmi2Integer*) {
  return NoStatus(instance, "fmi2GetIntegerStatus");
}

fmi2Status fmi2GetBooleanStatus(fmi2Component instance, const fmi2StatusKind kind, fmi2Boolean* value) {
  return Stepping2(instance, "fmi2GetBooleanStatus", kAnyMode, [&](Component&) -> Result<Unit> {
    if (kind != fmi2Terminated) return WrongCall("there is no such status");
    Put(value, LastStep(instance).has_ended ? fmi2True : fmi2False);
    return Unit{};
  });
}

fmi2Status fmi2GetStringStatus(fmi2Component instance, const fmi2StatusKind, fmi2String*) {
  return NoStatus(instance, "fmi2GetStringStatus");
}

}  // extern "C"
