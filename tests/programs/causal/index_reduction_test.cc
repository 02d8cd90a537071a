#include "daedalus/programs/causal/index_reduction.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "daedalus/programs/causal/pivot_selector.h"
#include "daedalus/programs/causal/solvability.h"
#include "daedalus/system/builder.h"

namespace daedalus::causal {
namespace {

ReducedSystem WithIndexReduced(Model m, const std::vector<double>& start,
                               const std::vector<double>& parameters = {}) {
  return ReduceIndex(std::move(m).Build().value(), {0.0, start, parameters}).value();
}

int IndexOf(const System& s) {
  return CheckSolvability(s, IncidenceOf(s)).value().structural_index;
}

// Cellier & Kofman (7.74), with the start values of the pendulum at the given position.
ReducedSystem Pendulum(double x0, double y0) {
  Model m("Pendulum");
  auto x = m.Variable("x"), y = m.Variable("y"), u = m.Variable("u"), v = m.Variable("v"),
       f = m.Variable("f");
  m.Equation(der(x) == u);
  m.Equation(der(y) == v);
  m.Equation(der(u) == -f * x);
  m.Equation(der(v) == 9.81 - f * y);
  m.Equation(x * x + y * y == 1.0);
  return WithIndexReduced(std::move(m), {x0, y0, 0, 0, 0});
}

TEST(IndexReduction, ThePendulumHasIndexThreeAndTwoStates) {
  const ReducedSystem reduced = Pendulum(0.6, 0.8);
  EXPECT_EQ(reduced.structural_index, 3);
  EXPECT_EQ(IndexOf(reduced.system), 1);
  EXPECT_EQ(IncidenceOf(reduced.system).num_differential(), 2u);
  ASSERT_EQ(reduced.differentiated.size(), 3u);
  EXPECT_EQ(reduced.differentiated.back().equation, EquationId(4));
  EXPECT_EQ(reduced.differentiated.back().times, 2u) << "the constraint";
  EXPECT_EQ(reduced.system.equations.size(), reduced.system.variables.size());
}

TEST(IndexReduction, PivotingKeepsTheCoordinateThatMoves) {
  EXPECT_EQ(Pendulum(0.0, 1.0).states, (std::vector<std::string>{"x", "u"})) << "hanging down, x is free";
  EXPECT_EQ(Pendulum(1.0, 0.0).states, (std::vector<std::string>{"y", "v"})) << "held sideways, y is free";
}

TEST(IndexReduction, StateSelectDecidesBetweenEqualCandidates) {
  for (const char* wanted : {"a", "b"}) {
    Model m("M");
    const auto select = [&](const char* name) {
      return *name == *wanted ? StateSelect::kAlways : StateSelect::kDefault;
    };
    auto a = m.Variable("a", {.state_select = select("a")}),
         b = m.Variable("b", {.state_select = select("b")}), f = m.Variable("f");
    m.Equation(der(a) == f - a);
    m.Equation(der(b) == 1.0 - f);
    m.Equation(a == 2.0 * b);
    const ReducedSystem reduced = WithIndexReduced(std::move(m), {0, 0, 0});
    EXPECT_EQ(reduced.states, std::vector<std::string>{wanted});
    EXPECT_EQ(reduced.structural_index, 2);
    EXPECT_EQ(IndexOf(reduced.system), 1);
  }
}

// Two masses and a spring between them, with its length and its rate as variables; der(v1) and der(v2) are
// computed apart.
TEST(IndexReduction, ADistanceBecomesAStateWhereItIsPreferred) {
  Model m("M");
  auto s1 = m.Variable("s1"), v1 = m.Variable("v1"), s2 = m.Variable("s2"), v2 = m.Variable("v2");
  auto length = m.Variable("length", {.state_select = StateSelect::kPrefer}), rate = m.Variable("rate");
  auto acceleration = m.Variable("acceleration");
  m.Equation(der(s1) == v1);
  m.Equation(der(s2) == v2);
  m.Equation(der(v1) == length - 1.0 + rate);
  m.Equation(2.0 * der(v2) == 1.0 - length - rate);
  m.Equation(length == s2 - s1);
  m.Equation(rate == der(length));
  m.Equation(acceleration == der(rate));
  const ReducedSystem reduced = WithIndexReduced(std::move(m), {0, 0, 1, 0, 1, 0, 0});
  EXPECT_EQ(reduced.states.size(), 4u);
  EXPECT_EQ(std::ranges::count(reduced.states, "length"), 1);
  EXPECT_EQ(IndexOf(reduced.system), 1);
}

TEST(IndexReduction, ADifferentiatedEquationKeepsItsOriginAndHistory) {
  const ReducedSystem reduced = Pendulum(0.6, 0.8);
  std::size_t from_constraint = 0;
  for (const Equation& equation : reduced.system.equations) {
    for (const Operation& operation : reduced.system.histories.Steps(equation.history)) {
      EXPECT_EQ(operation.kind, Operation::Kind::kDifferentiated);
      if (operation.detail == 4) ++from_constraint;
    }
  }
  EXPECT_EQ(from_constraint, 3u) << "one for the first derivative, two for the second";
}

TEST(IndexReduction, ASingularSystemIsRefusedAtOnce) {
  Model m("M");
  auto x = m.Variable("x"), y = m.Variable("y");
  m.Equation(der(x) == 1.0);
  m.Equation(x == 2.0);
  (void)y;
  const auto reduced = ReduceIndex(std::move(m).Build().value(), {0.0, std::vector<double>{0, 0}, {}});
  ASSERT_FALSE(reduced.ok());
  EXPECT_EQ(reduced.error().at(0).code, Code::kStructurallySingular);
}

}  // namespace
}  // namespace daedalus::causal
