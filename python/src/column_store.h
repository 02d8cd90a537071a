// The points of a run, column by column, in memory that NumPy wraps as it is.
//
// Points come by rows. Eight of them are gathered and then written together, so that each column gets a whole
// cache line at a time. Arrays of Python share the memory with this object; a further run takes new memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "daedalus/run/observer.h"

namespace daedalus::python {

// What happens to the points if another attempt begins.
enum class Attempts {
  kReplaceEachOther,  // the points of the last one count (run/observer.h)
  kFollowEachOther,   // a led run, which continues from a state: points are added to those that are there
};

class ColumnStore final : public run::Observer {
 public:
  // Which values of the points of a model are kept: their places. Empty: all.
  using Selection = std::function<Result<std::vector<std::uint32_t>>(const compile::GivenModel&)>;
  explicit ColumnStore(Selection selection = {}, Attempts attempts = Attempts::kReplaceEachOther)
      : selection_(std::move(selection)), attempts_(attempts) {}

  // Drops the points from this time on. Arrays that Python has keep theirs.
  void CutFrom(double t);

  Result<Unit> Begin(const run::RunInfo& info) override;
  Result<Unit> Point(double t, std::span<const double> values) override;
  Result<Unit> End() override;

  // Writes what was gathered. Call before the columns are read in the middle of a run.
  void Flush();
  std::size_t num_points() const { return num_points_; }
  bool has_points() const { return num_points_ + num_gathered_ > 0; }
  std::size_t num_columns() const { return width_; }
  std::span<const double> times() const { return Column(0); }
  // The column of a value of the points. nullopt if it was not kept.
  std::optional<std::span<const double>> Values(std::size_t value) const;
  // The model of the points; null: there are none yet.
  const std::shared_ptr<const compile::GivenModel>& given() const { return given_; }
  // What the columns are in: keeps them alive.
  std::shared_ptr<const double[]> memory() const { return memory_; }

 private:
  static constexpr std::size_t kBlock = 8;
  std::span<const double> Column(std::size_t column) const {
    return {memory_.get() + column * capacity_, num_points_};
  }
  void Reserve(std::size_t capacity);
  void BeginAnew(std::size_t num_values);

  const Selection selection_;
  std::vector<std::uint32_t> kept_;  // by selection_
  const Attempts attempts_;
  std::size_t expected_ = 0;                          // points of the attempt, without those of events
  std::shared_ptr<const compile::GivenModel> begun_;  // of an attempt that has no points yet
  std::shared_ptr<const compile::GivenModel> given_;
  std::size_t width_ = 0, capacity_ = 0, num_points_ = 0;  // column 0 has the times
  std::shared_ptr<double[]> memory_;
  std::vector<double> block_;  // rows that are not written yet
  std::size_t num_gathered_ = 0;
};

}  // namespace daedalus::python
