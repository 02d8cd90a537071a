#include "daedalus/model/simulate/forms/stateless_view.h"

#include "daedalus/system/discontinuities.h"

namespace daedalus::simulate {
namespace {

constexpr int kMostParts = 1024;

}  // namespace

std::optional<IntegratorView::WholePoint> StatelessView::Read(double t, std::span<const double> /*y*/,
                                                              std::span<const double> /*yp*/) {
  if (!ode().Complete(t, {}) && !WalkTo(t)) return std::nullopt;
  last_point_ = ode().workspace();
  return Computed();
}

// Walks from the last point in 2, 4, 8, ... parts. If the finest of these walks fails, another solution may
// begin.
bool StatelessView::WalkTo(double t) {
  if (!last_point_) return false;
  const execute::Workspace from = *last_point_;
  for (int parts = 2; parts <= kMostParts; parts *= 2) {
    if (Walk(from, t, parts, /*may_leap=*/false)) return true;
  }
  return MayJump(equations_.system()) && Walk(from, t, kMostParts, /*may_leap=*/true);
}

bool StatelessView::Walk(const execute::Workspace& from, double t, int parts, bool may_leap) {
  ode().Start(from.y, from.yp);
  for (int i = 1; i <= parts; ++i) {
    const double at = i == parts ? t : from.time + (t - from.time) * i / parts;
    if (!ode().Complete(at, {}) && !(may_leap && LeapAt(at))) return false;
  }
  return true;
}

// The solution ends between the last point and the unreachable one. The failure just behind its end is
// reported.
void StatelessView::NarrowEnd(const integrate::Integrator& /*integrator*/, double /*last_read*/) {
  constexpr int kHalves = 40;
  if (!last_point_ || !ode().last_failure()) return;
  execute::Workspace good = *last_point_;
  double bad = ode().last_failure()->time;
  for (int i = 0; i < kHalves; ++i) {
    const double middle = good.time + (bad - good.time) / 2;
    if (!(middle > good.time && middle < bad)) break;
    ode().Start(good.y, good.yp);
    if (ode().Complete(middle, {})) {
      good = ode().workspace();
    } else {
      bad = middle;
    }
  }
  ode().Start(good.y, good.yp);
  static_cast<void>(ode().Complete(bad, {}));
}

bool StatelessView::LeapAt(double t) {
  ode().runner().AllowSearch(true);
  const bool has_found = ode().Complete(t, {});
  ode().runner().AllowSearch(false);
  // A search for events may visit the same stretch of time again.
  if (has_found && (leaps_.empty() || t > leaps_.back())) leaps_.push_back(t);
  return has_found;
}

}  // namespace daedalus::simulate
