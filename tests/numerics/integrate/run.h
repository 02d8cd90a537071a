// Runs an integrator to the end, for tests that look at the answer only.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "daedalus/numerics/integrate/suite/methods.h"
#include "numerics/integrate/problems.h"

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

inline RunResult RunMethod(std::string_view method, const TestProblem& test, double t_end,
                           const Tolerances& tolerances, const IntegratorOptions& options = {}) {
  const auto make = [method](DaeProblem problem, Tolerances t, IntegratorOptions o) {
    return MakeIntegrator(method, std::move(problem), std::move(t), o);
  };
  return RunWith(make, test, t_end, tolerances, options);
}

inline RunResult RunIda(const TestProblem& test, double t_end, const Tolerances& tolerances,
                        const IntegratorOptions& options = {}) {
  return RunMethod("ida", test, t_end, tolerances, options);
}

// By name; `auto` is one of the others.
inline std::vector<std::string> AvailableMethods() {
  std::vector<std::string> names;
  for (const MethodInfo& method : Methods()) {
    if (method.available && method.name != "auto") names.emplace_back(method.name);
  }
  return names;
}

// Names of tests have no hyphens.
inline std::string TestNameOf(std::string method) {
  std::ranges::replace(method, '-', '_');
  return method;
}

}  // namespace daedalus::integrate
