#include "daedalus/model/compile/free_level.h"

#include <fmt/format.h>

#include <cmath>

#include "daedalus/numerics/linear/decompositions.h"
#include "daedalus/programs/causal/explain_singular.h"
#include "daedalus/programs/causal/system_incidence.h"
#include "daedalus/system/expr/differentiate.h"
#include "daedalus/system/expr/evaluate.h"

namespace daedalus::compile {
namespace {

constexpr std::size_t kMostUnknowns = 500;
constexpr double kNothing = 1e-9;  // of the largest entry of a row, and of a vector

// Partial derivatives with respect to derivatives of states, and to algebraic variables; a row is scaled by
// its largest entry. Empty where a number is not finite.
Eigen::MatrixXd PartialsAt(System& system, const std::vector<char>& is_differential,
                           const causal::PivotPoint& guess) {
  Eigen::MatrixXd out = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(system.equations.size()),
                                              static_cast<Eigen::Index>(system.variables.size()));
  const std::vector<double> slopes(system.variables.size(), 0.0);
  expr::Differentiator differentiator(system.graph);
  for (const EquationId e : IdRange<EquationId>(system.equations.size())) {
    auto row = out.row(static_cast<Eigen::Index>(e.index()));
    const auto entries = differentiator.Gradient(system.equations[e].residual);
    expr::Evaluator evaluator(system.graph);
    evaluator.SetPoint({guess.time, guess.values, slopes, guess.parameters, guess.held});
    for (const auto& [leaf, partial] : entries) {
      const bool is_unknown = (leaf.order > 0) == (is_differential[leaf.variable.index()] != 0);
      if (is_unknown) row(static_cast<Eigen::Index>(leaf.variable.index())) = evaluator.Value(partial);
    }
    if (!row.allFinite()) return {};
    const double largest = row.cwiseAbs().maxCoeff();
    if (largest > 0) row /= largest;
  }
  return out;
}

// The algebraic variables with an entry; empty if the entries differ.
std::vector<VariableId> SharedLevel(const Eigen::VectorXd& direction,
                                    const std::vector<char>& is_differential) {
  std::vector<VariableId> out;
  const double largest = direction.cwiseAbs().maxCoeff();
  double level = 0;
  for (const VariableId v : IdRange<VariableId>(is_differential.size())) {
    const double entry = direction(static_cast<Eigen::Index>(v.index()));
    if (std::abs(entry) <= kNothing * largest) continue;
    if (level == 0) level = entry;
    if (is_differential[v.index()] || std::abs(entry - level) > kNothing * largest) return {};
    out.push_back(v);
  }
  return out;
}

}  // namespace

std::vector<VariableId> FindFreeLevel(System& system, const causal::PivotPoint& guess) {
  if (system.variables.size() > kMostUnknowns) return {};
  const std::vector<char> is_differential = causal::IncidenceOf(system).is_differential;
  const Eigen::MatrixXd partials = PartialsAt(system, is_differential, guess);
  if (partials.size() == 0) return {};
  Eigen::FullPivLU<Eigen::MatrixXd> factors(partials);
  factors.setThreshold(kNothing);
  if (factors.dimensionOfKernel() == 0) return {};
  const Eigen::MatrixXd kernel = factors.kernel();
  for (Eigen::Index i = 0; i < kernel.cols(); ++i) {
    std::vector<VariableId> found = SharedLevel(kernel.col(i), is_differential);
    if (found.size() > 1) return found;
  }
  return {};
}

void ExplainFreeLevel(System& system, const causal::PivotPoint& guess, Diagnostic& message) {
  const std::vector<VariableId> found = FindFreeLevel(system, guess);
  if (found.empty()) return;
  std::vector<structure::ColumnId> columns;
  for (const VariableId v : found) columns.push_back(causal::ColumnOf(v));
  message.Note(fmt::format("only differences of {} are determined; nothing fixes their level",
                           causal::ListOfVariables(system, columns)));
  message.Hint("one of them needs a value of its own: a ground, a fixed position or a pressure");
}

}  // namespace daedalus::compile
