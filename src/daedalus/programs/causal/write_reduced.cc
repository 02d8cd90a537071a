#include "daedalus/programs/causal/write_reduced.h"

#include <map>
#include <span>

#include "daedalus/system/expr/build.h"
#include "daedalus/system/expr/substitute.h"

namespace daedalus::causal {
namespace {

// Writes the reduced system: new variables for dummies and for derivatives that are states themselves, and
// all leaves in their terms.
class Rewriter {
 public:
  Rewriter(System& system, const DerivativeColumns& columns, const structure::PantelidesResult& reduced,
           const structure::StateSelection& selection, const KeptConstraints& kept)
      : system_(system),
        columns_(columns),
        reduced_(reduced),
        kept_(kept),
        is_dummy_(columns.columns().size(), 0) {
    for (const structure::ColumnId column : selection.dummies) is_dummy_[column] = 1;
  }

  structure::PerColumn<Quantity> Rewrite() {
    MakeVariables();
    expr::Substitution substitution(system_.graph, replacements_);
    // The given invariants before those that rows become.
    for (Invariant& invariant : system_.invariants)
      VisitExpressions(invariant.equation, [&](ExprId& e) { e = substitution.Apply(e); });
    for (const structure::RowId r : reduced_.equations.All()) RewriteRow(r, substitution);
    for (Equation& equation : system_.initial_equations) {
      for (ExprId* e : {&equation.left, &equation.right, &equation.residual}) *e = substitution.Apply(*e);
    }
    for (Assertion& assertion : system_.assertions)
      VisitExpressions(assertion, [&](ExprId& e) { e = substitution.Apply(e); });
    VisitExpressions(system_.hybrid, [&](ExprId& e) { e = substitution.Apply(e); });
    for (Equation& equation : definitions_) system_.equations.Add(std::move(equation));
    return Places();
  }

 private:
  // Goes through each chain in ascending order of derivatives, as the columns were made.
  void MakeVariables() {
    variable_of_.resize(columns_.columns().size());
    for (const structure::ColumnId c : reduced_.variables.All()) {
      const Quantity& column = columns_.columns()[c];
      if (column.order == 0) {
        variable_of_[c] = column.variable;
        continue;
      }
      const VariableId below = variable_of_[reduced_.variables.AntiderivativeOf(c)];
      const ExprId leaf = system_.graph.Variable(column.variable, column.order);
      const bool is_highest = reduced_.variables.IsHighest(c);
      if (!is_dummy_[c] && is_highest) {
        Replace(leaf, system_.graph.Variable(below, 1));
        continue;
      }
      variable_of_[c] = AddVariable(column);
      const ExprId value = system_.graph.Variable(variable_of_[c]);
      Replace(leaf, value);
      if (!is_dummy_[c]) Define(system_.graph.Variable(below, 1), value, column.variable);
    }
  }

  structure::PerColumn<Quantity> Places() const {
    structure::PerColumn<Quantity> out;
    for (const structure::ColumnId c : reduced_.variables.All()) {
      out.Add(variable_of_[c].IsValid() ? Quantity{variable_of_[c], 0}
                                        : Quantity{variable_of_[reduced_.variables.AntiderivativeOf(c)], 1});
    }
    return out;
  }

  void Replace(ExprId leaf, ExprId value) {
    if (leaf != value) replacements_.push_back({leaf, value});
  }

  VariableId AddVariable(const Quantity& column) {
    Declaration declaration = system_.declarations[system_.variables[column.variable].declaration];
    declaration.unit.clear();
    declaration.display_unit.clear();
    declaration.quantity.clear();
    declaration.description = "derivative of " + NameOf(system_, column.variable);
    declaration.state_select = StateSelect::kDefault;
    Variable variable;
    variable.name = system_.names.Add(NameOf(system_, column));
    variable.declaration = system_.declarations.Add(std::move(declaration));
    variable.derived_nominal = system_.variables[column.variable].nominal;
    variable.derivative_order = column.order;
    return system_.variables.Add(std::move(variable));
  }

  void Define(ExprId derivative, ExprId value, VariableId of) {
    Equation equation{derivative, value, expr::Difference(system_.graph, derivative, value), {}, {}};
    equation.origin = system_.origins.Add({system_.declarations[system_.variables[of].declaration].span, {}});
    definitions_.push_back(std::move(equation));
  }

  void RewriteRow(structure::RowId r, expr::Substitution& substitution) {
    const DerivativeColumns::Row& row = columns_.rows()[r];
    Equation equation = system_.equations[row.given];
    equation.left = substitution.Apply(row.left);
    equation.right = substitution.Apply(row.right);
    equation.residual = substitution.Apply(row.residual);
    for (std::uint32_t i = 0; i < row.times; ++i) {
      equation.history =
          system_.histories.Append(equation.history, {Operation::Kind::kDifferentiated, row.given.value});
    }
    if (!kept_.is_kept.empty() && kept_.is_kept[row.given.index()]) {
      Keep(r, std::move(equation));
    } else if (row.times == 0) {
      system_.equations[row.given] = std::move(equation);
    } else {
      system_.equations.Add(std::move(equation));
    }
  }

  // Rows come with the highest derivative of a constraint last.
  void Keep(structure::RowId r, Equation equation) {
    const EquationId given = columns_.rows()[r].given;
    std::vector<ExprId>& residuals = residuals_[given];
    residuals.push_back(equation.residual);
    if (!reduced_.equations.IsHighest(r)) {
      system_.invariants.push_back({std::move(equation)});
      return;
    }
    if (kept_.rate > 0) Stabilise(residuals, equation);
    system_.equations[given] = std::move(equation);
  }

  // (d/dt + rate)^k g by the binomial theorem.
  void Stabilise(std::span<const ExprId> derivatives, Equation& equation) {
    const std::size_t k = derivatives.size() - 1;
    std::vector<ExprId> terms;
    double factor = 1;  // of the i-th derivative
    for (std::size_t i = k + 1; i-- > 0;) {
      terms.push_back(expr::Product(system_.graph, system_.graph.Constant(factor), derivatives[i]));
      factor *= kept_.rate * static_cast<double>(i) / static_cast<double>(k - i + 1);
    }
    equation.left = equation.residual = expr::Sum(system_.graph, terms);
    equation.right = system_.graph.Constant(0);
  }

  System& system_;
  const DerivativeColumns& columns_;
  const structure::PantelidesResult& reduced_;
  const KeptConstraints& kept_;
  std::map<EquationId, std::vector<ExprId>> residuals_;  // of kept constraints, by order of the derivative
  structure::PerColumn<char> is_dummy_;
  structure::PerColumn<VariableId> variable_of_;  // invalid: der() of the column below
  std::vector<expr::Replacement> replacements_;
  std::vector<Equation> definitions_;
};

}  // namespace

structure::PerColumn<Quantity> WriteReduced(System& system, const DerivativeColumns& columns,
                                            const structure::PantelidesResult& reduced,
                                            const structure::StateSelection& selection,
                                            const KeptConstraints& kept) {
  return Rewriter(system, columns, reduced, selection, kept).Rewrite();
}

}  // namespace daedalus::causal
