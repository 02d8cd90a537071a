// LU of a sparse matrix whose pivots are known from an earlier matrix of the same pattern. Nearly all
// factorizations of an integration are of this kind, because the matrix changes little from one to the next.
//
// The rows are scaled by their largest entries and brought into the order of the pivots, A -> P R A Q, which
// is block upper triangular; only its diagonal blocks are factored. Column j of a block is built from the
// left [GP88]: the column of A is scattered into a full vector x, for all k of column j of U in ascending
// order
//
//   u_kj = x_k,   x_i -= l_ik u_kj  (i of column k of L).                                           (1)
//
// After that x_j is the pivot, and the entries of x below it, divided by the pivot, are column j of L.
// Whether the pivots are still good enough (no entry below is much larger) is found in the same loop. So the
// matrix is read twice in all: once for the scales of its rows, once to factor it.
//
// U is kept with every column divided by its pivot. Then the solution of A x = b is one long list of steps
// x_i -= a_ij x_j, over the entries of L, of U and of the part outside of the blocks. There is no loop for
// each column, because a loop costs more than the three or so entries of a column. The unknowns are divided
// by their pivots in the end.
//
// Large matrices are solved by columns nevertheless, so that columns with a negligible x_j can be skipped.
// Values that decay along a long chain soon become denormal numbers, with which processors are slow (RC
// ladder with 10^5 cells: more than half of the time).
//
// Fill makes the end of most blocks nearly full. From the column on where 0.7 of all entries are there, a
// block is kept as a full matrix, whose columns are taken four at a time in (1), so that x is read and
// written once for all of them.
//
// Against klu_refactor with klu_rgrowth, and klu_solve, on a 2020s Xeon, in microseconds:
//
//                         factor            solve
//   nand       n =  14    0.40 -> 0.33      0.12 -> 0.09
//   pollu      n =  20    0.70 -> 0.55      0.19 -> 0.10
//   andrews_i1 n =  27    1.24 -> 0.94      0.25 -> 0.18
//   fekete     n = 160    86   -> 48        5.7  -> 3.4
//   tba        n = 350    12.7 -> 9.9       3.0  -> 2.0
//
// (To do (1) as such a list too, between places of the factors themselves, gains nothing: it waits for the
// values, not for the loops.)
//
// [GP88] J. R. Gilbert, T. Peierls, SIAM J. Sci. Stat. Comput. 9 (1988) 862.
#pragma once

#include <complex>
#include <concepts>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "daedalus/numerics/linear/sparse_pattern.h"

namespace daedalus::linear {

// Columns of a triangle without its diagonal, in the order of the pivots; rows in any order.
struct TrianglePattern {
  std::vector<std::int32_t> starts;
  std::vector<std::int32_t> rows;
};

// Row rows[k] and column columns[k] of A meet in pivot k.
struct PivotOrder {
  std::vector<std::int32_t> rows;
  std::vector<std::int32_t> columns;
  std::vector<std::int32_t> block_starts;  // of the diagonal blocks; the last is the size
  TrianglePattern lower, upper;            // of the diagonal blocks
};

struct FactorCounts {
  std::int32_t blocks = 1;
  std::int32_t lower = 0, upper = 0;  // entries of the triangles
  std::int32_t outside = 0;           // entries of A outside of the diagonal blocks
};

struct PivotQuality {
  // min_j max_i |a_ij| / max_i |u_ij| of the scaled diagonal blocks: the reciprocal pivot growth.
  double growth = std::numeric_limits<double>::infinity();
  // The smallest pivot as part of the largest entry of its column, (1) of linear_solver.h.
  double weakest = std::numeric_limits<double>::infinity();
  std::int32_t weakest_column = 0;
};

// Value: double or std::complex<double>, whose sizes are measured by |re| + |im|.
template <class Value>
class KnownPivots {
 public:
  // Room for factors with about these many entries: as long as there are no more, nothing is allocated later.
  KnownPivots(const SparsePattern& pattern, const FactorCounts& counts);

  // Takes the pivots for the factorizations to come. Sorts the rows of the triangles.
  void SetPivots(const SparsePattern& pattern, PivotOrder& order);
  // Values in pattern order, all finite. False: a pivot vanished, and the factors are of no use.
  bool Factor(std::span<const Value> values);
  // The quality of the last successful Factor. IsAtLeast: its growth is not below that of `limit`, and its
  // weakest pivot above; without the divisions of Quality().
  bool IsAtLeast(const PivotQuality& limit) const;
  // The quality of the last Factor. If that failed, the weakest pivot is the one that vanished.
  PivotQuality Quality() const;
  // LinearSolver::Pivots, of real values.
  int Pivots(std::span<double> sizes) const
    requires std::same_as<Value, double>;
  // Replaces b by the solution of A x = b; after a Factor that was true.
  void Solve(std::span<Value> b);

 private:
  // By columns in the order of the pivots.
  struct Entries {
    std::vector<std::int32_t> starts, rows, columns;
    std::vector<Value> values;

    void Reserve(std::size_t num_columns, std::size_t count);
    void Clear();
    void Add(std::int32_t row, std::int32_t column);
    void EndColumn();
  };
  // A diagonal block. Its entries with row and column from `full` on are a full matrix, by columns.
  struct Block {
    std::int32_t begin = 0, full = 0, end = 0;
    std::size_t offset = 0;  // of the full matrix in full_

    std::int32_t full_size() const { return end - full; }
  };
  // The largest entries of a column: of A inside its diagonal block, of A, of U; and its pivot.
  struct ColumnSizes {
    double inside = 0, all = 0, eliminated = 0, pivot = 0;
  };

  void MakeBlocks(const PivotOrder& order);
  void ArrangeMatrix(const SparsePattern& pattern, const PivotOrder& order);
  void ArrangeFactors(PivotOrder& order);

  void ScaleRows(std::span<const Value> values);
  double Scatter(std::int32_t j, std::span<const Value> values);
  double ScatterOutside(std::int32_t j, std::span<const Value> values);
  double EliminateSparse(std::int32_t j);
  double EliminateFull(const Block& block, std::int32_t j);
  bool TakePivot(const Block& block, std::int32_t j);
  void SolveByEntries(const Block& block);
  void SolveByColumns(const Block& block);
  void SolveFull(const Block& block);

  std::int32_t size_ = 0;
  std::vector<std::int32_t> rows_, columns_;  // of the pivots
  std::vector<Block> blocks_;
  std::vector<std::int32_t> pivot_of_entry_;  // the pivot in whose row an entry of A stands
  std::vector<std::int32_t> inside_starts_, inside_rows_, inside_source_;  // entries of A in diagonal blocks
  std::vector<std::int32_t> outside_source_;                               // and those outside
  Entries outside_;
  Entries lower_, upper_;  // L and U but for the full matrices
  std::vector<Value> full_;
  std::vector<Value> inverse_pivots_;
  std::vector<double> scale_;
  std::vector<ColumnSizes> sizes_;
  std::vector<Value> x_;
  std::vector<std::int32_t> work_;  // of SetPivots
};

extern template class KnownPivots<double>;
extern template class KnownPivots<std::complex<double>>;

}  // namespace daedalus::linear
