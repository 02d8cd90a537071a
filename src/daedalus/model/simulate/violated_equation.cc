#include "daedalus/model/simulate/violated_equation.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace daedalus::simulate {
namespace {

// The residuals at a point, and their derivatives.
struct Linearised {
  std::vector<double> residual;
  std::vector<double> dy, dyp;  // the entries of the patterns of the kernel
};

Linearised LinearisedAt(execute::DaeModel& dae, double t, std::span<const double> y,
                        std::span<const double> yp) {
  codegen::JacobianKernel& jacobian = dae.kernels().jacobian;
  Linearised out;
  out.residual.resize(dae.size());
  out.dy.resize(jacobian.dy_pattern().row_indices.size());
  out.dyp.resize(jacobian.dyp_pattern().row_indices.size());
  dae.Residual(t, y, yp, out.residual);
  jacobian.EvaluateParts(dae.Inputs(t, y, yp), out.dy.data(), out.dyp.data());
  return out;
}

// Calls visit(row, column, entry) for all entries.
void ForEachEntry(const linear::SparsePattern& pattern, std::span<const double> entries, auto visit) {
  for (std::size_t column = 0; column + 1 < pattern.column_starts.size(); ++column) {
    const auto end = static_cast<std::size_t>(pattern.column_starts[column + 1]);
    for (auto k = static_cast<std::size_t>(pattern.column_starts[column]); k < end; ++k)
      visit(static_cast<std::size_t>(pattern.row_indices[k]), column, entries[k]);
  }
}

}  // namespace

std::optional<std::size_t> FindViolatedEquation(execute::DaeModel& dae,
                                                const integrate::Tolerances& tolerances, double t,
                                                std::span<const double> y, std::span<const double> yp,
                                                double slack) {
  const codegen::JacobianKernel& jacobian = dae.kernels().jacobian;
  const Linearised at = LinearisedAt(dae, t, y, yp);
  std::vector<double> allowed(dae.size(), 0.0);
  ForEachEntry(jacobian.dy_pattern(), at.dy, [&](std::size_t row, std::size_t column, double entry) {
    allowed[row] +=
        std::abs(entry) * (tolerances.relative * std::abs(y[column]) + tolerances.absolute[column]);
  });
  std::vector<char> is_algebraic(dae.size(), 1);
  for (const std::int32_t row : jacobian.dyp_pattern().row_indices)
    is_algebraic[static_cast<std::size_t>(row)] = 0;
  std::optional<std::size_t> worst;
  double worst_ratio =
      std::min(slack * 10 * std::sqrt(static_cast<double>(dae.size())), 0.5 / tolerances.relative);
  for (std::size_t row = 0; row < dae.size(); ++row) {
    const double ratio = is_algebraic[row] ? std::abs(at.residual[row]) / allowed[row] : 0;
    if (!(ratio > worst_ratio)) continue;
    worst = row;
    worst_ratio = ratio;
  }
  return worst;
}

LargestResidual FindLargestResidual(execute::DaeModel& dae, std::span<const double> nominal, double t,
                                    std::span<const double> y, std::span<const double> yp) {
  const codegen::JacobianKernel& jacobian = dae.kernels().jacobian;
  const Linearised at = LinearisedAt(dae, t, y, yp);
  std::vector<double> units(dae.size(), 0.0);
  const auto take_units_of = [&](std::span<const double> values) {
    return [&, values](std::size_t row, std::size_t column, double entry) {
      const double size = std::max(std::abs(values[column]), nominal[column]);
      units[row] = std::max(units[row], std::abs(entry) * size);
    };
  };
  ForEachEntry(jacobian.dy_pattern(), at.dy, take_units_of(y));
  ForEachEntry(jacobian.dyp_pattern(), at.dyp, take_units_of(yp));
  LargestResidual out;
  for (std::size_t row = 0; row < dae.size(); ++row) {
    const double size = std::abs(at.residual[row]) / (units[row] > 0 ? units[row] : 1);
    if (size > out.size) out = {row, size};
  }
  return out;
}

}  // namespace daedalus::simulate
