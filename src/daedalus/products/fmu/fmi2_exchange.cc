// FMI 2.0: Model Exchange.
#include <fmi2Functions.h>

#include "daedalus/products/fmu/exchange_calls.h"
#include "daedalus/products/fmu/fmi2_call.h"

using namespace daedalus;
using namespace daedalus::fmu;

namespace {

constexpr std::uint8_t kWhereEvaluated =
    Mode::kEvent | Mode::kContinuous | Mode::kInitialization | Mode::kTerminated;

fmi2Status Read2(fmi2Component instance, const char* name, ExchangeVector what, fmi2Real* out, size_t n) {
  return Exchange2(
      instance, name, kWhereEvaluated, [&](Component& c) { return ReadVector(c, what, out, n); },
      Status::kDiscard);
}

}  // namespace

extern "C" {

fmi2Status fmi2EnterEventMode(fmi2Component instance) {
  return Exchange2(instance, "fmi2EnterEventMode", In(Mode::kContinuous), [](Component& c) -> Result<Unit> {
    c.EnterEvent();
    return Unit{};
  });
}

fmi2Status fmi2NewDiscreteStates(fmi2Component instance, fmi2EventInfo* info) {
  return Exchange2(instance, "fmi2NewDiscreteStates", In(Mode::kEvent), [&](Component& c) -> Result<Unit> {
    if (info == nullptr) return WrongCall("the pointer for the event is null");
    auto event = c.HandleEvent();
    if (!event) return Failure{std::move(event).error()};
    info->newDiscreteStatesNeeded = fmi2False;
    info->terminateSimulation = event->terminates;
    info->nominalsOfContinuousStatesChanged = event->has_new_nominals;
    info->valuesOfContinuousStatesChanged = event->has_new_states;
    info->nextEventTimeDefined = event->next_time.has_value();
    info->nextEventTime = event->next_time.value_or(0);
    return Unit{};
  });
}

fmi2Status fmi2EnterContinuousTimeMode(fmi2Component instance) {
  return Exchange2(instance, "fmi2EnterContinuousTimeMode", In(Mode::kEvent),
                   [](Component& c) -> Result<Unit> {
                     c.EnterContinuous();
                     return Unit{};
                   });
}

fmi2Status fmi2CompletedIntegratorStep(fmi2Component instance, fmi2Boolean, fmi2Boolean* enterEventMode,
                                       fmi2Boolean* terminateSimulation) {
  return Exchange2(instance, "fmi2CompletedIntegratorStep", In(Mode::kContinuous),
                   [&](Component& c) -> Result<Unit> {
                     auto is_event = c.CompleteStep();
                     if (!is_event) return Failure{std::move(is_event).error()};
                     Put(enterEventMode, *is_event);
                     Put(terminateSimulation, false);
                     return Unit{};
                   });
}

fmi2Status fmi2SetTime(fmi2Component instance, fmi2Real time) {
  return Exchange2(instance, "fmi2SetTime", Mode::kEvent | Mode::kContinuous,
                   [&](Component& c) { return c.SetTime(time); });
}

fmi2Status fmi2SetContinuousStates(fmi2Component instance, const fmi2Real states[], size_t n) {
  return Exchange2(instance, "fmi2SetContinuousStates", Mode::kEvent | Mode::kContinuous,
                   [&](Component& c) { return SetStates(c, states, n); });
}

fmi2Status fmi2GetDerivatives(fmi2Component instance, fmi2Real derivatives[], size_t n) {
  return Read2(instance, "fmi2GetDerivatives", ExchangeVector::kDerivatives, derivatives, n);
}

fmi2Status fmi2GetEventIndicators(fmi2Component instance, fmi2Real indicators[], size_t n) {
  return Read2(instance, "fmi2GetEventIndicators", ExchangeVector::kIndicators, indicators, n);
}

fmi2Status fmi2GetContinuousStates(fmi2Component instance, fmi2Real states[], size_t n) {
  return Read2(instance, "fmi2GetContinuousStates", ExchangeVector::kStates, states, n);
}

fmi2Status fmi2GetNominalsOfContinuousStates(fmi2Component instance, fmi2Real nominals[], size_t n) {
  return Read2(instance, "fmi2GetNominalsOfContinuousStates", ExchangeVector::kNominals, nominals, n);
}

}  // extern "C"
