// How a model without states goes from one point to the next. It is a function of time, but its loops need
// guesses that are near, and the solution that they follow may end.
#include "daedalus/model/simulate/segment.h"
#include "daedalus/system/discontinuities.h"

namespace daedalus::simulate {
namespace {

constexpr int kMostParts = 1024;

}  // namespace

// Walks from the last point in 2, 4, 8, ... parts. If the finest of these walks fails, another solution may
// begin.
bool Segment::WalkTo(double t) {
  if (!last_point_) return false;
  const execute::Workspace from = *last_point_;
  for (int parts = 2; parts <= kMostParts; parts *= 2) {
    if (Walk(from, t, parts, /*may_leap=*/false)) return true;
  }
  return MayJump(*model_.system) && Walk(from, t, kMostParts, /*may_leap=*/true);
}

bool Segment::Walk(const execute::Workspace& from, double t, int parts, bool may_leap) {
  ode_->Start(from.y, from.yp);
  for (int i = 1; i <= parts; ++i) {
    const double at = i == parts ? t : from.time + (t - from.time) * i / parts;
    if (!ode_->Complete(at, {}) && !(may_leap && LeapAt(at))) return false;
  }
  return true;
}

// The solution ends between the last point and the unreachable one. The failure just behind its end is
// reported.
void Segment::NarrowEndOfWay() {
  constexpr int kHalves = 40;
  if (!last_point_ || !ode_->last_failure()) return;
  execute::Workspace good = *last_point_;
  double bad = ode_->last_failure()->time;
  for (int i = 0; i < kHalves; ++i) {
    const double middle = good.time + (bad - good.time) / 2;
    if (!(middle > good.time && middle < bad)) break;
    ode_->Start(good.y, good.yp);
    if (ode_->Complete(middle, {})) {
      good = ode_->workspace();
    } else {
      bad = middle;
    }
  }
  ode_->Start(good.y, good.yp);
  static_cast<void>(ode_->Complete(bad, {}));
}

bool Segment::LeapAt(double t) {
  ode_->runner().AllowSearch(true);
  const bool has_found = ode_->Complete(t, {});
  ode_->runner().AllowSearch(false);
  // A search for events may visit the same stretch of time again.
  if (has_found && (leaps_.empty() || t > leaps_.back())) leaps_.push_back(t);
  return has_found;
}

}  // namespace daedalus::simulate
