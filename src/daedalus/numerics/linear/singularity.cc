#include "daedalus/numerics/linear/singularity.h"

#include <btf.h>

#include <algorithm>
#include <cmath>

#include "daedalus/numerics/linear/decompositions.h"
#include "daedalus/numerics/linear/sparse_lu.h"

namespace daedalus::linear {
namespace {

constexpr std::int32_t kCompletePivotingLimit = 256;  // some 10 ms

Eigen::MatrixXd Equilibrated(const SparsePattern& pattern, std::span<const double> values) {
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(pattern.rows, pattern.cols);
  for (std::int32_t j = 0; j < pattern.cols; ++j) {
    for (std::int32_t k = pattern.column_starts[j]; k < pattern.column_starts[j + 1]; ++k) {
      matrix(pattern.row_indices[k], j) = values[k];
    }
  }
  for (auto row : matrix.rowwise()) {
    const double largest = row.cwiseAbs().maxCoeff();
    if (largest > 0) row /= largest;
  }
  for (auto column : matrix.colwise()) {
    const double largest = column.cwiseAbs().maxCoeff();
    if (largest > 0) column /= largest;
  }
  return matrix;
}

Singularity EliminateCompletely(const SparsePattern& pattern, std::span<const double> values) {
  const Eigen::FullPivLU<Eigen::MatrixXd> lu(Equilibrated(pattern, values));
  Singularity result;
  // The caller knows that one pivot at least is missing, even where the threshold of Eigen would let it pass.
  result.rank = std::min(static_cast<std::int32_t>(lu.rank()), pattern.cols - 1);
  for (std::int32_t i = 0; i < pattern.rows; ++i) {
    if (lu.permutationP().indices()[i] >= result.rank) result.rows.push_back(i);
  }
  for (std::int32_t k = result.rank; k < pattern.cols; ++k) {
    result.columns.push_back(static_cast<std::int32_t>(lu.permutationQ().indices()[k]));
  }
  std::ranges::sort(result.columns);
  return result;
}

std::int32_t FindWeakestColumn(const SparsePattern& pattern, std::span<const double> values) {
  SparseLu lu(pattern);
  lu.Factor(values);
  return lu.weakest_column();
}

}  // namespace

Singularity FindStructuralRank(const SparsePattern& pattern) {
  Singularity result;
  std::vector<std::int32_t> starts = pattern.column_starts;  // BTF is not const-correct
  std::vector<std::int32_t> rows = pattern.row_indices;
  std::vector<std::int32_t> column_of_row(pattern.rows);
  std::vector<std::int32_t> work(5 * static_cast<std::size_t>(pattern.cols));
  constexpr double kNoWorkLimit = -1;
  double work_done = 0;
  result.rank = btf_maxtrans(pattern.rows, pattern.cols, starts.data(), rows.data(), kNoWorkLimit, &work_done,
                             column_of_row.data(), work.data());
  std::vector<char> matched(pattern.cols, 0);
  for (std::int32_t i = 0; i < pattern.rows; ++i) {
    if (column_of_row[i] < 0) {
      result.rows.push_back(i);
    } else {
      matched[column_of_row[i]] = 1;
    }
  }
  for (std::int32_t j = 0; j < pattern.cols; ++j) {
    if (!matched[j]) result.columns.push_back(j);
  }
  result.structural = result.rank < pattern.rows;
  return result;
}

Singularity ExplainSingularity(const SparsePattern& pattern, std::span<const double> values) {
  Singularity result = FindStructuralRank(pattern);
  // A matrix that was refused before it was factored has no values to look at.
  if (result.structural || values.empty()) return result;
  if (pattern.cols <= kCompletePivotingLimit) return EliminateCompletely(pattern, values);

  const Transposed transposed = Transpose(pattern);
  std::vector<double> transposed_values(values.size());
  for (std::size_t k = 0; k < values.size(); ++k) transposed_values[k] = values[transposed.source[k]];
  result.rank = 0;
  result.columns = {FindWeakestColumn(pattern, values)};
  result.rows = {FindWeakestColumn(transposed.pattern, transposed_values)};
  return result;
}

}  // namespace daedalus::linear
