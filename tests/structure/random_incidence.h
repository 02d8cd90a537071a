// Random incidences and questions about them that exhaustion answers, for small sizes.
#pragma once

#include <algorithm>
#include <random>
#include <vector>

#include "daedalus/structure/incidence.h"

namespace daedalus::structure {

// Every entry with probability 1/one_in.
inline Incidence RandomIncidence(std::mt19937* random, std::uint32_t rows, std::uint32_t columns,
                                 unsigned one_in) {
  Incidence a;
  a.num_columns = columns;
  for (std::uint32_t r = 0; r < rows; ++r) {
    std::vector<ColumnId> entries;
    for (std::uint32_t c = 0; c < columns; ++c) {
      if ((*random)() % one_in == 0) entries.emplace_back(c);
    }
    a.AddRow(entries);
  }
  return a;
}

// Square, with a perfect matching hidden under a random permutation.
inline Incidence RandomRegularIncidence(std::mt19937* random, std::uint32_t n, unsigned one_in) {
  std::vector<std::uint32_t> permutation(n);
  for (std::uint32_t i = 0; i < n; ++i) permutation[i] = i;
  std::shuffle(permutation.begin(), permutation.end(), *random);
  Incidence a;
  a.num_columns = n;
  for (std::uint32_t r = 0; r < n; ++r) {
    std::vector<ColumnId> entries{ColumnId(permutation[r])};
    for (std::uint32_t c = 0; c < n; ++c) {
      if ((*random)() % one_in == 0) entries.emplace_back(c);
    }
    a.AddRow(entries);
  }
  return a;
}

inline bool Contains(const Incidence& a, RowId row, ColumnId column) {
  const auto entries = a.Row(row);
  return std::binary_search(entries.begin(), entries.end(), column);
}

// The columns of each row as bits.
inline std::vector<std::uint32_t> RowMasks(const Incidence& a) {
  std::vector<std::uint32_t> masks;
  for (const RowId r : a.Rows()) {
    masks.push_back(0);
    for (const ColumnId c : a.Row(r)) masks.back() |= 1u << c.value;
  }
  return masks;
}

}  // namespace daedalus::structure
