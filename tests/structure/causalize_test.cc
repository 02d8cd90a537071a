#include "daedalus/structure/causalize.h"

#include <gtest/gtest.h>

#include "daedalus/structure/matching.h"
#include "structure/drawing.h"
#include "structure/ids.h"
#include "structure/random_incidence.h"

namespace daedalus::structure {
namespace {

// Every equation is solved for an unknown in it, from unknowns that were computed before; `known` grows.
void ExpectExecutable(const Incidence& a, const std::vector<Entry>& order, PerColumn<char>* known) {
  for (const auto& [row, column] : order) {
    EXPECT_TRUE(Contains(a, row, column));
    EXPECT_FALSE((*known)[column]) << "computed twice";
    for (const ColumnId c : a.Row(row)) {
      EXPECT_TRUE(c == column || (*known)[c]) << "row " << row.value << " needs column " << c.value << "\n"
                                              << Draw(a);
    }
    (*known)[column] = 1;
  }
}

// Cellier & Kofman (7.1), columns u0 i0 u1 i1 u2 i2 uL diL duC iC.
TEST(Causalize, SortsTheFirstCircuitCompletely) {
  const Incidence a = FromDrawing({"x.........",    // u0 = f(t)
                                   "..xx......",    // u1 = R1 i1
                                   "....xx....",    // u2 = R2 i2
                                   "......xx..",    // uL = L diL
                                   "........xx",    // iC = C duC
                                   "x.x.......",    // u0 = u1 + uC
                                   "..x.x.x...",    // uL = u1 + u2
                                   "....x.....",    // uC = u2
                                   ".x.x......",    // i0 = i1 + iL
                                   "...x.x...x"});  // i1 = i2 + iC
  const Causalization sorted = Causalize(a);
  EXPECT_TRUE(sorted.core_rows.empty());
  PerColumn<char> known(10, 0);
  ExpectExecutable(a, sorted.first, &known);
  ExpectExecutable(a, sorted.last, &known);
  EXPECT_EQ(std::count(known.begin(), known.end(), 1), 10);
  // (7.3) gives every equation the same unknown, and the state equations and i0 come last, as there.
  const std::vector<std::uint32_t> column_of_row = {0, 3, 5, 7, 8, 2, 6, 4, 1, 9};
  for (const auto& order : {sorted.first, sorted.last}) {
    for (const Entry& e : order) EXPECT_EQ(e.column.value, column_of_row[e.row.index()]);
  }
  EXPECT_EQ(sorted.first.front(), (Entry{RowId(0), ColumnId(0)}));
}

// (7.5), columns u0 i0 u1 i1 u2 i2 uL diL u3 i3: the core is the loop of (7.6b-g).
TEST(Causalize, LeavesTheLoopOfSixOfTheSecondCircuit) {
  const Incidence a = FromDrawing({"x.........", "..xx......", "....xx....", "........xx", "......xx..",
                                   "x.x.....x.", "..x.x.x...", "....x...x.", ".x.x......", "...x.x...x"});
  const Causalization sorted = Causalize(a);
  EXPECT_EQ(NumbersOf(sorted.core_rows), (Numbers{1, 2, 3, 5, 7, 9}));
  EXPECT_EQ(NumbersOf(sorted.core_columns), (Numbers{2, 3, 4, 5, 8, 9}));
  EXPECT_EQ(sorted.first, Entries({{0, 0}}));
  EXPECT_EQ(sorted.last.size(), 3u);  // uL, diL, i0
  EXPECT_TRUE(sorted.constraints.empty());
}

// [H7.2]: F1(x1, x3), F2(x2), F3(x1, x2): three scalar equations, one after the other.
TEST(Causalize, TurnsTheThreeNonlinearEquationsIntoThreeScalarOnes) {
  const Causalization sorted = Causalize(FromDrawing({"x.x", ".x.", "xx."}));
  EXPECT_EQ(sorted.first.size() + sorted.last.size(), 3u);
  EXPECT_TRUE(sorted.core_rows.empty());
}

// (7.53): uC and iL are states, so (7.53j), uC = v1 - v0, keeps no unknown, and iC no equation.
// Columns u0 i0 u1 i1 u2 i2 uL diL duC iC v0 v1 v2.
TEST(Causalize, ShowsTheConstraintBetweenStatesAndTheUnknownThatItCosts) {
  const Incidence a = FromDrawing({"x............",    // u0 = f(t)
                                   "x.........xx.",    // u0 = v1 - v0
                                   "..xx.........",    // u1 = R1 i1
                                   "..x........xx",    // u1 = v1 - v2
                                   "....xx.......",    // u2 = R2 i2
                                   "....x.....x.x",    // u2 = v2 - v0
                                   "......xx.....",    // uL = L diL
                                   "......x...x.x",    // uL = v2 - v0
                                   "........xx...",    // iC = C duC
                                   "..........xx.",    // uC = v1 - v0
                                   "..........x..",    // v0 = 0
                                   ".x.x.....x...",    // i0 = i1 + iC
                                   "...x.x......."});  // i1 = i2 + iL
  const Causalization sorted = Causalize(a);
  EXPECT_EQ(sorted.constraints.size(), 1u);
  EXPECT_EQ(NumbersOf(sorted.undetermined), (Numbers{9}));
}

TEST(Causalize, AnEmptySystemAndEmptyRowsAndColumnsAreLeftAsTheyAre) {
  EXPECT_TRUE(Causalize(Incidence{}).first.empty());
  const Causalization sorted = Causalize(FromDrawing({"..", ".."}));
  EXPECT_EQ(NumbersOf(sorted.constraints), (Numbers{0, 1}));
  EXPECT_EQ(NumbersOf(sorted.undetermined), (Numbers{0, 1}));
}

Incidence Core(const Incidence& a, const Causalization& sorted) {
  Incidence core;
  core.num_columns = a.num_columns;
  for (const RowId r : sorted.core_rows) {
    std::vector<ColumnId> entries;
    for (const ColumnId c : a.Row(r)) {
      if (std::binary_search(sorted.core_columns.begin(), sorted.core_columns.end(), c)) entries.push_back(c);
    }
    core.AddRow(entries);
  }
  return core;
}

TEST(Causalize, WithAMatchingOfItsCoreIsAMaximumMatchingAndExecutableOnRandomGraphs) {
  std::mt19937 random(71);
  for (int trial = 0; trial < 3000; ++trial) {
    const std::uint32_t rows = random() % 12, columns = random() % 12;
    const Incidence a = RandomIncidence(&random, rows, columns, 3 + random() % 4);
    const Causalization sorted = Causalize(a);
    const Incidence core = Core(a, sorted);
    EXPECT_EQ(sorted.first.size() + sorted.last.size() + MaximumMatching(core).size, MaximumMatching(a).size)
        << Draw(a);
    PerColumn<std::uint32_t> uses(columns, 0);
    for (const RowId r : core.Rows()) {
      EXPECT_GE(core.Row(r).size(), 2u);
      for (const ColumnId c : core.Row(r)) ++uses[c];
    }
    for (const ColumnId c : sorted.core_columns) EXPECT_GE(uses[c], 2u);
    PerColumn<char> known(columns, 0);
    // What no equation is left for has to come from elsewhere.
    for (const ColumnId c : sorted.undetermined) known[c] = 1;
    ExpectExecutable(a, sorted.first, &known);
    for (const ColumnId c : sorted.core_columns) known[c] = 1;
    ExpectExecutable(a, sorted.last, &known);
  }
}

TEST(Causalize, SortsAChainOfAMillionEquationsWrittenBackwards) {
  const std::uint32_t n = 1000000;
  Incidence a;
  a.num_columns = n;
  for (std::uint32_t i = n; i-- > 0;) {
    a.AddRow(Columns(i == 0 ? Numbers{0} : Numbers{i - 1, i}));
  }
  const Causalization sorted = Causalize(a);
  EXPECT_EQ(sorted.first.size() + sorted.last.size(), n);
}

}  // namespace
}  // namespace daedalus::structure
