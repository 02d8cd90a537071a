#include "daedalus/numerics/integrate/integrator.h"

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
    case StepStatus::kProjectionFailed:
      return "projection-failed";
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

void Statistics::AddCounts(const Statistics& other) {
  steps += other.steps;
  error_test_failures += other.error_test_failures;
  convergence_failures += other.convergence_failures;
  residual_evaluations += other.residual_evaluations;
  jacobian_evaluations += other.jacobian_evaluations;
  factorizations += other.factorizations;
  newton_iterations += other.newton_iterations;
  crossings += other.crossings;
}

}  // namespace daedalus::integrate
