#include "daedalus/programs/causal/solvability.h"

#include <gtest/gtest.h>

#include "daedalus/programs/causal/analysis.h"
#include "daedalus/system/builder.h"

namespace daedalus::causal {
namespace {

System SystemOf(Model m) {
  return std::move(m).Build().value();
}

Code CodeOf(const System& system) {
  const auto result = CheckSolvability(system, IncidenceOf(system));
  return result.ok() ? Code::kNone : result.error().at(0).code;
}

TEST(Solvability, AnExplicitOdeHasIndexZero) {
  Model m("M");
  auto x = m.Variable("x");
  m.Equation(der(x) == -x);
  const System s = SystemOf(std::move(m));
  EXPECT_EQ(CheckSolvability(s, IncidenceOf(s))->structural_index, 0);
}

TEST(Solvability, AnAlgebraicVariableMakesIndexOne) {
  Model m("M");
  auto x = m.Variable("x"), y = m.Variable("y");
  m.Equation(der(x) == y);
  m.Equation(y == sin(x));
  const System s = SystemOf(std::move(m));
  EXPECT_EQ(CheckSolvability(s, IncidenceOf(s))->structural_index, 1);
}

// The Cartesian pendulum, Cellier & Kofman (7.74): index 3.
TEST(Solvability, AConstraintBetweenDifferentialVariablesIsAHigherIndex) {
  Model m("M");
  auto x = m.Variable("x"), y = m.Variable("y"), u = m.Variable("u"), v = m.Variable("v"),
       f = m.Variable("f");
  m.Equation(der(x) == u);
  m.Equation(der(y) == v);
  m.Equation(der(u) == -f * x);
  m.Equation(der(v) == 9.81 - f * y);
  m.Equation(x * x + y * y == 1.0);
  const System s = SystemOf(std::move(m));
  EXPECT_EQ(CodeOf(s), Code::kHigherIndex);
  const auto result = CheckSolvability(s, IncidenceOf(s));
  EXPECT_EQ(result.error().at(0).message, "the model has structural index 3, and needs index reduction");
  EXPECT_EQ(result.error().at(0).primary.text, "this constraint would have to be differentiated 2 times");
}

// x is fixed by an algebraic equation although its derivative occurs, as y6 in Gear's example (27).
TEST(Solvability, AcceptAnyIndexTakesForAlgebraicWhatAnAlgebraicEquationDetermines) {
  Model m("M");
  auto x = m.Variable("x"), y = m.Variable("y");
  m.Equation(der(y) + der(x) == 0.0);
  m.Equation(x * x * x == m.Time());
  const System s = SystemOf(std::move(m));
  EXPECT_EQ(CodeOf(s), Code::kHigherIndex);
  SystemIncidence incidence = IncidenceOf(s);
  ASSERT_TRUE(AcceptAnyIndex(s, incidence).ok());
  EXPECT_EQ(incidence.is_differential, (std::vector<char>{0, 1}));
}

TEST(Solvability, TwoEquationsForOneUnknownAreSingular) {
  Model m("M");
  auto x = m.Variable("x"), y = m.Variable("y");
  m.Equation(x == 1.0);
  m.Equation(sin(x) == 0.5);
  (void)y;
  const System s = SystemOf(std::move(m));
  EXPECT_EQ(CodeOf(s), Code::kStructurallySingular);
  const auto result = CheckSolvability(s, IncidenceOf(s));
  EXPECT_NE(result.error().at(0).notes.at(1).find("`x`"), std::string::npos) << "what is determined twice";
  EXPECT_NE(result.error().at(0).notes.at(2).find("`y`"), std::string::npos) << "the unknown that is left";
}

// (7.5): u0 is an assignment, the six equations of the resistors are one linear loop, the rest assignments.
TEST(Analysis, FindsTheLinearLoopOfTheSecondCircuit) {
  Model m("Circuit");
  auto u0 = m.Variable("u0"), i0 = m.Variable("i0"), u1 = m.Variable("u1"), i1 = m.Variable("i1"),
       u2 = m.Variable("u2"), i2 = m.Variable("i2"), u3 = m.Variable("u3"), i3 = m.Variable("i3"),
       uL = m.Variable("uL"), iL = m.Variable("iL");
  auto r = m.Parameter("R", 10.0);
  m.Equation(u0 == sin(m.Time()));
  m.Equation(u1 == r * i1);
  m.Equation(u2 == r * i2);
  m.Equation(u3 == r * i3);
  m.Equation(uL == 0.1 * der(iL));
  m.Equation(u0 == u1 + u3);
  m.Equation(uL == u1 + u2);
  m.Equation(u3 == u2);
  m.Equation(i0 == i1 + iL);
  m.Equation(i1 == i2 + i3);
  const auto analysis = Analyze(SystemOf(std::move(m)));
  ASSERT_TRUE(analysis.ok());
  EXPECT_EQ(analysis->program.blocks.size(), 5u);
  EXPECT_EQ(analysis->largest_block, 6u);
  for (const Block& block : analysis->program.blocks) {
    EXPECT_EQ(block.kind, block.rows.size() == 6 ? BlockKind::kLinear : BlockKind::kAssignment);
  }
}

TEST(Analysis, OneEquationThatIsNotLinearInItsUnknownIsANonlinearBlock) {
  Model m("M");
  auto x = m.Variable("x");
  m.Equation(x * x == 2.0);
  EXPECT_EQ(Analyze(SystemOf(std::move(m)))->program.blocks.at(0).kind, BlockKind::kNonlinear);
}

}  // namespace
}  // namespace daedalus::causal
