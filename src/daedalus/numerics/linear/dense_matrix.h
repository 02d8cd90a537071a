// A dense matrix as plain data, by columns.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace daedalus::linear {

struct DenseMatrix {
  std::size_t rows = 0, columns = 0;
  std::vector<double> values = {};  // column after column

  DenseMatrix() = default;
  DenseMatrix(std::size_t num_rows, std::size_t num_columns)
      : rows(num_rows), columns(num_columns), values(num_rows * num_columns) {}

  double& operator()(std::size_t row, std::size_t column) { return values[column * rows + row]; }
  double operator()(std::size_t row, std::size_t column) const { return values[column * rows + row]; }
  std::span<double> Column(std::size_t column) { return {values.data() + column * rows, rows}; }
};

}  // namespace daedalus::linear
