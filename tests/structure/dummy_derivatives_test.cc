#include "daedalus/structure/dummy_derivatives.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "daedalus/structure/block_triangular_form.h"
#include "daedalus/structure/causalize.h"
#include "daedalus/structure/sigma_method.h"
#include "structure/book_systems.h"
#include "structure/ids.h"
#include "structure/random_incidence.h"
#include "structure/random_system.h"

namespace daedalus::structure {
namespace {

// What remains to be solved: all equations for all variables that are not states.
Incidence ForUnknowns(const PantelidesResult& reduced, const StateSelection& selection) {
  Incidence a;
  a.num_columns = reduced.incidence.num_columns;
  for (const RowId e : reduced.incidence.Rows()) {
    std::vector<ColumnId> row;
    for (const ColumnId v : reduced.incidence.Row(e)) {
      if (!std::binary_search(selection.states.begin(), selection.states.end(), v)) row.push_back(v);
    }
    a.AddRow(row);
  }
  return a;
}

std::vector<std::size_t> BlockSizes(const PantelidesResult& reduced, const StateSelection& selection) {
  const Incidence a = ForUnknowns(reduced, selection);
  const Matching m = MaximumMatching(a);
  EXPECT_EQ(m.size, a.num_rows()) << "the reduced system is regular";
  EXPECT_EQ(a.num_columns, a.num_rows() + selection.states.size());
  const Blocks blocks = BlockTriangularForm(a, m);
  std::vector<std::size_t> sizes;
  for (std::size_t b = 0; b < blocks.size(); ++b) sizes.push_back(blocks[b].size());
  std::sort(sizes.rbegin(), sizes.rend());
  return sizes;
}

struct Reduced {
  NamedSystem system;
  PantelidesResult reduced;
  StateSelection selection;

  std::string States() const { return system.NamesOf(selection.states); }
  std::string Dummies() const { return system.NamesOf(selection.dummies); }
  std::size_t LargestBlock() const { return BlockSizes(reduced, selection)[0]; }
};

Reduced Select(NamedSystem system, const std::string& preferred = "") {
  auto reduced = ReduceIndex(system.incidence, system.variables, system);
  StateSelectionOptions options;
  if (!preferred.empty()) {
    options.preferences.assign(system.incidence.num_columns, 0);
    options.preferences[system.Id(preferred).index()] = 2;
  }
  auto selection = SelectStates(*reduced, options);
  return {std::move(system), *std::move(reduced), *std::move(selection)};
}

TEST(DummyDerivatives, NeedsNoneWithoutConstraints) {
  const Reduced r = Select(Circuit71());
  EXPECT_EQ(r.States(), "iL uC");
  EXPECT_EQ(r.Dummies(), "");
  EXPECT_EQ(r.LargestBlock(), 1u);
}

// (7.71): the eleven equations that the two rules leave. They are one loop to the rules only: the five
// undifferentiated ones determine uL, u1, u2, i1, i2 alone, then (7.71m) gives diL, then the five derivatives
// the rest.
TEST(DummyDerivatives, LeavesOneStateAndElevenEquationsInTwoLoopsOfFiveInTheThirdCircuit) {
  const Reduced r = Select(Circuit752());
  EXPECT_EQ(r.States(), "iL");
  EXPECT_EQ(Causalize(ForUnknowns(r.reduced, r.selection)).core_rows.size(), 11u);
  const std::vector<std::size_t> sizes = BlockSizes(r.reduced, r.selection);
  EXPECT_EQ(std::vector(sizes.begin(), sizes.begin() + 3), (std::vector<std::size_t>{5, 5, 1}));
}

TEST(DummyDerivatives, LeavesOneStateAndALoopOfFiveWithNodePotentials) {
  const Reduced r = Select(Circuit753());
  EXPECT_EQ(r.States(), "iL");
  EXPECT_EQ(r.Dummies(), "uC' u0' v0' v1'");
  EXPECT_EQ(r.LargestBlock(), 5u);
}

TEST(DummyDerivatives, KeepsTheFirstOfTwoParallelCapacitorsAndALoopOfFour) {
  const Reduced r = Select(Circuit754());
  EXPECT_EQ(r.States(), "u1");
  EXPECT_EQ(r.Dummies(), "u2'");
  EXPECT_EQ(r.LargestBlock(), 4u);
}

TEST(DummyDerivatives, HonoursThePreferenceForTheOtherCapacitor) {
  EXPECT_EQ(Select(Circuit754(), "u2").States(), "u2");
}

TEST(DummyDerivatives, LeavesPositionAndVelocityOfThePendulumAndALoopOfFive) {
  const Reduced r = Select(Pendulum774());
  EXPECT_EQ(r.States(), "x vx");
  EXPECT_EQ(r.LargestBlock(), 5u);
  EXPECT_EQ(Select(Pendulum774(), "y").States(), "y vx");
}

// (7.83): the loop is of six with the aliases d2x = dvx, d2y = dvy, of four without them.
TEST(DummyDerivatives, TakesTheAngleAndItsRateWhenTheAngleIsPreferred) {
  const Reduced r = Select(Pendulum778(), "phi");
  EXPECT_EQ(r.States(), "phi phi'");
  EXPECT_EQ(r.reduced.incidence.num_rows(), 12u);
  EXPECT_EQ(r.LargestBlock(), 6u);
}

// Two masses and the distance between them. That s1' and s2' are computed by blocks of their own must not
// decide.
TEST(DummyDerivatives, TakesADistanceForAStateWhereItIsPreferred) {
  const NamedSystem masses("s1 v1 s2 v2 sr vr a",
                           {"v1 s1'", "v2 s2'", "v1' sr vr", "v2' sr vr", "sr s1 s2", "vr sr'", "a vr'"});
  EXPECT_EQ(Select(masses).States(), "s1 v1 s2 v2");
  const Reduced r = Select(masses, "sr");
  EXPECT_EQ(r.selection.states.size(), 4u);
  EXPECT_NE((" " + r.States() + " ").find(" sr "), std::string::npos) << r.States();
  EXPECT_EQ(r.LargestBlock(), 1u);
}

TEST(DummyDerivatives, LeavesNoStateAndNoLoopInTheReactor) {
  const Reduced r = Select(Reactor78());
  EXPECT_EQ(r.States(), "");
  EXPECT_EQ(BlockSizes(r.reduced, r.selection), std::vector<std::size_t>(8, 1));
}

// Takes the last candidates that can be matched instead of the first, and remembers what it was asked.
class ContrarySelector final : public DummySelector {
 public:
  explicit ContrarySelector(const PantelidesResult& reduced) : reduced_(reduced) {}
  std::optional<std::vector<ColumnId>> Choose(const DummyChoice& choice) override {
    levels.push_back(choice.level);
    DummyChoice reversed = choice;
    std::reverse(reversed.candidates.begin(), reversed.candidates.end());
    return ChooseByStructure(reduced_.incidence, reversed);
  }
  Numbers levels;

 private:
  const PantelidesResult& reduced_;
};

TEST(DummyDerivatives, LeavesTheChoiceToTheSelectorLevelByLevel) {
  NamedSystem system = Pendulum774();
  const auto reduced = ReduceIndex(system.incidence, system.variables, system);
  ContrarySelector selector(*reduced);
  StateSelectionOptions options;
  options.selector = &selector;
  const auto selection = SelectStates(*reduced, options);
  ASSERT_TRUE(selection.ok());
  EXPECT_EQ(selector.levels, (Numbers{1, 2}));
  EXPECT_EQ(selection->states.size(), 2u);
  EXPECT_NE(system.NamesOf(selection->states), "x vx");
}

class HelplessSelector final : public DummySelector {
 public:
  std::optional<std::vector<ColumnId>> Choose(const DummyChoice&) override { return std::nullopt; }
};

TEST(DummyDerivatives, TellsForWhichEquationsNoRegularChoiceWasFound) {
  NamedSystem system = Circuit754();
  const auto reduced = ReduceIndex(system.incidence, system.variables, system);
  HelplessSelector selector;
  StateSelectionOptions options;
  options.selector = &selector;
  const auto selection = SelectStates(*reduced, options);
  ASSERT_FALSE(selection.ok());
  EXPECT_EQ(NumbersOf(selection.error().equations), (Numbers{7}));
  EXPECT_EQ(system.NamesOf(selection.error().candidates), "u2' u1'");
}

TEST(DummyDerivatives, LeavesAsManyStatesAsDegreesOfFreedomAndARegularSystemOnRandomOnes) {
  std::mt19937 random(1993);
  int num_dummies = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    RandomSystem system(&random, 1 + random() % 8);
    const auto sigma = AnalyzeSignature(SignatureOf(system.incidence, system.variables));
    if (!sigma.ok()) continue;
    const auto reduced = ReduceIndex(system.incidence, system.variables, system);
    StateSelectionOptions options;
    for (std::uint32_t v = 0; v < system.incidence.num_columns; ++v)
      options.preferences.push_back(random() % 3);
    const auto selection = SelectStates(*reduced, options);
    ASSERT_TRUE(selection.ok());
    EXPECT_EQ(selection->states.size(), sigma->degrees_of_freedom);
    for (const ColumnId v : selection->dummies) {
      const ColumnId higher = reduced->variables.DerivativeOf(v);
      EXPECT_FALSE(reduced->variables.IsRoot(v));
      EXPECT_TRUE(!higher.IsValid() ||
                  std::binary_search(selection->dummies.begin(), selection->dummies.end(), higher))
          << "the derivative of a dummy is a dummy";
    }
    BlockSizes(*reduced, *selection);
    num_dummies += static_cast<int>(selection->dummies.size());
  }
  EXPECT_GT(num_dummies, 1000);
}

TEST(DummyDerivatives, SelectsTheStatesOfAChainOfTenThousandPendulums) {
  const std::uint32_t num_links = 10000;
  const auto [a, variables] = PendulumChain(num_links);
  FaithfulHooks hooks(a, variables);
  const auto reduced = ReduceIndex(a, variables, hooks);
  const auto selection = SelectStates(*reduced);
  ASSERT_TRUE(selection.ok());
  EXPECT_EQ(selection->states.size(), 2 * num_links);
}

}  // namespace
}  // namespace daedalus::structure
