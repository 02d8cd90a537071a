#include "daedalus/numerics/integrate/roots.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

namespace daedalus::integrate {
namespace {

constexpr double kCrowded = 1e4;  // ulps between events of an accumulation
constexpr int kMaxLandings = 5;
constexpr double kSettled = 1e-6;    // of a step: what a time moves by when it stands still
constexpr double kStrideGrowth = 8;  // of the search around an event

}  // namespace

RootFinder::RootFinder(const DaeProblem& problem, RootOptions options)
    : options_(options), values_(problem), sides_(problem), panels_(problem, options) {
  found_.reserve(4 * sides_.size());
  crossings_.reserve(sides_.size());
}

StepOutcome RootFinder::Start(const Integrator& integrator) {
  const double t = integrator.time();
  is_started_ = false;
  found_.clear();
  num_handed_out_ = 0;
  if (!sides_.empty() && !values_.Evaluate(integrator, t, panels_.start())) return values_.failure();
  const bool is_at_event = t == event_.time;
  sides_.Start(integrator, panels_.start(),
               is_at_event ? std::span<const RootCrossing>(crossings_) : std::span<const RootCrossing>());
  panels_.Start(t);
  scanned_to_ = t;
  is_started_ = true;
  return {.status = StepStatus::kStepped, .t = t};
}

std::optional<StepOutcome> RootFinder::FindCallError(const Integrator& integrator) const {
  StepOutcome outcome{.status = StepStatus::kBadInput, .t = integrator.time()};
  if (!is_started_) {
    outcome.reason = "the root finder was not started";
  } else if (scanned_to_ < integrator.previous_time() || scanned_to_ > integrator.time()) {
    outcome.reason = "the integrator was restarted and the root finder was not, or a step was not scanned";
  } else {
    return std::nullopt;
  }
  return outcome;
}

StepOutcome RootFinder::Scan(const Integrator& integrator) {
  if (auto error = FindCallError(integrator)) return *std::move(error);
  const StepOutcome done{.status = StepStatus::kStepped, .t = integrator.time()};
  if (integrator.time() == scanned_to_) return done;
  found_.clear();
  num_handed_out_ = 0;
  if (!sides_.empty()) {
    if (sides_.has_fresh_departure() && scanned_to_ == sides_.start_time())
      sides_.TakeFromSlopes(integrator.time() - scanned_to_, values_, panels_.start());
    if (!panels_.Scan({integrator, values_, sides_, found_}, integrator.time())) {
      is_started_ = false;
      found_.clear();
      return values_.failure();
    }
    std::ranges::sort(found_, [](const FoundRoot& a, const FoundRoot& b) {
      return a.right != b.right ? a.right < b.right : a.crossing.function < b.crossing.function;
    });
  }
  scanned_to_ = integrator.time();
  return done;
}

// Step 4 of the header.
void RootFinder::TakeNextGroup() {
  const FoundRoot& first = found_[num_handed_out_];
  crossings_.clear();
  event_ = {.t_left = first.left, .time = first.right};
  const double reach = first.right + Tolerance(first.right);
  while (num_handed_out_ < found_.size()) {
    const FoundRoot& next = found_[num_handed_out_];
    if (next.left > reach || IsInEvent(next.crossing.function)) break;
    crossings_.push_back(next.crossing);
    event_.t_left = std::min(event_.t_left, next.left);
    event_.time = next.right;
    ++num_handed_out_;
  }
}

bool RootFinder::IsInEvent(std::int32_t function) const {
  return std::ranges::count(crossings_, function, &RootCrossing::function) > 0;
}

const RootEvent* RootFinder::Next(Integrator& integrator) {
  if (num_handed_out_ == found_.size()) return nullptr;
  const bool is_first_ever = crossings_.empty();
  const double last_time = event_.time;
  earliest_ = num_handed_out_ > 0 ? last_time : -std::numeric_limits<double>::infinity();
  TakeNextGroup();
  Land(integrator);
  std::ranges::sort(crossings_, {}, &RootCrossing::function);
  event_.crossings = crossings_;
  const bool is_crowded =
      !is_first_ever && std::abs(event_.time - last_time) <=
                            kCrowded * std::numeric_limits<double>::epsilon() * std::abs(event_.time);
  num_crowded_ = is_crowded ? num_crowded_ + 1 : 1;
  return &event_;
}

// Step 5 of the header.
void RootFinder::Land(Integrator& integrator) {
  const double settled = kSettled * (integrator.time() - integrator.previous_time());
  for (int round = 0; round < kMaxLandings; ++round) {
    const double before = event_.time;
    if (!integrator.Sharpen(before)) return;
    Relocate(integrator);
    JoinPassed(integrator);
    if (std::abs(event_.time - before) <= settled) return;
  }
}

// Encloses the changes of the event again. One that is not found again stays where it was.
void RootFinder::Relocate(const Integrator& integrator) {
  RootEvent moved{.t_left = std::numeric_limits<double>::infinity(),
                  .time = -std::numeric_limits<double>::infinity()};
  for (RootCrossing& crossing : crossings_) {
    Bracket change{.a = event_.t_left, .b = event_.time};
    RelocateOne(integrator, crossing, change);
    moved.t_left = std::min(moved.t_left, change.a);
    moved.time = std::max(moved.time, change.b);
  }
  event_ = moved;
}

// Functions whose change was found later, and that have changed at the time of the event as it is now.
void RootFinder::JoinPassed(const Integrator& integrator) {
  for (std::size_t k = num_handed_out_; k < found_.size(); ++k) {
    RootCrossing crossing = found_[k].crossing;
    if (crossing.direction == RootDirection::kTangential || IsInEvent(crossing.function)) continue;
    const double g = values_.EvaluateOne(integrator, event_.time, crossing.function);
    Bracket change;
    if (std::isnan(g) || IsSameSide(g, crossing.left) || !RelocateOne(integrator, crossing, change)) continue;
    crossings_.push_back(crossing);
    event_.t_left = std::min(event_.t_left, change.a);
    const auto place = found_.begin() + static_cast<std::ptrdiff_t>(k);
    std::rotate(found_.begin() + static_cast<std::ptrdiff_t>(num_handed_out_++), place, place + 1);
  }
}

bool RootFinder::RelocateOne(const Integrator& integrator, RootCrossing& crossing, Bracket& change) {
  if (crossing.direction == RootDirection::kTangential) return false;
  const std::optional<Bracket> near = FindChangeNear(integrator, crossing);
  if (!near) return false;
  const Bracket found =
      FindSignChange([&](double t) { return values_.EvaluateOne(integrator, t, crossing.function); }, *near,
                     Tolerance(near->b));
  if (!found.ok) return false;
  change = found;
  crossing.left = found.fa;
  crossing.right = found.fb;
  return true;
}

// An interval that contains the change of this function. It is searched from the time of the event in growing
// strides, but not beyond the step, the previous event, and the next change of the same function.
std::optional<Bracket> RootFinder::FindChangeNear(const Integrator& integrator,
                                                  const RootCrossing& crossing) {
  const double first = std::max(integrator.previous_time(), earliest_);
  double last = integrator.time();
  for (std::size_t k = found_.size(); k-- > num_handed_out_;) {
    const FoundRoot& later = found_[k];
    if (later.crossing.function == crossing.function && later.left > event_.time) last = later.left;
  }
  double t = event_.time;
  double g = values_.EvaluateOne(integrator, t, crossing.function);
  const bool has_passed = !IsSameSide(g, crossing.left);
  for (double stride = 4 * Tolerance(t);; stride *= kStrideGrowth) {
    const double next = std::clamp(has_passed ? t - stride : t + stride, first, last);
    const double g_next = values_.EvaluateOne(integrator, next, crossing.function);
    if (next == t || std::isnan(g) || std::isnan(g_next)) return std::nullopt;
    if (IsSameSide(g_next, crossing.left) == has_passed) {
      return has_passed ? Bracket{.a = next, .b = t, .fa = g_next, .fb = g}
                        : Bracket{.a = t, .b = next, .fa = g, .fb = g_next};
    }
    t = next;
    g = g_next;
  }
}

RootStep StepWithRoots(Integrator& integrator, RootFinder& finder, double t_limit) {
  StepOutcome outcome{.status = StepStatus::kStepped};
  for (;;) {
    if (const RootEvent* event = finder.Next(integrator)) {
      const RootStatus status = finder.is_accumulating() ? RootStatus::kAccumulation : RootStatus::kEvent;
      return {.status = status, .event = *event};
    }
    if (outcome.status == StepStatus::kReachedLimit) return {.outcome = outcome};
    outcome = integrator.Step(t_limit);
    if (!outcome.ok()) return {.status = RootStatus::kFailed, .outcome = outcome};
    const StepOutcome scanned = finder.Scan(integrator);
    if (!scanned.ok()) return {.status = RootStatus::kFailed, .outcome = scanned};
  }
}

}  // namespace daedalus::integrate
