// FMI 3.0: Co-Simulation, and dependencies.
#include <fmi3Functions.h>

#include "daedalus/products/fmu/dependencies.h"
#include "daedalus/products/fmu/fmi3_call.h"

using namespace daedalus;
using namespace daedalus::fmu;

namespace {

fmi3DependencyKind KindOfFmi3(const fmi::Known& known) {
  switch (known.factor) {
    case model::VariableVariability::kConstant:
      return fmi3Constant;
    case model::VariableVariability::kFixed:
      return fmi3Fixed;
    case model::VariableVariability::kTunable:
      return fmi3Tunable;
    case model::VariableVariability::kDiscrete:
      return fmi3Discrete;
    case model::VariableVariability::kContinuous:
      return fmi3Dependent;
  }
  return fmi3Dependent;
}

}  // namespace

extern "C" {

fmi3Status fmi3EnterStepMode(fmi3Instance instance) {
  return Stepping3(instance, "fmi3EnterStepMode", In(Mode::kEvent), [](Component& c) -> Result<Unit> {
    c.EnterStep();
    return Unit{};
  });
}

fmi3Status fmi3DoStep(fmi3Instance instance, fmi3Float64 currentCommunicationPoint,
                      fmi3Float64 communicationStepSize, fmi3Boolean, fmi3Boolean* eventHandlingNeeded,
                      fmi3Boolean* terminateSimulation, fmi3Boolean* earlyReturn,
                      fmi3Float64* lastSuccessfulTime) {
  return Stepping3(instance, "fmi3DoStep", In(Mode::kStep), [&](Component& c) -> Result<Unit> {
    auto stepped = c.Step(currentCommunicationPoint, communicationStepSize);
    if (!stepped) return Failure{std::move(stepped).error()};
    Put(eventHandlingNeeded, c.has_event_mode() && stepped->has_event && !stepped->has_ended);
    Put(terminateSimulation, stepped->has_ended);
    Put(earlyReturn, stepped->time < currentCommunicationPoint + communicationStepSize);
    Put(lastSuccessfulTime, stepped->time);
    return Unit{};
  });
}

fmi3Status fmi3GetNumberOfVariableDependencies(fmi3Instance instance, fmi3ValueReference reference,
                                               size_t* n) {
  return Call3(instance, "fmi3GetNumberOfVariableDependencies", kAnyMode, [&](Component& c) -> Result<Unit> {
    const auto known = DependenciesOf(c.shown(), reference);
    if (!known || n == nullptr) return WrongCall("the dependencies of this variable are not listed");
    *n = known->size();
    return Unit{};
  });
}

fmi3Status fmi3GetVariableDependencies(fmi3Instance instance, fmi3ValueReference dependent,
                                       size_t elementIndicesOfDependent[], fmi3ValueReference independents[],
                                       size_t elementIndicesOfIndependents[], fmi3DependencyKind kinds[],
                                       size_t n) {
  return Call3(instance, "fmi3GetVariableDependencies", kAnyMode, [&](Component& c) -> Result<Unit> {
    const auto known = DependenciesOf(c.shown(), dependent);
    if (!known || n != known->size()) return WrongCall("the dependencies of this variable are not listed");
    for (size_t i = 0; i < n; ++i) {
      elementIndicesOfDependent[i] = elementIndicesOfIndependents[i] = 0;  // scalars
      independents[i] = (*known)[i].reference;
      kinds[i] = KindOfFmi3((*known)[i]);
    }
    return Unit{};
  });
}

}  // extern "C"
