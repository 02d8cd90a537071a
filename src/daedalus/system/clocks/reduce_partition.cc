#include "daedalus/system/clocks/reduce_partition.h"

#include <unordered_map>

#include "daedalus/structure/dummy_derivatives.h"
#include "daedalus/structure/pantelides.h"
#include "daedalus/system/clocks/partition_columns.h"
#include "daedalus/system/expr/differentiate.h"
#include "daedalus/system/expr/leaves.h"
#include "daedalus/system/expr/substitute.h"

namespace daedalus::clocks {
namespace {

using structure::ColumnId;
using structure::RowId;

// The columns are the unknowns, the rows the equations, in the order of the partition.
class PartitionReduction : public structure::DerivativeHooks {
 public:
  PartitionReduction(System& system, InternalVariables& variables, PartitionEquations& partition)
      : system_(system), variables_(variables), partition_(partition), columns_(partition.unknowns) {}

  structure::Incidence Rows() {
    structure::Incidence out(static_cast<std::uint32_t>(partition_.unknowns.size()));
    for (const PartitionEquation& equation : partition_.equations) out.AddRow(ColumnsIn(equation));
    return out;
  }
  structure::VariableDerivatives Derivatives(const std::vector<ClockedState>& states) {
    structure::VariableDerivatives out(partition_.unknowns.size());
    for (const ClockedState& state : states)
      out.Link(columns_.Of(state.value), columns_.Of(state.derivative));
    return out;
  }
  ColumnId ColumnOf(DiscreteId unknown) const { return columns_.Of(unknown); }
  const std::vector<Diagnostic>& errors() const { return errors_; }

  void DifferentiateVariable(ColumnId variable, ColumnId derivative) override {
    const DiscreteId of = partition_.unknowns[variable.index()];
    const Span span = system_.declarations[system_.hybrid.discretes[of].declaration].span;
    const DiscreteId made = variables_.Add("der", ValueType::kReal, span);
    partition_.unknowns.push_back(made);
    columns_.Add(made);
    derivative_of_[variable] = derivative;
  }

  std::vector<ColumnId> DifferentiateEquation(RowId row, RowId) override {
    const PartitionEquation given = partition_.equations[row.index()];
    CheckInputs(given);
    PartitionEquation made{DerivativeOf(given.left), DerivativeOf(given.right), given.origin};
    partition_.equations.push_back(made);
    return ColumnsIn(made);
  }

  void Know(const structure::VariableDerivatives& variables) {
    for (const ColumnId c : variables.All()) {
      if (variables.DerivativeOf(c).IsValid()) derivative_of_[c] = variables.DerivativeOf(c);
    }
  }

 private:
  ExprId ValueOf(ColumnId column) { return variables_.Value(partition_.unknowns[column.index()]); }
  // A placeholder for the unknown while it is differentiated, behind all variables of the system.
  VariableId StandIn(ColumnId column) const { return VariableId(system_.variables.size() + column.index()); }

  std::vector<ColumnId> ColumnsIn(const PartitionEquation& equation) {
    return columns_.In(system_, equation.left, equation.right);
  }

  ExprId DerivativeOf(ExprId side) {
    expr::Graph& g = system_.graph;
    std::vector<expr::Replacement> to, back;
    for (const ColumnId c : ColumnsIn({side, side, {}})) {
      to.push_back({ValueOf(c), g.Variable(StandIn(c))});
      back.push_back({g.Variable(StandIn(c)), ValueOf(c)});
      const auto at = derivative_of_.find(c);
      if (at != derivative_of_.end()) back.push_back({g.Variable(StandIn(c), 1), ValueOf(at->second)});
    }
    const ExprId over_variables = expr::Substitute(g, side, to);
    return expr::Substitute(g, expr::TimeDerivative(g, over_variables), back);
  }

  // Only unknowns of the partition may change continuously.
  void CheckInputs(const PartitionEquation& equation) {
    for (const ExprId side : {equation.left, equation.right}) {
      for (const HeldId h : leaves_.Collect(system_.graph, side).held) {
        const Held& held = system_.hybrid.held[h];
        if (columns_.Of(held).IsValid() || !variables_.IsReal(held)) continue;
        errors_.push_back(
            Error(Code::kClockedDerivative, SpanOf(system_, equation.origin),
                  "this equation would have to be differentiated, and contains a value from outside of its "
                  "clocked equations")
                .Note("it constrains unknowns whose derivatives are in other equations; a sampled value "
                      "has no derivative")
                .Hint("a filter after the sampled value has derivatives, as many as its order"));
        return;
      }
    }
  }

  System& system_;
  InternalVariables& variables_;
  PartitionEquations& partition_;
  PartitionColumns columns_;
  std::unordered_map<ColumnId, ColumnId> derivative_of_;
  expr::LeafCollector leaves_;
  std::vector<Diagnostic> errors_;
};

}  // namespace

Result<Unit> ReducePartition(System& system, InternalVariables& variables,
                             const std::vector<std::int32_t>& preferences, std::vector<ClockedState>& states,
                             PartitionEquations& partition) {
  const PartitionEquations given = partition;
  PartitionReduction reduction(system, variables, partition);
  const structure::VariableDerivatives derivatives = reduction.Derivatives(states);
  reduction.Know(derivatives);
  const auto reduced = structure::ReduceIndex(reduction.Rows(), derivatives, reduction);
  if (!reduced) {
    partition = given;
    return Unit{};
  }
  if (!reduction.errors().empty()) return Failure{reduction.errors()};
  if (partition.equations.size() == given.equations.size()) return Unit{};
  structure::StateSelectionOptions options;
  options.preferences.resize(given.unknowns.size());
  std::unordered_map<ColumnId, OriginId> origins;
  for (std::size_t s = 0; s < states.size(); ++s) {
    const ColumnId column = reduction.ColumnOf(states[s].value);
    options.preferences[column.index()] = preferences[s];
    origins[column] = states[s].origin;
  }
  const auto selection = structure::SelectStates(*reduced, options);
  if (!selection) {
    partition = given;
    return Unit{};
  }
  states.clear();
  for (const ColumnId c : selection->states) {
    const ColumnId derivative = reduced->variables.DerivativeOf(c);
    states.push_back({partition.unknowns[c.index()], partition.unknowns[derivative.index()], origins[c]});
  }
  return Unit{};
}

}  // namespace daedalus::clocks
