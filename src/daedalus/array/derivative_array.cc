#include "daedalus/array/derivative_array.h"

#include "daedalus/expr/differentiate.h"
#include "daedalus/expr/substitute.h"
#include "daedalus/linear/evaluation.h"

namespace daedalus::array {
namespace {

// Rows of (1), in derivatives x^(j) of the variables themselves.
std::vector<ExprId> RowsOf(System& system, int order, ExtraRows extra) {
  std::vector<ExprId> rows;
  for (const Equation& equation : system.equations) rows.push_back(equation.residual);
  expr::Differentiator differentiator(system.graph);
  const std::size_t m = rows.size();
  for (std::size_t i = 0; i < static_cast<std::size_t>(order) * m; ++i)
    rows.push_back(differentiator.TimeDerivative(rows[i]));
  if (extra == ExtraRows::kInitialEquations) {
    for (const Equation& equation : system.initial_equations) rows.push_back(equation.residual);
  }
  return rows;
}

}  // namespace

DerivativeArray::DerivativeArray(const System& system, int order, ExtraRows extra)
    : order_(order), num_variables_(system.variables.size()), num_equations_(system.equations.size()) {
  System own = system;  // its graph grows
  std::vector<ExprId> rows = RowsOf(own, order, extra);
  num_rows_ = rows.size();
  std::vector<expr::Replacement> names;
  for (int j = 1; j <= order + 1; ++j) {
    for (const VariableId v : IdRange<VariableId>(num_variables_)) {
      const auto place = static_cast<std::uint32_t>(static_cast<std::size_t>(j) * num_variables_ + v.index());
      names.push_back({own.graph.Variable(v, j), own.graph.Variable(VariableId(place))});
    }
  }
  expr::Substitution rename(own.graph, names);
  for (ExprId& row : rows) row = rename.Apply(row);
  num_expressions_ = own.graph.size() - system.graph.size();
  kernels_ = codegen::CompileModel(own.graph, rows, num_unknowns());
}

bool DerivativeArray::Residual(const ArrayInputs& inputs, std::span<const double> unknowns,
                               std::span<double> r) {
  kernels_->residual.Evaluate(
      {inputs.time, unknowns.data(), nullptr, inputs.parameters.data(), inputs.held.data()}, r.data());
  return linear::AreFinite(r);
}

bool DerivativeArray::Jacobian(const ArrayInputs& inputs, std::span<const double> unknowns,
                               std::span<double> values) {
  kernels_->jacobian.EvaluateParts(
      {inputs.time, unknowns.data(), nullptr, inputs.parameters.data(), inputs.held.data()}, values.data(),
      nullptr);
  return linear::AreFinite(values);
}

}  // namespace daedalus::array
