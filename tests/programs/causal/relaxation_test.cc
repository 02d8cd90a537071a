#include "daedalus/programs/causal/relaxation.h"

#include <gtest/gtest.h>

#include <random>

#include "daedalus/system/print_system.h"
#include "programs/causal/programs.h"

namespace daedalus::causal {
namespace {

// The values of the variables, then of the auxiliaries, when the steps have run.
struct RelaxedRun {
  std::vector<double> values;
  bool is_good = true;
};
RelaxedRun RunRelaxed(const BuiltProgram& p, const RelaxedBlock& relaxed) {
  RelaxedRun out;
  out.values.assign(p.system.variables.size() + relaxed.num_auxiliaries, 0.0);
  const std::vector<double> derivatives(out.values.size(), 0.0);
  expr::Evaluator evaluator(p.system.graph);
  const auto value = [&](ExprId e) {
    return evaluator.Evaluate(e, {0.0, out.values, derivatives, p.parameters});
  };
  for (const auto& [target, e] : relaxed.steps) out.values[target.variable.index()] = value(e);
  for (const auto& [pivot, scale] : relaxed.guards) {
    out.is_good = out.is_good && IsGood(value(pivot), value(scale));
  }
  return out;
}

RelaxedBlock RelaxFirst(BuiltProgram& p) {
  const auto relaxed = Relax(p.system, p.system.equations, p.program, p.program.blocks[0],
                             VariableId(p.system.variables.size()));
  EXPECT_TRUE(relaxed.has_value());
  return *relaxed;
}

// Cellier & Kofman (7.9) and (7.47): with R1 = 100, R2 = 200, R3 = 300 and u0 = 10 by (7.14),
// i3 = R2 / (R1 R2 + R1 R3 + R2 R3) u0 = 200 / 110000 * 10.
TEST(Relaxation, SolvesTheLoopOfTheBook) {
  BuiltProgram p = Built(ResistorLoop());
  ASSERT_EQ(p.program.tearing.size(), 1u);
  const RelaxedBlock relaxed = RelaxFirst(p);
  const RelaxedRun run = RunRelaxed(p, relaxed);
  EXPECT_TRUE(run.is_good);
  EXPECT_NEAR(run.values[5], 200.0 / 110000 * 10, 1e-15);
  EXPECT_NEAR(run.values[4], 300 * run.values[5], 1e-12);
  EXPECT_NEAR(run.values[1], run.values[3] + run.values[5], 1e-15);
  EXPECT_EQ(relaxed.guards.size(), 1u) << "c8 alone: the other pivots are constant and safe";
  EXPECT_LE(relaxed.num_auxiliaries, 8u) << "the book needs c1 .. c8";
}

// A x = b with parameters for all entries, of a random sparse pattern and dominant diagonal.
struct RandomBlock {
  Eigen::MatrixXd a;
  Eigen::VectorXd b;
  BuiltProgram program;
};
RandomBlock MakeRandomBlock(std::mt19937& random, int n) {
  std::uniform_real_distribution<double> entry(-1.0, 1.0);
  RandomBlock out;
  out.a = Eigen::MatrixXd::Zero(n, n);
  out.b = Eigen::VectorXd::Zero(n);
  Model m("Random");
  std::vector<Expr> x;
  for (int i = 0; i < n; ++i) x.push_back(m.Variable("x" + std::to_string(i)));
  for (int i = 0; i < n; ++i) {
    Expr sum = 0.0;
    for (int j = 0; j < n; ++j) {
      const bool is_cycle = j == (i + 1) % n;  // so that it is one block
      if (i != j && !is_cycle && random() % 5 != 0) continue;
      out.a(i, j) = entry(random) + (i == j ? 4.0 : 0.0);
      sum += m.Parameter("a" + std::to_string(i) + "_" + std::to_string(j), out.a(i, j)) * x[j];
    }
    out.b[i] = entry(random);
    m.Equation(sum == out.b[i]);
  }
  out.program = Built(std::move(m), {.loop_method = BlockMethod::kRelaxation});
  return out;
}

TEST(Relaxation, GivesTheDigitsOfPivotedLu) {
  std::mt19937 random(7);
  int num_good = 0;
  for (int n = 2; n <= 14; ++n) {
    for (int repetition = 0; repetition < 20; ++repetition) {
      RandomBlock block = MakeRandomBlock(random, n);
      ASSERT_EQ(block.program.program.blocks.size(), 1u);
      const RelaxedRun run = RunRelaxed(block.program, RelaxFirst(block.program));
      const Eigen::VectorXd reference = block.a.partialPivLu().solve(block.b);
      if (!run.is_good) continue;
      ++num_good;
      for (int i = 0; i < n; ++i) {
        EXPECT_NEAR(run.values[static_cast<std::size_t>(i)], reference[i], 1e-9) << n << " " << repetition;
      }
    }
  }
  EXPECT_GT(num_good, 13 * 20 * 9 / 10);
}

// x + y = 1, x + (1 + p) y = 1 + 2 p: torn by one, the last pivot is p, left of a difference 1 + p - 1.
BuiltProgram NearlySingular(double p) {
  Model m("M");
  const Expr x = m.Variable("x"), y = m.Variable("y"), q = m.Parameter("q", 1.0 + p),
             side = m.Parameter("side", 1.0 + 2.0 * p);
  m.Equation(x + y == 1.0);
  m.Equation(x + q * y == side);
  return Built(std::move(m));
}

TEST(Relaxation, TheGuardTellsAPivotThatIsLeftOfACancellation) {
  BuiltProgram good = NearlySingular(0.5), bad = NearlySingular(1e-9), singular = NearlySingular(0.0);
  const RelaxedRun run = RunRelaxed(good, RelaxFirst(good));
  EXPECT_TRUE(run.is_good);
  EXPECT_NEAR(run.values[1], 2.0, 1e-15);
  EXPECT_FALSE(RunRelaxed(bad, RelaxFirst(bad)).is_good);
  EXPECT_FALSE(RunRelaxed(singular, RelaxFirst(singular)).is_good);
}

TEST(Relaxation, AZeroOnTheDiagonalIsArrangedAway) {
  // Every pivot may vanish, so all three are torn, and no diagonal entry of S = A is there.
  Model m("M");
  const Expr t = m.Time(), x = m.Variable("x"), y = m.Variable("y"), z = m.Variable("z");
  m.Equation(cos(t) * y + 0.1 * cos(t) * z == 1.0);
  m.Equation(cos(t) * z + 0.1 * cos(t) * x == 2.0);
  m.Equation(cos(t) * x + 0.1 * cos(t) * y == 3.0);
  BuiltProgram p = Built(std::move(m), {.loop_method = BlockMethod::kRelaxation});
  ASSERT_EQ(p.program.tearing.size(), 3u);
  const RelaxedRun run = RunRelaxed(p, RelaxFirst(p));
  EXPECT_TRUE(run.is_good);
  Eigen::Matrix3d a;
  a << 0, 1, 0.1, 0.1, 0, 1, 1, 0.1, 0;
  const Eigen::Vector3d reference = a.partialPivLu().solve(Eigen::Vector3d(1, 2, 3));
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(run.values[static_cast<std::size_t>(i)], reference[i], 1e-14);
}

TEST(Relaxation, WhatIsSingularByStructureIsRefused) {
  // After x is eliminated nothing is left of y: x + y = 1 and x + y = 2 in different words.
  Model m("M");
  const Expr x = m.Variable("x"), y = m.Variable("y");
  m.Equation(x + y == 1.0);
  m.Equation(2.0 * x + 2.0 * y == 4.0);
  BuiltProgram p = Built(std::move(m));
  EXPECT_FALSE(
      Relax(p.system, p.system.equations, p.program, p.program.blocks[0], VariableId(2)).has_value());
}

}  // namespace
}  // namespace daedalus::causal
