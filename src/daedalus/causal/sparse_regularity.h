// Is a sparse matrix regular beyond doubt? A cheap question that is asked first: "no" means that somebody has
// to look closer.
//
// Steps. (1) Rows and columns are scaled to 1. (2) Gaussian elimination: the next column is one of those with
// the fewest entries, its pivot is in the shortest row among those with at least a tenth of the largest
// entry of the column (after H. M. Markowitz, Management Science 3 (1957) 255-269). (3) A right-hand side of
// random numbers b, of sizes from 1 to 2, is eliminated along and solved for. The matrix is regular beyond
// doubt if no entry has grown beyond 1e3, and no component of the solution x is larger than 1e6.
//
// Why that will do. Let rows depend on each other as dependent_rows.h has it: |u'A| <= delta for some u with
// |u| = 1. What was computed solves (A + E) x = b, with |E| of some units of rounding times the growth, so
//     |u'b| = |u'(A + E) x| <= (delta + |E|) |x|,                                                         (1)
// below 1e-4 for what passes, while for numbers that know nothing of u it is about 1.
//
// The same elimination, without an end at the first doubt, tells which rows and columns are regular
// (FindCore): a pivot is one that is more than 1e-9 of the largest number that stood at its place; a column
// without such a one is left over, and so is a row in the end. That is a suspicion, which
// sparse_dependences.h checks. Pivots that are a small part of their row or of what they were come last: a
// core with such ones makes much of the rounding of the given numbers.
//
// Cost: for a matrix that stays sparse about the number of its entries. One that fills up is given up after
// 100 changes for each entry, which is a doubt, or 200 (and 10^8 in all), which is no core.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/causal/sparse_rows.h"

namespace daedalus::causal {

// For any number of matrices: the scratch is kept.
class SparseRegularity {
 public:
  // The matrix is square, its values are finite.
  bool IsBeyondDoubt(const SparseRows& matrix);

  // As many rows as columns.
  struct Core {
    std::vector<std::uint32_t> rows, columns;  // in the order of elimination
  };
  // Nothing where the matrix fills up.
  std::optional<Core> FindCore(const SparseRows& matrix);

 private:
  using Entry = SparseRows::Entry;
  // Entries in the pool, and what stands on the right-hand side.
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
  // Of FindCore alone: the largest number that stood at the place of each entry of the pool.
  bool keeps_largest_ = false;
  std::vector<double> largest_;
};

}  // namespace daedalus::causal
