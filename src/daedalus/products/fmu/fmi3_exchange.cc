// FMI 3.0: Model Exchange.
#include <fmi3Functions.h>

#include "daedalus/products/fmu/exchange_calls.h"
#include "daedalus/products/fmu/fmi3_call.h"

using namespace daedalus;
using namespace daedalus::fmu;

namespace {

constexpr std::uint8_t kEvaluable = Mode::kEvent | Mode::kContinuous;

fmi3Status Read3(fmi3Instance instance, const char* name, ExchangeVector what, fmi3Float64* out, size_t n) {
  return Exchange3(
      instance, name, kEvaluable | Mode::kInitialization | Mode::kTerminated,
      [&](Component& c) { return ReadVector(c, what, out, n); }, Status::kDiscard);
}

}  // namespace

extern "C" {

fmi3Status fmi3EnterContinuousTimeMode(fmi3Instance instance) {
  return Exchange3(instance, "fmi3EnterContinuousTimeMode", In(Mode::kEvent),
                   [](Component& c) -> Result<Unit> {
                     c.EnterContinuous();
                     return Unit{};
                   });
}

fmi3Status fmi3CompletedIntegratorStep(fmi3Instance instance, fmi3Boolean, fmi3Boolean* enterEventMode,
                                       fmi3Boolean* terminateSimulation) {
  return Exchange3(instance, "fmi3CompletedIntegratorStep", In(Mode::kContinuous),
                   [&](Component& c) -> Result<Unit> {
                     auto is_event = c.CompleteStep();
                     if (!is_event) return Failure{std::move(is_event).error()};
                     Put(enterEventMode, *is_event);
                     Put(terminateSimulation, false);
                     return Unit{};
                   });
}

fmi3Status fmi3SetTime(fmi3Instance instance, fmi3Float64 time) {
  return Exchange3(instance, "fmi3SetTime", kEvaluable, [&](Component& c) { return c.SetTime(time); });
}

fmi3Status fmi3SetContinuousStates(fmi3Instance instance, const fmi3Float64 states[], size_t n) {
  return Exchange3(instance, "fmi3SetContinuousStates", kEvaluable,
                   [&](Component& c) { return SetStates(c, states, n); });
}

fmi3Status fmi3GetContinuousStateDerivatives(fmi3Instance instance, fmi3Float64 derivatives[], size_t n) {
  return Read3(instance, "fmi3GetContinuousStateDerivatives", ExchangeVector::kDerivatives, derivatives, n);
}

fmi3Status fmi3GetEventIndicators(fmi3Instance instance, fmi3Float64 indicators[], size_t n) {
  return Read3(instance, "fmi3GetEventIndicators", ExchangeVector::kIndicators, indicators, n);
}

fmi3Status fmi3GetContinuousStates(fmi3Instance instance, fmi3Float64 states[], size_t n) {
  return Read3(instance, "fmi3GetContinuousStates", ExchangeVector::kStates, states, n);
}

fmi3Status fmi3GetNominalsOfContinuousStates(fmi3Instance instance, fmi3Float64 nominals[], size_t n) {
  return Read3(instance, "fmi3GetNominalsOfContinuousStates", ExchangeVector::kNominals, nominals, n);
}

fmi3Status fmi3GetNumberOfEventIndicators(fmi3Instance instance, size_t* n) {
  return Exchange3(instance, "fmi3GetNumberOfEventIndicators", kAnyMode, [&](Component& c) -> Result<Unit> {
    Put(n, c.shown().num_indicators);
    return Unit{};
  });
}

fmi3Status fmi3GetNumberOfContinuousStates(fmi3Instance instance, size_t* n) {
  return Exchange3(instance, "fmi3GetNumberOfContinuousStates", kAnyMode, [&](Component& c) -> Result<Unit> {
    Put(n, c.shown().states.size());
    return Unit{};
  });
}

}  // extern "C"
