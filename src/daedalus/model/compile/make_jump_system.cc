// Makes a JumpSystem from the equations of a mode: (1) and (2) of jump_system.h as a separate System.
#include <algorithm>
#include <map>
#include <utility>

#include "daedalus/model/compile/jump_system.h"
#include "daedalus/programs/causal/solvability.h"
#include "daedalus/system/expr/build.h"
#include "daedalus/system/expr/differentiate.h"
#include "daedalus/system/expr/substitute.h"
#include "daedalus/system/print_system.h"

namespace daedalus::compile {

class JumpSystemMaker {
 public:
  JumpSystemMaker(const causal::IndexReduction& reduction, JumpSystem& out)
      : rows_(reduction.columns().rows()), out_(out), graph_(out.system_.graph), differentiator_(graph_) {
    times_.assign(out_.given_.equations.size(), 0);
    for (const causal::Differentiated& d : reduction.differentiated()) times_[d.equation.index()] = d.times;
    out_.highest_.assign(out_.given_.variables.size(), 0);
    for (const Quantity& column : reduction.columns().columns()) {
      int& highest = out_.highest_[column.variable.index()];
      highest = std::max(highest, column.order);
    }
  }

  void Run() {
    MakeParameters();
    RenameUnknowns();
    IdVector<EquationId, Equation> equations(out_.given_.equations.size());
    out_.system_.initial_equations = {};
    out_.system_.invariants.clear();
    out_.system_.assertions.clear();
    for (const causal::DerivativeColumns::Row& row : rows_) {
      const std::uint32_t times = times_[row.given.index()];
      Equation equation = out_.given_.equations[row.given];
      if (times == 0) {
        equation.residual = Balance(row);
      } else if (row.times + 1 == times) {
        equation.residual = after_->Apply(row.residual);
      }
      if (row.times < times) AddConstraint(row, row.times + 1 == times);
      if (times == 0 || row.times + 1 == times) {
        equation.left = equation.residual;
        equation.right = graph_.Constant(0);
        equations[row.given] = std::move(equation);
      }
    }
    out_.system_.equations = std::move(equations);
    LeaveOutUnusable();
  }

 private:
  int HighestOf(VariableId v) const { return out_.highest_[v.index()]; }
  bool IsImpulsive(const expr::VariableLeaf& leaf) const { return leaf.order == HighestOf(leaf.variable); }

  ExprId AddParameter(const Quantity& quantity) {
    Parameter parameter;
    parameter.name = out_.system_.names.Add("pre(" + NameOf(out_.given_, quantity) + ")");
    parameter.declaration = out_.given_.variables[quantity.variable].declaration;
    out_.values_.push_back(quantity);
    return graph_.Parameter(out_.system_.parameters.Add(std::move(parameter)));
  }

  // Makes parameters for the values before the event, and the replacements of leaves: after it, and before
  // it.
  void MakeParameters() {
    std::vector<expr::Replacement> after, before;
    for (const VariableId v : IdRange<VariableId>(out_.given_.variables.size())) {
      for (int order = 0; order < HighestOf(v); ++order) {
        const ExprId leaf = graph_.Variable(v, order), value = AddParameter({v, order});
        before.push_back({leaf, value});
        const bool may_jump = order + 1 == HighestOf(v);
        if (may_jump) before_[v] = value;
        const ExprId then = may_jump ? graph_.Variable(v) : value;
        if (then != leaf) after.push_back({leaf, then});
      }
      // In a coefficient it is an obstacle, which is known by then (Balance). It must not look like a
      // derivative of an unknown.
      if (HighestOf(v) > 0) after.push_back({graph_.Variable(v, HighestOf(v)), graph_.Variable(v)});
    }
    after_.emplace(graph_, after);
    at_before_.emplace(graph_, before);
  }

  // An impulse or a derivative has no bounds and no usual size.
  void RenameUnknowns() {
    for (const VariableId v : IdRange<VariableId>(out_.system_.variables.size())) {
      Variable& variable = out_.system_.variables[v];
      variable.fixed = false;
      variable.start = {};
      variable.is_start_preferred = false;
      if (HighestOf(v) == 1) continue;
      variable.name = out_.system_.names.Add(NameOf(out_.given_, Quantity{v, std::max(HighestOf(v) - 1, 0)}));
      variable.min = variable.max = variable.nominal = {};
    }
  }

  // Makes equation (2).
  ExprId Balance(const causal::DerivativeColumns::Row& row) {
    std::vector<ExprId> terms;
    for (const expr::PartialDerivative& partial : differentiator_.Gradient(row.residual)) {
      if (!IsImpulsive(partial.leaf)) continue;
      const VariableId v = partial.leaf.variable;
      for (const expr::VariableLeaf& leaf : collector_.Collect(graph_, partial.value).variables) {
        if (IsImpulsive(leaf)) obstacles_[row.given] = leaf.variable;
        if (leaf.order + 1 == HighestOf(leaf.variable))
          out_.coefficients_.push_back({row.given, leaf.variable});
      }
      const ExprId now = graph_.Variable(v);
      const ExprId change = HighestOf(v) > 0 ? expr::Difference(graph_, now, before_.at(v)) : now;
      terms.push_back(expr::Product(graph_, after_->Apply(partial.value), change));
    }
    return expr::Sum(graph_, terms);
  }

  void AddConstraint(const causal::DerivativeColumns::Row& row, bool can_jump) {
    JumpSystem::Constraint constraint{at_before_->Apply(row.residual), row.given, can_jump, {}};
    for (const expr::PartialDerivative& partial : differentiator_.Gradient(row.residual)) {
      constraint.gradient.push_back(
          {Quantity{partial.leaf.variable, partial.leaf.order}, at_before_->Apply(partial.value)});
    }
    out_.constraints_.push_back(std::move(constraint));
  }

  // Follows a matching. Everything on which the jumps depend must be usable. Other unusable rows are left
  // out, with everything that depends on them.
  void LeaveOutUnusable() {
    System& system = out_.system_;
    out_.is_left_out_.assign(system.variables.size(), 0);
    const structure::Incidence incidence = causal::IncidenceOf(system).variables;
    const auto solvability = causal::CheckSolvability(system, causal::IncidenceOf(system));
    if (!solvability) {
      out_.singular_ = solvability.error().at(0);
      return;
    }
    const structure::Matching& matching = solvability->matching;
    const structure::PerColumn<char> is_needed = Needed(incidence, matching);
    for (const auto& [equation, variable] : obstacles_) {
      if (is_needed[matching.column_of_row[causal::RowOf(equation)]]) out_.obstacle_ = {equation, variable};
    }
    // Values that are known without any balance, as the ratio of a gear, have their value before the impulse.
    structure::PerColumn<char> by_balance(system.variables.size(), 0), unusable(system.variables.size(), 0);
    for (const structure::RowId e : incidence.Rows())
      by_balance[matching.column_of_row[e]] = times_[e.index()] == 0;
    by_balance = Dependents(incidence, matching, std::move(by_balance));
    std::erase_if(out_.coefficients_,
                  [&](const JumpSystem::Doubt& c) { return !by_balance[causal::ColumnOf(c.variable)]; });
    for (const auto& [equation, variable] : obstacles_)
      unusable[matching.column_of_row[causal::RowOf(equation)]] = 1;
    for (const JumpSystem::Doubt& c : out_.coefficients_)
      unusable[matching.column_of_row[causal::RowOf(c.equation)]] = 1;
    for (const structure::ColumnId v : incidence.Columns()) unusable[v] = unusable[v] && !is_needed[v];
    out_.is_left_out_ = Dependents(incidence, matching, std::move(unusable)).raw();
    for (const VariableId v : IdRange<VariableId>(system.variables.size())) {
      if (!out_.is_left_out_[v.index()]) continue;
      const EquationId row = causal::EquationOf(matching.row_of_column[causal::ColumnOf(v)]);
      std::erase_if(out_.coefficients_, [&](const JumpSystem::Doubt& c) { return c.equation == row; });
      Equation& equation = system.equations[row];
      equation.left = equation.residual = graph_.Variable(v);
    }
  }

  // The values from which those that may jump are computed.
  structure::PerColumn<char> Needed(const structure::Incidence& incidence,
                                    const structure::Matching& matching) const {
    structure::PerColumn<char> out(out_.highest_.size(), 0);
    std::vector<structure::ColumnId> open;
    const auto need = [&](structure::ColumnId v) {
      if (!std::exchange(out[v], 1)) open.push_back(v);
    };
    for (const structure::ColumnId v : incidence.Columns()) {
      if (out_.highest_[v.index()] > 0) need(v);
    }
    while (!open.empty()) {
      const structure::RowId row = matching.row_of_column[open.back()];
      open.pop_back();
      for (const structure::ColumnId v : incidence.Row(row)) need(v);
    }
    return out;
  }

  // Marked values and all values that are computed from them.
  static structure::PerColumn<char> Dependents(const structure::Incidence& incidence,
                                               const structure::Matching& matching,
                                               structure::PerColumn<char> marked) {
    const structure::TransposedIncidence rows_of = structure::Transpose(incidence);
    std::vector<structure::ColumnId> open;
    for (const structure::ColumnId v : incidence.Columns()) {
      if (marked[v]) open.push_back(v);
    }
    while (!open.empty()) {
      const structure::ColumnId v = open.back();
      open.pop_back();
      for (const structure::RowId row : rows_of.Row(v)) {
        const structure::ColumnId dependent = matching.column_of_row[row];
        if (!std::exchange(marked[dependent], 1)) open.push_back(dependent);
      }
    }
    return marked;
  }

  const structure::PerRow<causal::DerivativeColumns::Row>& rows_;
  JumpSystem& out_;
  expr::Graph& graph_;
  expr::Differentiator differentiator_;
  expr::LeafCollector collector_;
  std::vector<std::uint32_t> times_;     // for each equation
  std::map<VariableId, ExprId> before_;  // of values that may jump
  std::optional<expr::Substitution> after_, at_before_;
  std::map<EquationId, VariableId> obstacles_;
};

JumpSystem::JumpSystem(const System& given, const causal::IndexReduction& reduction)
    : given_(given), system_(given) {
  JumpSystemMaker(reduction, *this).Run();
}

}  // namespace daedalus::compile
