#include "daedalus/model/simulate/pass_crossing.h"

#include <algorithm>
#include <cmath>

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

// With other values than the ones that were read last.
double CrossingPass::LeastSingularValueAt(double t, std::span<const double> quantities,
                                          std::vector<double>& units) {
  RunValues& values = states_.values();
  const std::vector<double> here = values.Save();
  std::ranges::copy(quantities, values.of_quantities().begin());
  const double least = states_.current().monitor->LeastSingularValue(states_.InputsHere(t), units);
  values.Restore(here);
  return least;
}

// A pendulum that turns back at the end of its x comes to a zero of the determinant of y as well, but y is a
// good state there. So this evaluates Taylor polynomials of the quantities on the way.
bool CrossingPass::IsSingularForAll() {
  const std::span<const double> here = states_.values().of_quantities();
  std::vector<double> ahead(here.begin(), here.end());
  const double way = kLookAhead * crossing_->distance;
  for (const Segment::LedQuantity& led : states_.values().FindLed())
    ahead[led.quantity] = led.value + way * (led.first + way / 2 * led.second);
  return LeastSingularValueAt(crossing_->zero - crossing_->distance + way, ahead, crossing_->units) <=
         kLeftAhead * crossing_->singular_value;
}

bool CrossingPass::Begin(double t, bool has_failed) {
  Mode& mode = states_.mode();
  // A combined equation vanishes with its multiplier, and is combined anew there.
  if (mode.combinations) return false;
  Segment& segment = states_.segment();
  const std::optional<double> zero = segment.FindZeroAhead();
  const double distance = zero ? *zero - t : 0, last_step = t - segment.integrator().previous_time();
  if (!(distance > 0) || !(*zero < states_.settings().grid.stop) ||
      (!has_failed && distance > kSteps * last_step))
    return false;
  if (std::abs(*zero - tried_.zero) < tried_.distance && distance > kNearer * tried_.distance) return false;
  tried_ = {*zero, distance};
  StateMonitor& monitor = *states_.current().monitor;
  if (monitor.Gain(states_.InputsHere(t)) > ChosenStates::kGainLimit) return false;
  crossing_ = {.before = states_.place().choice, .zero = *zero, .distance = distance, .end = t};
  crossing_->singular_value = monitor.LeastSingularValue(states_.InputsHere(t), crossing_->units);
  if (IsSingularForAll()) {
    const auto compiled = states_.ChooseHere(t, true);
    if (compiled.ok()) crossing_->own = states_.Prepare(mode, *compiled, true);
    if (compiled.ok() && StepAcross(t)) return true;
  }
  crossing_.reset();
  return false;
}

// Computes all other values anew: at a distance d errors of the method are 1/d times as large in them.
std::optional<initialize::InitialValues> CrossingPass::Enter(double t) {
  Segment& segment = *crossing_->own->segment;
  const std::span<const double> here = states_.values().of_quantities();
  std::vector<double> quantities(here.begin(), here.end());
  segment.EndLeading();
  if (!segment.Solve(t, quantities)) return std::nullopt;
  const initialize::InitialValues values = segment.solved();
  if (!states_.values().Agrees(segment, values, kSame)) return std::nullopt;
  if (!segment.is_ready() && !segment.MakeReady(states_.code(), t, values)) return std::nullopt;
  return values;
}

// True if one step leads across, and the segment is ready to make it. No other states are better on the way.
// The step is tried a second time with the loops led from both ends, as in the final step, so that every
// point inside can be read.
bool CrossingPass::TryStep(double t, double distance, const initialize::InitialValues& values) {
  Segment& segment = *crossing_->own->segment;
  RunValues& here = states_.values();
  const std::vector<Segment::LedQuantity> led = here.FindLed();
  const double end = crossing_->zero + distance;
  segment.LeadThrough(t, led);
  const auto passed = segment.TryCrossing(t, values, end);
  const std::vector<double> saved = here.Save();
  integrate::Integrator& integrator = segment.integrator();
  std::vector<double> y(integrator.y().size()), yp(y.size()), inside(here.quantities().size());
  const double near = crossing_->zero - kNearZero * distance;
  bool is_across =
      passed && integrator.Interpolate(near, y, yp) && segment.ReadQuantities(near, y, yp, inside) &&
      LeastSingularValueAt(near, inside, crossing_->units) <= kLeftNear * crossing_->singular_value &&
      segment.ReadQuantities(end, integrator.y(), integrator.yp(), here.of_quantities());
  if (is_across) {
    segment.LeadThrough(t, led, end, here.FindLed());
    is_across = segment.TryCrossing(t, values, end).has_value();
  }
  if (is_across) {
    segment.CountCrossing(*passed);
    segment.BridgeOver(crossing_->zero, kBridge * distance);
  } else {
    segment.EndLeading();  // goes nearer, on its branch
  }
  here.Restore(saved);
  return is_across;
}

// If the step is refused, the trial begins nearer to the middle.
bool CrossingPass::StepAcross(double t) {
  const double distance = crossing_->zero - t;
  if (!(distance > 0) || crossing_->num_trials++ == kMostTrials) return false;
  const auto values = Enter(t);
  if (!values) return false;
  const bool is_across = TryStep(t, distance, *values);
  crossing_->phase = is_across ? Phase::kAcross : Phase::kBefore;
  crossing_->end = is_across ? crossing_->zero + distance : crossing_->zero - kNextTrial * distance;
  if (!states_.Begin(crossing_->own, t, *values)) return false;
  if (!is_across) states_.segment().WatchFromHere();
  return true;
}

bool CrossingPass::GoOn(double t) {
  if (t < crossing_->end - kTimeRounding * std::abs(crossing_->end)) return false;
  switch (crossing_->phase) {
    case Phase::kBefore:
      crossing_->zero = states_.segment().FindZeroAhead().value_or(crossing_->zero);
      return StepAcross(t) || Leave(t);
    case Phase::kAcross:
      crossing_->phase = Phase::kBehind;
      crossing_->end = crossing_->zero + kBehind * crossing_->distance;
      states_.segment().EndLeading();
      return true;
    case Phase::kBehind:
      return Leave(t);
  }
  return false;
}

bool CrossingPass::Leave(double t) {
  states_.segment().EndLeading();
  const auto chosen = states_.ChooseIn(states_.mode(), states_.PointHere(t));
  for (const std::shared_ptr<Choice>& choice : {chosen ? *chosen : nullptr, crossing_->before}) {
    if (!choice) continue;
    const auto values = states_.PrepareEntry(*choice, t);
    if (!values || !states_.Begin(choice, t, *values)) continue;
    crossing_.reset();
    states_.segment().WatchFromHere();
    return true;
  }
  crossing_->end += crossing_->distance;
  return true;
}

}  // namespace daedalus::simulate
