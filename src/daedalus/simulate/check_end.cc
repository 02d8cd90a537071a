#include "daedalus/simulate/check_end.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace daedalus::simulate {
namespace {

void TakeUnits(const linear::SparsePattern& pattern, std::span<const double> entries,
               std::span<const double> values, std::span<const double> nominal, std::vector<double>& units) {
  for (std::size_t column = 0; column < values.size(); ++column) {
    const double size = std::max(std::abs(values[column]), nominal[column]);
    const auto end = static_cast<std::size_t>(pattern.column_starts[column + 1]);
    for (auto k = static_cast<std::size_t>(pattern.column_starts[column]); k < end; ++k) {
      double& unit = units[static_cast<std::size_t>(pattern.row_indices[k])];
      unit = std::max(unit, std::abs(entries[k]) * size);
    }
  }
}

}  // namespace

std::optional<std::size_t> FindViolatedEquation(execute::DaeModel& dae,
                                                const integrate::Tolerances& tolerances, double t,
                                                std::span<const double> y, std::span<const double> yp) {
  codegen::JacobianKernel& jacobian = dae.kernels().jacobian;
  const linear::SparsePattern &dy = jacobian.dy_pattern(), &dyp = jacobian.dyp_pattern();
  std::vector<double> residual(dae.size()), allowed(dae.size(), 0.0);
  std::vector<double> dy_values(dy.row_indices.size()), dyp_values(dyp.row_indices.size());
  dae.Residual(t, y, yp, residual);
  jacobian.EvaluateParts(dae.Inputs(t, y, yp), dy_values.data(), dyp_values.data());
  for (std::size_t column = 0; column < dae.size(); ++column) {
    const double error = tolerances.relative * std::abs(y[column]) + tolerances.absolute[column];
    const auto end = static_cast<std::size_t>(dy.column_starts[column + 1]);
    for (auto k = static_cast<std::size_t>(dy.column_starts[column]); k < end; ++k)
      allowed[static_cast<std::size_t>(dy.row_indices[k])] += std::abs(dy_values[k]) * error;
  }
  std::vector<char> is_algebraic(dae.size(), 1);
  for (const std::int32_t row : dyp.row_indices) is_algebraic[static_cast<std::size_t>(row)] = 0;
  std::optional<std::size_t> worst;
  double worst_ratio = 10 * std::sqrt(static_cast<double>(dae.size()));
  for (std::size_t row = 0; row < dae.size(); ++row) {
    const double ratio = is_algebraic[row] ? std::abs(residual[row]) / allowed[row] : 0;
    if (!(ratio > worst_ratio)) continue;
    worst = row;
    worst_ratio = ratio;
  }
  return worst;
}

LargestResidual FindLargestResidual(execute::DaeModel& dae, std::span<const double> nominal, double t,
                                    std::span<const double> y, std::span<const double> yp) {
  codegen::JacobianKernel& jacobian = dae.kernels().jacobian;
  std::vector<double> residual(dae.size()), units(dae.size(), 0.0);
  std::vector<double> dy(jacobian.dy_pattern().row_indices.size()),
      dyp(jacobian.dyp_pattern().row_indices.size());
  dae.Residual(t, y, yp, residual);
  jacobian.EvaluateParts(dae.Inputs(t, y, yp), dy.data(), dyp.data());
  TakeUnits(jacobian.dy_pattern(), dy, y, nominal, units);
  TakeUnits(jacobian.dyp_pattern(), dyp, yp, nominal, units);
  LargestResidual out;
  for (std::size_t row = 0; row < dae.size(); ++row) {
    const double size = units[row] > 0 ? std::abs(residual[row]) / units[row] : std::abs(residual[row]);
    if (size > out.size) out = {row, size};
  }
  return out;
}

}  // namespace daedalus::simulate
