// Points at which the equations do not determine every unknown, or have no derivative (iteration_matrix.h).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "daedalus/numerics/integrate/suite/methods.h"

namespace daedalus::integrate {
namespace {

// x' = 1, and flow (h - x) = `rest`: what the flow carries. Dense, the entries by columns.
DaeProblem Carried(double flow, double rest, bool keeps_undetermined) {
  DaeProblem problem;
  problem.size = 2;
  problem.is_differential = {1, 0};
  problem.constant_mass = true;
  problem.keeps_undetermined = keeps_undetermined;
  problem.residual = [=](double, auto y, auto yp, auto r) {
    r[0] = yp[0] - 1;
    r[1] = flow * (y[1] - y[0]) - rest;
    return EvalOutcome::kOk;
  };
  problem.jacobian = [=](double, auto, auto, auto dy, auto dyp) {
    std::ranges::copy(std::vector<double>{0, -flow, 0, flow}, dy.begin());
    std::ranges::copy(std::vector<double>{1, 0, 0, 0}, dyp.begin());
    return EvalOutcome::kOk;
  };
  return problem;
}

struct End {
  StepStatus status = StepStatus::kStepped;
  std::vector<double> y;
};

End RunTo1(const std::string& method, const DaeProblem& problem, std::vector<double> y,
           std::vector<double> yp) {
  auto integrator = MakeIntegrator(method, problem, {1e-6, {1e-6}}, {}).value();
  StepOutcome outcome = integrator->Initialize(0, y, yp);
  while (outcome.ok() && integrator->time() < 1) outcome = integrator->Step(1);
  return {outcome.status, {integrator->y().begin(), integrator->y().end()}};
}

class UndeterminedUnknowns : public testing::TestWithParam<std::string> {};

TEST_P(UndeterminedUnknowns, KeepTheirValuesOnRequest) {
  const End asked = RunTo1(GetParam(), Carried(0, 0, true), {0, 7}, {1, 0});
  EXPECT_EQ(asked.status, StepStatus::kReachedLimit);
  EXPECT_NEAR(asked.y[0], 1, 1e-5);
  EXPECT_EQ(asked.y[1], 7);
  EXPECT_EQ(RunTo1(GetParam(), Carried(0, 0, false), {0, 7}, {1, 0}).status, StepStatus::kSingularJacobian);
}

// 0 (h - x) = 1e-3 is no equation for h.
TEST_P(UndeterminedUnknowns, AContradictionIsAFailure) {
  const End end = RunTo1(GetParam(), Carried(0, 1e-3, true), {0, 7}, {1, 0});
  EXPECT_NE(end.status, StepStatus::kReachedLimit);
}

// sqrt(x^2 + y^2) at zero: the matrix of a point beside is as good.
TEST_P(UndeterminedUnknowns, AMatrixWithoutAValueIsThatOfAPointBeside) {
  DaeProblem problem;
  problem.size = 2;
  problem.is_differential = {1, 0};
  problem.constant_mass = true;
  problem.residual = [](double, auto y, auto yp, auto r) {
    r[0] = yp[0] - 1;
    r[1] = y[1] - std::sqrt(2 * y[0] * y[0]);
    return EvalOutcome::kOk;
  };
  problem.jacobian = [](double, auto y, auto, auto dy, auto dyp) {
    std::ranges::copy(std::vector<double>{0, -2 * y[0] / std::sqrt(2 * y[0] * y[0]), 0, 1}, dy.begin());
    std::ranges::copy(std::vector<double>{1, 0, 0, 0}, dyp.begin());
    return EvalOutcome::kOk;
  };
  const End end = RunTo1(GetParam(), problem, {0, 0}, {1, std::sqrt(2.0)});
  EXPECT_EQ(end.status, StepStatus::kReachedLimit);
  EXPECT_NEAR(end.y[1], std::sqrt(2.0), 1e-5);
}

INSTANTIATE_TEST_SUITE_P(Methods, UndeterminedUnknowns,
                         testing::Values("bdf", "radau", "radau5", "rodas", "sdirk4", "gear"),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace daedalus::integrate
