#include "daedalus/model/initialize/algebraic_slopes.h"

#include <gtest/gtest.h>

#include <cmath>

#include "daedalus/system/builder.h"

namespace daedalus::initialize {
namespace {

InitialValues SlopesOf(const System& s, InitialValues values) {
  auto kernels = codegen::CompileModel(s);
  execute::DaeModel dae(*kernels, {}, {causal::IncidenceOf(s).is_differential});
  const std::vector<double> nominal(s.variables.size(), 1.0);
  EstimateAlgebraicSlopes(
      dae, nominal,
      {.start_time = 0, .time_scale = 0.01, .tolerances = {.relative = 1e-8, .absolute = {1e-8}}}, values);
  return values;
}

TEST(AlgebraicSlopes, FollowTheDifferentialVariablesAndTime) {
  Model m("M");
  auto x = m.Variable("x"), y = m.Variable("y"), u = m.Variable("u");
  m.Equation(der(x) == -2.0 * x);
  m.Equation(y == x * x);                // y' = 2 x x' = -4 at x = 1
  m.Equation(u == sin(5.0 * m.Time()));  // u' = 5
  const InitialValues v = SlopesOf(std::move(m).Build().value(), {.y = {1, 1, 0}, .yp = {-2, 0, 0}});
  EXPECT_NEAR(v.yp[1], -4, 1e-3);
  EXPECT_NEAR(v.yp[2], 5, 1e-3);
  EXPECT_EQ(v.yp[0], -2) << "what the equations give stays";
  EXPECT_EQ(v.y, (std::vector<double>{1, 1, 0})) << "the values stay";
}

TEST(AlgebraicSlopes, StayZeroWhereTheEquationsEndALittleAhead) {
  Model m("M");
  auto x = m.Variable("x"), y = m.Variable("y");
  m.Equation(der(x) == -1.0);
  m.Equation(y == sqrt(x));  // not defined for x < 0
  const InitialValues v = SlopesOf(std::move(m).Build().value(), {.y = {0, 0}, .yp = {-1, 0}});
  EXPECT_EQ(v.yp[1], 0);
}

}  // namespace
}  // namespace daedalus::initialize
