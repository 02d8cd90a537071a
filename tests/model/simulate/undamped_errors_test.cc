#include "daedalus/model/simulate/undamped_errors.h"

#include <gtest/gtest.h>

#include "daedalus/numerics/integrate/suite/methods.h"

namespace daedalus::simulate {
namespace {

double ShareOf(const char* method, bool damps_nothing, double fixed_step = 0) {
  compile::PreparedModel model;
  model.damps_nothing = damps_nothing;
  integrate::IntegratorOptions options;
  options.fixed_step = fixed_step;
  return ShareOfStep(model, *integrate::FindMethod(method), options);
}

TEST(UndampedErrors, StepsOfModelsThatDampNothingAreHeldToAPart) {
  EXPECT_LT(ShareOf("bdf", true), 1);
  EXPECT_LT(ShareOf("switching", true), 1);
  EXPECT_LT(ShareOf("radau3", true), ShareOf("bdf", true));  // more steps, whose errors add up
  EXPECT_EQ(ShareOf("radau", true), 1);                      // errs less than it estimates
  EXPECT_EQ(ShareOf("bdf", false), 1);
  EXPECT_EQ(ShareOf("bdf", true, 0.01), 1);
}

TEST(UndampedErrors, EquationsOfAHigherIndexAsTheyStandAreNotHeldToAPart) {
  compile::PreparedModel model;
  model.damps_nothing = true;
  model.as_it_stands.emplace();
  EXPECT_FALSE(DoErrorsAddUp(model, *integrate::FindMethod("bdf"), {}));
  EXPECT_TRUE(DoErrorsAddUp(model, *integrate::FindMethod("ucp"), {}));
}

TEST(UndampedErrors, TheMoreStepsTheLessEachMayLose) {
  const auto share = [](const char* method, double tolerance, double num_steps) {
    const integrate::MethodInfo& info = *integrate::FindMethod(method);
    return ShareInRun(info, tolerance, ShareOf(method, true), num_steps);
  };
  EXPECT_EQ(share("bdf", 1e-6, 1000), 1);
  EXPECT_LT(share("bdf", 1e-6, 1e5), 0.1);
  EXPECT_DOUBLE_EQ(share("bdf", 1e-6, 1e6), 0.1 * share("bdf", 1e-6, 1e5));
  EXPECT_EQ(share("radau5", 1e-6, 500), 1);
  EXPECT_LT(share("radau5", 1e-6, 1e5), 0.1);
  EXPECT_LT(share("trapezoid", 1e-6, 1e5), share("bdf", 1e-6, 1e5));
  EXPECT_EQ(share("ucp", 1e-6, 5000), 1);
  EXPECT_LT(share("ucp", 1e-6, 1e5), 0.1);
  EXPECT_GE(share("bdf", 1e-11, 1e9) * ShareOf("bdf", true) * 1e-11, 0.99e-13);  // rounding
}

TEST(UndampedErrors, TolerancesStayAboveRounding) {
  const integrate::Tolerances held =
      Tightened({.relative = 1e-6, .absolute = {1e-6, 1e-3}, .untested = {}}, 0.01);
  EXPECT_DOUBLE_EQ(held.relative, 1e-8);
  EXPECT_DOUBLE_EQ(held.absolute[1], 1e-5);
  EXPECT_DOUBLE_EQ(Tightened({.relative = 1e-12, .absolute = {1e-12}, .untested = {}}, 0.01).relative, 1e-13);
  EXPECT_DOUBLE_EQ(Tightened({.relative = 1e-14, .absolute = {1e-14}, .untested = {}}, 0.01).relative, 1e-14);
}

}  // namespace
}  // namespace daedalus::simulate
