#include "daedalus/programs/causal/build_program.h"

#include <gtest/gtest.h>

#include <cmath>

#include "daedalus/system/builder.h"
#include "daedalus/system/print_system.h"
#include "programs/causal/programs.h"

namespace daedalus::causal {
namespace {

std::string ValueText(const BuiltProgram& p, std::size_t assignment) {
  return ExpressionText(p.system, p.program.assignments[assignment].value);
}

// One equation for x, with y and z known before.
template <class MakeEquation>
BuiltProgram Single(const MakeEquation& equation, const ProgramOptions& options = {}) {
  Model m("M");
  const Expr x = m.Variable("x"), y = m.Variable("y"), z = m.Variable("z"), R = m.Parameter("R", 5.0);
  m.Equation(y == sin(m.Time()));
  m.Equation(z == cos(m.Time()));
  m.Equation(equation(x, y, z, R));
  return Built(std::move(m), options);
}

TEST(BuildProgram, SolvesAnEquationInItsNicestForm) {
  const auto text = [](auto equation) { return ValueText(Single(equation), 2); };
  EXPECT_EQ(text([](auto x, auto y, auto z, auto) { return x == y * (z + 1.0); }), "y*(1 + z)");
  EXPECT_EQ(text([](auto x, auto y, auto z, auto) { return y + z == x; }), "y + z");
  EXPECT_EQ(text([](auto x, auto y, auto z, auto) { return y == x + z; }), "y - z");
  EXPECT_EQ(text([](auto x, auto y, auto, auto R) { return y == R * x; }), "y/R");
  EXPECT_EQ(text([](auto x, auto y, auto, auto R) { return x / R == y; }), "R*y");
  EXPECT_EQ(text([](auto x, auto y, auto z, auto R) { return y - x / R == z; }), "R*(y - z)");
  EXPECT_EQ(text([](auto x, auto y, auto, auto) { return -x == y; }), "-y");
  EXPECT_EQ(text([](auto x, auto y, auto z, auto) { return x * exp(z) + x == y; }), "y/(1 + exp(z))");
}

// R i = u is solved for i because R is not zero: any other value of its sign would have given the same
// Program. `k` decides nothing.
TEST(BuildProgram, RecordsTheParametersWhoseSignDecided) {
  Model m("M");
  const Expr i = m.Variable("i"), u = m.Variable("u"), R = m.Parameter("R", 5.0), k = m.Parameter("k", 2.0);
  m.Equation(u == k * sin(m.Time()));
  m.Equation(R * i == u);
  const BuiltProgram p = Built(std::move(m));
  EXPECT_EQ(p.program.decided_by_sign, (std::vector<ParameterId>{ParameterId(0u)}));
  EXPECT_TRUE(p.program.decided_by_size.empty());
  const std::vector<double> built = {5, 2};
  EXPECT_TRUE(p.program.HoldsFor(built, std::vector<double>{0.1, -3}));
  EXPECT_FALSE(p.program.HoldsFor(built, std::vector<double>{0, 2})) << "R = 0 cannot be divided by";
  EXPECT_FALSE(p.program.HoldsFor(built, std::vector<double>{-5, 2}));
}

// Which unknown of a loop is torn depends on how large its factors are.
TEST(BuildProgram, RecordsTheParametersWhoseSizeDecidedInALoop) {
  Model m("M");
  const Expr x = m.Variable("x"), y = m.Variable("y"), a = m.Parameter("a", 5.0), b = m.Parameter("b", 2.0);
  m.Equation(a * x + y == sin(m.Time()));
  m.Equation(x - b * y == 1.0);
  const BuiltProgram p = Built(std::move(m));
  EXPECT_EQ(p.program.decided_by_size, (std::vector<ParameterId>{ParameterId(0u), ParameterId(1u)}));
  EXPECT_FALSE(p.program.HoldsFor(std::vector<double>{5, 2}, std::vector<double>{5, 3}));
}

TEST(BuildProgram, AnUnknownOnBothSidesIsNotTakenForSolved) {
  const BuiltProgram p = Single([](auto x, auto y, auto, auto) { return x == 3.0 * x + y; });
  EXPECT_EQ(ValueText(p, 2), "-y/2");
  ExpectLegal(p);
}

TEST(BuildProgram, ASingleEquationThatIsNotSafeIsALoopOfOne) {
  const auto block = [](auto equation) {
    const BuiltProgram p = Single(equation);
    const Block b = p.program.blocks[2];
    EXPECT_EQ(b.rows.size(), 1u);
    EXPECT_EQ(b.assignments.size(), 0u);
    EXPECT_EQ(b.tearing.size(), 1u);
    EXPECT_EQ(p.program.TearingOf(b)[0], (Quantity{VariableId(0), false}));
    EXPECT_EQ(b.method, BlockMethod::kTorn);
    return b;
  };
  EXPECT_EQ(block([](auto x, auto y, auto z, auto) { return z * x == y; }).kind, BlockKind::kLinear);
  EXPECT_EQ(block([](auto x, auto y, auto, auto) { return x * x == y; }).kind, BlockKind::kNonlinear);
  EXPECT_EQ(block([](auto x, auto y, auto, auto) { return x + floor(x) == y; }).kind, BlockKind::kNonlinear);
}

TEST(BuildProgram, AParameterIsDividedByOnlyWhereItsValueIsKnown) {
  Model m("M");
  const Expr x = m.Variable("x"), R = m.Parameter("R", 5.0);
  m.Equation(R * x == 1.0);
  const System s = std::move(m).Build().value();
  EXPECT_EQ(BuiltWithoutValues(s).program.blocks[0].kind, BlockKind::kLinear);
  EXPECT_EQ(BuiltWith(s, {}).program.blocks[0].kind, BlockKind::kAssignment);
  EXPECT_EQ(BuiltWith(s, {}, std::vector<double>{0.0}).program.blocks[0].kind, BlockKind::kLinear) << "R = 0";
}

TEST(BuildProgram, EveryTearingAlgorithmTearsTheResistorLoopByOne) {
  for (const char* name : {"greedy", "7.4", "8.9", "exact"}) {
    const auto algorithm = TearingAlgorithmNamed(name);
    ASSERT_TRUE(algorithm.has_value());
    EXPECT_EQ(NameOf(*algorithm), name);
    const BuiltProgram p = Built(ResistorLoop(), {.tearing = *algorithm});
    ASSERT_EQ(p.program.blocks.size(), 1u);
    EXPECT_EQ(p.program.blocks[0].kind, BlockKind::kLinear);
    EXPECT_EQ(p.program.blocks[0].tearing.size(), 1u) << name;
    EXPECT_EQ(p.program.blocks[0].assignments.size(), 5u) << name;
    ExpectLegal(p);
  }
  EXPECT_EQ(TearingAlgorithmNamed("best"), std::nullopt);
  const BuiltProgram whole = Built(ResistorLoop(), {.tearing = TearingAlgorithm::kNone});
  EXPECT_EQ(whole.program.blocks[0].tearing.size(), 6u);
  ExpectLegal(whole);
}

TEST(BuildProgram, AMethodCanBeAskedFor) {
  for (const BlockMethod method : {BlockMethod::kRelaxation, BlockMethod::kTorn}) {
    const BuiltProgram p = Built(ResistorLoop(), {.loop_method = method});
    EXPECT_EQ(p.program.blocks[0].method, method);
    EXPECT_EQ(p.program.blocks[0].tearing.size(), 1u);
  }
  for (const BlockMethod method : {BlockMethod::kDense, BlockMethod::kSparse}) {
    const BuiltProgram p = Built(ResistorLoop(), {.loop_method = method});
    EXPECT_EQ(p.program.blocks[0].method, method);
    EXPECT_EQ(p.program.blocks[0].tearing.size(), 6u) << "not torn: the whole block";
    EXPECT_EQ(p.program.blocks[0].assignments.size(), 0u);
    ExpectLegal(p);
  }
}

TEST(BuildProgram, WhatIsNotPossibleBecomesTorn) {
  for (const BlockMethod method : {BlockMethod::kRelaxation, BlockMethod::kSubstitution}) {
    Model m("M");
    const Expr a = m.Variable("a"), b = m.Variable("b");
    m.Equation(a + b == 3.0);
    m.Equation(a * b == 2.0);
    const BuiltProgram p = Built(std::move(m), {.loop_method = method});
    EXPECT_EQ(p.program.blocks[0].kind, BlockKind::kNonlinear);
    EXPECT_EQ(p.program.blocks[0].method, BlockMethod::kTorn);
    EXPECT_EQ(p.program.blocks[0].tearing.size(), 1u);
  }
}

// x_i' = -x_i + a chain of loops of two: many blocks of both kinds, and states in between.
TEST(BuildProgram, RunsToTheSolutionOfTheEquations) {
  Model m("Chain");
  const Expr s = m.Variable("s");
  Expr before = s;
  for (int i = 0; i < 20; ++i) {
    const std::string n = std::to_string(i);
    const Expr a = m.Variable("a" + n), b = m.Variable("b" + n), c = m.Variable("c" + n);
    m.Equation(a + 0.5 * b == before);
    m.Equation(b - 0.3 * a == 1.0);
    m.Equation(2.0 * c == a * b);
    before = c;
  }
  m.Equation(der(s) == before - s);
  const BuiltProgram p = Built(std::move(m));
  EXPECT_EQ(p.program.blocks.size(), 41u);
  ExpectLegal(p);
  ExpectSolvesTheEquations(p, {0.7});
}

// Not a promise of speed, but a quadratic step would take minutes.
TEST(BuildProgram, AHundredThousandEquationsAreNoEffort) {
  Model m("Long");
  Expr before = m.Time();
  for (int i = 0; i < 50'000; ++i) {
    const std::string n = std::to_string(i);
    const Expr u = m.Variable("u" + n), v = m.Variable("v" + n);
    m.Equation(2.0 * u + sin(before) == before);
    m.Equation(v == u + 1.0);
    before = v;
  }
  const BuiltProgram p = Built(std::move(m));
  EXPECT_EQ(p.program.blocks.size(), 100'000u);
  EXPECT_EQ(p.program.assignments.size(), 100'000u);
}

}  // namespace
}  // namespace daedalus::causal
