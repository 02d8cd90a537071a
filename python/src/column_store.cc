#include "column_store.h"

#include <algorithm>

namespace daedalus::python {
namespace {

// No more memory is taken in advance: a run may end long before its stop time.
constexpr std::size_t kMostReserved = 1 << 20;
// Events add points to those of the grid.
constexpr std::size_t kForEvents = 56;

}  // namespace

Result<Unit> ColumnStore::Begin(const run::RunInfo& info) {
  if (selection_) {
    auto kept = selection_(*info.given);
    if (!kept) return Failure{std::move(kept).error()};
    kept_ = *std::move(kept);
  }
  begun_ = info.given;
  expected_ = static_cast<std::size_t>(info.settings->grid.num_points());
  return Unit{};
}

void ColumnStore::BeginAnew(std::size_t num_values) {
  const std::size_t width = 1 + (selection_ ? kept_.size() : num_values);
  given_ = std::exchange(begun_, nullptr);
  if (attempts_ == Attempts::kFollowEachOther && width == width_) return;
  width_ = width;
  num_points_ = num_gathered_ = capacity_ = 0;
  memory_ = nullptr;
  block_.resize(width_ * kBlock);
  Reserve(std::min(expected_ + kForEvents, kMostReserved));
}

Result<Unit> ColumnStore::Point(double t, std::span<const double> values) {
  if (begun_) BeginAnew(values.size());
  double* row = block_.data() + num_gathered_ * width_;
  *row++ = t;
  if (selection_) {
    for (const std::uint32_t place : kept_) *row++ = values[place];
  } else {
    std::ranges::copy(values, row);
  }
  if (++num_gathered_ == kBlock) Flush();
  return Unit{};
}

Result<Unit> ColumnStore::End() {
  Flush();
  return Unit{};
}

void ColumnStore::Flush() {
  if (num_gathered_ == 0) return;
  if (num_points_ + num_gathered_ > capacity_) Reserve(2 * capacity_ + kBlock);
  for (std::size_t c = 0; c < width_; ++c) {
    double* const out = memory_.get() + c * capacity_ + num_points_;
    for (std::size_t i = 0; i < num_gathered_; ++i) out[i] = block_[i * width_ + c];
  }
  num_points_ += num_gathered_;
  num_gathered_ = 0;
}

void ColumnStore::CutFrom(double t) {
  Flush();
  const std::span<const double> times = this->times();
  const auto kept = static_cast<std::size_t>(std::ranges::lower_bound(times, t) - times.begin());
  if (kept == num_points_) return;
  num_points_ = kept;
  Reserve(capacity_);  // later points go to other memory
}

void ColumnStore::Reserve(std::size_t capacity) {
  capacity = (capacity + kBlock - 1) / kBlock * kBlock;
  auto memory = std::make_shared_for_overwrite<double[]>(capacity * width_);
  for (std::size_t c = 0; c < width_ && num_points_ > 0; ++c)
    std::copy_n(memory_.get() + c * capacity_, num_points_, memory.get() + c * capacity);
  memory_ = std::move(memory);
  capacity_ = capacity;
}

std::optional<std::span<const double>> ColumnStore::Values(std::size_t value) const {
  if (!selection_) return Column(1 + value);
  const auto found = std::ranges::find(kept_, value);
  if (found == kept_.end()) return std::nullopt;
  return Column(1 + static_cast<std::size_t>(found - kept_.begin()));
}

}  // namespace daedalus::python
