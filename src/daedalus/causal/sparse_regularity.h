// Is a sparse matrix regular beyond doubt? A cheap question that is asked first: "no" means that somebody has to look closer.
//
// Steps. (1) Rows and columns are scaled to 1. (2) Gaussian elimination: the next column is one of those with the fewest entries, its pivot
// stands in the shortest row among those with at least a tenth of the largest entry of the column (after H. M. Markowitz, Management
// Science 3 (1957) 255-269). (3) A right-hand side of random numbers b, of sizes from 1 to 2, is eliminated along and solved for. The
// matrix is regular beyond doubt if no entry has grown beyond 1e3, and no component of the solution x is larger than 1e6.
//
// Why that will do. Let rows depend on each other as dependent_rows.h has it: |u'A| <= delta for some u with |u| = 1. What was computed
// solves (A + E) x = b, with |E| of some units of rounding times the growth, so
//     |u'b| = |u'(A + E) x| <= (delta + |E|) |x|,                                                                           (1)
// below 1e-4 for what passes, while for numbers that know nothing of u it is about 1.
//
// Cost: for a matrix that stays sparse about the number of its entries.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace daedalus::causal {

// By rows; no entry twice.
struct SparseRows {
  struct Entry {
    std::uint32_t column = 0;
    double value = 0;
  };
  std::vector<std::uint32_t> starts{0};  // size: number of rows + 1
  std::vector<Entry> entries;

  std::size_t num_rows() const { return starts.size() - 1; }
  std::span<Entry> Row(std::size_t r) { return std::span(entries).subspan(starts[r], starts[r + 1] - starts[r]); }
  std::span<const Entry> Row(std::size_t r) const { return std::span(entries).subspan(starts[r], starts[r + 1] - starts[r]); }
  void EndRow() { starts.push_back(static_cast<std::uint32_t>(entries.size())); }
  void Clear() {
    starts.resize(1);
    entries.clear();
  }
};

// For any number of matrices: the scratch is kept.
class SparseRegularity {
 public:
  // The matrix is square, its values are finite.
  bool IsBeyondDoubt(const SparseRows& matrix);

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
  };

  bool Scale(const SparseRows& matrix);
  void Arrange();
  bool Eliminate();
  std::uint32_t TakeShortColumn();
  void FindShortColumns();
  // The rest of the column is left in candidates_.
  Pivot PivotIn(std::uint32_t column);
  void Subtract(const Pivot& pivot, std::uint32_t row, double factor);
  void AddToColumn(std::uint32_t column, std::uint32_t row);
  bool HasModestSolution();
  std::span<Entry> EntriesOf(const Row& row) { return std::span(pool_).subspan(row.begin, row.end - row.begin); }

  std::vector<Entry> pool_;
  std::vector<Row> rows_;
  std::vector<Column> columns_;
  std::vector<Link> links_;
  std::vector<std::uint32_t> open_;   // columns without a pivot, and some others
  std::vector<std::uint32_t> short_;  // columns that had no more than short_count_ entries when they were listed
  std::uint32_t short_count_ = 0;
  std::vector<Pivot> pivots_, candidates_;
  double growth_ = 0;
};

}  // namespace daedalus::causal
