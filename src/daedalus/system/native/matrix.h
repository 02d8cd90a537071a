// A matrix of numbers, row by row.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace daedalus::native {

struct Matrix {
  std::size_t rows = 0;
  std::size_t cols = 0;
  std::vector<double> values;

  Matrix() = default;
  Matrix(std::size_t the_rows, std::size_t the_cols)
      : rows(the_rows), cols(the_cols), values(the_rows * the_cols) {}
  Matrix(std::size_t the_rows, std::size_t the_cols, std::vector<double> the_values)
      : rows(the_rows), cols(the_cols), values(std::move(the_values)) {}

  double& operator()(std::size_t i, std::size_t j) { return values[i * cols + j]; }
  double operator()(std::size_t i, std::size_t j) const { return values[i * cols + j]; }
};

}  // namespace daedalus::native
