// The step loop of our methods allocates nothing after the start.
#include <gtest/gtest.h>

#include "count_allocations.h"
#include "daedalus/numerics/integrate/suite/methods.h"
#include "numerics/integrate/problems.h"
#include "numerics/integrate/run.h"

namespace daedalus::integrate {
namespace {

// Of all steps after the first one; `again`: of a second run of the same integrator.
std::int64_t AllocationsOfSteps(std::string_view method, const TestProblem& test, double t_end,
                                bool again = false) {
  const std::int64_t at_start = allocations;
  auto integrator = MakeIntegrator(method, test.dae, {1e-8, {1e-10}});
  EXPECT_GT(allocations, at_start) << "allocations are counted";
  EXPECT_TRUE((*integrator)->Initialize(0, test.y0, test.yp0).ok());
  if (again) {
    while ((*integrator)->Step(t_end).status == StepStatus::kStepped) continue;
    EXPECT_TRUE((*integrator)->Initialize(0, test.y0, test.yp0).ok());
  }
  EXPECT_EQ((*integrator)->Step(t_end).status, StepStatus::kStepped);
  const std::int64_t before = allocations;
  while ((*integrator)->Step(t_end).status == StepStatus::kStepped) continue;
  EXPECT_EQ((*integrator)->time(), t_end);
  EXPECT_GT((*integrator)->statistics().steps, 10);
  return allocations - before;
}

TEST(Allocation, StepsDoWithout) {
  for (const std::string& method : AvailableMethods()) {
    if (method == "ida") continue;  // not our memory
    const bool implicit = FindMethod(method)->implicit;
    const int order = FindMethod(method)->max_order;
    EXPECT_EQ(AllocationsOfSteps(method, Oscillator(), order > 2 ? 10 : 0.1), 0) << method;
    if (method == "switching") {
      // Explicit, implicit and back, several times. The implicit method is made when it is first needed.
      EXPECT_EQ(AllocationsOfSteps(method, VanDerPol(1000), 2000, true), 0) << method;
    }
    if (!implicit) continue;
    EXPECT_EQ(AllocationsOfSteps(method, Robertson(), order > 2 ? 40 : 0.01), 0) << method;  // dense
    EXPECT_EQ(AllocationsOfSteps(method, Heat(100, false), 0.5), 0) << method;  // sparse, with differences
  }
}

}  // namespace
}  // namespace daedalus::integrate
