#include "daedalus/model/simulate/growth_watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "daedalus/system/print_system.h"

namespace daedalus::simulate {
namespace {

constexpr double kFarBelow = 0.1;  // of the tolerance: nothing is known of such a small value
constexpr double kBack = 1000;     // times the tolerance: the state has returned
// the ratio of the times for a part of the way and for the part before
constexpr double kSlower = 1.5;
constexpr std::size_t kFewest = 2;            // points in each part
constexpr double kMostInOne = 2;              // the largest growth of a state between two points
constexpr int kMostPoints = 64;               // in one step
constexpr std::ptrdiff_t kMostAtSteps = 200;  // states that are observed at each step

}  // namespace

GrowthWatch::GrowthWatch(std::vector<double> absolute)
    : absolute_(std::move(absolute)),
      look_(LookAt(absolute_)),
      end_(absolute_.size()),
      inside_(absolute_.size()),
      is_active_(absolute_.size()),
      growths_(absolute_.size()) {
  for (std::uint32_t i = 0; i < absolute_.size(); ++i) {
    if (absolute_[i] > 0) watched_.push_back(i);
  }
}

GrowthWatch::Look GrowthWatch::LookAt(const std::vector<double>& absolute) {
  const auto num_states = std::ranges::count_if(absolute, [](double a) { return a > 0; });
  if (num_states == 0) return Look::kNever;
  return num_states <= kMostAtSteps ? Look::kAtSteps : Look::kAtPoints;
}

void GrowthWatch::ObservePoint(double t, std::span<const double> quantities) {
  if (look_ == Look::kAtPoints) Observe(t, quantities);
}

void GrowthWatch::ObserveStep(double from, double to, const ReadStates& read) {
  if (found_ || look_ != Look::kAtSteps) return;
  read(to, end_);
  const int parts = from < to ? PartsOfStep() : 1;
  for (int part = 1; part < parts; ++part) {
    const double t = from + (to - from) * part / parts;
    read(t, inside_);
    Observe(t, inside_);
  }
  Observe(to, end_);
}

// So many parts that no state below its tolerance grows by more than kMostInOne in one of them.
int GrowthWatch::PartsOfStep() const {
  double most = 1;
  for (const std::uint32_t i : watched_) {
    const double size = std::abs(end_[i]);
    if (is_active_[i] && !growths_[i].was_zero && size > absolute_[i])
      most = std::max(most, size / std::abs(growths_[i].last));
  }
  return static_cast<int>(std::min<double>(std::ceil(std::log(most) / std::log(kMostInOne)), kMostPoints));
}

// Nearly all states are above their tolerances in nearly all steps. They are skipped before anything of them
// is read.
void GrowthWatch::Observe(double t, std::span<const double> quantities) {
  for (const std::uint32_t i : watched_) {
    const double value = quantities[i];
    if (std::abs(value) > absolute_[i] && !is_active_[i]) continue;
    if (found_) return;
    is_active_[i] = Follow(i, t, value);
  }
}

// True if the state is below its tolerance, or growing from there.
bool GrowthWatch::Follow(std::size_t i, double t, double value) {
  Growth& growth = growths_[i];
  const double absolute = absolute_[i], size = std::abs(value);
  if (std::isnan(value)) {
    growth = {};
    return false;
  }
  if (!(size > absolute)) {
    if (!growth.is_below || size < std::abs(growth.lowest)) {
      growth.lowest = value;
      growth.lowest_time = t;
    }
    growth.is_below = true;
    growth.was_zero = growth.was_zero || value == 0;
    growth.times.clear(), growth.logs.clear();
    growth.last = value;
    growth.last_time = t;
    return true;
  }
  if (growth.is_below)
    growth.times.push_back(growth.last_time), growth.logs.push_back(std::log(std::abs(growth.last)));
  growth.is_below = false;
  growth.times.push_back(t);
  growth.logs.push_back(std::log(size));
  const bool has_turned = value * growth.last <= 0 || size < std::abs(growth.last),
             is_back = size >= kBack * absolute;
  const bool is_unknown = !growth.was_zero && std::abs(growth.lowest) < kFarBelow * absolute;
  if (is_back && !has_turned && is_unknown && GrowsByItself(growth, absolute))
    found_ = {i, growth.lowest, growth.lowest_time, t};
  growth.last = value;
  if (!is_back && !has_turned) return true;
  growth.times.clear(), growth.logs.clear(), growth.was_zero = false;
  return false;
}

// Compares the times at which the state was a, 10 a, 100 a and 1000 a, interpolated linearly between
// logarithms.
bool GrowthWatch::GrowsByItself(const Growth& growth, double absolute) {
  std::array<double, 4> at{};
  std::size_t k = 1, last = 0;
  for (std::size_t part = 0; part < at.size(); ++part) {
    const double level = std::log(absolute) + static_cast<double>(part) * std::log(10.0);
    while (k + 1 < growth.logs.size() && growth.logs[k] < level) ++k;
    const double share = (level - growth.logs[k - 1]) / (growth.logs[k] - growth.logs[k - 1]);
    if (part > 0 && k - last < kFewest) return false;
    last = k;
    at[part] = growth.times[k - 1] + share * (growth.times[k] - growth.times[k - 1]);
  }
  return at[2] - at[1] <= kSlower * (at[1] - at[0]) && at[3] - at[2] <= kSlower * (at[2] - at[1]);
}

std::optional<Diagnostic> GrowthWatch::Find(const System& system,
                                            std::span<const Quantity> quantities) const {
  if (!found_) return std::nullopt;
  const Variable& variable = system.variables[quantities[found_->quantity].variable];
  const std::string name = NameOf(system, variable);
  return Warning(Code::kBelowTolerance, system.declarations[variable.declaration].span,
                 "`{}` was {:.3g} at time = {:.9g}, below its absolute tolerance of {:.3g}, and grew from "
                 "there by itself: errors within the tolerance "
                 "decide what follows",
                 name, found_->value, found_->time, absolute_[found_->quantity])
      .Note(fmt::format("do not trust these results from time = {:.6g} on, where it had grown to {:.0f} "
                        "times the tolerance",
                        found_->later, kBack))
      .Hint("give it a `nominal` as small as it becomes, or use its logarithm as the unknown");
}

}  // namespace daedalus::simulate
