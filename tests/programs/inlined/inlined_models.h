// Inlined methods on systems of the builder, for tests.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "daedalus/programs/inlined/inlined_integrator.h"
#include "daedalus/system/builder.h"
#include "daedalus/system/parameters.h"

namespace daedalus::inlined {

inline std::unique_ptr<StepProgram> CompiledStep(const System& system, Method method,
                                                 StepResults results = StepResults::kAllVariables) {
  const std::vector<double> parameters = EvaluateParameters(system).value().values;
  const std::vector<double> nominal(system.variables.size(), 1.0);
  auto step = StepProgram::Compile({&system, parameters, nominal, {}}, StagesOf(method), results);
  EXPECT_TRUE(step.ok());
  return *std::move(step);
}

// An integrator of all variables of a system, at its start values y with slopes yp.
struct InlinedRun {
  std::unique_ptr<InlinedIntegrator> integrator;
  integrate::StepOutcome outcome;

  InlinedRun(const System& system, Method method, const integrate::IntegratorOptions& options,
             std::vector<double> y, std::vector<double> yp, integrate::Tolerances tolerances = {1e-6, {1e-6}},
             StepResults results = StepResults::kAllVariables) {
    integrate::DaeProblem problem;
    problem.size = static_cast<std::int32_t>(y.size());
    problem.residual = [](double, auto, auto, auto r) {
      std::ranges::fill(r, 0.0);
      return integrate::EvalOutcome::kOk;
    };
    std::vector<VariableId> unknowns;
    for (const VariableId v : IdRange<VariableId>(y.size())) unknowns.push_back(v);
    integrator = std::make_unique<InlinedIntegrator>(problem, tolerances, InlinedOptions{method, options},
                                                     CompiledStep(system, method, results), unknowns);
    integrator->Guess(y, yp);
    outcome = integrator->Initialize(0, y, yp);
    EXPECT_TRUE(outcome.ok());
  }
  // Variable 0 at t.
  double To(double t) {
    while (outcome.ok() && integrator->time() < t) outcome = integrator->Step(t);
    EXPECT_TRUE(outcome.ok()) << outcome.reason;
    return integrator->y()[0];
  }
};

}  // namespace daedalus::inlined
