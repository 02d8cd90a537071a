#include "daedalus/integrate/integrator.h"

namespace daedalus::integrate {

std::string_view StatusName(StepStatus status) {
  switch (status) {
    case StepStatus::kStepped:
      return "stepped";
    case StepStatus::kReachedLimit:
      return "reached-limit";
    case StepStatus::kErrorTestFailures:
      return "error-test-failures";
    case StepStatus::kNewtonDiverged:
      return "newton-diverged";
    case StepStatus::kSingularJacobian:
      return "singular-jacobian";
    case StepStatus::kResidualFailed:
      return "residual-failed";
    case StepStatus::kSignViolated:
      return "sign-violated";
    case StepStatus::kStepTooSmall:
      return "step-too-small";
    case StepStatus::kTooManySteps:
      return "too-many-steps";
    case StepStatus::kBadInput:
      return "bad-input";
    case StepStatus::kFatal:
      break;
  }
  return "fatal";
}

}  // namespace daedalus::integrate
