// Elimination on random systems of index 1: nothing is lost, nothing is added.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "programs/causal/eliminations.h"
#include "programs/causal/random_numbers.h"

namespace daedalus::causal {
namespace {

const Expr& AnyOf(Random& random, const std::vector<Expr>& all) {
  return all[static_cast<std::size_t>(Between(random, 0, static_cast<int>(all.size()) - 1))];
}

Expr RandomTerm(Random& random, const std::vector<Expr>& known, bool is_linear) {
  const Expr a = AnyOf(random, known);
  if (is_linear) return Number(random) * a;
  switch (Between(random, 0, 3)) {
    case 0:
      return sin(a) * AnyOf(random, known);
    case 1:
      return Number(random) * cos(a * AnyOf(random, known));
    case 2:
      return a / (2.0 + sin(AnyOf(random, known)));
    default:
      return Number(random) * a;
  }
}
Expr RandomSum(Random& random, const std::vector<Expr>& known, bool is_linear) {
  Expr sum = Number(random);
  for (int n = Between(random, 0, 3); n > 0; --n) sum = sum + RandomTerm(random, known, is_linear);
  return sum;
}

// y = value, in one of the ways to write it.
EquationExpr Written(Random& random, const Expr& y, const Expr& value, const Expr& p) {
  switch (Between(random, 0, 3)) {
    case 0:
      return y == value;
    case 1:
      return p * y - value * p == 0.0;
    case 2:
      return value == y;
    default:
      return (2.0 + cos(p)) * y == value;
  }
}

// States and algebraic variables, each with an equation of its own: most of them explicit in what comes
// before, some in loops whose matrix is diagonally dominant. In random order.
Model RandomModel(Random& random, bool is_linear) {
  Model m("Random");
  const Expr p = m.Parameter("p", 0.7);
  std::vector<Expr> known, states;
  std::vector<EquationExpr> equations;
  for (int n = Between(random, 1, 4); n > 0; --n) {
    states.push_back(m.Variable("x" + std::to_string(n)));
    known.push_back(states.back());
    if (Between(random, 0, 2) == 0) known.push_back(der(states.back()));
  }
  known.push_back(m.Time());
  const std::vector<Expr> given = known;
  for (int n = Between(random, 1, 15); n > 0; --n) {
    const Expr y = m.Variable("y" + std::to_string(n), {.fixed = Between(random, 0, 9) == 0});
    if (Between(random, 0, 4) == 0) {
      const Expr z = m.Variable("z" + std::to_string(n));
      const Expr back = is_linear ? z : z + 0.5 * sin(z);
      equations.push_back(4.0 * y + back == RandomSum(random, known, is_linear));
      equations.push_back(4.0 * z - y == RandomSum(random, known, is_linear));
      known.push_back(z);
    } else {
      equations.push_back(Written(random, y, RandomSum(random, known, is_linear), p));
    }
    known.push_back(y);
  }
  // The factor outweighs the derivatives that stand in values.
  for (const Expr& x : states) {
    equations.push_back(50.0 * der(x) == RandomSum(random, Between(random, 0, 1) ? known : given, is_linear));
  }
  std::shuffle(equations.begin(), equations.end(), random);
  for (const EquationExpr& e : equations) m.Equation(e);
  return m;
}

EliminationOptions RandomOptions(Random& random) {
  switch (Between(random, 0, 2)) {
    case 0:
      return {};
    case 1:
      return {.extra_fill = Between(random, -2, 3), .max_growth = Between(random, 0, 30)};
    default:  // everything that can go
      return {.extra_fill = 1000, .max_growth = 100'000, .max_output_growth = 100'000};
  }
}

struct Point {
  std::vector<double> values, derivatives;
};
constexpr double kTime = 0.3;

// Of all variables of the given system, from those of the small one.
Point Recovered(const Eliminated& e, const Point& small) {
  Point out;
  for (std::size_t v = 0; v < e.result.kept_as.size(); ++v) {
    const VariableId kept = e.result.kept_as[v];
    out.values.push_back(kept.IsValid()
                             ? small.values[kept.index()]
                             : expr::Evaluate(e.result.system.graph, e.result.values[v],
                                              {kTime, small.values, small.derivatives, e.given.parameters}));
    out.derivatives.push_back(kept.IsValid() ? small.derivatives[kept.index()] : 0.0);
  }
  return out;
}

std::vector<double> Residuals(const System& system, const Point& at, const std::vector<double>& parameters) {
  std::vector<double> out;
  for (const Equation& e : system.equations)
    out.push_back(expr::Evaluate(system.graph, e.residual, {kTime, at.values, at.derivatives, parameters}));
  return out;
}

template <class Check>
void ForRandomSystems(unsigned num_systems, Check check) {
  for (unsigned seed = 0; seed < num_systems; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    Model m = RandomModel(random, seed % 2 == 0);
    const EliminationOptions options = RandomOptions(random);
    check(random, EliminatedOf(std::move(m), options));
    if (testing::Test::HasFailure()) return;
  }
}

// At every point, not only at solutions: what was dropped holds, and what is left has the residual it had.
TEST(EliminationProperty, TheSmallResidualIsTheGivenOneAtTheRecoveredPoint) {
  std::size_t num_eliminated = 0, num_kept = 0;
  ForRandomSystems(400, [&](Random& random, const Eliminated& e) {
    Point small{std::vector<double>(e.result.system.variables.size()), {}};
    std::generate(small.values.begin(), small.values.end(), [&] { return Number(random); });
    small.derivatives = small.values;
    std::shuffle(small.derivatives.begin(), small.derivatives.end(), random);
    const std::vector<double> reduced = Residuals(e.result.system, small, e.given.parameters);
    std::vector<double> expected = Residuals(e.given.system, Recovered(e, small), e.given.parameters);
    for (std::size_t i = 0; i < reduced.size(); ++i) {
      double& was = expected[e.result.equation_of[i].index()];
      EXPECT_NEAR(reduced[i], was, 1e-11 * (1 + std::abs(was)));
      was = 0;
    }
    for (const double dropped : expected) EXPECT_NEAR(dropped, 0.0, 1e-11);
    num_kept += reduced.size();
    num_eliminated += expected.size() - reduced.size();
  });
  EXPECT_GT(num_eliminated, num_kept / 2) << "the random systems give it work";
}

TEST(EliminationProperty, TheSolutionOfTheSmallSystemSolvesTheGivenOne) {
  ForRandomSystems(100, [&](Random& random, const Eliminated& e) {
    BuiltProgram small = BuiltWith(e.result.system, {}, e.given.parameters);
    SlowRunner runner(small, kTime);
    for (double& value : runner.values) value = Number(random);
    runner.Run();
    ASSERT_LT(runner.WorstResidual(), 1e-9);
    const Point point = Recovered(e, {runner.values, runner.derivatives});
    for (const double residual : Residuals(e.given.system, point, e.given.parameters))
      EXPECT_NEAR(residual, 0.0, 1e-9);
  });
}

TEST(EliminationProperty, WithoutExtraFillTheJacobianHasNoMoreEntries) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    Random random(seed);
    const Eliminated e = EliminatedOf(RandomModel(random, seed % 2 == 0), {.extra_fill = 0});
    EXPECT_LE(NumEntries(e.incidence), NumEntries(e.given.incidence)) << "seed " << seed;
  }
}

}  // namespace
}  // namespace daedalus::causal
