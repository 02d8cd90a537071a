#include "daedalus/numerics/integrate/step_controller.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace daedalus::integrate {
namespace {

// The coefficients of (1) in step_controller.h.
struct Filter {
  std::string_view name;
  double b1, b2, b3, a2, a3;
  int memory;  // steps before this one that it uses
  bool smooth_limit;
};

constexpr std::array kFilters = {
    Filter{"elementary", 1, 0, 0, 0, 0, 0, false},
    Filter{"pi", 0.7, -0.4, 0, 0, 0, 1, false},
    Filter{"predictive", 2, -1, 0, -1, 0, 1, false},
    Filter{"h211b", 0.25, 0.25, 0, 0.25, 0, 1, true},
    Filter{"h312", 0.125, 0.25, 0.125, 0.375, 0.125, 2, true},
};

const Filter& FilterOf(ControllerKind kind) {
  return kFilters[static_cast<std::size_t>(kind)];
}

// An error of zero says only that the step may grow as far as the limits allow.
constexpr double kLeastError = 1e-10;

}  // namespace

std::string_view ControllerName(ControllerKind kind) {
  return FilterOf(kind).name;
}

std::optional<ControllerKind> FindController(std::string_view name) {
  const auto found = std::ranges::find(kFilters, name, &Filter::name);
  if (found == kFilters.end()) return std::nullopt;
  return static_cast<ControllerKind>(found - kFilters.begin());
}

double StepController::LogRatio(const Past& now, double k) const {
  const Filter& filter = FilterOf(kind_);
  const double elementary = -now.log_e / k;
  if (num_known_ < filter.memory) return elementary;
  const Past& last = past_[0];
  const Past& before = past_[1];
  double result = -(filter.b1 * now.log_e + filter.b2 * last.log_e + filter.b3 * before.log_e) / k;
  if (filter.a2 != 0 && now.h != last.h) result -= filter.a2 * std::log(now.h / last.h);
  if (filter.a3 != 0) result -= filter.a3 * std::log(last.h / before.h);
  return kind_ == ControllerKind::kPredictive ? std::min(result, elementary) : result;
}

double StepController::AfterSuccess(double h, double e, double k) {
  const Past now{h, std::log(std::max(e, kLeastError))};
  double ratio = limits_.safety * std::exp(LogRatio(now, k));
  if (FilterOf(kind_).smooth_limit && num_known_ >= FilterOf(kind_).memory) ratio = 1 + std::atan(ratio - 1);
  past_[1] = past_[0];
  past_[0] = now;
  num_known_ = std::min(num_known_ + 1, 2);
  return std::clamp(ratio, limits_.least, limits_.most);
}

double StepController::AfterFailure(double e, double k) const {
  constexpr double kMostAfterFailure = 0.9;
  const double ratio = limits_.safety * std::pow(std::max(e, kLeastError), -1 / k);
  return std::isfinite(ratio) ? std::clamp(ratio, limits_.after_failure, kMostAfterFailure)
                              : limits_.after_failure;
}

}  // namespace daedalus::integrate
