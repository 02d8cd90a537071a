// How a run passes a position where two solutions of its constraints cross (execute/branch_watch.h), as when
// the bars of a parallelogram come to lie on one line.
//
// There every choice of states is singular. At a distance d the constraints determine positions only to eps/d
// and velocities to eps/d^2. So at tight tolerances no step succeeds, and at loose ones rounding decides
// which solution the run follows. But at some distance all is well, and along either solution the equations
// are smooth. So no point near the crossing should be computed.
//
//   1. The determinant of the loop that closes the linkage falls linearly to zero at t*, as two checks show.
//      If t* is only some steps away, and no other states are better,
//   2. one step of `dop853` is tried from t to 2 t* - t. None of its stages is nearer to the middle than a
//      tenth of the step. The unknowns of the loops are guessed from their derivatives at t, so that Newton's
//      iteration comes to the smooth continuation of the solution.
//   3. The step is checked like any other: the determinant changes its sign, its least value is below
//      kCrossing, and the solution behind is the straight continuation of the one before. If not, because the
//      solutions only come near to each other or the error test refuses, dop853 goes nearer and tries again.
//   4. Otherwise the step is made, and dop853 continues in its usual way to twice the distance. There the
//      method of the run takes over again, with states that are good there.
//
// This is the same for all methods and both forms: it uses the states of the causal form also for the
// residual form.
#include <cmath>

#include "daedalus/model/simulate/state_changes.h"

namespace daedalus::simulate {
namespace {

constexpr double kSteps = 10;    // last steps, in which the position must be reached
constexpr double kNearer = 0.5;  // than at the last trial
// If the error test refuses a step across, it is tried again from this much nearer, a few times.
constexpr double kNextTrial = 0.5;
constexpr int kMostTrials = 6;
// Where solutions cross, the least singular value of all choices of states together falls with the distance.
// At a turning point of one choice it stays as it is. It is checked at these parts of the way, where a fifth
// of it should be left, and of the distance, where a twentieth should be left.
constexpr double kLookAhead = 0.8, kLeftAhead = 0.5, kNearZero = 0.05, kLeftNear = 0.2;
constexpr double kSame = 1e-4;    // of an unknown
constexpr double kBridge = 0.01;  // distances, to either side of the crossing
constexpr double kBehind = 2;     // distances, after which the method of the run takes over again
// The end of the step, up to rounding.
constexpr double kTimeRounding = 1e-12;

}  // namespace

// Quantities whose derivative is a quantity too, with their second derivative if there is one.
std::vector<Segment::LedQuantity> StateChanges::FindLed() const {
  std::vector<Segment::LedQuantity> out;
  for (const std::size_t i : smooth_) {
    const auto& [variable, order] = quantities_[i];
    const auto second = place_of_.find({variable, order + 2});
    out.push_back({i, values_[i], values_[place_of_.at({variable, order + 1})],
                   second == place_of_.end() ? 0 : values_[second->second]});
  }
  return out;
}

// With other values than the ones that were read last.
double StateChanges::LeastSingularValueAt(double t, std::span<const double> quantities,
                                          std::vector<double>& units) {
  const std::vector<double> here = values_;
  std::ranges::copy(quantities, values_.begin());
  const double value = current_->monitor->LeastSingularValue(InputsHere(t), units);
  values_ = here;
  Slopes();
  return value;
}

// A pendulum that turns back at the end of its x comes to a zero of the determinant of y as well, but y is a
// good state there. So this evaluates Taylor polynomials of the quantities on the way.
bool StateChanges::IsSingularForAll() {
  std::vector<double> ahead(values_.begin(),
                            values_.begin() + static_cast<std::ptrdiff_t>(quantities_.size()));
  const double way = kLookAhead * crossing_->distance;
  for (const Segment::LedQuantity& led : FindLed())
    ahead[led.quantity] = led.value + way * (led.first + way / 2 * led.second);
  return LeastSingularValueAt(crossing_->zero - crossing_->distance + way, ahead, crossing_->units) <=
         kLeftAhead * crossing_->singular_value;
}

bool StateChanges::PassCrossing(double t, bool has_failed) {
  // A combined equation vanishes with its multiplier, and is combined anew there.
  if (mode_->combinations) return false;
  const std::optional<double> zero = current().FindZeroAhead();
  const double distance = zero ? *zero - t : 0, last_step = t - current().integrator().previous_time();
  if (!(distance > 0) || !(*zero < settings_.grid.stop) || (!has_failed && distance > kSteps * last_step))
    return false;
  if (std::abs(*zero - tried_.zero) < tried_.distance && distance > kNearer * tried_.distance) return false;
  tried_ = {*zero, distance};
  if (current_->monitor->Gain(InputsHere(t)) > kGainLimit) return false;
  crossing_ = {.before = current_, .zero = *zero, .distance = distance, .end = t};
  crossing_->singular_value = current_->monitor->LeastSingularValue(InputsHere(t), crossing_->units);
  if (IsSingularForAll()) {
    const auto compiled =
        mode_->model->ChooseStates(*mode_->numbers, PointHere(t, given().attributes.nominal), true);
    if (compiled.ok()) crossing_->own = &Prepare(*mode_, *compiled, true);
    if (compiled.ok() && StepAcross(t)) return true;
  }
  crossing_.reset();
  return false;
}

// Computes all other values anew: at a distance d errors of the method are 1/d times as large in them.
std::optional<initialize::InitialValues> StateChanges::EnterCrossing(double t) {
  Choice& own = *crossing_->own;
  std::vector<double> quantities(values_.begin(),
                                 values_.begin() + static_cast<std::ptrdiff_t>(quantities_.size()));
  own.segment->EndLeading();
  if (!own.segment->Solve(t, quantities)) return std::nullopt;
  const initialize::InitialValues values = own.segment->solved();
  if (!Agrees(*own.segment, values, kSame)) return std::nullopt;
  if (!own.segment->is_ready() && !own.segment->MakeReady(code_, t, values)) return std::nullopt;
  return values;
}

// If the step is refused, the trial begins nearer to the middle.
bool StateChanges::StepAcross(double t) {
  const double distance = crossing_->zero - t;
  if (!(distance > 0) || crossing_->num_trials++ == kMostTrials) return false;
  const auto values = EnterCrossing(t);
  if (!values) return false;
  Segment& segment = *crossing_->own->segment;
  const std::vector<Segment::LedQuantity> led = FindLed();
  const double end = crossing_->zero + distance;
  segment.LeadThrough(t, led);
  const auto passed = segment.TryCrossing(t, *values, end);
  const std::vector<double> here = values_;
  std::vector<double> y(segment.integrator().y().size()), yp(y.size()), inside(quantities_.size());
  // No other states are better. The trial is repeated with the loops led from both ends, as in the final
  // step, so that every point inside can be read.
  const double near = crossing_->zero - kNearZero * distance;
  bool is_across =
      passed && segment.integrator().Interpolate(near, y, yp) &&
      segment.ReadQuantities(near, y, yp, inside) &&
      LeastSingularValueAt(near, inside, crossing_->units) <= kLeftNear * crossing_->singular_value &&
      segment.ReadQuantities(end, segment.integrator().y(), segment.integrator().yp(), this->values());
  if (is_across) {
    segment.LeadThrough(t, led, end, FindLed());
    is_across = segment.TryCrossing(t, *values, end).has_value();
  }
  if (is_across) {
    segment.CountCrossing(*passed);
    segment.BridgeOver(crossing_->zero, kBridge * distance);
  } else {
    segment.EndLeading();  // goes nearer, on its branch
  }
  values_ = here;
  Slopes();
  crossing_->phase = is_across ? Crossing::Phase::kAcross : Crossing::Phase::kBefore;
  crossing_->end = is_across ? end : crossing_->zero - kNextTrial * distance;
  if (!Begin(*crossing_->own, t, *values)) return false;
  if (!is_across) current().WatchFromHere();
  return true;
}

bool StateChanges::GoOnCrossing(double t) {
  if (t < crossing_->end - kTimeRounding * std::abs(crossing_->end)) return false;
  switch (crossing_->phase) {
    case Crossing::Phase::kBefore:
      crossing_->zero = current().FindZeroAhead().value_or(crossing_->zero);
      return StepAcross(t) || LeaveCrossing(t);
    case Crossing::Phase::kAcross:
      crossing_->phase = Crossing::Phase::kBehind;
      crossing_->end = crossing_->zero + kBehind * crossing_->distance;
      current().EndLeading();
      return true;
    case Crossing::Phase::kBehind:
      return LeaveCrossing(t);
  }
  return false;
}

bool StateChanges::LeaveCrossing(double t) {
  current().EndLeading();
  Choice* const next = ChooseIn(*mode_, PointHere(t, given().attributes.nominal));
  why_.reset();
  for (Choice* const choice : {next, crossing_->before}) {
    if (!choice) continue;
    const auto values = PrepareEntry(*choice, t);
    if (!values || !Begin(*choice, t, *values)) continue;
    crossing_.reset();
    current().WatchFromHere();
    return true;
  }
  crossing_->end += crossing_->distance;
  return true;
}

}  // namespace daedalus::simulate
