#include "daedalus/system/routine/run_state.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <vector>

namespace daedalus::routine {
namespace {

// Allocates no memory once it has grown. Blocks do not move, because earlier frames are in use.
class FrameStack {
 public:
  double* Take(std::size_t size) {
    below_.push_back({block_, top_});
    while (block_ < blocks_.size() && top_ + size > blocks_[block_].size()) {
      ++block_;
      top_ = 0;
    }
    if (block_ == blocks_.size()) {
      blocks_.emplace_back(std::max(kBlock, size));
      top_ = 0;
    }
    top_ += size;
    return blocks_[block_].data() + top_ - size;
  }

  void Give() {
    block_ = below_.back().block;
    top_ = below_.back().top;
    below_.pop_back();
  }

 private:
  static constexpr std::size_t kBlock = 1 << 14;
  struct Place {
    std::size_t block, top;
  };

  std::vector<std::vector<double>> blocks_;
  std::vector<Place> below_;  // where each frame began
  std::size_t block_ = 0, top_ = 0;
};

FrameStack& ThreadFrames() {
  thread_local FrameStack stack;
  return stack;
}

}  // namespace

RunState& ThreadRun() {
  thread_local RunState run;
  return run;
}

double* ArenaOf(RunState& run) {
  thread_local std::unique_ptr<double[]> memory;
  if (run.arena == nullptr) {
    memory.reset(new double[kArenaSize]);  // the system provides its pages on first use
    run.arena = memory.get();
  }
  return run.arena;
}

double TakeArray(RunState& run, double count) {
  if (!(count >= 0.0 && count <= static_cast<double>(kArenaSize - run.arena_top))) return -1.0;
  const auto size = static_cast<std::int64_t>(count);
  const std::int64_t place = run.arena_top;
  std::fill_n(ArenaOf(run) + place, size, std::numeric_limits<double>::quiet_NaN());
  run.arena_top += size;
  run.steps_left -= size;
  return static_cast<double>(place);
}

bool ChargeText(std::size_t length) {
  RunState& run = ThreadRun();
  if (run.depth > 0) run.steps_left -= static_cast<std::int64_t>(length);
  return length <= kMaxText && (run.depth == 0 || run.steps_left >= 0);
}

double* TakeFrame(std::size_t size) {
  return ThreadFrames().Take(size);
}

void GiveFrame() {
  ThreadFrames().Give();
}

}  // namespace daedalus::routine
