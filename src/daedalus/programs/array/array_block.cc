#include "daedalus/programs/array/array_block.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "daedalus/programs/array/array_solver.h"
#include "daedalus/programs/causal/higher_derivatives.h"
#include "daedalus/programs/causal/system_incidence.h"
#include "daedalus/system/expr/build.h"
#include "daedalus/system/expr/differentiate.h"
#include "daedalus/system/expr/substitute.h"
#include "daedalus/system/quantity.h"

namespace daedalus::array {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// How readily each variable gives up being a state: a force at once, what the user wants otherwise a
// thousandth as much, as in a change of states (decision 008).
VectorXd ReadinessOf(const System& part) {
  const std::vector<char> is_differential = causal::IncidenceOf(part).is_differential;
  VectorXd out(static_cast<Index>(part.variables.size()));
  for (const VariableId v : IdRange<VariableId>(part.variables.size())) {
    const Variable& variable = part.variables[v];
    const StateSelect select = part.declarations[variable.declaration].state_select;
    const bool is_start_preferred =
        variable.fixed || select == StateSelect::kPrefer || select == StateSelect::kAlways;
    const double unasked = !is_differential[v.index()] ? 1 : variable.start.IsValid() ? 0.01 : 0.03;
    out[static_cast<Index>(v.index())] = is_start_preferred ? 1e-3 : unasked;
  }
  return out;
}

// The Jacobian of an array in units of unknowns and rows.
std::optional<MatrixXd> ScaledJacobian(DerivativeArray& array, const ArrayInputs& inputs,
                                       const VectorXd& units, const VectorXd& point) {
  const linear::SparsePattern& pattern = array.pattern();
  std::vector<double> values(static_cast<std::size_t>(pattern.num_nonzeros()));
  if (!array.Jacobian(inputs, {point.data(), static_cast<std::size_t>(point.size())}, values))
    return std::nullopt;
  MatrixXd out = MatrixXd::Zero(pattern.rows, pattern.cols);
  for (Index j = 0; j < out.cols(); ++j) {
    for (auto k = pattern.column_starts[j]; k < pattern.column_starts[j + 1]; ++k)
      out(pattern.row_indices[k], j) = values[static_cast<std::size_t>(k)] * units[j];
  }
  for (Index i = 0; i < out.rows(); ++i) {
    const double largest = out.row(i).cwiseAbs().maxCoeff();
    if (largest > 0) out.row(i) /= largest;
  }
  return out;
}

// The columns of the first `count` pivots.
std::vector<char> FirstPivots(const Eigen::ColPivHouseholderQR<MatrixXd>& qr, Index count) {
  std::vector<char> out(static_cast<std::size_t>(qr.cols()), 0);
  for (Index i = 0; i < count; ++i) out[static_cast<std::size_t>(qr.colsPermutation().indices()[i])] = 1;
  return out;
}

bool IsPivotKept(const Eigen::ColPivHouseholderQR<MatrixXd>& qr, Index count) {
  return count == 0 || std::abs(qr.matrixQR()(count - 1, count - 1)) > kRankTolerance * qr.maxPivot();
}

class Replacing {
 public:
  Replacing(System& system, const PartOfSystem& part, const ArrayChoice& choice)
      : system_(system), part_(part), choice_(choice) {}

  void Run() {
    const std::vector<std::vector<ExprId>> rows = MakeRows();
    NameUnknowns();
    ReplaceSlopesElsewhere();
    expr::Substitution substitution(system_.graph, replacements_);
    for (std::size_t i = 0; i < part_.equations.size(); ++i) {
      VisitExpressions(system_.equations[part_.equations[i]], [&](ExprId& e) { e = substitution.Apply(e); });
      for (const ExprId row : rows[i]) AddRow(part_.equations[i], substitution.Apply(row));
    }
    for (std::size_t i = 0; i < part_.variables.size(); ++i) {
      if (choice_.is_state[i]) AddSlope(part_.variables[i]);
    }
  }

 private:
  // The derivatives of each equation of the part.
  std::vector<std::vector<ExprId>> MakeRows() {
    expr::Differentiator differentiator(system_.graph);
    std::vector<std::vector<ExprId>> out(part_.equations.size());
    for (std::size_t i = 0; i < out.size(); ++i) {
      ExprId row = system_.equations[part_.equations[i]].residual;
      for (int j = 0; j < choice_.order; ++j) out[i].push_back(row = differentiator.TimeDerivative(row));
    }
    return out;
  }

  void NameUnknowns() {
    const std::size_t n = part_.variables.size();
    for (std::size_t k = 0; k < choice_.is_unknown.size(); ++k) {
      const VariableId of = part_.variables[k % n];
      const Quantity quantity{of, static_cast<int>(k / n) + 1};
      ExprId value = system_.graph.Constant(choice_.z[k]);
      if (choice_.is_unknown[k]) value = system_.graph.Variable(AddVariable(quantity, value));
      replacements_.push_back({system_.graph.Variable(of, quantity.order), value});
    }
  }

  VariableId AddVariable(const Quantity& quantity, ExprId start) {
    Declaration declaration;
    declaration.span = system_.declarations[system_.variables[quantity.variable].declaration].span;
    Variable variable;
    variable.name = system_.names.Add(fmt::format("$array.{}", NameOf(system_, quantity)));
    variable.declaration = system_.declarations.Add(std::move(declaration));
    variable.start = start;
    return system_.variables.Add(std::move(variable));
  }

  // What others call der(x) is the x' of the array: the variables that are no states have no derivative of
  // their own.
  void ReplaceSlopesElsewhere() {
    const std::size_t n = part_.variables.size();
    expr::Substitution slopes(system_.graph, std::span(replacements_).first(n));
    const auto apply = [&](ExprId& e) { e = slopes.Apply(e); };
    const std::set<EquationId> own(part_.equations.begin(), part_.equations.end());
    for (const EquationId e : IdRange<EquationId>(system_.equations.size())) {
      if (!own.contains(e) && HasSlope(system_.equations[e].residual))
        VisitExpressions(system_.equations[e], apply);
    }
    for (Equation& equation : system_.initial_equations) VisitExpressions(equation, apply);
    for (Invariant& invariant : system_.invariants) VisitExpressions(invariant.equation, apply);
    for (Assertion& assertion : system_.assertions) VisitExpressions(assertion, apply);
    VisitExpressions(system_.hybrid, apply);
  }

  bool HasSlope(ExprId e) {
    return std::ranges::any_of(
        leaves_.Collect(system_.graph, e).variables, [&](const expr::VariableLeaf& leaf) {
          return leaf.order > 0 && std::ranges::count(part_.variables, leaf.variable) > 0;
        });
  }

  void AddRow(EquationId of, ExprId row) {
    Equation equation;
    equation.residual = equation.left = derivatives_.WithoutThem(system_, row);
    equation.right = system_.graph.Constant(0);
    equation.origin = system_.equations[of].origin;
    equation.history =
        system_.histories.Append(system_.equations[of].history, {Operation::Kind::kDifferentiated, of.value});
    system_.equations.Add(std::move(equation));
  }

  void AddSlope(VariableId state) {
    Equation equation;
    equation.left = system_.graph.Variable(state, 1);
    const auto slope = std::ranges::find(replacements_, equation.left, &expr::Replacement::leaf);
    equation.right = slope->value;
    equation.residual = expr::Difference(system_.graph, equation.left, equation.right);
    equation.origin =
        system_.origins.Add({system_.declarations[system_.variables[state].declaration].span, {}});
    system_.equations.Add(std::move(equation));
  }

  System& system_;
  const PartOfSystem& part_;
  const ArrayChoice& choice_;
  causal::HigherDerivatives derivatives_;  // of variables of other parts
  expr::LeafCollector leaves_;
  std::vector<expr::Replacement> replacements_;  // per entry of z
};

}  // namespace

std::optional<ArrayChoice> ChooseUnknowns(const System& part, const AnalysisProblem& problem,
                                          const ArrayAnalysis& analysis) {
  if (!analysis.index) return std::nullopt;
  const auto n = static_cast<Index>(part.variables.size());
  const auto rank = static_cast<Index>(analysis.ranks.back().rank);
  const auto num_constraints = static_cast<Index>(analysis.ranks.back().num_constraints);
  DerivativeArray array(part, *analysis.index);
  const ArrayInputs inputs{problem.time, problem.parameters, problem.held};
  const VectorXd units = UnitsOf(array, inputs, problem.units, analysis.point);
  const auto jacobian = ScaledJacobian(array, inputs, units, analysis.point);
  if (!jacobian || rank + num_constraints != jacobian->rows()) return std::nullopt;
  const Eigen::ColPivHouseholderQR<MatrixXd> by_z(jacobian->rightCols(jacobian->cols() - n));
  const MatrixXd constraints =
      (by_z.householderQ().adjoint() * jacobian->leftCols(n)).bottomRows(num_constraints);
  const Eigen::ColPivHouseholderQR<MatrixXd> by_x(constraints * ReadinessOf(part).asDiagonal());
  if (!IsPivotKept(by_z, rank) || !IsPivotKept(by_x, num_constraints)) return std::nullopt;
  ArrayChoice out;
  out.order = *analysis.index;
  out.is_unknown = FirstPivots(by_z, rank);
  for (const char is_eliminated : FirstPivots(by_x, num_constraints)) out.is_state.push_back(!is_eliminated);
  out.z.assign(analysis.point.data() + n, analysis.point.data() + analysis.point.size());
  const bool has_slopes =
      std::all_of(out.is_unknown.begin(), out.is_unknown.begin() + n, [](char is) { return is != 0; });
  return has_slopes ? std::optional(std::move(out)) : std::nullopt;
}

void ReplaceByArray(System& system, const PartOfSystem& part, const ArrayChoice& choice) {
  Replacing(system, part, choice).Run();
}

}  // namespace daedalus::array
