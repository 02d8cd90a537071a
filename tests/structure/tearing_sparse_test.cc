#include "daedalus/structure/tearing_sparse.h"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <string>
#include <vector>

#include "structure/ids.h"
#include "structure/random_incidence.h"
#include "structure/tearing_examples.h"

namespace daedalus::structure {
namespace {

// Backward Euler on four cells in a row, columns x0 .. x3, then their slopes: the states are left, with a
// band of three. Nothing is divided by the step size.
TEST(TearSparsely, LeavesTheStatesOfAnInlinedStep) {
  const TearingProblem problem = ProblemFromDrawing({"xx..x...",  // slope = f(neighbours)
                                                     "xxx..x..",  //
                                                     ".xxx..x.",  //
                                                     "..xx...x",  //
                                                     "x...~...",  // x = old + h slope
                                                     ".x...~..",  //
                                                     "..x...~.",  //
                                                     "...x...~"});
  const TornBlock torn = TearSparsely(problem);
  EXPECT_EQ(NumbersOf(torn.tearing), (Numbers{0, 1, 2, 3}));
  EXPECT_EQ(NumbersOf(torn.residuals), (Numbers{4, 5, 6, 7}));
  EXPECT_TRUE(IsLegalTearing(problem, torn));
}

// Thirty cells of an RC chain, columns v1 .. v30, currents, slopes. Capacitances are bad pivots ('~') beside
// the factors of the currents, and good enough where the slope stands in one other equation: what is left are
// the voltages, but for the last one, in place of which its current is left.
TEST(TearSparsely, AnyPivotWillDoForWhatIsSubstitutedOnce) {
  constexpr std::size_t kCells = 30;
  std::vector<std::string> drawing(3 * kCells, std::string(3 * kCells, '.'));
  for (std::size_t i = 0; i < kCells; ++i) {
    std::string &resistor = drawing[i], &capacitor = drawing[kCells + i], &step = drawing[2 * kCells + i];
    if (i > 0) resistor[i - 1] = 'x';
    resistor[i] = capacitor[kCells + i] = step[i] = 'x';
    resistor[kCells + i] = '9';
    if (i + 1 < kCells) capacitor[kCells + i + 1] = 'x';
    capacitor[2 * kCells + i] = step[2 * kCells + i] = '~';
  }
  TearingProblem problem = ProblemFromDrawing(drawing);
  EXPECT_GT(TearSparsely(problem).tearing.size(), kCells);
  problem.costs_alone = problem.costs;
  for (std::size_t row = kCells; row < 2 * kCells; ++row)
    problem.costs_alone[problem.appears.row_starts[row + 1] - 1] = 250;
  const TornBlock torn = TearSparsely(problem);
  EXPECT_EQ(torn.tearing.size(), kCells);
  EXPECT_EQ(torn.tearing[kCells - 2].value, kCells - 2);
  EXPECT_EQ(torn.residuals.front().value, 2 * kCells);
}

// Thirty links of a chain that hangs in a plane, columns: their forces f, accelerations ax and ay of the
// masses, angular accelerations. Factors of sines and cosines ('~') are no pivots, so accelerations can be
// assigned: by the motion of the link, with a factor of one, from the acceleration of the mass before, or by
// the forces on the mass, with a worse one. The former leaves 18 of 60, since what was substituted into is no
// assignment any more; the latter none.
TEST(TearSparsely, TakesTheEquationThatNobodyElseNeeds) {
  constexpr std::size_t kLinks = 30;
  std::vector<std::string> drawing(4 * kLinks, std::string(4 * kLinks, '.'));
  for (std::size_t i = 0; i < kLinks; ++i) {
    for (const std::size_t direction : {1, 2}) {
      const std::size_t acceleration = direction * kLinks + i;
      std::string &link = drawing[(direction - 1) * kLinks + i],
                  &mass = drawing[(direction + 1) * kLinks + i];
      if (i > 0) link[acceleration - 1] = 'x';
      link[acceleration] = 'x';
      link[3 * kLinks + i] = mass[i] = '~';
      if (i + 1 < kLinks) mass[i + 1] = '~';
      mass[acceleration] = '5';
    }
  }
  const TearingProblem problem = ProblemFromDrawing(drawing);
  const TornBlock torn = TearSparsely(problem);
  EXPECT_TRUE(IsLegalTearing(problem, torn));
  EXPECT_EQ(torn.tearing.size(), 2 * kLinks);
}

// The first unknown stands in three equations and its own has five; what is not there already in the two
// others is as much as what vanishes.
TEST(TearSparsely, CountsTheEntriesThatAreNotThereYet) {
  const TearingProblem problem = ProblemFromDrawing({"xxxxx",  // the only safe pivot is the first
                                                     "~~~~~",  //
                                                     "~~~~~",  //
                                                     ".~~~~",  //
                                                     ".~~~~"});
  EXPECT_EQ(NumbersOf(TearSparsely(problem).tearing), (Numbers{1, 2, 3, 4}));
}

// What the substitution of all assignments leaves in the residual equations, and in those of the assignments.
std::size_t EntriesAfter(const TearingProblem& problem, const TornBlock& torn) {
  std::vector<std::set<std::uint32_t>> of_column(problem.appears.num_columns);
  const auto substituted = [&](RowId row, std::uint32_t but) {
    std::set<std::uint32_t> out;
    for (const ColumnId c : problem.appears.Row(row)) {
      if (c.value == but) continue;
      out.insert(of_column[c.value].begin(), of_column[c.value].end());
    }
    return out;
  };
  for (const ColumnId c : torn.tearing) of_column[c.value] = {c.value};
  for (const auto& [row, column] : torn.assignments) of_column[column.value] = substituted(row, column.value);
  std::size_t count = 0;
  for (const RowId row : torn.residuals) count += substituted(row, problem.appears.num_columns).size();
  return count;
}

TEST(TearSparsely, IsLegalAndAddsNoEntries) {
  std::mt19937 random(20240607);
  std::size_t assigned = 0;
  for (int round = 0; round < 300; ++round) {
    const auto n = static_cast<std::uint32_t>(3 + random() % 28);
    TearingProblem problem = AllSafe(RandomRegularIncidence(&random, n, 4 + random() % 20));
    for (PivotCost& cost : problem.costs)
      cost = random() % 3 == 0 ? kUnsafe : static_cast<PivotCost>(random() % 4);
    const TornBlock torn = TearSparsely(problem);
    ASSERT_TRUE(IsLegalTearing(problem, torn)) << round;
    EXPECT_LE(EntriesAfter(problem, torn), problem.appears.columns.size()) << round;
    assigned += torn.assignments.size();
  }
  EXPECT_GT(assigned, 300u) << "it does something";
}

// An unknown of many equations is not put into all of them.
TEST(TearSparsely, KeepsWhatWouldFillIn) {
  const TearingProblem problem = ProblemFromDrawing({"xxxxx",  // the sum of all, each of which is in all
                                                     "xxxxx",  //
                                                     "xxxxx",  //
                                                     "xxxxx",  //
                                                     "xxxxx"});
  EXPECT_EQ(TearSparsely(problem).tearing.size(), 5u);
}

}  // namespace
}  // namespace daedalus::structure
