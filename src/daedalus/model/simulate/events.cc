#include "daedalus/model/simulate/events.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace daedalus::simulate {

// ---- finding ----

Result<Unit> Events::Resume() {
  hybrid::EventIteration& iteration = handler_.iteration();
  next_instant_ = iteration.NextInstant(states_.current().integrator().time());
  if (iteration.num_roots() == 0) return Unit{};
  Segment& segment = states_.current();
  if (searched_ != &segment) MakeFinder(segment);
  finder_->Forget();  // a changed relation is watched at the other edge of its band
  const auto started = finder_->Start(segment.integrator());
  if (!started.ok()) return Fail(segment.ExplainStep(started));
  return Unit{};
}

void Events::SetInput(std::size_t i, double value) {
  handler_.iteration().GiveInput(i, value);
  next_instant_ = states_.current().integrator().time();
}

void Events::MakeFinder(Segment& segment) {
  hybrid::EventIteration& iteration = handler_.iteration();
  root_values_.resize(states_.quantities().size());
  integrate::DaeProblem problem = segment.Problem();
  problem.num_roots = static_cast<std::int32_t>(iteration.num_roots());
  problem.roots = [this, &segment, &iteration](double t, auto y, auto yp, auto out) {
    if (!segment.ReadQuantities(t, y, yp, root_values_)) return integrate::EvalOutcome::kRecoverable;
    states_.SlopesOf(root_values_, root_slopes_);
    iteration.Roots(t, root_values_, root_slopes_, out);
    return integrate::EvalOutcome::kOk;
  };
  integrate::RootOptions options;
  options.max_crowded = kMostCrowded;  // the iteration itself detects noise and chattering
  options.at_step_ends = in_real_time_;
  finder_ = std::make_unique<integrate::RootFinder>(problem, options);
  searched_ = &segment;
}

Result<std::optional<double>> Events::FindInStep() {
  auto found = FindCrossing();
  if (!found || !handler_.has_past()) return found;
  const double end = found->value_or(states_.current().integrator().time());
  if (auto kept = handler_.KeepPast(end, LastStep()); !kept) return Failure{std::move(kept).error()};
  return found;
}

Result<Unit> Events::EndStep() {
  const double t = states_.current().integrator().time();
  const auto wants_event = handler_.EndStep(t, LastStep());
  if (!wants_event) return Failure{wants_event.error()};
  if (*wants_event) next_instant_ = t;
  return Unit{};
}

double Events::StepLimit(double t) const {
  return handler_.has_past() ? handler_.iteration().StepLimit(t) : std::numeric_limits<double>::infinity();
}

Result<std::optional<double>> Events::FindCrossing() {
  crossed_.clear();
  handler_.CountStep();
  if (!finder_) return std::optional<double>();
  integrate::Integrator& integrator = states_.current().integrator();
  const auto scanned = finder_->Scan(integrator);
  if (!scanned.ok()) return Fail(states_.current().ExplainStep(scanned));
  while (const integrate::RootEvent* event = finder_->Next(integrator)) {
    for (const integrate::RootCrossing& crossing : event->crossings) {
      if (crossing.direction != integrate::RootDirection::kTangential) crossed_.push_back(crossing.function);
    }
    if (!crossed_.empty()) return std::optional<double>(event->time);
  }
  if (auto ended = handler_.CheckOverdue(integrator.time()); !ended) return Failure{std::move(ended).error()};
  return std::optional<double>();
}

// ---- handling ----

StepAccess Events::LastStep() {
  return {.begin = states_.current().integrator().previous_time(),
          .read = [this](double t) { return ReadPoint(t); },
          .is_accumulating = finder_ && finder_->is_accumulating()};
}

bool Events::ReadPoint(double t) {
  const integrate::Integrator& integrator = states_.current().integrator();
  y_.resize(integrator.y().size());
  yp_.resize(y_.size());
  if (!integrator.Interpolate(t, y_, yp_)) {
    std::ranges::copy(integrator.y(), y_.begin());
    std::ranges::copy(integrator.yp(), yp_.begin());
  }
  return states_.QuantitiesAt(t, y_, yp_).has_value();
}

Result<EventSource::Handled> Events::Handle(double t) {
  const bool is_here = states_.current().integrator().time() == t;
  const auto handled = handler_.Handle(t, std::exchange(crossed_, {}), LastStep());
  if (!handled) return Failure{handled.error()};
  if (!is_here || handled->is_moved) {
    if (auto restarted = states_.Restart(t); !restarted) return Failure{std::move(restarted).error()};
    handler_.CountRestart();
  }
  if (auto resumed = Resume(); !resumed) return Failure{std::move(resumed).error()};
  EventSource::Handled out{handled->ends, {}};
  if (handled->has_new_states) out.relief = {&states_.current().integrator(), states_.current().points()};
  return out;
}

Result<bool> Events::Finish(double t) {
  return handler_.Finish(t, LastStep());
}

}  // namespace daedalus::simulate
