// Products of some columns of a sparse matrix with a vector, and of their transposes.
#pragma once

#include <cstddef>
#include <span>

#include "daedalus/numerics/linear/sparse_pattern.h"

namespace daedalus::linear {

struct EachColumn {
  std::size_t operator()(std::size_t i) const { return i; }
};

// out += A u, where element i of u is for column column_of(i).
template <class ColumnOf = EachColumn>
void AddProduct(const SparsePattern& a, std::span<const double> values, std::span<const double> u,
                std::span<double> out, ColumnOf column_of = {}) {
  for (std::size_t i = 0; i < u.size(); ++i) {
    if (u[i] == 0) continue;
    const std::size_t c = column_of(i);
    const auto end = static_cast<std::size_t>(a.column_starts[c + 1]);
    for (auto k = static_cast<std::size_t>(a.column_starts[c]); k < end; ++k)
      out[static_cast<std::size_t>(a.row_indices[k])] += values[k] * u[i];
  }
}

// out += A^T v, where element i of the sum is for column column_of(i).
template <class ColumnOf = EachColumn>
void AddTransposedProduct(const SparsePattern& a, std::span<const double> values, std::span<const double> v,
                          std::span<double> out, ColumnOf column_of = {}) {
  for (std::size_t i = 0; i < out.size(); ++i) {
    const std::size_t c = column_of(i);
    const auto end = static_cast<std::size_t>(a.column_starts[c + 1]);
    double sum = 0;
    for (auto k = static_cast<std::size_t>(a.column_starts[c]); k < end; ++k) {
      const double weight = v[static_cast<std::size_t>(a.row_indices[k])];
      if (weight != 0) sum += values[k] * weight;
    }
    out[i] += sum;
  }
}

}  // namespace daedalus::linear
