// EI, ICP and UCP on systems with closed solutions: orders, constraints at rounding, Campbell's first
// problem.
#include "daedalus/programs/array/array_integrator.h"

#include <gtest/gtest.h>

#include <functional>

#include "daedalus/programs/execute/dae_model.h"
#include "programs/array/array_models.h"

namespace daedalus::array {
namespace {

using integrate::StepStatus;

struct Settings {
  ArrayMethod method = ArrayMethod::kUcp;
  double tolerance = 1e-6;
  double fixed_step = 0;
  int order = 0;
  bool reuses = false;
};

struct ArrayRun {
  StepStatus status = StepStatus::kStepped;
  std::string reason;
  std::vector<double> y;
  integrate::Statistics statistics;
  std::vector<double> sizes;  // of the steps
};

ArrayRun Integrate(const System& system, int index, std::vector<double> y, double end,
                   const Settings& settings,
                   const std::function<void(const integrate::Integrator&)>& look = {}) {
  const auto kernels = codegen::CompileModel(system);
  execute::DaeModel dae(*kernels, {}, {std::vector<char>(y.size(), 1), {}, {}});
  ArrayOptions options{settings.method, {}, settings.reuses};
  options.integrator.fixed_step = settings.fixed_step;
  options.integrator.max_order = settings.order;
  ArrayIntegrator integrator(dae.Problem(), {settings.tolerance, {settings.tolerance}}, options,
                             std::make_shared<DerivativeArray>(system, index), {});
  ArrayRun run;
  integrate::StepOutcome outcome = integrator.Initialize(0, y, std::vector<double>(y.size(), 0.0));
  while (outcome.status == StepStatus::kStepped) {
    outcome = integrator.Step(end);
    if (!outcome.ok()) break;
    run.sizes.push_back(integrator.time() - integrator.previous_time());
    if (look) look(integrator);
  }
  run.status = outcome.status;
  run.reason = outcome.reason;
  run.y.assign(integrator.y().begin(), integrator.y().end());
  run.statistics = integrator.statistics();
  return run;
}

// The largest errors of x1 and x2 of Campbell's first problem, and of the constraint with its derivative.
struct OrbitErrors {
  ArrayRun run;
  double x1 = 0, x2 = 0, constraint = 0, hidden = 0;
};
OrbitErrors Orbit(double b, const Settings& settings) {
  OrbitErrors out;
  const double w = std::sqrt(b);
  out.run = Integrate(TightOrbits(b), 2, {1, 0, 0}, 30, settings, [&](const integrate::Integrator& i) {
    const auto y = i.y();
    out.x1 = std::max(out.x1, std::abs(y[0] - std::cos(w * i.time())));
    out.x2 = std::max(out.x2, std::abs(y[1] - std::sin(w * i.time()) / w));
    out.constraint = std::max(out.constraint, std::abs(y[0] * y[0] + b * y[1] * y[1] - 1));
    out.hidden = std::max(out.hidden, std::abs(y[2] * (y[0] * y[0] + b * b * y[1] * y[1])));
  });
  return out;
}

class EachMethod : public testing::TestWithParam<ArrayMethod> {};
INSTANTIATE_TEST_SUITE_P(Methods, EachMethod,
                         testing::Values(ArrayMethod::kEi, ArrayMethod::kIcp, ArrayMethod::kUcp),
                         [](const auto& tested) {
                           return tested.param == ArrayMethod::kEi    ? "ei"
                                  : tested.param == ArrayMethod::kIcp ? "icp"
                                                                      : "ucp";
                         });

// Halving the step divides the error by 2^(q+1), and a lower order does not.
TEST_P(EachMethod, HasItsOrder) {
  for (const int order : {1, 2, 3}) {
    const auto error = [&](double h) {
      double largest = 0;
      const ArrayRun run =
          Integrate(TightOrbits(2), 2, {1, 0, 0}, 2, {.method = GetParam(), .fixed_step = h, .order = order},
                    [&](const integrate::Integrator& i) {
                      const double w = std::sqrt(2.0), exact = std::sin(w * i.time()) / w;
                      largest = std::max(largest, std::abs(i.y()[1] - exact));
                    });
      EXPECT_EQ(run.status, StepStatus::kReachedLimit) << run.reason;
      return largest;
    };
    const double observed = std::log2(error(0.02) / error(0.01));
    EXPECT_NEAR(observed, order + 1, 0.45) << "order " << order;
  }
}

// Figures 3 (b = 10) and 5 (b = 100) at h = 0.01 over [0, 30]: 0.008 and 0.0025; about 0.1 in x1. Ours are
// far smaller, since classical Runge-Kutta steps make the past.
TEST(ArrayIntegrator, TightOrbitsWithAFixedStep) {
  for (const ArrayMethod method : {ArrayMethod::kIcp, ArrayMethod::kUcp}) {
    const OrbitErrors ten = Orbit(10, {.method = method, .fixed_step = 0.01, .reuses = true});
    ASSERT_EQ(ten.run.status, StepStatus::kReachedLimit) << ten.run.reason;
    EXPECT_LT(ten.x1, 1e-4);
    EXPECT_LT(ten.x2, 1e-4);
    EXPECT_LT(ten.constraint, 1e-13);
  }
  const OrbitErrors hundred = Orbit(100, {.fixed_step = 0.01});
  ASSERT_EQ(hundred.run.status, StepStatus::kReachedLimit) << hundred.run.reason;
  EXPECT_LT(hundred.x1, 1e-3);
  EXPECT_LT(hundred.constraint, 1e-13);
}

// TOL = 1e-6: 0.0036 and 0.0128 for b = 10, 0.012 in x1 for b = 100 (Figure 6).
TEST(ArrayIntegrator, TightOrbitsWithATolerance) {
  const OrbitErrors ten = Orbit(10, {});
  ASSERT_EQ(ten.run.status, StepStatus::kReachedLimit) << ten.run.reason;
  EXPECT_LT(ten.x1, 0.0036);
  EXPECT_LT(ten.x2, 0.0036);
  EXPECT_LT(ten.constraint, 1e-13);
  EXPECT_LT(ten.hidden, 1e-12);
  const OrbitErrors hundred = Orbit(100, {});
  ASSERT_EQ(hundred.run.status, StepStatus::kReachedLimit) << hundred.run.reason;
  EXPECT_LT(hundred.x1, 0.009);
  EXPECT_LT(hundred.constraint, 1e-13);
  EXPECT_LT(hundred.hidden, 1e-12);
  EXPECT_GT(hundred.run.statistics.steps, 300) << "explicit formulas";
  const OrbitErrors kept = Orbit(100, {.reuses = true});
  ASSERT_EQ(kept.run.status, StepStatus::kReachedLimit) << kept.run.reason;
  EXPECT_LT(kept.x1, 0.012);
  EXPECT_LT(kept.run.statistics.factorizations, hundred.run.statistics.factorizations);
}

TEST(ArrayIntegrator, StepsAreSmooth) {
  const OrbitErrors orbit = Orbit(10, {});
  RecordProperty("steps", std::to_string(orbit.run.statistics.steps));
  for (std::size_t i = 20; i + 1 < orbit.run.sizes.size() - 1; ++i)
    EXPECT_LT(std::abs(std::log(orbit.run.sizes[i + 1] / orbit.run.sizes[i])), 0.7) << i;
}

}  // namespace
}  // namespace daedalus::array
