// A large incidence matrix as a small picture: how many entries lie in each of few rectangles.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace daedalus::results {

struct MatrixDensity {
  std::size_t row_bins = 0, column_bins = 0;
  struct Cell {
    std::uint32_t row = 0, column = 0, count = 0;
  };
  std::vector<Cell> cells;  // with entries, row after row
};

// Of a matrix in compressed rows. Row r lies in bin r * row_bins / num_rows, columns likewise.
MatrixDensity DensityOf(std::span<const std::uint32_t> row_starts, std::span<const std::uint32_t> columns,
                        std::size_t num_columns, std::size_t max_bins);

}  // namespace daedalus::results
