// Which rows of a square matrix depend on the others, and how?
//
// Steps. (1) Rows and columns are scaled to 1. (2) Gaussian elimination with complete pivoting, among the
// rows of the highest rank first. A row of lower rank becomes a pivot row only after those above it. So a row
// that is left over is a combination of rows of its own rank and of higher ones. (3) A pivot below 1e-9 of
// the largest number that its row has seen is taken for a zero, on suspicion. (4) The suspicion is checked:
// the multipliers are solved for again and refined with the given numbers. The combination must vanish to
// rounding, n * 1e-13 of the sum of its terms. So [1 1; 1 1+1e-11] is regular, while decimals that cancel up
// to rounding count as cancelled.
//
// Cost: n^3. Sparse matrices of more than 300 rows go another way (sparse_dependences.h), and smaller ones
// that way too, if it finds more.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/programs/causal/sparse_rows.h"

namespace daedalus::causal {

// The sum of multiplier times row is zero.
struct DependentRow {
  std::uint32_t row = 0;                   // its multiplier is 1
  std::vector<std::uint32_t> others = {};  // ascending; the pivot rows that it depends on
  std::vector<double> multipliers = {};    // of the others
};

struct RowDependences {
  std::vector<DependentRow> dependent;
  std::vector<std::uint32_t> pivot_rows, pivot_columns;  // in the order of elimination

  std::size_t rank() const { return pivot_rows.size(); }
};

// `values` is row-major, and square; one rank for each row.
RowDependences FindDependentRows(std::span<const double> values, std::span<const std::uint32_t> ranks);
// nullopt if the matrix is large and fills up.
std::optional<RowDependences> FindDependentRows(const SparseRows& matrix,
                                                std::span<const std::uint32_t> ranks);

}  // namespace daedalus::causal
