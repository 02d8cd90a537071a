// The points of a run, in memory.
//
//   Columns columns;
//   simulation.Observe(columns);
//   simulation.Run();
//   columns.Column(*columns.Find("x"));     // one value a point
//
// If a run was tried in more than one way, the points are those of the attempt that counts. If a run found no
// initial values, the points are those of the run before.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "daedalus/run/observer.h"

namespace daedalus::run {

class Columns final : public Observer {
 public:
  Result<Unit> Begin(const RunInfo& info) override;
  Result<Unit> Point(double t, std::span<const double> values) override;

  std::size_t num_points() const { return times_.size(); }
  std::span<const double> times() const { return times_; }
  // The values of a point: those of quantities(), then those held between events.
  std::span<const double> Row(std::size_t point) const;
  // The column of an unknown, or of a derivative `der(x)`; nullopt if there is none of that name.
  std::optional<std::size_t> Find(std::string_view name) const;
  std::vector<double> Column(std::size_t column) const;
  // The model of the last run; null before the first run.
  const compile::GivenModel* given() const { return given_.get(); }
  std::span<const Quantity> quantities() const;

 private:
  std::shared_ptr<const compile::GivenModel> begun_;  // of an attempt that has no points yet
  std::shared_ptr<const compile::GivenModel> given_;
  std::vector<double> times_;
  std::vector<double> values_;  // by rows
};

}  // namespace daedalus::run
