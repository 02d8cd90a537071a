// Solves A x = b and A^T x = b for a matrix that is block lower triangular once its rows and columns are in a
// known order: that in which a Program computes its unknowns.
//
// With blocks D_k on the diagonal and what is left of them in L,
//
//   A x = b      x_k = D_k^-1 (b_k - sum_{j<k} L_kj x_j)         first block first            (1)
//   A^T x = b    x_k = D_k^-T (b_k - sum_{j>k} L_jk^T x_j)       last block first             (2)
//
// Most blocks are one entry, so both cost about one pass over the entries. General sparse factorization would
// look for this order again, and one singular block would spoil all of it. Here it spoils what depends on it:
// the unknowns of a singular block are NaN, and (1) and (2) carry that on.
//
// The first m blocks alone can be solved as well, since they need nothing of the others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "daedalus/numerics/linear/linear_solver.h"

namespace daedalus::linear {

// Rows and columns, block after block. Block k has those from starts[k] to starts[k + 1].
struct BlockOrder {
  std::vector<std::int32_t> rows, columns;
  std::vector<std::int32_t> starts = {0};

  std::size_t num_blocks() const { return starts.size() - 1; }
};

class BlockTriangularSolver {
 public:
  // Entries of the pattern lie in a block or left of it.
  BlockTriangularSolver(const SparsePattern& pattern, BlockOrder order);

  const BlockOrder& order() const { return order_; }
  // Values in the order of the pattern.
  void Factor(std::span<const double> values);
  // The blocks that the last Factor found singular or not finite, ascending.
  std::span<const std::size_t> singular_blocks() const { return singular_; }

  // b by rows becomes x by columns. What belongs to other than the first `num_blocks` blocks is zero.
  void Solve(std::span<double> b, std::size_t num_blocks);
  // The same, and b stays. Element p of the result is x of column order().columns[p].
  std::span<const double> SolveInOrder(std::span<const double> b, std::size_t num_blocks);
  // b by columns becomes x by rows; b is zero outside the first `num_blocks` blocks.
  void SolveTransposed(std::span<double> b, std::size_t num_blocks);

 private:
  struct Loop {                                            // a block of more than one row
    std::vector<std::size_t> entries, transposed_entries;  // of the pattern
    CopyableSolver forward, transposed;
    bool has_transposed = false;  // it is factored
  };
  void AddLoop(const SparsePattern& pattern, std::size_t block, std::span<const std::int32_t> row_place);
  bool FactorLoop(Loop& loop);
  bool FactorTransposed(Loop& loop);

  BlockOrder order_;
  // The entries left of the blocks, by places in the order: row p has those from row_starts_[p].
  std::vector<std::size_t> row_starts_, sources_;
  std::vector<std::int32_t> left_columns_;
  std::vector<double> left_values_;
  std::vector<std::size_t> pivot_sources_;  // per place, in blocks of one row
  std::vector<double> inverse_pivots_;      // per place; NaN: the block is singular
  std::vector<std::int32_t> loop_of_;       // per block; -1: it has one row
  std::vector<Loop> loops_;
  std::vector<std::size_t> singular_;
  std::vector<double> values_, gathered_, x_;
};

}  // namespace daedalus::linear
