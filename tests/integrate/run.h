// Runs an integrator to the end, for tests that look at the answer only.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "daedalus/integrate/sundials/ida.h"
#include "integrate/problems.h"

namespace daedalus::integrate {

struct RunResult {
  StepOutcome outcome;
  std::vector<double> y;
  Statistics statistics;
};

inline StepOutcome StepTo(Integrator& integrator, double t_end) {
  StepOutcome outcome{.status = StepStatus::kStepped};
  while (outcome.status == StepStatus::kStepped) outcome = integrator.Step(t_end);
  return outcome;
}

using Maker = std::function<Expected<std::unique_ptr<Integrator>, std::string>(DaeProblem, Tolerances,
                                                                               IntegratorOptions)>;

inline RunResult RunWith(const Maker& make, const TestProblem& test, double t_end,
                         const Tolerances& tolerances, const IntegratorOptions& options = {}) {
  RunResult run;
  auto integrator = make(test.dae, tolerances, options);
  if (!integrator) {
    run.outcome = {.status = StepStatus::kBadInput, .reason = integrator.error()};
    return run;
  }
  run.outcome = (*integrator)->Initialize(0, test.y0, test.yp0);
  if (run.outcome.ok()) run.outcome = StepTo(**integrator, t_end);
  run.y.assign((*integrator)->y().begin(), (*integrator)->y().end());
  run.statistics = (*integrator)->statistics();
  return run;
}

inline RunResult RunIda(const TestProblem& test, double t_end, const Tolerances& tolerances,
                        const IntegratorOptions& options = {}) {
  return RunWith(MakeIda, test, t_end, tolerances, options);
}

}  // namespace daedalus::integrate
