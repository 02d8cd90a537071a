#include "daedalus/structure/block_triangular_form.h"

#include <algorithm>

namespace daedalus::structure {
namespace {

constexpr std::uint32_t kUnseen = 0;

class Tarjan {
 public:
  Tarjan(const Incidence& incidence, const Matching& matching)
      : incidence_(incidence),
        matching_(matching),
        number_(incidence.num_rows(), kUnseen),
        low_(incidence.num_rows(), 0),
        open_(incidence.num_rows(), 0) {}

  Blocks Run() {
    for (std::uint32_t row = 0; row < incidence_.num_rows(); ++row) {
      if (number_[row] == kUnseen && matching_.column_of_row[row] != kUnmatched) Search(row);
    }
    return std::move(blocks_);
  }

 private:
  struct Frame {
    std::uint32_t row;
    std::uint32_t next;
  };

  void Enter(std::uint32_t row) {
    number_[row] = low_[row] = ++count_;
    open_[row] = 1;
    component_.push_back(row);
    path_.push_back({row, incidence_.row_starts[row]});
  }

  void Search(std::uint32_t start) {
    Enter(start);
    while (!path_.empty()) {
      Frame& frame = path_.back();
      const std::uint32_t row = frame.row;
      if (frame.next < incidence_.row_starts[row + 1]) {
        const std::uint32_t needed = matching_.row_of_column[incidence_.columns[frame.next++]];
        if (needed == kUnmatched) continue;
        if (number_[needed] == kUnseen) {
          Enter(needed);
        } else if (open_[needed]) {
          low_[row] = std::min(low_[row], number_[needed]);
        }
        continue;
      }
      path_.pop_back();
      if (!path_.empty()) low_[path_.back().row] = std::min(low_[path_.back().row], low_[row]);
      if (low_[row] == number_[row]) Close(row);
    }
  }

  void Close(std::uint32_t root) {
    const auto begin = static_cast<std::ptrdiff_t>(blocks_.rows.size());
    std::uint32_t row;
    do {
      row = component_.back();
      component_.pop_back();
      open_[row] = 0;
      blocks_.rows.push_back(row);
    } while (row != root);
    std::sort(blocks_.rows.begin() + begin, blocks_.rows.end());
    blocks_.starts.push_back(static_cast<std::uint32_t>(blocks_.rows.size()));
  }

  const Incidence& incidence_;
  const Matching& matching_;
  std::vector<std::uint32_t> number_, low_;
  std::vector<char> open_;
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
