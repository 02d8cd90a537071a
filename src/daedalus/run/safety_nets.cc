#include "daedalus/run/safety_nets.h"

#include <algorithm>
#include <cmath>

namespace daedalus::run {
namespace {

// 0 for quantities that are not states.
std::vector<double> TolerancesOfStates(const simulate::Segment& segment) {
  std::vector<double> out = segment.AbsoluteTolerances();
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (!segment.IsState(i)) out[i] = 0;
  }
  return out;
}

}  // namespace

SafetyNets::SafetyNets(const compile::GivenModel& given, std::span<const double> held, double tolerance)
    : system_(*given.system), assertions_(*given.system, given.parameters, tolerance, held) {}

void SafetyNets::BeginToWatch(const simulate::Segment& first) {
  largest_.emplace(first.AbsoluteTolerances());
  growth_.emplace(TolerancesOfStates(first));
  small_.emplace(*first.model().whole, first.model().whole_places, first.AbsoluteTolerances());
}

void SafetyNets::Observe(double t, std::span<const double> quantities) {
  if (largest_) largest_->Observe(quantities);
  if (growth_) growth_->ObservePoint(t, quantities);
  if (small_) small_->Observe(t, quantities);
}

std::vector<Diagnostic> SafetyNets::Check(double t, std::span<const double> quantities,
                                          std::span<const double> slopes) {
  return assertions_.Check(t, quantities, slopes);
}

std::vector<Diagnostic> SafetyNets::CheckRound(double t, std::span<const double> y,
                                               std::span<const double> yp) {
  return assertions_.CheckRound(t, y, yp);
}

void SafetyNets::ObserveStep(simulate::Segment& segment) {
  const integrate::Integrator& integrator = segment.integrator();
  growth_->ObserveStep(integrator.previous_time(), integrator.time(),
                       [&](double at, std::span<double> quantities) { ReadStates(segment, at, quantities); });
}

// Reads inside the last step; NaN for quantities that are not states at present.
void SafetyNets::ReadStates(simulate::Segment& segment, double t, std::span<double> quantities) {
  const integrate::Integrator& integrator = segment.integrator();
  if (t == integrator.time()) return segment.CopyStates(integrator.y(), quantities);
  inside_y_.resize(integrator.y().size());
  inside_yp_.resize(inside_y_.size());
  if (integrator.Interpolate(t, inside_y_, inside_yp_)) {
    segment.CopyStates(inside_y_, quantities);
  } else {
    std::ranges::fill(quantities, std::nan(""));
  }
}

std::vector<Diagnostic> SafetyNets::FindWarnings(std::span<const Quantity> quantities) const {
  std::vector<Diagnostic> out;
  const auto add = [&](std::optional<Diagnostic> warning) {
    if (warning) out.push_back(*std::move(warning));
  };
  if (largest_) add(largest_->BelowTolerance(system_, quantities));
  if (growth_) add(growth_->Find(system_, quantities));
  if (small_) add(small_->Find(system_, quantities));
  return out;
}

}  // namespace daedalus::run
