#include "daedalus/structure/pantelides.h"

#include <gtest/gtest.h>

#include <numeric>

#include "daedalus/structure/sigma_method.h"
#include "structure/book_systems.h"
#include "structure/ids.h"
#include "structure/random_incidence.h"
#include "structure/random_system.h"

namespace daedalus::structure {
namespace {

using Counts = std::vector<std::uint32_t>;

void ExpectMatchesHighest(const PantelidesResult& r) {
  std::uint32_t size = 0;
  for (const RowId e : r.incidence.Rows()) {
    const ColumnId v = r.matching.column_of_row[e];
    EXPECT_EQ(v.IsValid(), r.equations.IsHighest(e));
    if (!v.IsValid()) continue;
    ++size;
    EXPECT_TRUE(r.variables.IsHighest(v));
    EXPECT_TRUE(Contains(r.incidence, e, v));
    EXPECT_EQ(r.matching.row_of_column[v], e);
  }
  EXPECT_EQ(r.matching.size, size);
  for (const ColumnId v : r.variables.All()) {
    EXPECT_EQ(r.matching.row_of_column[v].IsValid(), r.variables.IsHighest(v));
  }
}

PantelidesResult Reduce(NamedSystem system) {
  auto result = ReduceIndex(system.incidence, system.variables, system);
  EXPECT_TRUE(result.ok());
  ExpectMatchesHighest(*result);
  return *std::move(result);
}

TEST(Pantelides, DifferentiatesNothingInTheFirstCircuit) {
  const PantelidesResult r = Reduce(Circuit71());
  EXPECT_EQ(r.differentiations.raw(), Counts(10, 0));
  EXPECT_EQ(r.structural_index, 1u);
}

// (7.70): 17 equations; all of the loop, the constraint in it and the source.
TEST(Pantelides, DifferentiatesTheWholeLoopThatHidesTheConstraintOfTheThirdCircuit) {
  const PantelidesResult r = Reduce(Circuit752());
  EXPECT_EQ(r.incidence.num_rows(), 17u);
  EXPECT_EQ(r.differentiations.raw(), (Counts{1, 1, 1, 0, 0, 1, 1, 1, 0, 1}));
  EXPECT_EQ(r.structural_index, 2u);
}

// (7.63): 17 equations; differentiated are u0 = f, v1 = u0 - v0, the constraint, v0 = 0.
TEST(Pantelides, DifferentiatesFourEquationsOfTheCircuitWithNodePotentials) {
  const PantelidesResult r = Reduce(Circuit753());
  EXPECT_EQ(r.incidence.num_rows(), 17u);
  EXPECT_EQ(r.differentiations.raw(), (Counts{1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0}));
  EXPECT_EQ(r.structural_index, 2u);
}

TEST(Pantelides, AddsOneEquationForTwoCapacitorsInParallel) {
  const PantelidesResult r = Reduce(Circuit754());
  EXPECT_EQ(r.incidence.num_rows(), 8u);
  EXPECT_EQ(r.differentiations.raw(), (Counts{0, 0, 0, 0, 0, 1, 0}));
  EXPECT_EQ(r.structural_index, 2u);
}

// (7.76): nine equations.
TEST(Pantelides, FindsIndexThreeForTheCartesianPendulum) {
  const PantelidesResult r = Reduce(Pendulum774());
  EXPECT_EQ(r.differentiations.raw(), (Counts{0, 0, 1, 1, 2}));
  EXPECT_EQ(r.structural_index, 3u);
}

// (7.83): twelve equations.
TEST(Pantelides, FindsTwelveEquationsForThePendulumWithItsAngle) {
  const PantelidesResult r = Reduce(Pendulum778());
  EXPECT_EQ(r.differentiations.raw(), (Counts{0, 0, 1, 1, 2, 2}));
  EXPECT_EQ(r.structural_index, 3u);
}

TEST(Pantelides, FindsIndexThreeAndEightEquationsForTheReactor) {
  const PantelidesResult r = Reduce(Reactor78());
  EXPECT_EQ(r.incidence.num_rows(), 8u);
  EXPECT_EQ(r.differentiations.raw(), (Counts{1, 0, 1, 2}));
  EXPECT_EQ(r.structural_index, 3u);
}

TEST(Pantelides, FindsTheIndicesOfCampbellsProblems) {
  EXPECT_EQ(Reduce(CampbellCircle()).structural_index, 2u);
  const PantelidesResult shuttle = Reduce(CampbellShuttle());
  EXPECT_EQ(shuttle.differentiations.raw(), (Counts{1, 0, 0, 1, 0, 0, 2}));
  EXPECT_EQ(shuttle.structural_index, 3u);
}

TEST(Pantelides, AnExplicitOrdinarySystemHasIndexZero) {
  EXPECT_EQ(Reduce({"x y", {"x' y", "y' x"}}).structural_index, 0u);
}

TEST(Pantelides, RefusesAnOverdeterminedSystemBeforeAnyDifferentiation) {
  // x is given twice; left alone, the search would differentiate both for ever.
  NamedSystem system("x y", {"x", "y' x", "x"});
  system.variables = VariableDerivatives(3);
  system.variables.Link(ColumnId(1), ColumnId(2));
  const auto result = ReduceIndex(system.incidence, system.variables, system);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().kind, PantelidesFailure::Kind::kSingular);
  ASSERT_EQ(result.error().singularity.overdetermined.size(), 1u);
  EXPECT_EQ(NumbersOf(result.error().singularity.overdetermined[0].rows), (Numbers{0, 2}));
  EXPECT_EQ(system.num_calls, 0);
}

TEST(Pantelides, ExplainsByTheUndifferentiatedVariable) {
  NamedSystem system("a x y", {"a", "a", "x' y"});
  const auto result = ReduceIndex(system.incidence, system.variables, system);
  ASSERT_FALSE(result.ok());
  const Singularity& why = result.error().singularity;
  EXPECT_EQ(system.NamesOf(why.overdetermined.at(0).columns), "a");
  EXPECT_EQ(system.NamesOf(why.underdetermined.at(0).columns), "x y");
}

TEST(Pantelides, NoEquationsAtAllAreRegular) {
  NamedSystem system("", {});
  const auto result = ReduceIndex(system.incidence, system.variables, system);
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->structural_index, 0u);
}

// Symbols whose derivatives have nothing in them.
class ForgetfulHooks final : public DerivativeHooks {
 public:
  void DifferentiateVariable(ColumnId, ColumnId) override {}
  std::vector<ColumnId> DifferentiateEquation(RowId, RowId) override { return {}; }
};

TEST(Pantelides, ComesToAnEndWhenTheSymbolsForgetADerivative) {
  const NamedSystem system = Pendulum774();
  ForgetfulHooks hooks;
  const auto result = ReduceIndex(system.incidence, system.variables, hooks);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().kind, PantelidesFailure::Kind::kEndless);
  EXPECT_EQ(result.error().equation, RowId(4));
}

TEST(Pantelides, AgreesWithTheSigmaMethodOnRandomSystems) {
  std::mt19937 random(1988);
  int num_higher = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    RandomSystem system(&random, 1 + random() % 9);
    const auto sigma = AnalyzeSignature(SignatureOf(system.incidence, system.variables));
    const auto reduced = ReduceIndex(system.incidence, system.variables, system);
    ASSERT_EQ(sigma.ok(), reduced.ok());
    if (!reduced.ok()) continue;
    ExpectMatchesHighest(*reduced);
    EXPECT_EQ(reduced->differentiations.raw(), sigma->c.raw());
    EXPECT_EQ(reduced->structural_index, sigma->structural_index);
    const auto chains = ChainsOf(reduced->variables);
    EXPECT_EQ(chains.length, sigma->d.raw());
    num_higher += sigma->structural_index > 1;
  }
  EXPECT_GT(num_higher, 500) << "the random systems are no test of index reduction";
}

TEST(Pantelides, DifferentiatesAPathOfAHundredThousandEquationsWithoutRecursion) {
  // a0 = f(t), a1 = a0, ..., u = a(n-1), and i = C u': everything but the last is differentiated.
  const std::uint32_t n = 100000;
  Incidence a;
  VariableDerivatives variables(n + 3);  // a0 .. a(n-1), u, i, u'
  variables.Link(ColumnId(n), ColumnId(n + 2));
  a.num_columns = n + 3;
  a.AddRow(Columns({n + 1, n + 2}));
  for (std::uint32_t i = n; i > 0; --i) a.AddRow(Columns({i, i - 1}));
  a.AddRow(Columns({0}));
  FaithfulHooks hooks(a, variables);
  const auto result = ReduceIndex(a, variables, hooks);
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(std::accumulate(result->differentiations.begin(), result->differentiations.end(), 0u), n + 1);
  EXPECT_EQ(result->structural_index, 2u);
}

TEST(Pantelides, ReducesAChainOfTwentyThousandPendulums) {
  const std::uint32_t num_links = 20000;
  const auto [a, variables] = PendulumChain(num_links);
  FaithfulHooks hooks(a, variables);
  const auto result = ReduceIndex(a, variables, hooks);
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->structural_index, 3u);
  EXPECT_EQ(std::accumulate(result->differentiations.begin(), result->differentiations.end(), 0u),
            4 * num_links);
}

}  // namespace
}  // namespace daedalus::structure
