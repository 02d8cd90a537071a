#include "daedalus/structure/block_triangular_form.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "daedalus/base/prefetch.h"

namespace daedalus::structure {
namespace {

// The numbers of rows that were not visited yet, and of rows in complete blocks. Both are larger than any
// other.
constexpr std::uint32_t kUnseen = 0, kClosed = std::numeric_limits<std::uint32_t>::max();

constexpr std::size_t kUsualDepth = 64;  // of a path; few are deeper

// Which rows each row needs first. In a large random graph every step to another row is a cache miss. This
// layout costs two: one for the state of a row, one for its needs. The matching is looked up beforehand, in
// the order of memory.
struct Digraph {
  struct Node {
    std::uint32_t number;  // in the order of discovery
    std::uint32_t begin;   // of its needs; they end where those of the next one begin
  };

  Digraph(const Incidence& incidence, const Matching& matching) {
    nodes.reserve(std::size_t{incidence.num_rows()} + 1);
    needs.resize(incidence.columns.size());
    std::uint32_t num_needs = 0;
    for (const RowId row : incidence.Rows()) {
      nodes.Add({kUnseen, num_needs});
      for (const ColumnId column : incidence.Row(row)) {
        const RowId needed = matching.row_of_column[column];
        needs[num_needs] = needed;  // overwritten by the next one if it does not count
        num_needs += needed.IsValid() && needed != row;
      }
    }
    nodes.Add({kUnseen, num_needs});
  }

  PerRow<Node> nodes;  // one more than rows: it marks the end of the last one
  std::vector<RowId> needs;
};

class Tarjan {
 public:
  Tarjan(const Incidence& incidence, const Matching& matching)
      : incidence_(incidence), matching_(matching), graph_(incidence, matching) {
    blocks_.rows.reserve(matching.size);
    blocks_.starts.reserve(matching.size + 1);
    component_.reserve(std::min<std::size_t>(matching.size, kUsualDepth));
    path_.reserve(std::min<std::size_t>(matching.size, kUsualDepth));
  }

  Blocks Run() {
    for (const RowId row : incidence_.Rows()) {
      if (graph_.nodes[row].number == kUnseen && matching_.column_of_row[row].IsValid()) Search(row);
    }
    return std::move(blocks_);
  }

 private:
  struct Frame {
    RowId row;
    std::uint32_t next, end;  // of its needs
    std::uint32_t low;        // the lowest number that the row leads to
  };

  void Enter(RowId row) {
    Digraph::Node& node = graph_.nodes[row];
    const std::uint32_t end = graph_.nodes[RowId(row.index() + 1)].begin;
    node.number = ++count_;
    component_.push_back(row);
    path_.emplace_back(row, node.begin, end, count_);
    for (std::uint32_t k = node.begin; k < end; ++k) Prefetch(&graph_.nodes[graph_.needs[k]]);
  }

  void Search(RowId start) {
    Enter(start);
    while (!path_.empty()) {
      Frame& frame = path_.back();
      if (frame.next < frame.end) {
        const RowId needed = graph_.needs[frame.next++];
        const std::uint32_t number = graph_.nodes[needed].number;
        if (number == kUnseen) {
          Enter(needed);
        } else {
          frame.low = std::min(frame.low, number);
        }
        continue;
      }
      const Frame done = frame;
      path_.pop_back();
      if (!path_.empty()) path_.back().low = std::min(path_.back().low, done.low);
      if (done.low == graph_.nodes[done.row].number) Close(done.row);
    }
  }

  void Close(RowId root) {
    const auto begin = static_cast<std::ptrdiff_t>(blocks_.rows.size());
    RowId row;
    do {
      row = component_.back();
      component_.pop_back();
      graph_.nodes[row].number = kClosed;
      blocks_.rows.push_back(row);
    } while (row != root);
    std::sort(blocks_.rows.begin() + begin, blocks_.rows.end());
    blocks_.starts.push_back(static_cast<std::uint32_t>(blocks_.rows.size()));
  }

  const Incidence& incidence_;
  const Matching& matching_;
  Digraph graph_;
  std::vector<RowId> component_;
  std::vector<Frame> path_;
  std::uint32_t count_ = kUnseen;
  Blocks blocks_;
};

}  // namespace

Blocks BlockTriangularForm(const Incidence& incidence, const Matching& matching) {
  return Tarjan(incidence, matching).Run();
}

}  // namespace daedalus::structure
