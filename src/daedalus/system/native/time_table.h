// A table over time (CombiTimeTable of the standard library): it begins at a start time, is shifted, and says
// when its next event is. Times may stand twice: the values jump there.
//
// At an event there are two values. Two arguments of every lookup decide which one is meant: the next event,
// and its value just before the present time. If both are equal at the time of that event, the event has not
// happened yet: the value is the one before it. Afterwards it is the one behind it. So nothing has to be
// remembered between two lookups, unlike in the library's own implementation.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "daedalus/system/native/table_1d.h"

namespace daedalus::native {

struct TimeTableOptions {
  Smoothness smoothness = Smoothness::kLinear;
  Extrapolation extrapolation = Extrapolation::kLastTwoPoints;
  TimeEvents events = TimeEvents::kAlways;
  double start_time = 0.0;  // before it all values are 0
  double shift_time = 0.0;  // time at which the table's own time is 0
};

class TimeTable : public Object {
 public:
  // As Table1D, but times need not rise strictly, unless by a spline.
  static Expected<std::shared_ptr<const TimeTable>, std::string> Make(Matrix table,
                                                                      std::span<const double> columns,
                                                                      const TimeTableOptions& options);

  std::size_t num_columns() const { return table_->num_columns(); }
  double first() const { return table_->first(); }
  double last() const { return table_->last(); }

  bool Evaluate(std::size_t column, double time, double next_event, double previous_next_event, int order,
                double* y, std::string* why) const;

  // The next moment after `time` at which something happens; the largest double when there is none.
  double NextEvent(double time) const;

 private:
  TimeTable() = default;
  double BeforeEvent(std::size_t column, double u, int order) const;

  TimeTableOptions options_;
  std::shared_ptr<Table1D> table_;
  std::vector<double> events_;  // in the table's own time, rising
};

}  // namespace daedalus::native
