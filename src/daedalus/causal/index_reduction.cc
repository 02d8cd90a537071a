#include "daedalus/causal/index_reduction.h"

#include <fmt/format.h>

#include <algorithm>

#include "daedalus/causal/derivative_columns.h"
#include "daedalus/causal/pivot_selector.h"
#include "daedalus/causal/solvability.h"
#include "daedalus/expr/build.h"
#include "daedalus/expr/substitute.h"

namespace daedalus::causal {
namespace {

std::vector<std::int32_t> Preferences(const System& system, const DerivativeColumns& columns) {
  std::vector<std::int32_t> out;
  for (const DerivativeColumns::Column& column : columns.columns()) {
    const Variable& variable = system.variables[column.variable];
    const auto select = static_cast<std::int32_t>(system.declarations[variable.declaration].state_select);
    // Between equal ones, the user's wish to choose the start value shows what is thought of as a state.
    out.push_back(column.order == 0 ? 2 * (select - static_cast<std::int32_t>(StateSelect::kDefault)) +
                                          (variable.fixed ? 1 : 0)
                                    : 0);
  }
  return out;
}

std::string NameOf(const System& system, const DerivativeColumns::Column& column) {
  std::string name = system.variables[column.variable].name;
  for (int i = 0; i < column.order; ++i) name = "der(" + name + ")";
  return name;
}

// Writes the reduced system: new variables for dummies and for derivatives that are states themselves, and
// all leaves in their terms.
class Rewriter {
 public:
  Rewriter(System& system, const DerivativeColumns& columns, const structure::PantelidesResult& reduced,
           const structure::StateSelection& selection)
      : system_(system), columns_(columns), reduced_(reduced), is_dummy_(columns.columns().size(), 0) {
    for (const std::uint32_t column : selection.dummies) is_dummy_[column] = 1;
  }

  void Rewrite() {
    MakeVariables();
    expr::Substitution substitution(system_.graph, replacements_);
    for (std::size_t r = 0; r < columns_.rows().size(); ++r) RewriteRow(columns_.rows()[r], substitution);
    for (Equation& equation : system_.initial_equations) {
      for (ExprId* e : {&equation.left, &equation.right, &equation.residual}) *e = substitution.Apply(*e);
    }
    for (Assertion& assertion : system_.assertions)
      assertion.condition = substitution.Apply(assertion.condition);
    for (Equation& equation : definitions_) system_.equations.Add(std::move(equation));
  }

 private:
  // In ascending order of derivatives within each chain, since columns are made that way.
  void MakeVariables() {
    variable_of_.assign(columns_.columns().size(), VariableId());
    for (std::uint32_t c = 0; c < columns_.columns().size(); ++c) {
      const DerivativeColumns::Column& column = columns_.columns()[c];
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

  void Replace(ExprId leaf, ExprId value) {
    if (leaf != value) replacements_.push_back({leaf, value});
  }

  VariableId AddVariable(const DerivativeColumns::Column& column) {
    Declaration declaration = system_.declarations[system_.variables[column.variable].declaration];
    declaration.unit.clear();
    declaration.display_unit.clear();
    declaration.quantity.clear();
    declaration.description = "derivative of " + system_.variables[column.variable].name;
    declaration.state_select = StateSelect::kDefault;
    Variable variable;
    variable.name = NameOf(system_, column);
    variable.declaration = system_.declarations.Add(std::move(declaration));
    return system_.variables.Add(std::move(variable));
  }

  void Define(ExprId derivative, ExprId value, VariableId of) {
    Equation equation{derivative, value, expr::Difference(system_.graph, derivative, value), {}};
    equation.origin.span = system_.declarations[system_.variables[of].declaration].span;
    definitions_.push_back(std::move(equation));
  }

  void RewriteRow(const DerivativeColumns::Row& row, expr::Substitution& substitution) {
    Equation equation{substitution.Apply(row.left), substitution.Apply(row.right),
                      substitution.Apply(row.residual), system_.equations[row.given].origin};
    if (row.times == 0) {
      system_.equations[row.given] = std::move(equation);
      return;
    }
    for (std::uint32_t i = 0; i < row.times; ++i) {
      equation.origin.history.push_back({Operation::Kind::kDifferentiated, row.given.value});
    }
    system_.equations.Add(std::move(equation));
  }

  System& system_;
  const DerivativeColumns& columns_;
  const structure::PantelidesResult& reduced_;
  std::vector<char> is_dummy_;
  std::vector<VariableId> variable_of_;  // per column; invalid: der() of the column below
  std::vector<expr::Replacement> replacements_;
  std::vector<Equation> definitions_;
};

std::vector<std::string> NamesOf(const System& system, const DerivativeColumns& columns,
                                 const std::vector<std::uint32_t>& list) {
  std::vector<std::string> names;
  for (const std::uint32_t c : list) names.push_back(NameOf(system, columns.columns()[c]));
  return names;
}

}  // namespace

Result<ReducedSystem> ReduceIndex(System given, const PivotPoint& point) {
  ReducedSystem out;
  out.system = std::move(given);
  System& system = out.system;
  DerivativeColumns columns(system);
  const auto reduced = structure::ReduceIndex(columns.incidence(), columns.map(), columns);
  if (!reduced) {
    auto why = CheckSolvability(system, IncidenceOf(system));
    DAEDALUS_CHECK(!why.ok(), "what Pantelides refuses is structurally singular");
    return Failure{std::move(why).error()};
  }
  PivotSelector selector(system, columns, reduced->incidence, point);
  const auto selection = structure::SelectStates(*reduced, {Preferences(system, columns), &selector});
  DAEDALUS_CHECK(selection.ok(), "a choice by structure always exists");
  out.structural_index = static_cast<int>(reduced->structural_index);
  for (std::uint32_t e = 0; e < reduced->differentiations.size(); ++e) {
    if (reduced->differentiations[e] > 0)
      out.differentiated.push_back({EquationId(e), reduced->differentiations[e]});
  }
  out.states = NamesOf(system, columns, selection->states);
  out.dummy_derivatives = NamesOf(system, columns, selection->dummies);
  Rewriter(system, columns, *reduced, *selection).Rewrite();
  return out;
}

}  // namespace daedalus::causal
