#include "daedalus/structure/perturbation_index.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "structure/book_systems.h"
#include "structure/random_system.h"

namespace daedalus::structure {
namespace {

using Indices = std::vector<std::uint32_t>;

Indices IndicesOf(const SignatureMatrix& sigma) {
  const auto offsets = AnalyzeSignature(sigma);
  EXPECT_TRUE(offsets.ok());
  return offsets.ok() ? PerturbationIndices(sigma, *offsets).raw() : Indices{};
}

Indices IndicesOf(const NamedSystem& system) {
  return IndicesOf(SignatureOf(system.incidence, system.variables));
}

// The classes of unknowns that [HLR89] and the descriptions of the test problems give.
TEST(PerturbationIndex, OfAPendulumIsThatOfHairerLubichAndRoche) {
  EXPECT_EQ(IndicesOf(Pendulum774()), (Indices{1, 1, 2, 2, 3}));
  EXPECT_EQ(IndicesOf(Pendulum778()), (Indices{1, 1, 2, 2, 3, 1})) << "the angle as an output";
  const NamedSystem on_velocities("x y vx vy F",
                                  {"vx' F* x*", "vy' F* y*", "x' vx", "y' vy", "x* vx* y* vy*"});
  EXPECT_EQ(IndicesOf(on_velocities), (Indices{1, 1, 1, 1, 2}));
  const NamedSystem on_accelerations("x y vx vy F",
                                     {"vx' F* x*", "vy' F* y*", "x' vx", "y' vy", "vx* vy* F* x* y*"});
  EXPECT_EQ(IndicesOf(on_accelerations), (Indices{1, 1, 1, 1, 1}));
  const NamedSystem stabilized(
      "x y vx vy F mu", {"vx' F* x*", "vy' F* y*", "x' vx mu* x*", "y' vy mu* y*", "x* vx* y* vy*", "x* y*"});
  EXPECT_EQ(IndicesOf(stabilized), (Indices{1, 1, 1, 1, 2, 2})) << "Gear, Leimkuhler and Gupta";
  const NamedSystem with_acceleration("q v w lambda", {"q' v", "v' w", "w lambda* q*", "q*"});
  EXPECT_EQ(IndicesOf(with_acceleration), (Indices{1, 2, 3, 3})) << "Andrews' squeezer";
}

TEST(PerturbationIndex, OfADifferentiatorIsOneMoreForEachDerivative) {
  EXPECT_EQ(IndicesOf(NamedSystem("x y z", {"x", "x' y", "y' z"})), (Indices{1, 2, 3}));
  EXPECT_EQ(IndicesOf(NamedSystem("x y z u", {"x", "x' y", "y' z", "z' u"})), (Indices{1, 2, 3, 4}));
}

TEST(PerturbationIndex, OfACircuitIsTwoForCurrentsThroughPrescribedCapacitors) {
  EXPECT_EQ(IndicesOf(Circuit71()), Indices(10, 1));
  // u0 i0 u1 i1 u2 i2 uL iL uC iC
  EXPECT_EQ(IndicesOf(Circuit752()), (Indices{1, 2, 1, 1, 1, 1, 1, 1, 1, 2}));
  // u0 uR i0 i1 u1 i2 u2: the two currents between the capacitors, and not the one of the source
  EXPECT_EQ(IndicesOf(Circuit754()), (Indices{1, 1, 1, 2, 1, 2, 1}));
}

TEST(PerturbationIndex, OfControlsIsThatOfTheInvertedPath) {
  EXPECT_EQ(IndicesOf(Reactor78()), (Indices{1, 2, 2, 3})) << "C; T and R from C'; Tc from T'";
  EXPECT_EQ(IndicesOf(CampbellCircle()), (Indices{1, 1, 2}));
  // H xi lambda V gamma A beta: A' is moved as beta is
  EXPECT_EQ(IndicesOf(CampbellShuttle()), (Indices{1, 1, 1, 1, 2, 2, 3}));
}

TEST(PerturbationIndex, IsNotRaisedByWhatStandsAside) {
  const NamedSystem system("x y vx vy F w s",
                           {"vx' F* x*", "vy' F* y*", "x' vx", "y' vy", "x* y*", "w", "s' x w"});
  EXPECT_EQ(IndicesOf(system), (Indices{1, 1, 2, 2, 3, 1, 1})) << "a source, and an integral of positions";
  const NamedSystem measured("x y vx vy F k a",
                             {"vx' F* x*", "vy' F* y*", "x' vx", "y' vy", "x* y*", "k vx* vy*", "a vx'"});
  EXPECT_EQ(IndicesOf(measured), (Indices{1, 1, 2, 2, 3, 2, 3})) << "energy and acceleration as outputs";
}

// Gear's (27): structurally a constraint between differential variables, and yet of index 1 for disturbances,
// because only a sum of their derivatives is determined.
TEST(PerturbationIndex, IsOneWhereDerivativesAreDeterminedTogether) {
  EXPECT_EQ(IndicesOf(NamedSystem("a b", {"a' b' a*", "b a*"})), (Indices{1, 1}));
}

// (1) as it stands, without offsets: every variable is moved by what its own equation hears, again and again.
Indices ByRepeatedHearing(const SignatureMatrix& sigma, const PerRow<ColumnId>& variable_of_equation) {
  const Incidence& a = sigma.incidence;
  PerColumn<std::int64_t> p(a.num_columns, -1000);
  for (std::uint32_t round = 0; round <= a.num_columns; ++round) {
    for (const RowId i : a.Rows()) {
      const ColumnId j = variable_of_equation[i];
      std::int64_t heard = 0, own = 0;
      for (std::uint32_t k = a.Begin(i); k < a.End(i); ++k) {
        if (a.columns[k] == j) own = sigma.orders[k];
        if (a.columns[k] != j) heard = std::max(heard, p[a.columns[k]] + sigma.orders[k]);
      }
      p[j] = std::max(p[j], heard - own);
    }
  }
  Indices out;
  for (const std::int64_t order : p)
    out.push_back(1 + static_cast<std::uint32_t>(std::max<std::int64_t>(order, 0)));
  return out;
}

TEST(PerturbationIndex, FollowsFromItsDefinitionOnRandomSystems) {
  std::mt19937 random(7);
  int num_regular = 0, num_high = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    const RandomSystem system(&random, 1 + random() % 7);
    const SignatureMatrix sigma = SignatureOf(system.incidence, system.variables);
    const auto offsets = AnalyzeSignature(sigma);
    if (!offsets) continue;
    ++num_regular;
    const Indices indices = PerturbationIndices(sigma, *offsets).raw();
    EXPECT_EQ(indices, ByRepeatedHearing(sigma, offsets->variable_of_equation)) << "trial " << trial;
    EXPECT_LE(std::ranges::max(indices), std::max(offsets->structural_index, 1u));
    num_high += std::ranges::max(indices) > 1;
  }
  EXPECT_GT(num_regular, 500);
  EXPECT_GT(num_high, 100);
}

}  // namespace
}  // namespace daedalus::structure
