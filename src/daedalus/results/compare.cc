#include "daedalus/results/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <unordered_map>

#include "daedalus/base/check.h"

namespace daedalus::results {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The indices of a sliding window whose values are best so far, best first: each vertex enters and leaves
// once.
template <class Better>
class MonotoneQueue {
 public:
  explicit MonotoneQueue(std::size_t capacity) : items_(capacity) {}
  void Restart() { head_ = tail_ = 0; }
  void Push(std::size_t i, std::span<const double> values) {
    while (tail_ > head_ && !Better()(values[items_[tail_ - 1]], values[i])) --tail_;
    items_[tail_++] = i;
  }
  void DropBefore(std::size_t first) {
    while (head_ < tail_ && items_[head_] < first) ++head_;
  }
  bool empty() const { return head_ == tail_; }
  std::size_t front() const { return items_[head_]; }

 private:
  std::vector<std::size_t> items_;
  std::size_t head_ = 0, tail_ = 0;
};

struct Range {
  double lower = kInfinity;
  double upper = -kInfinity;
  void Include(double value) {
    lower = std::min(lower, value);
    upper = std::max(upper, value);
  }
};

// Of which extent the signal is, in the sense of (2).
double ScaleOf(std::span<const double> reference) {
  Range range;
  for (const double value : reference) range.Include(value);
  return std::max({range.upper - range.lower, std::abs(range.lower), 0.001});
}

// The polyline r and the window that moves over it; `Extremes` must be asked at times that do not decrease.
class ReferenceWindow {
 public:
  ReferenceWindow(std::span<const double> time, double half_width)
      : time_(time), half_width_(half_width), lowest_(time.size()), highest_(time.size()) {}

  void Start(std::span<const double> values, bool is_held) {
    values_ = values;
    is_held_ = is_held;
    first_ = last_ = 0;
    lowest_.Restart();
    highest_.Restart();
  }

  // min and max of r(s) over |s - t| <= sx; an empty range where the reference is not.
  Range Extremes(double t) {
    const double begin = t - half_width_, end = t + half_width_;
    for (; last_ < time_.size() && time_[last_] <= end; ++last_) {
      lowest_.Push(last_, values_);
      highest_.Push(last_, values_);
    }
    while (first_ < time_.size() && time_[first_] < begin) ++first_;
    lowest_.DropBefore(first_);
    highest_.DropBefore(first_);

    Range range;
    if (!lowest_.empty()) range.Include(values_[lowest_.front()]);
    if (!highest_.empty()) range.Include(values_[highest_.front()]);
    if (first_ > 0 && first_ < time_.size()) range.Include(Interpolate(first_, begin));
    if (last_ > 0 && last_ < time_.size()) range.Include(Interpolate(last_, end));
    return range;
  }

 private:
  // On the edge that ends in vertex i, whose start does not lie behind t.
  double Interpolate(std::size_t i, double t) const {
    if (is_held_) return values_[i - 1];
    const double weight = (t - time_[i - 1]) / (time_[i] - time_[i - 1]);
    return (1 - weight) * values_[i - 1] + weight * values_[i];
  }

  std::span<const double> time_;
  std::span<const double> values_;
  bool is_held_ = false;
  double half_width_;
  std::size_t first_ = 0, last_ = 0;  // the vertices inside are [first_, last_)
  MonotoneQueue<std::less<>> lowest_;
  MonotoneQueue<std::greater<>> highest_;
};

// How far y lies outside (3).
double Excess(const Range& tube, double y) {
  return std::max({tube.lower - y, y - tube.upper, 0.0});
}

// The time of the first value up to t1 that is not finite.
std::optional<double> FirstNotFinite(std::span<const double> time, std::span<const double> values,
                                     double t1) {
  for (std::size_t i = 0; i < time.size() && time[i] <= t1; ++i) {
    if (!std::isfinite(values[i])) return time[i];
  }
  return std::nullopt;
}

// Goes on with what `out` has found before.
void CompareSignal(std::span<const double> time, std::span<const double> values, ReferenceWindow& window,
                   double t1, double scale, double tolerance, SignalComparison& out) {
  for (std::size_t i = 0; i < time.size() && time[i] <= t1; ++i) {
    Range tube = window.Extremes(time[i]);
    tube.lower -= tolerance * scale;
    tube.upper += tolerance * scale;
    const double excess = Excess(tube, values[i]);
    if (excess <= 0 || (!out.matches && excess <= out.worst_excess)) continue;
    out.matches = false;
    out.worst_excess = excess;
    out.relative_excess = excess / scale;
    out.worst_time = time[i];
    out.result_value = values[i];
    out.lower = tube.lower;
    out.upper = tube.upper;
  }
}

// Signals by name; a constant becomes a column when it is asked for.
class Columns {
 public:
  explicit Columns(const Trajectory& trajectory) : trajectory_(trajectory) {
    // The first of equal names counts.
    for (std::size_t i = 0; i < trajectory.names.size(); ++i) signals_.try_emplace(trajectory.names[i], i);
    for (std::size_t i = 0; i < trajectory.constant_names.size(); ++i) {
      constants_.try_emplace(trajectory.constant_names[i], i);
    }
  }

  bool IsText(const std::string& name) const {
    const auto it = signals_.find(name);
    return it != signals_.end() && !trajectory_.types.empty() &&
           trajectory_.types[it->second].kind == NumberKind::kString;
  }

  bool IsHeld(const std::string& name) const {
    const auto it = signals_.find(name);
    return it != signals_.end() && trajectory_.IsHeld(it->second);
  }

  // Valid until the next question.
  std::optional<std::span<const double>> Find(const std::string& name) {
    if (const auto it = signals_.find(name); it != signals_.end()) return trajectory_.Values(it->second);
    const auto it = constants_.find(name);
    if (it == constants_.end()) return std::nullopt;
    repeated_.assign(trajectory_.num_points(), trajectory_.constant_values[it->second]);
    return repeated_;
  }

 private:
  const Trajectory& trajectory_;
  std::unordered_map<std::string_view, std::size_t> signals_;
  std::unordered_map<std::string_view, std::size_t> constants_;
  std::vector<double> repeated_;
};

// Numbers of texts as the other file counts them; those that it does not have come behind.
std::vector<double> Renumbered(std::span<const double> values, const std::vector<std::string>& from,
                               const std::vector<std::string>& to) {
  std::unordered_map<std::string_view, double> number_of;
  for (const std::string& text : to) number_of.emplace(text, static_cast<double>(number_of.size() + 1));
  for (const std::string& text : from) number_of.emplace(text, static_cast<double>(number_of.size() + 1));
  std::vector<double> out;
  out.reserve(values.size());
  for (const double value : values) out.push_back(number_of.at(from[static_cast<std::size_t>(value) - 1]));
  return out;
}

}  // namespace

Comparison Compare(const Trajectory& result, const Trajectory& reference, const CompareOptions& options) {
  DAEDALUS_CHECK(std::is_sorted(result.time.begin(), result.time.end()), "times of a result do not decrease");
  DAEDALUS_CHECK(std::is_sorted(reference.time.begin(), reference.time.end()),
                 "times of a reference do not decrease");
  Comparison comparison;
  if (reference.time.empty()) return comparison;
  const double t0 = reference.time.front(), t1 = reference.time.back();
  const double sx = options.tolerance * std::max(t1 - t0, std::abs(t0));  // (1)
  comparison.reference_end = t1;
  comparison.result_end = result.time.empty() ? std::nan("") : result.time.back();
  comparison.covers_reference = comparison.result_end >= t1 - sx;

  Columns of_result(result), of_reference(reference);
  ReferenceWindow window(reference.time, sx), window_of_result(result.time, sx);
  for (const std::string& name : options.signals.empty() ? reference.names : options.signals) {
    SignalComparison& signal = comparison.signals.emplace_back();
    signal.name = name;
    const auto expected = of_reference.Find(name);
    auto actual = of_result.Find(name);
    signal.missing_in_reference = !expected;
    signal.missing_in_result = !actual;
    if (!expected || !actual) continue;
    signal.not_finite_in_result = FirstNotFinite(result.time, *actual, t1);
    signal.not_finite_in_reference = FirstNotFinite(reference.time, *expected, t1);
    if (signal.not_finite_in_result || signal.not_finite_in_reference) {
      signal.worst_excess = signal.relative_excess = kInfinity;
      signal.worst_time = signal.not_finite_in_result.value_or(signal.not_finite_in_reference.value_or(0));
      continue;
    }
    std::vector<double> same_numbers;
    if (of_result.IsText(name) != of_reference.IsText(name)) {
      signal.is_text_in_one = true;
      signal.worst_excess = signal.relative_excess = kInfinity;
      continue;
    }
    if (of_result.IsText(name)) {
      same_numbers = Renumbered(*actual, result.texts, reference.texts);
      actual = same_numbers;
    }
    const bool is_held = of_result.IsHeld(name) || of_reference.IsHeld(name);
    const double scale = ScaleOf(*expected);
    signal.matches = !result.time.empty();
    window.Start(*expected, is_held);
    CompareSignal(result.time, *actual, window, t1, scale, options.tolerance, signal);
    if (is_held && comparison.covers_reference) {
      window_of_result.Start(*actual, is_held);
      const double end = std::min(t1, result.time.back());
      CompareSignal(reference.time, *expected, window_of_result, end, scale, options.tolerance, signal);
    }
    comparison.num_matching += signal.matches;
  }
  comparison.matches = comparison.covers_reference && !comparison.signals.empty() &&
                       comparison.num_matching == comparison.signals.size();
  return comparison;
}

std::string RenderComparison(const Comparison& comparison, std::size_t max_rows) {
  std::vector<const SignalComparison*> bad;
  std::size_t width = 6;
  for (const SignalComparison& signal : comparison.signals) {
    if (!signal.matches) bad.push_back(&signal);
  }
  const auto badness = [](const SignalComparison* s) {
    return s->missing_in_result || s->missing_in_reference ? kInfinity : s->relative_excess;
  };
  std::stable_sort(bad.begin(), bad.end(), [&](auto* a, auto* b) { return badness(a) > badness(b); });
  const std::size_t num_rows = std::min(max_rows, bad.size());
  for (std::size_t i = 0; i < num_rows; ++i) width = std::max(width, bad[i]->name.size());

  std::string text;
  if (num_rows > 0) text += fmt::format("{:{}}  {:>12}  {:>12}  tube\n", "signal", width, "at time", "value");
  for (std::size_t i = 0; i < num_rows; ++i) {
    const SignalComparison& s = *bad[i];
    text += fmt::format("{:{}}  ", s.name, width);
    if (s.missing_in_result || s.missing_in_reference) {
      text += fmt::format("missing in the {}\n", s.missing_in_result ? "result" : "reference");
    } else if (s.is_text_in_one) {
      text += "texts in one file, and numbers in the other\n";
    } else if (s.not_finite_in_result || s.not_finite_in_reference) {
      text += fmt::format("{:12.6g}  not a finite number in the {}\n", s.worst_time,
                          s.not_finite_in_result ? "result" : "reference");
    } else if (s.worst_excess == 0) {
      text += "the result has no points\n";
    } else {
      text += fmt::format("{:12.6g}  {:12.6g}  {:.6g} to {:.6g} (outside by {:.2g} % of the range)\n",
                          s.worst_time, s.result_value, s.lower, s.upper, 100 * s.relative_excess);
    }
  }
  if (bad.size() > num_rows) text += fmt::format("... and {} more\n", bad.size() - num_rows);
  if (!comparison.covers_reference) {
    text += fmt::format("the result ends at {:.6g}, the reference at {:.6g}\n", comparison.result_end,
                        comparison.reference_end);
  }
  text += fmt::format("{} of {} signals match\n", comparison.num_matching, comparison.signals.size());
  return text;
}

}  // namespace daedalus::results
