#include "daedalus/structure/block_triangular_form.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace daedalus::structure {
namespace {

// What a row is numbered before it is seen, and when its block is complete: no longer lower than anything.
constexpr std::uint32_t kUnseen = 0, kClosed = std::numeric_limits<std::uint32_t>::max();

class Tarjan {
 public:
  Tarjan(const Incidence& incidence, const Matching& matching)
      : incidence_(incidence), matching_(matching), number_(incidence.num_rows(), kUnseen) {
    blocks_.rows.reserve(matching.size);
    blocks_.starts.reserve(matching.size + 1);
  }

  Blocks Run() {
    for (std::uint32_t row = 0; row < incidence_.num_rows(); ++row) {
      if (number_[row] == kUnseen && matching_.column_of_row[row] != kUnmatched) Search(row);
    }
    return std::move(blocks_);
  }

 private:
  struct Frame {
    std::uint32_t row;
    std::uint32_t next, end;  // entries of the row
    std::uint32_t low;        // the lowest number that the row leads to
  };

  void Enter(std::uint32_t row) {
    number_[row] = ++count_;
    component_.push_back(row);
    path_.push_back({row, incidence_.row_starts[row], incidence_.row_starts[row + 1], count_});
  }

  void Search(std::uint32_t start) {
    Enter(start);
    while (!path_.empty()) {
      Frame& frame = path_.back();
      if (frame.next < frame.end) {
        const std::uint32_t needed = matching_.row_of_column[incidence_.columns[frame.next++]];
        if (needed == kUnmatched) continue;
        if (number_[needed] == kUnseen) {
          Enter(needed);
        } else {
          frame.low = std::min(frame.low, number_[needed]);
        }
        continue;
      }
      const Frame done = frame;
      path_.pop_back();
      if (!path_.empty()) path_.back().low = std::min(path_.back().low, done.low);
      if (done.low == number_[done.row]) Close(done.row);
    }
  }

  void Close(std::uint32_t root) {
    const auto begin = static_cast<std::ptrdiff_t>(blocks_.rows.size());
    std::uint32_t row;
    do {
      row = component_.back();
      component_.pop_back();
      number_[row] = kClosed;
      blocks_.rows.push_back(row);
    } while (row != root);
    std::sort(blocks_.rows.begin() + begin, blocks_.rows.end());
    blocks_.starts.push_back(static_cast<std::uint32_t>(blocks_.rows.size()));
  }

  const Incidence& incidence_;
  const Matching& matching_;
  std::vector<std::uint32_t> number_;  // in the order of discovery
  std::vector<std::uint32_t> component_;
  std::vector<Frame> path_;
  std::uint32_t count_ = kUnseen;
  Blocks blocks_;
};

}  // namespace

Blocks BlockTriangularForm(const Incidence& incidence, const Matching& matching) {
  return Tarjan(incidence, matching).Run();
}

}  // namespace daedalus::structure
