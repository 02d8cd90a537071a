#include "ivp/work_precision.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace daedalus::bench {
namespace {

constexpr int kFewestDigits = 2, kMostDigits = 10;

struct Best {
  std::string method;
  std::optional<double> seconds;
};

using Envelopes = std::map<std::string, std::vector<Point>>;  // by method and form

Envelopes EnvelopesOf(std::span<const Run> runs, const std::string& problem, const Pick& pick) {
  std::map<std::string, std::vector<Run>> by_method;
  for (const Run& run : runs) {
    if (run.problem != problem || !pick(run)) continue;
    by_method[run.form == problem ? run.method : run.method + " (" + run.form + ")"].push_back(run);
  }
  Envelopes envelopes;
  for (const auto& [method, of_method] : by_method) envelopes[method] = LowerEnvelope(of_method);
  return envelopes;
}

Best FastestAt(const Envelopes& envelopes, double digits) {
  Best best;
  for (const auto& [method, envelope] : envelopes) {
    const auto seconds = SecondsAt(envelope, digits);
    if (seconds && (!best.seconds || *seconds < *best.seconds)) best = {method, seconds};
  }
  return best;
}

double FewestDigits(const Envelopes& envelopes) {
  double fewest = kMostDigits;
  for (const auto& [method, envelope] : envelopes) {
    if (!envelope.empty()) fewest = std::min(fewest, envelope.front().digits);
  }
  return fewest;
}

template <class T>
T MedianOf(std::vector<T> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

Run MedianRun(std::span<const Run> runs) {
  Run median = runs.front();
  std::vector<double> digits, seconds;
  std::vector<long> steps;
  for (const Run& run : runs) {
    if (!run.ok) {
      median.remark = run.remark;
      continue;
    }
    digits.push_back(run.digits);
    seconds.push_back(run.seconds);
    steps.push_back(run.steps);
  }
  median.ok = 2 * digits.size() > runs.size();
  if (!median.ok) return median;
  median.digits = MedianOf(std::move(digits));
  median.seconds = MedianOf(std::move(seconds));
  median.steps = MedianOf(std::move(steps));
  return median;
}

}  // namespace

std::string_view NameOf(Task task) {
  switch (task) {
    case Task::kEnd:
      return "end";
    case Task::kPoints:
      return "points";
    case Task::kModel:
      break;
  }
  return "model";
}

std::vector<Run> MediansOfDecades(std::span<const Run> runs) {
  using Key = std::tuple<std::string, std::string, Task, std::string, int>;
  std::map<Key, std::vector<Run>> groups;
  for (const Run& run : runs) {
    const int decade = static_cast<int>(std::lround(-std::log10(run.relative)));
    groups[{run.problem, run.form, run.task, run.method, decade}].push_back(run);
  }
  std::vector<Run> medians;
  for (const auto& [key, group] : groups) {
    medians.push_back(MedianRun(group));
    medians.back().relative = std::pow(10, -std::get<int>(key));
  }
  return medians;
}

std::vector<Point> LowerEnvelope(std::span<const Run> runs) {
  std::vector<Point> points;
  for (const Run& run : runs) {
    if (run.ok && run.seconds > 0) points.push_back({run.digits, run.seconds});
  }
  std::ranges::sort(points, [](const Point& a, const Point& b) { return a.digits > b.digits; });
  std::vector<Point> envelope;
  for (const Point& point : points) {
    if (envelope.empty() || point.seconds < envelope.back().seconds) envelope.push_back(point);
  }
  std::ranges::reverse(envelope);
  return envelope;
}

std::optional<double> SecondsAt(std::span<const Point> envelope, double digits) {
  const auto above = std::ranges::find_if(envelope, [&](const Point& p) { return p.digits >= digits; });
  if (above == envelope.end()) return std::nullopt;
  if (above == envelope.begin()) return above->seconds;
  const Point &low = *(above - 1), &high = *above;
  const double part = (digits - low.digits) / (high.digits - low.digits);
  return std::exp((1 - part) * std::log(low.seconds) + part * std::log(high.seconds));
}

Comparison Compare(const std::string& problem, std::span<const Run> runs, const Pick& ours,
                   const Pick& theirs) {
  Comparison comparison{.problem = problem};
  const Envelopes our_lines = EnvelopesOf(runs, problem, ours),
                  peer_lines = EnvelopesOf(runs, problem, theirs);
  if (our_lines.empty() || peer_lines.empty()) return comparison;  // not run, which is not the same as missed
  const double fewest = std::min(FewestDigits(our_lines), FewestDigits(peer_lines));
  double log_sum = 0;
  int common = 0;
  for (int digits = kFewestDigits; digits <= kMostDigits; ++digits) {
    if (digits + 1 <= fewest) continue;
    const Best our = FastestAt(our_lines, digits), peer = FastestAt(peer_lines, digits);
    if (!our.seconds && !peer.seconds) break;
    comparison.levels.push_back({digits, our.method, peer.method, our.seconds, peer.seconds});
    if (!our.seconds || !peer.seconds) continue;
    const double ratio = *our.seconds / *peer.seconds;
    comparison.worst_ratio = std::max(comparison.worst_ratio, ratio);
    log_sum += std::log(ratio);
    ++common;
  }
  if (common > 0) comparison.ratio = std::exp(log_sum / common);
  return comparison;
}

Summary Summarize(std::span<const Comparison> comparisons) {
  Summary summary;
  double log_sum = 0;
  for (const Comparison& comparison : comparisons) {
    if (!comparison.ratio) continue;
    log_sum += std::log(*comparison.ratio);
    ++summary.num_problems;
    if (*comparison.ratio > summary.worst) {
      summary.worst = *comparison.ratio;
      summary.worst_problem = comparison.problem;
    }
  }
  if (summary.num_problems > 0) summary.geometric_mean = std::exp(log_sum / summary.num_problems);
  return summary;
}

}  // namespace daedalus::bench
