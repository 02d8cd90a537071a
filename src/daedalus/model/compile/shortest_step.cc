#include "daedalus/model/compile/shortest_step.h"

#include <cstdint>
#include <vector>

#include "daedalus/numerics/linear/sparse_pattern.h"
#include "daedalus/numerics/nonlinear/scaled_jacobian.h"

namespace daedalus::compile {
namespace {

using Eigen::VectorXd;

constexpr std::size_t kMostDense = 400;  // rows

VectorXd DenseStep(const causal::SparseRows& rows, std::size_t num_columns, const VectorXd& b) {
  constexpr double kWellConditioned = 1e-8, kDependent = 1e-7;
  Eigen::MatrixXd a = Eigen::MatrixXd::Zero(b.size(), static_cast<Eigen::Index>(num_columns));
  for (Eigen::Index i = 0; i < a.rows(); ++i) {
    for (const auto& [column, value] : rows.Row(static_cast<std::size_t>(i))) a(i, column) = value;
  }
  const Eigen::MatrixXd squares = a * a.transpose();
  const Eigen::LLT<Eigen::MatrixXd> normal(squares);
  if (normal.info() == Eigen::Success && normal.rcond() > kWellConditioned)
    return -(a.transpose() * linear::Solve(normal, b));
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> decomposition;
  decomposition.setThreshold(kDependent);
  decomposition.compute(a);
  return -linear::Solve(decomposition, b);
}

// The same entries by columns.
struct ByColumns {
  linear::SparsePattern pattern;
  std::vector<double> values;
};

ByColumns ColumnsOf(const causal::SparseRows& rows, std::size_t num_columns) {
  linear::SparsePattern of_rows;  // its columns are the rows of the matrix
  of_rows.rows = static_cast<std::int32_t>(num_columns);
  of_rows.cols = static_cast<std::int32_t>(rows.num_rows());
  for (std::size_t i = 0; i < rows.num_rows(); ++i) {
    for (const auto& entry : rows.Row(i))
      of_rows.row_indices.push_back(static_cast<std::int32_t>(entry.column));
    of_rows.column_starts.push_back(of_rows.num_nonzeros());
  }
  linear::Transposed transposed = linear::Transpose(of_rows);
  ByColumns out{std::move(transposed.pattern), {}};
  for (const auto source : transposed.source)
    out.values.push_back(rows.entries[static_cast<std::size_t>(source)].value);
  return out;
}

VectorXd SparseStep(const causal::SparseRows& rows, std::size_t num_columns, const VectorXd& b) {
  constexpr double kDamping = 1e-10;
  const ByColumns a = ColumnsOf(rows, num_columns);
  nonlinear::ScaledJacobian jacobian(a.pattern);
  const auto one = [](Eigen::Index) { return 1.0; };
  const auto step =
      jacobian.Set(a.values, one) ? jacobian.DampedStep(VectorXd::Ones(b.size()), b, kDamping) : std::nullopt;
  return step ? *step : VectorXd::Zero(static_cast<Eigen::Index>(num_columns));
}

}  // namespace

VectorXd ShortestStep(const causal::SparseRows& a, std::size_t num_columns, const VectorXd& b) {
  return a.num_rows() <= kMostDense ? DenseStep(a, num_columns, b) : SparseStep(a, num_columns, b);
}

}  // namespace daedalus::compile
