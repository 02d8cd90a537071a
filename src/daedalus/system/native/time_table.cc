#include "daedalus/system/native/time_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "daedalus/system/native/hermite_slopes.h"

namespace daedalus::native {
namespace {

constexpr double kNever = std::numeric_limits<double>::max();
// Times that differ by less, of the length of the table, are one.
constexpr double kNear = 1e-10;

bool AreNear(double a, double b, double length) {
  return std::abs(a - b) <= kNear * std::max(length, std::abs(a));
}

// The moments of events in the table's own time: both ends, and between them what the kind asks for.
std::vector<double> EventsOf(const Matrix& table, TimeEvents kind) {
  const std::size_t n = table.rows;
  const double length = table(n - 1, 0) - table(0, 0);
  std::vector<double> events = {table(0, 0)};
  for (std::size_t i = 1; i + 1 < n; ++i) {
    const bool is_jump =
        AreNear(table(i, 0), table(i + 1, 0), length) || AreNear(table(i - 1, 0), table(i, 0), length);
    const bool counts = kind == TimeEvents::kAlways || (kind == TimeEvents::kAtDiscontinuities && is_jump);
    if (counts && !AreNear(events.back(), table(i, 0), length)) events.push_back(table(i, 0));
  }
  if (n > 1 && !AreNear(events.back(), table(n - 1, 0), length)) events.push_back(table(n - 1, 0));
  return events;
}

}  // namespace

Expected<std::shared_ptr<const TimeTable>, std::string> TimeTable::Make(Matrix table,
                                                                        std::span<const double> columns,
                                                                        const TimeTableOptions& options) {
  bool has_jump = false;
  for (std::size_t i = 1; i < table.rows; ++i) {
    if (table(i, 0) < table(i - 1, 0)) {
      return Failure{fmt::format("the times of the table fall from row {} ({}) to row {} ({})", i,
                                 table(i - 1, 0), i + 1, table(i, 0))};
    }
    has_jump = has_jump || table(i, 0) == table(i - 1, 0);
  }
  if (has_jump && IsSpline(options.smoothness)) {
    return Failure{std::string("a table that contains a time twice has no continuous derivative")};
  }
  std::shared_ptr<TimeTable> made(new TimeTable);
  made->options_ = options;
  if (table.rows > 0) made->events_ = EventsOf(table, options.events);
  if (has_jump) {
    if (std::string why = WhyBadColumns(table, columns); !why.empty()) return Failure{std::move(why)};
    made->table_.reset(new Table1D);
    for (const double column : columns)
      made->table_->columns_.push_back(static_cast<std::size_t>(column) - 1);
    made->table_->smoothness_ = options.smoothness;
    made->table_->extrapolation_ = options.extrapolation;
    made->table_->table_ = std::move(table);
    return std::shared_ptr<const TimeTable>(std::move(made));
  }
  auto plain = Table1D::Make(std::move(table), columns, options.smoothness, options.extrapolation);
  if (!plain) return Failure{plain.error()};
  made->table_ = std::const_pointer_cast<Table1D>(*plain);
  return std::shared_ptr<const TimeTable>(std::move(made));
}

// The value on the left of u, where u is the moment of an event.
double TimeTable::BeforeEvent(std::size_t column, double u, int order) const {
  const Table1D& t = *table_;
  // The last row whose time is clearly before u; its interval ends at u or behind it.
  const double length = t.last() - t.first();
  std::size_t row = 0;
  while (row + 2 < t.table_.rows && t.X(row + 1) < u && !AreNear(t.X(row + 1), u, length)) ++row;
  if (t.smoothness_ == Smoothness::kConstant) return order == 0 ? t.Y(row, column) : 0.0;
  return t.InInterval(row, column, std::min(u, t.X(row + 1)), order);
}

bool TimeTable::Evaluate(std::size_t column, double time, double next_event, double previous_next_event,
                         int order, double* y, std::string* why) const {
  *y = 0.0;
  // An event that is still to come has not happened within a rounding error before its moment either.
  const double rounding = 4e-16 * std::max(last() - first(), std::abs(time));
  const bool is_waiting =
      next_event == previous_next_event && next_event < kNever && time >= next_event - 2 * rounding;
  if (time < options_.start_time || (is_waiting && options_.start_time >= next_event)) return true;
  const bool is_single = table_->table_.rows == 1;
  if (!is_waiting || is_single) {
    const bool is_periodic = options_.extrapolation == Extrapolation::kPeriodic && !is_single;
    double u = time - options_.shift_time;
    if (is_periodic) u = IntoPeriod(u, first(), last());
    // The moment of an event that has happened may be rounded to the left of the table's own.
    const auto near = std::lower_bound(events_.begin(), events_.end(), u);
    if (near != events_.end() && u < *near && *near - u <= rounding) u = *near;
    if (is_periodic && u >= last()) u = first();  // the next period has begun
    return table_->Evaluate(column, u, order, y, why);
  }
  double u = next_event - options_.shift_time;
  if (options_.extrapolation == Extrapolation::kPeriodic) {
    u = IntoPeriod(u, first(), last());
    if (AreNear(u, first(), last() - first())) u = last();  // it ends one period
  }
  if (u > last()) return table_->Evaluate(column, u, order, y, why);
  if (u <= first()) {
    // Before the table, where it may jump at once.
    const bool is_open = options_.extrapolation != Extrapolation::kNone;
    if (is_open) u = std::nextafter(first(), -kNever);
    return table_->Evaluate(column, u, order, y, why);
  }
  *y = BeforeEvent(column, u, order);
  return true;
}

double TimeTable::NextEvent(double time) const {
  if (time < options_.start_time) return options_.start_time;
  if (table_->table_.rows == 1) return kNever;
  const double length = last() - first();
  const double u = time - options_.shift_time;
  // What lies within rounding of now has happened.
  const double now = u + 4e-16 * std::max(length, std::abs(time));
  if (options_.extrapolation != Extrapolation::kPeriodic) {
    const auto next = std::upper_bound(events_.begin(), events_.end(), now);
    return next == events_.end() ? kNever : *next + options_.shift_time;
  }
  double offset = std::floor((now - first()) / length) * length;
  auto next = std::upper_bound(events_.begin(), events_.end(), now - offset);
  while (next == events_.end() || *next + offset + options_.shift_time <= time) {
    if (next == events_.end()) {
      offset += length;
      next = events_.begin() + 1;  // the first of them is the end of the period before
    } else {
      ++next;
    }
  }
  return *next + offset + options_.shift_time;
}

}  // namespace daedalus::native
