// The points of a run at the times of its output grid only, written straight into an array of the caller.
//
// Events add points between those of the grid, at other times in each run of a sweep. A table over runs and
// times has no place for them. At a time of the grid with an event, the point after the event counts.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "daedalus/model/simulate/output_grid.h"
#include "daedalus/run/observer.h"
#include "loaded_model.h"

namespace daedalus::python {

class GridStore final : public run::Observer {
 public:
  // `out` has a row for each name and a column for each time of the grid. It was filled with NaN.
  GridStore(const LoadedModel& model, std::span<const std::string> names, std::span<double> out)
      : model_(model), names_(names), out_(out) {}

  Result<Unit> Begin(const run::RunInfo& info) override;
  Result<Unit> Point(double t, std::span<const double> values) override;

 private:
  struct Source {
    bool is_constant = false;
    std::uint32_t index = 0;
    double sign = 1, constant = 0;
  };
  const LoadedModel& model_;
  const std::span<const std::string> names_;
  const std::span<double> out_;
  simulate::OutputGrid grid_;
  std::vector<Source> sources_;
  std::int64_t next_ = 0;  // the first time of the grid that is not before the last point
};

}  // namespace daedalus::python
