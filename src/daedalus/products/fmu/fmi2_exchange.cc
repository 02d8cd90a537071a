// FMI 2.0: Model Exchange.
#include <fmi2Functions.h>

#include "daedalus/products/fmu/fmi2_call.h"

using namespace daedalus;
using namespace daedalus::fmu;

namespace {

constexpr std::uint8_t kWhereEvaluated =
    Mode::kEvent | Mode::kContinuous | Mode::kInitialization | Mode::kTerminated;

template <class Function>
fmi2Status ReadMany2(fmi2Component instance, const char* name, bool of_indicators, fmi2Real* out, size_t n,
                     Function&& read) {
  return Exchange2(
      instance, name, kWhereEvaluated,
      [&](Component& c) -> Result<Unit> {
        const size_t expected = of_indicators ? c.shown().num_indicators : c.shown().states.size();
        if (n != expected || (n > 0 && out == nullptr))
          return WrongCall("one value for each state or indicator");
        if (auto begun = c.MakeReady(); !begun) return begun;
        return read(c.exchange(), std::span<double>(out, n));
      },
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
    if (info == nullptr) return WrongCall("there is no place for the event");
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
                   [&](Component& c) -> Result<Unit> {
                     if (n != c.shown().states.size() || (n > 0 && states == nullptr))
                       return WrongCall("one value for each state");
                     c.exchange().SetStates({states, n});
                     return Unit{};
                   });
}

fmi2Status fmi2GetDerivatives(fmi2Component instance, fmi2Real derivatives[], size_t n) {
  return ReadMany2(instance, "fmi2GetDerivatives", false, derivatives, n,
                   [](Exchange& e, std::span<double> out) { return e.ReadDerivatives(out); });
}

fmi2Status fmi2GetEventIndicators(fmi2Component instance, fmi2Real indicators[], size_t n) {
  return ReadMany2(instance, "fmi2GetEventIndicators", true, indicators, n,
                   [](Exchange& e, std::span<double> out) { return e.ReadIndicators(out); });
}

fmi2Status fmi2GetContinuousStates(fmi2Component instance, fmi2Real states[], size_t n) {
  return ReadMany2(instance, "fmi2GetContinuousStates", false, states, n,
                   [](Exchange& e, std::span<double> out) -> Result<Unit> {
                     e.ReadStates(out);
                     return Unit{};
                   });
}

fmi2Status fmi2GetNominalsOfContinuousStates(fmi2Component instance, fmi2Real nominals[], size_t n) {
  return ReadMany2(instance, "fmi2GetNominalsOfContinuousStates", false, nominals, n,
                   [](Exchange& e, std::span<double> out) -> Result<Unit> {
                     e.ReadNominals(out);
                     return Unit{};
                   });
}

}  // extern "C"
