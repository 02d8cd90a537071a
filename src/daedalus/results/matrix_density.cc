#include "daedalus/results/matrix_density.h"

#include <algorithm>

namespace daedalus::results {

MatrixDensity DensityOf(std::span<const std::uint32_t> row_starts, std::span<const std::uint32_t> columns,
                        std::size_t num_columns, std::size_t max_bins) {
  const std::size_t num_rows = row_starts.size() - 1;
  MatrixDensity out;
  out.row_bins = std::min(num_rows, max_bins);
  out.column_bins = std::min(num_columns, max_bins);
  std::vector<std::uint32_t> counts(out.column_bins, 0);
  std::size_t row = 0;
  for (std::size_t bin = 0; bin < out.row_bins; ++bin) {
    for (; row < num_rows && row * out.row_bins / num_rows == bin; ++row) {
      for (std::uint32_t i = row_starts[row]; i < row_starts[row + 1]; ++i)
        ++counts[columns[i] * out.column_bins / num_columns];
    }
    for (std::size_t c = 0; c < out.column_bins; ++c) {
      if (counts[c] == 0) continue;
      out.cells.push_back({static_cast<std::uint32_t>(bin), static_cast<std::uint32_t>(c), counts[c]});
      counts[c] = 0;
    }
  }
  return out;
}

}  // namespace daedalus::results
