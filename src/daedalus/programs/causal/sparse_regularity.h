// Is a sparse matrix certainly regular? This cheap test comes first: "no" means that a closer analysis is
// needed.
//
// Steps. (1) Rows and columns are scaled to 1. (2) Gaussian elimination. The next column is one of those with
// the fewest entries. Its pivot is in the shortest row among those with at least a tenth of the largest entry
// of the column (after H. M. Markowitz, Management Science 3 (1957) 255-269). (3) A random right-hand side b,
// of sizes from 1 to 2, is eliminated along and solved for. The matrix is certainly regular if no entry has
// grown beyond 1e3, and no component of the solution x is larger than 1e6.
//
// Why this suffices. Let rows be dependent as in dependent_rows.h: |u'A| <= delta for some u with |u| = 1.
// The computed x solves (A + E) x = b, with |E| of some units of rounding times the growth, so
//     |u'b| = |u'(A + E) x| <= (delta + |E|) |x|,                                                         (1)
// below 1e-4 for a matrix that passes. For random b, independent of u, it is about 1.
//
// The same elimination, continued beyond the first doubt, finds the regular rows and columns (FindCore): a
// pivot must be more than 1e-9 of the largest number that was at its place. A column without a pivot is left
// over, and so is a row in the end. sparse_dependences.h checks this suspicion. Pivots that are small
// relative to their row or to their earlier value come last, because in a core they would amplify the
// rounding of the given numbers.
//
// Cost: about the number of entries for a matrix that stays sparse. A matrix that fills up is given up after
// 100 changes for each entry, and counts as not certainly regular. FindCore gives up after 200 (or 10^8 in
// all), and returns no core.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/programs/causal/sparse_rows.h"

namespace daedalus::causal {

// One object serves any number of matrices and keeps its work arrays.
class SparseRegularity {
 public:
  // The matrix is square, its values are finite.
  bool IsBeyondDoubt(const SparseRows& matrix);

  // As many rows as columns.
  struct Core {
    std::vector<std::uint32_t> rows, columns;  // in the order of elimination
  };
  // nullopt if the matrix fills up.
  std::optional<Core> FindCore(const SparseRows& matrix);

 private:
  using Entry = SparseRows::Entry;
  // Entries in the pool, and the right-hand side.
  struct Row {
    std::uint32_t begin = 0, end = 0;
    bool is_done = false;
    double right = 0;
  };
  // The rows of a column are a linked list.
  struct Column {
    std::uint32_t head = 0, count = 0;  // of rows that are not done
    std::uint32_t place = 0;            // of its entry in the row at hand, or none
    bool is_done = false;
    double value = 0;  // its scale, then the solution
  };
  struct Link {
    std::uint32_t row, next;
  };
  struct Pivot {
    std::uint32_t row, column;
    double value;
    double part = 1;  // of the largest number that stood there, or that is in its row, whichever is less;
                      // known to FindCore alone
  };

  bool Scale(const SparseRows& matrix);
  void Arrange();
  bool Eliminate();
  std::uint32_t TakeShortColumn();
  void FindShortColumns();
  // The rest of the column is left in candidates_.
  Pivot PivotIn(std::uint32_t column);
  bool IsRounding(std::uint32_t entry) const;
  void EliminateWith(const Pivot& pivot);
  void MakeRoom(std::size_t more);
  void Subtract(const Pivot& pivot, std::uint32_t row, double factor);
  void AddToColumn(std::uint32_t column, std::uint32_t row);
  bool HasModestSolution();
  std::span<Entry> EntriesOf(const Row& row) {
    return std::span(pool_).subspan(row.begin, row.end - row.begin);
  }

  std::vector<Entry> pool_;
  std::vector<Row> rows_;
  std::vector<Column> columns_;
  std::vector<Link> links_;
  std::vector<std::uint32_t> open_;  // columns without a pivot, and some others
  std::vector<std::uint32_t>
      short_;  // columns that had no more than short_count_ entries when they were listed
  std::uint32_t short_count_ = 0;
  std::vector<Pivot> pivots_, candidates_;
  double growth_ = 0;
  std::size_t work_ = 0, most_work_ = 0;  // changes of entries
  // Used by FindCore only: the largest number that was at the place of each entry of the pool.
  bool keeps_largest_ = false;
  std::vector<double> largest_;
};

}  // namespace daedalus::causal
