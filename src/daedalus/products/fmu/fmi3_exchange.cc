// FMI 3.0: Model Exchange.
#include <fmi3Functions.h>

#include "daedalus/products/fmu/fmi3_call.h"

using namespace daedalus;
using namespace daedalus::fmu;

namespace {

constexpr std::uint8_t kEvaluable = Mode::kEvent | Mode::kContinuous;

// Reads a vector whose length is fixed for the FMU.
template <class Function>
fmi3Status ReadMany(fmi3Instance instance, const char* name, bool of_indicators, fmi3Float64* out, size_t n,
                    Function&& read) {
  return Exchange3(
      instance, name, kEvaluable | Mode::kInitialization | Mode::kTerminated,
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
  return Exchange3(instance, "fmi3SetContinuousStates", kEvaluable, [&](Component& c) -> Result<Unit> {
    if (n != c.shown().states.size() || (n > 0 && states == nullptr))
      return WrongCall("one value for each state");
    c.exchange().SetStates({states, n});
    return Unit{};
  });
}

fmi3Status fmi3GetContinuousStateDerivatives(fmi3Instance instance, fmi3Float64 derivatives[], size_t n) {
  return ReadMany(instance, "fmi3GetContinuousStateDerivatives", false, derivatives, n,
                  [](Exchange& e, std::span<double> out) { return e.ReadDerivatives(out); });
}

fmi3Status fmi3GetEventIndicators(fmi3Instance instance, fmi3Float64 indicators[], size_t n) {
  return ReadMany(instance, "fmi3GetEventIndicators", true, indicators, n,
                  [](Exchange& e, std::span<double> out) { return e.ReadIndicators(out); });
}

fmi3Status fmi3GetContinuousStates(fmi3Instance instance, fmi3Float64 states[], size_t n) {
  return ReadMany(instance, "fmi3GetContinuousStates", false, states, n,
                  [](Exchange& e, std::span<double> out) -> Result<Unit> {
                    e.ReadStates(out);
                    return Unit{};
                  });
}

fmi3Status fmi3GetNominalsOfContinuousStates(fmi3Instance instance, fmi3Float64 nominals[], size_t n) {
  return ReadMany(instance, "fmi3GetNominalsOfContinuousStates", false, nominals, n,
                  [](Exchange& e, std::span<double> out) -> Result<Unit> {
                    e.ReadNominals(out);
                    return Unit{};
                  });
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
