#include "daedalus/model/descriptor_form.h"

#include <algorithm>
#include <cmath>

#include "daedalus/system/expr/leaves.h"

namespace daedalus::model {
namespace {

using linear::DenseMatrix;

// der(p) = 0, which keeps a parameter that is found at the start.
bool IsKeeper(const System& system, const expr::Leaves& leaves) {
  return leaves.variables.size() == 1 && leaves.variables[0].order == 1 &&
         system.variables[leaves.variables[0].variable].is_kept;
}

template <class Tag>
std::vector<std::int32_t> PlacesAmong(const std::vector<Id<Tag>>& list, std::size_t size) {
  std::vector<std::int32_t> out(size, -1);
  for (std::size_t i = 0; i < list.size(); ++i) out[list[i].index()] = static_cast<std::int32_t>(i);
  return out;
}

// out = factor * matrix, over the rows and columns that have a place.
void Put(const linear::SparsePattern& pattern, std::span<const double> values, double factor,
         std::span<const std::int32_t> row_place, std::span<const std::int32_t> column_place,
         DenseMatrix& out) {
  for (std::size_t c = 0; c < column_place.size(); ++c) {
    if (column_place[c] < 0) continue;
    for (auto k = pattern.column_starts[c]; k < pattern.column_starts[c + 1]; ++k) {
      const auto entry = static_cast<std::size_t>(k);
      const std::int32_t row = row_place[static_cast<std::size_t>(pattern.row_indices[entry])];
      if (row < 0 || values[entry] == 0) continue;
      out(static_cast<std::size_t>(row), static_cast<std::size_t>(column_place[c])) = factor * values[entry];
    }
  }
}

void ListParts(const compile::GivenModel& given, DescriptorForm& out) {
  const System& system = *given.system;
  for (const VariableId v : IdRange<VariableId>(system.variables.size())) {
    if (!system.variables[v].is_kept) out.variables.push_back(v);
  }
  expr::LeafCollector collector;
  for (const EquationId e : IdRange<EquationId>(system.equations.size())) {
    if (!IsKeeper(system, collector.Collect(system.graph, system.equations[e].residual)))
      out.equations.push_back(e);
  }
  const std::vector<std::int32_t> place = PlacesAmong(out.variables, system.variables.size());
  for (const Quantity& quantity : given.quantities)
    out.column_of.push_back(quantity.order == 0 ? place[quantity.variable.index()] : -1);
}

// The point as the given system sees it.
struct GivenPoint {
  std::vector<double> y, yp;
};

GivenPoint PointOf(const compile::GivenModel& given, std::span<const double> values) {
  const std::size_t n = given.system->variables.size();
  GivenPoint out{std::vector<double>(n), std::vector<double>(n)};
  for (std::size_t q = 0; q < given.quantities.size(); ++q) {
    const Quantity& quantity = given.quantities[q];
    if (quantity.order <= 1) (quantity.order == 0 ? out.y : out.yp)[quantity.variable.index()] = values[q];
  }
  return out;
}

}  // namespace

Result<DescriptorForm> FindDescriptorForm(Instance& instance) {
  const compile::GivenModel& given = instance.given();
  const System& system = *given.system;
  const auto values = instance.Values();
  if (!values) return Failure{values.error()};
  const GivenPoint point = PointOf(given, *values);
  const codegen::KernelInputs inputs(instance.time(), point.y.data(), point.yp.data(),
                                     given.parameters.data(), values->data() + given.quantities.size());
  DescriptorForm out;
  ListParts(given, out);
  const std::vector<std::int32_t> row_place = PlacesAmong(out.equations, system.equations.size());
  const std::vector<std::int32_t> column_place = PlacesAmong(out.variables, system.variables.size());
  out.E = out.A = DenseMatrix(out.equations.size(), out.variables.size());
  out.B = DenseMatrix(out.equations.size(), system.hybrid.inputs.size());

  codegen::JacobianKernel jacobian = codegen::CompileModel(system)->jacobian;
  std::vector<double> by_y(jacobian.dy_pattern().row_indices.size()),
      by_yp(jacobian.dyp_pattern().row_indices.size());
  jacobian.EvaluateParts(inputs, by_y.data(), by_yp.data());
  Put(jacobian.dyp_pattern(), by_yp, 1, row_place, column_place, out.E);
  Put(jacobian.dy_pattern(), by_y, -1, row_place, column_place, out.A);

  std::vector<ExprId> residuals;
  for (const Equation& equation : system.equations) residuals.push_back(equation.residual);
  codegen::JacobianKernel influences(codegen::CompileInfluences(system, residuals));
  std::vector<double> by_parameter(influences.dy_pattern().row_indices.size()),
      by_held(influences.dyp_pattern().row_indices.size());
  influences.EvaluateParts(inputs, by_parameter.data(), by_held.data());
  std::vector<std::int32_t> input_of(system.hybrid.held.size(), -1);
  for (std::size_t i = 0; i < system.hybrid.inputs.size(); ++i)
    input_of[LeafOf(system.hybrid, system.hybrid.inputs[i]).index()] = static_cast<std::int32_t>(i);
  Put(influences.dyp_pattern(), by_held, -1, row_place, input_of, out.B);

  for (const DenseMatrix* matrix : {&out.E, &out.A, &out.B}) {
    if (std::ranges::all_of(matrix->values, [](double value) { return std::isfinite(value); })) continue;
    return Fail(Error(Code::kRunNotFinite, {}, "an equation has no finite derivative at time = {:.9g}",
                      instance.time())
                    .Hint("take another point"));
  }
  return out;
}

}  // namespace daedalus::model
