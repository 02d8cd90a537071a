// What is written by an array is of index 1, and has as many states as the ranks say.
#include "daedalus/programs/array/array_block.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "daedalus/programs/causal/offsets.h"
#include "programs/array/array_models.h"

namespace daedalus::array {
namespace {

PartOfSystem WholeOf(const System& system) {
  PartOfSystem out;
  for (const EquationId e : IdRange<EquationId>(system.equations.size())) out.equations.push_back(e);
  for (const VariableId v : IdRange<VariableId>(system.variables.size())) out.variables.push_back(v);
  return out;
}

struct Written {
  System system;
  std::optional<ArrayChoice> choice;
};

Written WriteByArray(System system, const std::vector<double>& start) {
  const std::vector<double> units(system.variables.size(), 1.0);
  AnalysisProblem problem;
  problem.start = start;
  problem.units = units;
  Written out{system, ChooseUnknowns(system, problem, AnalyzeArray(system, problem))};
  if (out.choice) ReplaceByArray(out.system, WholeOf(system), *out.choice);
  return out;
}

void ExpectIndexOne(const Written& written, std::uint32_t num_states) {
  ASSERT_TRUE(written.choice);
  EXPECT_EQ(written.system.equations.size(), written.system.variables.size());
  const auto offsets = causal::OffsetsOf(causal::IncidenceOf(written.system));
  ASSERT_TRUE(offsets) << "structurally regular";
  EXPECT_EQ(std::ranges::max(offsets->c), 0u) << "nothing is left to be differentiated";
  EXPECT_EQ(offsets->degrees_of_freedom, num_states);
}

TEST(ArrayBlock, APendulumKeepsTwoStates) {
  const Written written = WriteByArray(CartesianPendulum(), {0.6, -0.8, 0, 0, 0.8 * 9.81});
  ExpectIndexOne(written, 2);
  EXPECT_EQ(written.choice->order, 3);
  EXPECT_EQ(std::ranges::count(written.choice->is_state, 1), 2);
  EXPECT_FALSE(written.choice->is_state[4]) << "the force follows from all others";
}

TEST(ArrayBlock, AFixedVariableIsAState) {
  VariableAttributes fixed;
  fixed.fixed = true;
  const Written by_x = WriteByArray(CartesianPendulum(fixed), {0.6, -0.8, 0, 0, 0.8 * 9.81});
  const Written by_y = WriteByArray(CartesianPendulum({}, fixed), {0.6, -0.8, 0, 0, 0.8 * 9.81});
  ASSERT_TRUE(by_x.choice && by_y.choice);
  EXPECT_TRUE(by_x.choice->is_state[0]);
  EXPECT_FALSE(by_x.choice->is_state[1]) << "x^2 + y^2 = 1 leaves one of them";
  EXPECT_TRUE(by_y.choice->is_state[1]);
}

// der(a) + der(b) = 0 and der(a) + der(b) + a = 1: structure promises two free values, but a = 1 leaves that
// of b alone.
TEST(ArrayBlock, TellsTheTruthWhereStructureLies) {
  Model m("M");
  const Expr a = m.Variable("a"), b = m.Variable("b");
  m.Equation(der(a) + der(b) == 0);
  m.Equation(der(a) + der(b) + a == 1);
  const System system = std::move(m).Build().value();
  EXPECT_EQ(causal::OffsetsOf(causal::IncidenceOf(system))->degrees_of_freedom, 2u);
  const Written written = WriteByArray(system, {0, 0});
  ExpectIndexOne(written, 1);
  EXPECT_FALSE(written.choice->is_state[0]);
  EXPECT_TRUE(written.choice->is_state[1]);
}

// y = der(x) of others is the x' of the array, for x may be no state.
TEST(ArrayBlock, OthersReadItsSlopes) {
  Model m("M");
  const Expr x = m.Variable("x"), y = m.Variable("y");
  m.Equation(pow(x, 3) == exp(-m.Time()));
  m.Equation(y == der(x));
  System system = std::move(m).Build().value();
  const PartOfSystem part{{EquationId(0)}, {VariableId(0)}};
  const System cut = CutOut(system, part, {}, 0);
  const std::vector<double> start{1.0}, units{1.0};
  AnalysisProblem problem;
  problem.start = start;
  problem.units = units;
  const auto choice = ChooseUnknowns(cut, problem, AnalyzeArray(cut, problem));
  ASSERT_TRUE(choice);
  ReplaceByArray(system, part, *choice);
  ExpectIndexOne({system, choice}, 0);
  EXPECT_NEAR(choice->z[0], -1.0 / 3, 1e-9) << "x = exp(-t/3)";
}

}  // namespace
}  // namespace daedalus::array
