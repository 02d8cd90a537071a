#include "daedalus/programs/execute/unknown_facts.h"

#include <gtest/gtest.h>

#include <limits>

#include "daedalus/programs/execute/dae_model.h"
#include "programs/execute/compiled.h"

namespace daedalus::execute {
namespace {

using integrate::Sign;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(UnknownFacts, BoundsAtZeroAreSigns) {
  const std::vector<double> min = {0, -kInfinity, -kInfinity, 1, 0, -1},
                            max = {kInfinity, 0, kInfinity, 2, 5, 0};
  EXPECT_EQ(SignsOf(min, max), (std::vector<Sign>{Sign::kNonNegative, Sign::kNonPositive, Sign::kAny,
                                                  Sign::kAny, Sign::kNonNegative, Sign::kNonPositive}));
  EXPECT_TRUE(SignsOf(std::vector<double>{-1, 1}, std::vector<double>{1, 2}).empty()) << "no sign at all";
}

TEST(UnknownFacts, OnlyAlgebraicUnknownsOfHigherIndexGoUntested) {
  EXPECT_EQ(UntestedUnknowns({{1, 1, 0, 0}, {1, 2, 3, 1}}), (std::vector<char>{0, 0, 1, 0}));
  EXPECT_TRUE(UntestedUnknowns({{1, 0}, {1, 1}}).empty());
  EXPECT_TRUE(UntestedUnknowns({{1, 0}, {}}).empty());
}

// x' = -a, a = 2 b + x^2, 3 b + sin(c) = x, c' + time b = 0
TEST(UnknownFacts, ReachTheIntegratorsWithWhatTheEquationsTell) {
  Model m("Facts");
  const auto t = m.Time();
  auto x = m.Variable("x"), a = m.Variable("a"), b = m.Variable("b"), c = m.Variable("c"),
       d = m.Variable("d");
  m.Equation(der(x) == -a);
  m.Equation(a == 2.0 * b + x * x);
  m.Equation(3.0 * b + sin(c) == x);
  m.Equation(der(c) == -b + d);
  m.Equation(d * t == x);
  Compiled model(std::move(m));
  const std::vector<Sign> signs = {Sign::kNonNegative, Sign::kAny, Sign::kAny, Sign::kNonPositive,
                                   Sign::kAny};
  DaeModel dae(*model.kernels, {}, {model.incidence.is_differential, {1, 1, 2, 1, 3}, signs});
  const integrate::DaeProblem problem = dae.Problem();
  EXPECT_EQ(problem.enters_linearly, (std::vector<char>{0, 0, 1, 0, 0}))
      << "d has the factor time, a is tested";
  EXPECT_EQ(problem.index, (std::vector<std::uint8_t>{1, 1, 2, 1, 3}));
  EXPECT_EQ(problem.signs, signs);
  const auto ode = model.ode->Instantiate(*model.kernels, {}, signs);
  EXPECT_EQ(ode->Problem().signs, (std::vector<Sign>{Sign::kNonNegative, Sign::kNonPositive}))
      << "of the states";
}

}  // namespace
}  // namespace daedalus::execute
