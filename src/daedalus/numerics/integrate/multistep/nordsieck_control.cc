#include "daedalus/numerics/integrate/multistep/nordsieck_control.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace daedalus::integrate {
namespace {

// Growth of the step: hardly limited after the first one, whose size was a guess; carefully after a failure.
constexpr double kFirstGrowth = 1e4;
constexpr double kGrowth = 10;
constexpr double kGrowthAfterFailure = 2;
constexpr double kDivisorAfterDivergence = 4;  // [Gea70] section V

}  // namespace

NordsieckControl::NordsieckControl(int max_order, const IntegratorOptions& options)
    : max_order_(max_order),
      max_step_(options.max_step),
      follows_controller_(options.controller.has_value()),
      controller_(options.controller.value_or(ControllerKind::kElementary), {.safety = 1 / kSameOrderBias}) {}

void NordsieckControl::Forget() {
  controller_.Reset();
  order_ = 1;
  step_ = 0;
}

void NordsieckControl::StartAt(int order, double h) {
  order_ = order;
  step_ = h;
  wait_ = order_ + 1;
  largest_growth_ = kFirstGrowth;
}

void NordsieckControl::Rise() {
  order_ = std::min(order_ + 1, max_order_);
}

bool NordsieckControl::NoteSuccess(double h, double error) {
  controlled_ = controller_.AfterSuccess(h, error, order_ + 1);
  const bool shortened = h < step_ * (1 - 1e-10);  // by the limit, not by its error
  if (shortened) wait_ = std::max(wait_, 2);
  return --wait_ <= 0;
}

void NordsieckControl::Choose(double h, const NeighbourErrors& errors) {
  OrderChoice choice = ChooseOrder(order_, errors);
  if (choice.order == order_ && follows_controller_) choice.ratio = controlled_;
  // A change of the step shows in the differences of algebraic unknowns: at order 1 a function g of
  // differential unknowns q gets g_q q'' h^2 + g_qq q' q' h (h + h_before)/2, two terms that may cancel for
  // equal steps only. Where steps were refused, both at once were refused again and again (a double pendulum
  // took twenty thousand steps of order 1 that way).
  const bool was_refused = largest_growth_ == kGrowthAfterFailure;
  choice.ratio = std::min(choice.ratio, choice.order > order_ && was_refused ? 1.0 : largest_growth_);
  if (choice.ratio < (choice.order == order_ ? kWorthwhileRatio : 1)) {
    wait_ = kStepsUntilNextLook;
    return;
  }
  if (choice.order != order_) controller_.Reset();
  order_ = choice.order;
  step_ = choice.ratio < kWorthwhileRatio ? h : h * choice.ratio;
  if (max_step_ > 0) step_ = std::min(step_, max_step_);
  wait_ = order_ + 1;
  largest_growth_ = kGrowth;
}

void NordsieckControl::AfterError(double h, int num_errors, double error_below, double error) {
  controller_.Reset();
  if (num_errors > 2) {  // the past is of no use
    order_ = 1;
    step_ = 0.1 * h;
  } else {
    const OrderChoice choice =
        ChooseOrder(order_, {error_below, error, std::numeric_limits<double>::infinity()});
    order_ = choice.order;
    const double most = num_errors > 1 ? 0.25 : 0.9;
    step_ = h * (std::isfinite(error) ? std::clamp(choice.ratio, 0.1, most) : 0.1);
  }
  NoteFailure();
}

void NordsieckControl::AfterDivergence(double h) {
  step_ = h / kDivisorAfterDivergence;
  NoteFailure();
}

void NordsieckControl::NoteFailure() {
  wait_ = order_ + 1;
  largest_growth_ = kGrowthAfterFailure;
}

}  // namespace daedalus::integrate
