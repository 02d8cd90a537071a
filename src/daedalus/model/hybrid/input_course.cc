#include "daedalus/model/hybrid/input_course.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "daedalus/base/check.h"
#include "daedalus/model/hybrid/instant_rounding.h"

namespace daedalus::hybrid {
namespace {

// Relative to the size of a value or a slope: if it changes less at a point, it counts as continuous.
constexpr double kKink = 1e-9;
// Constants have all derivatives.
constexpr int kAnyNumber = std::numeric_limits<int>::max();

bool IsJump(double before, double after) {
  return std::abs(after - before) > kKink * std::max(std::abs(before), std::abs(after));
}

// Slopes of the spline at its points. Inside they follow from equal second derivatives on both sides; at the
// ends from equal third derivatives beyond the nearest inner point. One elimination forwards, one backwards.
std::vector<double> SlopesOfSpline(std::span<const double> t, std::span<const double> y) {
  const std::size_t n = t.size();
  std::vector<double> h(n - 1), d(n - 1);
  for (std::size_t i = 0; i + 1 < n; ++i) h[i] = t[i + 1] - t[i], d[i] = (y[i + 1] - y[i]) / h[i];
  if (n == 2) return {d[0], d[0]};
  if (n == 3) {
    const double bend = (d[1] - d[0]) / (h[0] + h[1]);  // one parabola
    return {d[0] - h[0] * bend, d[0] + h[0] * bend, d[1] + h[1] * bend};
  }
  // Rows: below s[i-1] + diagonal s[i] + above s[i+1] = right.
  std::vector<double> below(n, 0.0), diagonal(n), above(n, 0.0), right(n);
  const double first = h[0] + h[1], last = h[n - 3] + h[n - 2];
  diagonal[0] = h[1];
  above[0] = first;
  right[0] = ((h[0] + 2 * first) * h[1] * d[0] + h[0] * h[0] * d[1]) / first;
  for (std::size_t i = 1; i + 1 < n; ++i) {
    below[i] = h[i];
    diagonal[i] = 2 * (h[i - 1] + h[i]);
    above[i] = h[i - 1];
    right[i] = 3 * (h[i] * d[i - 1] + h[i - 1] * d[i]);
  }
  below[n - 1] = last;
  diagonal[n - 1] = h[n - 3];
  right[n - 1] = (h[n - 2] * h[n - 2] * d[n - 3] + (2 * last + h[n - 2]) * h[n - 3] * d[n - 2]) / last;
  for (std::size_t i = 1; i < n; ++i) {
    const double factor = below[i] / diagonal[i - 1];
    diagonal[i] -= factor * above[i - 1];
    right[i] -= factor * right[i - 1];
  }
  std::vector<double> slopes(n);
  slopes[n - 1] = right[n - 1] / diagonal[n - 1];
  for (std::size_t i = n - 1; i-- > 0;) slopes[i] = (right[i] - above[i] * slopes[i + 1]) / diagonal[i];
  return slopes;
}

}  // namespace

InputCourse::InputCourse(std::span<const double> times, std::span<const double> values, Between between)
    : between_(between), times_(times.begin(), times.end()) {
  DAEDALUS_CHECK(!times.empty() && times.size() == values.size(), "one value for each time");
  pieces_.push_back({times.front(), {values.front()}});
  for (std::size_t begin = 0; begin < times.size();) {
    std::size_t end = begin + 1;
    while (end < times.size() && times[end] > times[end - 1]) ++end;
    AddSection(times.subspan(begin, end - begin), values.subspan(begin, end - begin));
    begin = end;
  }
  if (times.size() == 1) pieces_.resize(1);
  FindBreaks();
}

InputCourse InputCourse::Constant(double value) {
  return {std::vector<double>{0.0}, std::vector<double>{value}, Between::kHeld};
}

// Adds points without a jump between them. A piece begins at each point; that of the last one holds its
// value.
void InputCourse::AddSection(std::span<const double> times, std::span<const double> values) {
  const std::size_t last = times.size() - 1;
  if (between_ == Between::kSmooth && last > 0) {
    AddSmooth(times, values);
  } else {
    for (std::size_t i = 0; i < last; ++i) {
      const double slope =
          between_ == Between::kHeld ? 0.0 : (values[i + 1] - values[i]) / (times[i + 1] - times[i]);
      pieces_.push_back({times[i], {values[i], slope}});
    }
  }
  pieces_.push_back({times[last], {values[last]}});
}

void InputCourse::AddSmooth(std::span<const double> times, std::span<const double> values) {
  const std::vector<double> slopes = SlopesOfSpline(times, values);
  for (std::size_t i = 0; i + 1 < times.size(); ++i) {
    const double h = times[i + 1] - times[i], mean = (values[i + 1] - values[i]) / h;
    pieces_.push_back({times[i],
                       {values[i], slopes[i], (3 * mean - 2 * slopes[i] - slopes[i + 1]) / h,
                        (slopes[i] + slopes[i + 1] - 2 * mean) / (h * h)}});
  }
}

void InputCourse::FindBreaks() {
  for (std::size_t i = 0; i < times_.size(); ++i) {
    const double t = times_[i];
    if (i > 0 && times_[i - 1] == t) continue;
    const Cubic before = pieces_[i], after = Read(t, true);
    const bool is_inside =
        between_ == Between::kSmooth && i > 0 && i + 1 < times_.size() && times_[i + 1] != t;
    if (is_inside) continue;
    // The ends of a smooth course have a kink, whatever its slopes are there.
    if (between_ == Between::kSmooth || IsJump(before.Value(t), after.c[0]) ||
        IsJump(before.c[1], after.c[1]))
      breaks_.push_back(t);
  }
}

InputCourse::Cubic InputCourse::Read(double t, bool from_right) const {
  if (is_constant()) return pieces_[0];
  const double slack = InstantRounding(t);
  const auto next = from_right ? std::upper_bound(times_.begin(), times_.end(), t + slack)
                               : std::lower_bound(times_.begin(), times_.end(), t - slack);
  return pieces_[static_cast<std::size_t>(next - times_.begin())];
}

double InputCourse::NextBreak(double t) const {
  const auto next = std::upper_bound(breaks_.begin(), breaks_.end(), t + InstantRounding(t));
  return next == breaks_.end() ? std::numeric_limits<double>::infinity() : *next;
}

int InputCourse::num_derivatives() const {
  if (is_constant()) return kAnyNumber;
  return between_ == Between::kHeld ? 0 : between_ == Between::kLinear ? 1 : 2;
}

}  // namespace daedalus::hybrid
