#include "daedalus/simulate/explain_impasse.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "daedalus/expr/leaves.h"
#include "daedalus/linear/decompositions.h"
#include "daedalus/linear/evaluation.h"
#include "daedalus/system/print_system.h"

namespace daedalus::simulate {
namespace {

constexpr std::size_t kMostUnknowns = 300;

// Adds the entries of a pattern, in nominal units, to the rows' largest terms, and to the matrix for the columns that are determined.
void AddEntries(const linear::SparsePattern& pattern, const std::vector<double>& values,
                std::span<const double> nominal, const std::vector<char>& is_determined, Eigen::MatrixXd& matrix,
                Eigen::VectorXd& largest) {
  for (std::size_t v = 0; v < nominal.size(); ++v) {
    for (auto k = pattern.column_starts[v]; k < pattern.column_starts[v + 1]; ++k) {
      const auto row = static_cast<Eigen::Index>(pattern.row_indices[static_cast<std::size_t>(k)]);
      const double entry = values[static_cast<std::size_t>(k)] * nominal[v];
      largest[row] = std::max(largest[row], std::abs(entry));
      if (is_determined[v]) matrix(row, static_cast<Eigen::Index>(v)) += entry;
    }
  }
}

std::string StartsIn(const System& system, const Equation& equation) {
  std::string out;
  for (const expr::VariableLeaf& leaf : expr::CollectLeaves(system.graph, equation.residual).variables) {
    if (leaf.order != 0 || out.size() > 200) continue;
    const Variable& variable = system.variables[leaf.variable];
    out += fmt::format("{}{} ({}{})", out.empty() ? "" : ", ", NameOf(system, variable),
                       variable.start.IsValid() ? "start " + ExpressionText(system, variable.start, 20)
                                                : std::string("no start value"),
                       variable.fixed ? ", fixed" : "");
  }
  return out;
}

}  // namespace

std::optional<Singularity> MeasureSingularity(const System& system, execute::DaeModel& dae, std::span<const double> nominal,
                                              const execute::EvaluationPoint& point) {
  const std::size_t n = system.variables.size();
  if (n == 0 || n > kMostUnknowns || point.y.size() != n || system.equations.size() != n) return std::nullopt;
  auto& jacobian = dae.kernels().jacobian;
  std::vector<double> dy(jacobian.dy_pattern().row_indices.size()), dyp(jacobian.dyp_pattern().row_indices.size());
  jacobian.EvaluateParts(dae.Inputs(point.time, point.y, point.yp), dy.data(), dyp.data());
  if (!linear::AreFinite(dy) || !linear::AreFinite(dyp)) return std::nullopt;
  const std::vector<char>& is_differential = dae.is_differential();
  std::vector<char> is_algebraic;
  for (const char is : is_differential) is_algebraic.push_back(is == 0);
  const auto size = static_cast<Eigen::Index>(n);
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(size, size);
  Eigen::VectorXd largest = Eigen::VectorXd::Zero(size);
  AddEntries(jacobian.dy_pattern(), dy, nominal, is_algebraic, matrix, largest);
  AddEntries(jacobian.dyp_pattern(), dyp, nominal, is_differential, matrix, largest);
  for (Eigen::Index r = 0; r < size; ++r) matrix.row(r) /= std::max(largest[r], 1e-300);
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(matrix, Eigen::ComputeFullU | Eigen::ComputeFullV);
  Eigen::Index unknown = 0, row = 0;
  svd.matrixV().col(size - 1).cwiseAbs().maxCoeff(&unknown);
  svd.matrixU().col(size - 1).cwiseAbs().maxCoeff(&row);
  return Singularity{svd.singularValues()[size - 1], static_cast<std::size_t>(unknown), static_cast<std::size_t>(row)};
}

void DescribeImpasse(const System& system, execute::DaeModel& dae, std::span<const double> nominal,
                     const execute::EvaluationPoint& last, Diagnostic& message) {
  const auto found = MeasureSingularity(system, dae, nominal, last);
  if (!found || !(found->value < kSingular)) return;
  const VariableId v(found->unknown);
  const Equation& equation = system.equations[EquationId(found->row)];
  message.Note(fmt::format("the solution comes to a singular point there (an impasse): `{}` does not determine {} any more",
                           EquationText(system, equation),
                           NameOf(system, Quantity{v, dae.is_differential()[v.index()] ? 1 : 0})));
  if (const std::string starts = StartsIn(system, equation); !starts.empty())
    message.Note("the start values to look at first: " + starts);
}

}  // namespace daedalus::simulate
