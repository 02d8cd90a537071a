#include "daedalus/programs/causal/helper_values.h"

#include <gtest/gtest.h>

#include <cmath>

#include "daedalus/system/builder.h"

namespace daedalus::causal {
namespace {

// A system with its stages, and a point that is moved.
struct Staged {
  System system;
  Offsets offsets;
  structure::Blocks blocks;
  HelperValues helpers;
  HelperValues::Moved point;

  static constexpr std::uint32_t kNoBlock = ~0u;

  explicit Staged(Model m, std::vector<double> values, std::vector<double> slopes)
      : system(std::move(m).Build().value()),
        offsets(OffsetsOf(IncidenceOf(system)).value()),
        blocks(structure::BlockTriangularForm(offsets.tight, offsets.matching)),
        helpers(system, offsets, blocks, {}),
        point(helpers.Begin({0.5, std::move(values), std::move(slopes)})) {}

  double Value(std::size_t v, int order = 0) {
    helpers.Satisfy(std::vector<expr::VariableLeaf>{{VariableId(v), order, {}}}, kNoBlock, point);
    return (order == 0 ? point.values.variables : point.values.slopes)[v];
  }
};

TEST(HelperValues, AssignedOnesFollowAChainAndStatesStay) {
  Model m("M");
  auto th = m.Variable("th"), c = m.Variable("c"), n = m.Variable("n");
  m.Equation(der(th) == n);
  m.Equation(c == cos(th));
  m.Equation(n == 2.0 * c + m.Time());
  Staged staged(std::move(m), {0.7, 100, -5}, {0, 0, 0});
  EXPECT_NEAR(staged.Value(2), 2 * std::cos(0.7) + 0.5, 1e-15);
  EXPECT_EQ(staged.point.values.variables[0], 0.7);
  EXPECT_NEAR(staged.Value(0, 1), 2 * std::cos(0.7) + 0.5, 1e-15);
}

// n = cos(th + t) is differentiated, for its derivative is asked for: n' = -sin(th + t) (th' + 1).
TEST(HelperValues, SlopesAreTotalDerivatives) {
  Model m("M");
  auto th = m.Variable("th"), n = m.Variable("n"), x = m.Variable("x");
  m.Equation(der(th) == th);
  m.Equation(n == cos(th + m.Time()));
  m.Equation(x == der(n));
  Staged staged(std::move(m), {0.7, 0, 0}, {9, 9, 9});
  EXPECT_NEAR(staged.Value(1, 1), -std::sin(1.2) * 1.7, 1e-14);
  EXPECT_NEAR(staged.Value(2), -std::sin(1.2) * 1.7, 1e-14);
}

TEST(HelperValues, LoopsAreSolvedAndUndone) {
  Model m("M");
  auto th = m.Variable("th"), a = m.Variable("a"), b = m.Variable("b");
  m.Equation(der(th) == a);
  m.Equation(a + b == cos(th));
  m.Equation(a * a * a + a - b == 1.0);
  Staged staged(std::move(m), {0.7, 3, 4}, {0, 0, 0});
  const double a_found = staged.Value(1), b_found = staged.point.values.variables[2];
  EXPECT_NEAR(a_found + b_found, std::cos(0.7), 1e-14);
  EXPECT_NEAR(a_found * a_found * a_found + a_found - b_found, 1, 1e-14);
  staged.Value(0);
  EXPECT_EQ(staged.point.values.variables[1], 3) << "nobody asks for it any more";
}

// The positions and velocities of a pendulum, not its force, which hangs on second derivatives.
TEST(HelperValues, HiddenConstraintsHoldAtTheNearestPoint) {
  Model m("M");
  auto x = m.Variable("x"), y = m.Variable("y"), u = m.Variable("u"), v = m.Variable("v"),
       f = m.Variable("f");
  m.Equation(der(x) == u);
  m.Equation(der(y) == v);
  m.Equation(der(u) == -f * x);
  m.Equation(der(v) == -f * y - 9.81);
  m.Equation(x * x + y * y == 1.0);
  Staged staged(std::move(m), {0.9, 1.2, 1, 2, 7}, {1, 2, 0, 0, 0});
  staged.Value(2);
  const auto& found = staged.point.values.variables;
  EXPECT_NEAR(found[0], 0.6, 1e-14);
  EXPECT_NEAR(found[1], 0.8, 1e-14);
  EXPECT_NEAR(found[0] * found[2] + found[1] * found[3], 0, 1e-14);
  EXPECT_EQ(staged.Value(4), 7);
}

TEST(HelperValues, WhatIsOtherwiseElsewhereIsFree) {
  Model m("M");
  auto th = m.Variable("th"), a = m.Variable("a"), b = m.Variable("b");
  m.Equation(der(th) == a);
  m.Equation(a == abs(th));
  m.Equation(b == 2.0 * a);
  Staged staged(std::move(m), {-0.7, 3, 4}, {0, 0, 0});
  EXPECT_EQ(staged.Value(1), 3);
  EXPECT_EQ(staged.Value(2), 6) << "whatever a is";
}

TEST(HelperValues, EquationsOfTheBlockItselfDoNotCount) {
  Model m("M");
  auto th = m.Variable("th"), a = m.Variable("a");
  m.Equation(der(th) == a);
  m.Equation(a == 2.0 * th);
  Staged staged(std::move(m), {1, 5}, {0, 0});
  const expr::VariableLeaf leaf{VariableId(1), 0, {}};
  const std::uint32_t own =
      staged.helpers.BlockOf(staged.offsets.matching.row_of_column[ColumnOf(VariableId(1))]);
  EXPECT_FALSE(staged.helpers.IsDetermined(leaf, own));
  EXPECT_TRUE(staged.helpers.IsDetermined(leaf, Staged::kNoBlock));
  EXPECT_FALSE(staged.helpers.IsDetermined({VariableId(0), 0, {}}, Staged::kNoBlock)) << "a state";
}

}  // namespace
}  // namespace daedalus::causal
