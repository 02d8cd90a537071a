// Programs for tests: built from models, checked for legality, and executed slowly.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <set>
#include <vector>

#include "daedalus/numerics/linear/decompositions.h"
#include "daedalus/programs/causal/build_program.h"
#include "daedalus/programs/causal/solvability.h"
#include "daedalus/system/builder.h"
#include "daedalus/system/expr/differentiate.h"
#include "daedalus/system/expr/evaluate.h"
#include "daedalus/system/expr/leaves.h"
#include "daedalus/system/parameters.h"

namespace daedalus::causal {

struct BuiltProgram {
  System system;
  SystemIncidence incidence;
  std::vector<double> parameters;
  Program program;
};

inline BuiltProgram BuiltIn(System system, const PivotContext& pivots, const ProgramOptions& options) {
  BuiltProgram out;
  out.system = std::move(system);
  out.incidence = IncidenceOf(out.system);
  const auto solvability = CheckSolvability(out.system, out.incidence);
  EXPECT_TRUE(solvability.ok());
  out.program = BuildProgram(out.system, out.incidence, solvability->matching, pivots, options);
  return out;
}

// With the values of the parameters, or with other ones.
inline BuiltProgram BuiltWith(System system, const ProgramOptions& options = {},
                              std::optional<std::vector<double>> values = std::nullopt) {
  std::vector<double> parameters = values ? *values : EvaluateParameters(system).value().values;
  BuiltProgram out = BuiltIn(std::move(system), {{parameters, {}}, {}}, options);
  out.parameters = std::move(parameters);
  return out;
}
inline BuiltProgram BuiltWithoutValues(System system, const ProgramOptions& options = {}) {
  return BuiltIn(std::move(system), {}, options);
}
inline BuiltProgram Built(Model m, const ProgramOptions& options = {}) {
  return BuiltWith(std::move(m).Build().value(), options);
}

// Cellier & Kofman (7.9), the loop of six.
inline Model ResistorLoop() {
  Model m("ResistorLoop");
  const Expr u1 = m.Variable("u1"), i1 = m.Variable("i1"), u2 = m.Variable("u2"), i2 = m.Variable("i2"),
             u3 = m.Variable("u3"), i3 = m.Variable("i3");
  const Expr R1 = m.Parameter("R1", 100.0), R2 = m.Parameter("R2", 200.0), R3 = m.Parameter("R3", 300.0);
  m.Equation(u1 == R1 * i1);
  m.Equation(u2 == R2 * i2);
  m.Equation(u3 == R3 * i3);
  m.Equation(u1 + u3 == 10.0);
  m.Equation(u2 == u3);
  m.Equation(i1 == i2 + i3);
  return m;
}

// Every unknown has one place, every equation one use, and nothing is used before it is known.
inline void ExpectLegal(const BuiltProgram& p) {
  const Program& program = p.program;
  std::set<VariableId> known;
  std::set<EquationId> used;
  expr::LeafCollector collector;
  for (const VariableId v : IdRange<VariableId>(p.system.variables.size())) {
    if (p.incidence.is_differential[v.index()]) known.insert(v);
  }
  std::set<VariableId> known_derivatives;
  const auto is_known = [&](const expr::VariableLeaf& leaf) {
    return (leaf.order > 0 ? known_derivatives : known).contains(leaf.variable);
  };
  const auto make_known = [&](Quantity u) {
    EXPECT_TRUE((u.is_derivative() ? known_derivatives : known).insert(u.variable).second);
  };
  for (const Block& block : program.blocks) {
    EXPECT_EQ(block.assignments.size() + block.tearing.size(), block.rows.size());
    for (const Quantity& u : program.TearingOf(block)) make_known(u);
    for (const Assignment& a : program.AssignmentsOf(block)) {
      EXPECT_TRUE(used.insert(a.equation).second);
      for (const auto& leaf : collector.Collect(p.system.graph, a.value).variables) {
        EXPECT_TRUE(is_known(leaf)) << NameOf(p.system, leaf.variable);
      }
      make_known(a.unknown);
    }
    for (const EquationId e : program.ResidualsOf(block)) {
      EXPECT_TRUE(used.insert(e).second);
      for (const auto& leaf : collector.Collect(p.system.graph, p.system.equations[e].residual).variables) {
        EXPECT_TRUE(is_known(leaf)) << NameOf(p.system, leaf.variable);
      }
    }
    for (const EquationId e : program.EquationsOf(block)) EXPECT_TRUE(used.contains(e));
  }
  EXPECT_EQ(used.size(), p.system.equations.size());
}

// Executes a program with Newton in the tearing variables, the Jacobian by central differences (exact where
// the block is linear).
class SlowRunner {
 public:
  explicit SlowRunner(BuiltProgram& p, double time = 0.3)
      : values(p.system.variables.size(), 0.0),
        derivatives(p.system.variables.size(), 0.0),
        p_(p),
        time_(time),
        evaluator_(p.system.graph) {}

  void Run() {
    for (const Block& block : p_.program.blocks) RunBlock(block);
  }
  double Value(ExprId e) {
    evaluator_.SetPoint({time_, values, derivatives, p_.parameters});
    return evaluator_.Value(e);
  }
  double WorstResidual() {
    double worst = 0;
    for (const Equation& equation : p_.system.equations) {
      worst = std::max(worst, std::abs(Value(equation.residual)));
    }
    return worst;
  }
  double& At(Quantity u) { return (u.is_derivative() ? derivatives : values)[u.variable.index()]; }

  std::vector<double> values, derivatives;

 private:
  Eigen::VectorXd Residuals(const Block& block, const Eigen::VectorXd& z) {
    const auto tearing = p_.program.TearingOf(block);
    for (std::size_t i = 0; i < tearing.size(); ++i) At(tearing[i]) = z[static_cast<Eigen::Index>(i)];
    for (const Assignment& a : p_.program.AssignmentsOf(block)) At(a.unknown) = Value(a.value);
    Eigen::VectorXd r(z.size());
    const auto residuals = p_.program.ResidualsOf(block);
    for (std::size_t i = 0; i < residuals.size(); ++i) {
      r[static_cast<Eigen::Index>(i)] = Value(p_.system.equations[residuals[i]].residual);
    }
    return r;
  }
  void RunBlock(const Block& block) {
    const auto k = static_cast<Eigen::Index>(block.tearing.size());
    Eigen::VectorXd z(k);
    for (Eigen::Index i = 0; i < k; ++i) z[i] = At(p_.program.TearingOf(block)[static_cast<std::size_t>(i)]);
    const bool is_linear = block.kind != BlockKind::kNonlinear;
    const double step = is_linear ? 1.0 : 1e-6;
    for (int iteration = 0; iteration < (k == 0 ? 0 : is_linear ? 1 : 50); ++iteration) {
      Eigen::MatrixXd jacobian(k, k);
      for (Eigen::Index j = 0; j < k; ++j) {
        const Eigen::VectorXd unit = Eigen::VectorXd::Unit(k, j) * step;
        jacobian.col(j) = (Residuals(block, z + unit) - Residuals(block, z - unit)) / (2 * step);
      }
      const Eigen::VectorXd change = jacobian.fullPivLu().solve(Residuals(block, z));
      z -= change;
    }
    Residuals(block, z);
  }

  BuiltProgram& p_;
  double time_;
  expr::Evaluator evaluator_;
};

// The states take the given values in their order.
inline void ExpectSolvesTheEquations(BuiltProgram p, const std::vector<double>& states,
                                     double tolerance = 1e-12) {
  SlowRunner runner(p);
  std::size_t next = 0;
  for (std::size_t v = 0; v < p.system.variables.size(); ++v) {
    if (p.incidence.is_differential[v]) runner.values[v] = states.at(next++);
  }
  runner.Run();
  EXPECT_LT(runner.WorstResidual(), tolerance);
}

}  // namespace daedalus::causal
