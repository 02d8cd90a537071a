// Alias removal on random systems: nothing is lost, nothing is added.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "daedalus/numerics/linear/decompositions.h"
#include "daedalus/programs/causal/alias_removal.h"
#include "daedalus/system/builder.h"
#include "daedalus/system/expr/evaluate.h"
#include "daedalus/system/parameters.h"
#include "daedalus/system/validate.h"
#include "programs/causal/random_numbers.h"

namespace daedalus::causal {
namespace {

// a = sign * b, in one of the ways to write it.
EquationExpr Tie(Random& random, const Expr& a, const Expr& b, int sign) {
  const Expr signed_b = sign > 0 ? b : -b;
  const double factor = Between(random, 0, 1) ? 0.3 : -7.0;
  switch (Between(random, 0, 4)) {
    case 0:
      return a == signed_b;
    case 1:
      return a - signed_b == 0.0;
    case 2:
      return factor * a == factor * signed_b;
    case 3:
      return 0.0 == (signed_b - a) / factor;
    default:
      return factor * (a - signed_b) == 0.0;
  }
}

struct RandomSystem {
  System system;
  std::size_t num_tied = 0;  // variables that must go
};

// Classes of variables, tied as random trees; some constant; for each of the others one equation that
// `make_equation` makes of all variables. In random order.
template <class MakeEquation>
RandomSystem MakeRandomSystem(Random& random, int num_classes, MakeEquation make_equation) {
  Model m("Random");
  const Expr p = m.Parameter("p", 0.7);
  std::vector<Expr> all, ends;
  std::vector<EquationExpr> equations;
  std::size_t num_free = 0;
  for (int c = 0; c < num_classes; ++c) {
    std::vector<Expr> members;
    for (int size = Between(random, 1, 5); size > 0; --size) {
      const Expr v = m.Variable("v" + std::to_string(all.size()));
      if (!members.empty()) {
        const Expr other =
            members[static_cast<std::size_t>(Between(random, 0, static_cast<int>(members.size()) - 1))];
        const int sign = Between(random, 0, 1) ? 1 : -1;
        equations.push_back(Between(random, 0, 1) ? Tie(random, v, other, sign)
                                                  : Tie(random, other, v, sign));
      }
      members.push_back(v);
      all.push_back(v);
    }
    const bool is_constant = Between(random, 0, 3) == 0;
    if (is_constant) equations.push_back(members.back() == Number(random, 2.0) * p + Number(random, 2.0));
    num_free += !is_constant;
  }
  const std::size_t num_tied = all.size() - num_free;
  for (std::size_t i = 0; i < num_free; ++i) equations.push_back(make_equation(m, all));
  std::shuffle(equations.begin(), equations.end(), random);
  for (const EquationExpr& e : equations) m.Equation(e);
  System system = std::move(m).Build().value();
  // Names by which the equations are found again.
  for (const EquationId e : IdRange<EquationId>(system.equations.size()))
    system.equations[e].origin = system.origins.Add({{}, system.names.Add(std::to_string(e.index()))});
  return {std::move(system), num_tied};
}

AliasRemoval Removed(const System& system) {
  Diagnostics warnings;
  AliasRemoval out = RemoveAliases(system, warnings).value();
  CheckInvariants(out.system);
  EXPECT_TRUE(warnings.items().empty());
  return out;
}

Eigen::VectorXd Residuals(const System& system, const std::vector<double>& x,
                          const std::vector<double>& slopes) {
  const std::vector<double> parameters = EvaluateParameters(system).value().values;
  Eigen::VectorXd out(static_cast<Eigen::Index>(system.equations.size()));
  Eigen::Index i = 0;
  for (const Equation& e : system.equations)
    out[i++] = expr::Evaluate(system.graph, e.residual, {0.4, x, slopes, parameters});
  return out;
}

// Values of all variables of the given system, in their order, from those of the reduced one.
std::vector<double> Recovered(const System& given, const AliasRemoval& removal,
                              const std::vector<double>& kept, bool are_slopes) {
  const std::vector<double> parameters = EvaluateParameters(given).value().values;
  std::vector<double> out;
  std::size_t next_kept = 0, next_alias = 0;
  for (const Variable& v : given.variables) {
    if (next_alias == removal.aliases.size() || removal.aliases[next_alias].removed.name != v.name) {
      EXPECT_EQ(removal.system.variables[VariableId(next_kept)].name, v.name);
      out.push_back(kept[next_kept++]);
      continue;
    }
    const Alias& alias = removal.aliases[next_alias++];
    if (alias.kept.IsValid()) {
      out.push_back(alias.sign * kept[alias.kept.index()]);
    } else {
      out.push_back(
          are_slopes ? 0.0 : expr::Evaluate(removal.system.graph, alias.value, {0.0, {}, {}, parameters}));
    }
  }
  return out;
}

// The solution of a system that is linear in its variables and has no derivatives.
Eigen::VectorXd SolveLinear(const System& system) {
  const std::size_t n = system.variables.size();
  if (n == 0) return {};  // everything was constant
  const Eigen::VectorXd at_zero = Residuals(system, std::vector<double>(n, 0.0), {});
  Eigen::MatrixXd matrix(static_cast<Eigen::Index>(system.equations.size()), static_cast<Eigen::Index>(n));
  for (std::size_t j = 0; j < n; ++j) {
    std::vector<double> unit(n, 0.0);
    unit[j] = 1.0;
    matrix.col(static_cast<Eigen::Index>(j)) = Residuals(system, unit, {}) - at_zero;
  }
  return matrix.fullPivLu().solve(-at_zero);
}

TEST(AliasRemovalProperty, LinearSystemsKeepTheirSolution) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    Random random(seed);
    const auto equation = [&](Model& m, const std::vector<Expr>& all) {
      Expr sum = Number(random, 2.0);
      for (const Expr& v : all) sum = sum + Number(random, 2.0) * v;
      return sum == m.Time();
    };
    const RandomSystem given = MakeRandomSystem(random, Between(random, 1, 8), equation);
    const AliasRemoval removal = Removed(given.system);
    ASSERT_EQ(removal.aliases.size(), given.num_tied) << "seed " << seed;
    ASSERT_EQ(removal.system.equations.size(), removal.system.variables.size());
    const Eigen::VectorXd kept = SolveLinear(removal.system), expected = SolveLinear(given.system);
    const std::vector<double> all =
        Recovered(given.system, removal, std::vector<double>(kept.begin(), kept.end()), false);
    for (std::size_t i = 0; i < all.size(); ++i)
      EXPECT_NEAR(all[i], expected[static_cast<Eigen::Index>(i)],
                  1e-8 * (1 + expected.lpNorm<Eigen::Infinity>()))
          << "seed " << seed;
  }
}

// At every point, not only at solutions: what was dropped holds, and what is left has the residual it had.
TEST(AliasRemovalProperty, TheReducedResidualIsTheGivenOneAtTheRecoveredPoint) {
  constexpr unsigned kNumSystems = 200;
  unsigned num_refused = 0;
  for (unsigned seed = 0; seed < kNumSystems; ++seed) {
    Random random(seed);
    const auto equation = [&](Model& m, const std::vector<Expr>& all) {
      const auto any = [&] {
        return all[static_cast<std::size_t>(Between(random, 0, static_cast<int>(all.size()) - 1))];
      };
      return der(any()) * cos(any()) + Number(random, 2.0) * any() ==
             sin(any() * m.Time()) + der(any()) - any() * any();
    };
    const RandomSystem given = MakeRandomSystem(random, Between(random, 1, 8), equation);
    Diagnostics warnings;
    const auto result = RemoveAliases(given.system, warnings);
    if (!result.ok()) {
      // Where nearly everything is constant, the last equation may lose its unknowns.
      ++num_refused;
      EXPECT_EQ(result.error().at(0).code, Code::kContradictoryEquations) << "seed " << seed;
      continue;
    }
    const AliasRemoval& removal = *result;
    ASSERT_EQ(given.system.equations.size() - given.system.variables.size(),
              removal.system.equations.size() - removal.system.variables.size());
    std::vector<double> x(removal.system.variables.size()), slopes(x.size());
    for (std::vector<double>* values : {&x, &slopes})
      std::generate(values->begin(), values->end(), [&] { return Number(random, 2.0); });
    const Eigen::VectorXd reduced = Residuals(removal.system, x, slopes);
    Eigen::VectorXd expected = Residuals(given.system, Recovered(given.system, removal, x, false),
                                         Recovered(given.system, removal, slopes, true));
    for (const EquationId e : IdRange<EquationId>(removal.system.equations.size())) {
      const auto row = static_cast<Eigen::Index>(e.index());
      double& was = expected[std::stol(InstanceOf(removal.system, removal.system.equations[e]))];
      EXPECT_NEAR(reduced[row], was, 1e-12 * (1 + std::abs(was))) << "seed " << seed;
      was = 0;
    }
    EXPECT_LT(expected.lpNorm<Eigen::Infinity>(), 1e-12) << "dropped equations hold, seed " << seed;
    for (const Alias& alias : removal.aliases) EXPECT_TRUE(alias.origin.IsValid());
  }
  EXPECT_LT(num_refused, kNumSystems / 4);
}

}  // namespace
}  // namespace daedalus::causal
