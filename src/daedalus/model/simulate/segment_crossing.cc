// Leads a segment through a position where two of its solutions cross (pass_crossing.cc).
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "daedalus/model/simulate/segment.h"

namespace daedalus::simulate {
namespace {

// Relative to the determinant at a distance. If the least value on the way is larger, two solutions come near
// to each other and do not cross. Lengths of a linkage that are wrong by 1e-8 open such a gap.
constexpr double kCrossing = 1e-4;

}  // namespace

void Segment::LeadThrough(double t, std::span<const LedQuantity> led) {
  execute::Lead lead{.time = t, .length = 1, .unknowns = {}};
  for (const LedQuantity& one : led) {
    const Quantity& place = model().places[one.quantity];
    if (place.variable.IsValid() && !place.is_derivative())
      lead.unknowns.push_back({place.variable, {one.value, one.first, one.second / 2}});
  }
  view_->causal()->Follow(std::move(lead));
}

// Hermite polynomials of degree 5, in s = (t - begin) / h.
void Segment::LeadThrough(double begin, std::span<const LedQuantity> at_begin, double end,
                          std::span<const LedQuantity> at_end) {
  const double h = end - begin;
  execute::Lead lead{.time = begin, .length = h, .unknowns = {}};
  for (std::size_t i = 0; i < at_begin.size(); ++i) {
    const LedQuantity &a = at_begin[i], &b = at_end[i];
    const Quantity& place = model().places[a.quantity];
    if (!place.variable.IsValid() || place.is_derivative()) continue;
    const double c1 = h * a.first, c2 = h * h * a.second / 2;
    const double value = b.value - a.value - c1 - c2, first = h * b.first - c1 - 2 * c2,
                 second = h * h * b.second - 2 * c2;
    lead.unknowns.push_back({place.variable,
                             {a.value, c1, c2, 10 * value - 4 * first + second / 2,
                              -15 * value + 7 * first - second, 6 * value - 3 * first + second / 2}});
  }
  view_->causal()->Follow(std::move(lead));
}

std::optional<execute::SingularPosition> Segment::TryCrossing(double t,
                                                              const initialize::InitialValues& values,
                                                              double end) {
  if (!Start(t, values).ok()) return std::nullopt;
  execute::OdeModel& ode = *view_->causal();
  execute::BranchWatch watch(ode.states(), equations_.refresh);
  std::vector<execute::LoopDeterminant> found;
  const auto look = [&] {
    if (!ode.Complete(integrator().time(), integrator().y())) return false;
    ode.runner().FindDeterminants(ode.workspace(), found);
    watch.Look(found, ode.workspace(), [&]() -> const execute::ProgramRunner& { return ode.runner(); });
    return true;
  };
  if (!look() || !integrator().Step(end).ok() || integrator().time() < end || !look()) return std::nullopt;
  const auto& passed = watch.first();
  return passed && passed->is_other == false && passed->depth <= kCrossing ? passed : std::nullopt;
}

void Segment::EndLeading() {
  view_->causal()->EndFollowing();
  bridge_.reset();
}

// Evaluates a cubic through four points of the step, two on each side.
bool Segment::ReadOverBridge(double t, std::span<double> out) {
  const Bridge bridge = *std::exchange(bridge_, std::nullopt);
  constexpr std::array<double, 4> kPlaces = {-3, -1, 1, 3};
  const double s = (t - bridge.middle) / bridge.distance;
  std::vector<double> y(integrator().y().size()), yp(y.size()), read(out.size()), sum(out.size());
  bool ok = true;
  for (const double place : kPlaces) {
    const double at = bridge.middle + place * bridge.distance;
    ok = ok && integrator().Interpolate(at, y, yp) && ReadQuantities(at, y, yp, read);
    double weight = 1;
    for (const double other : kPlaces) {
      if (other != place) weight *= (s - other) / (place - other);
    }
    for (std::size_t i = 0; i < read.size(); ++i) sum[i] += weight * read[i];
  }
  bridge_ = bridge;
  if (ok) std::ranges::copy(sum, out.begin());
  return ok;
}

}  // namespace daedalus::simulate
