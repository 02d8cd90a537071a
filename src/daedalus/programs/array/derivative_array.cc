#include "daedalus/programs/array/derivative_array.h"

#include "daedalus/numerics/linear/evaluation.h"
#include "daedalus/system/expr/differentiate.h"
#include "daedalus/system/expr/substitute.h"

namespace daedalus::array {
namespace {

std::vector<ExprId> ResidualsOf(const IdVector<EquationId, Equation>& equations) {
  std::vector<ExprId> out;
  for (const Equation& equation : equations) out.push_back(equation.residual);
  return out;
}

// Rows of (1), in derivatives x^(j) of the variables themselves.
std::vector<ExprId> RowsOf(System& system, int order, std::span<const ExprId> extra) {
  std::vector<ExprId> rows = ResidualsOf(system.equations);
  expr::Differentiator differentiator(system.graph);
  const std::size_t m = rows.size();
  for (std::size_t i = 0; i < static_cast<std::size_t>(order) * m; ++i)
    rows.push_back(differentiator.TimeDerivative(rows[i]));
  rows.insert(rows.end(), extra.begin(), extra.end());
  return rows;
}

// From which order on series cost less, to make and to evaluate (decision 031).
Differentiation CheaperFor(int order) {
  constexpr int kFromOrder = 4;
  return order >= kFromOrder ? Differentiation::kSeries : Differentiation::kSymbolic;
}

}  // namespace

DerivativeArray::DerivativeArray(const System& system, int order, ExtraRows extra)
    : DerivativeArray(system, order, extra, CheaperFor(order)) {}

DerivativeArray::DerivativeArray(const System& system, int order, ExtraRows extra, Differentiation wanted)
    : order_(order), num_variables_(system.variables.size()), num_equations_(system.equations.size()) {
  System own = system;  // its graph grows
  std::vector<ExprId> below;
  if (extra == ExtraRows::kInitialEquations) below = ResidualsOf(own.initial_equations);
  num_rows_ = (static_cast<std::size_t>(order) + 1) * num_equations_ + below.size();
  if (wanted == Differentiation::kSeries) {
    std::vector<ExprId> residuals = ResidualsOf(own.equations);
    residuals.insert(residuals.end(), below.begin(), below.end());
    series_ = TaylorArray::Make(own, residuals, below.size(), order);
  }
  if (!series_) BuildSymbolic(own, below);
  num_expressions_ = own.graph.size() - system.graph.size();
}

void DerivativeArray::BuildSymbolic(System& own, std::span<const ExprId> below) {
  std::vector<ExprId> rows = RowsOf(own, order_, below);
  std::vector<expr::Replacement> names;
  for (int j = 1; j <= order_ + 1; ++j) {
    for (const VariableId v : IdRange<VariableId>(num_variables_)) {
      const auto place = static_cast<std::uint32_t>(static_cast<std::size_t>(j) * num_variables_ + v.index());
      names.push_back({own.graph.Variable(v, j), own.graph.Variable(VariableId(place))});
    }
  }
  expr::Substitution rename(own.graph, names);
  for (ExprId& row : rows) row = rename.Apply(row);
  kernels_ = codegen::CompileModel(own.graph, rows, num_unknowns());
}

bool DerivativeArray::Residual(const ArrayInputs& inputs, std::span<const double> unknowns,
                               std::span<double> r) {
  if (series_) {
    series_->Residual(At(inputs, unknowns), r);
  } else {
    kernels_->residual.Evaluate(
        {inputs.time, unknowns.data(), nullptr, inputs.parameters.data(), inputs.held.data()}, r.data());
  }
  return linear::AreFinite(r);
}

bool DerivativeArray::Jacobian(const ArrayInputs& inputs, std::span<const double> unknowns,
                               std::span<double> values) {
  if (series_) {
    series_->Jacobian(At(inputs, unknowns), values);
  } else {
    kernels_->jacobian.EvaluateParts(
        {inputs.time, unknowns.data(), nullptr, inputs.parameters.data(), inputs.held.data()}, values.data(),
        nullptr);
  }
  return linear::AreFinite(values);
}

}  // namespace daedalus::array
