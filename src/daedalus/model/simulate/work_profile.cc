#include "daedalus/model/simulate/work_profile.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "daedalus/programs/codegen/routine_code.h"
#include "daedalus/system/print_system.h"

namespace daedalus::simulate {

std::string_view NameOf(Activity activity) {
  constexpr std::string_view kNames[kNumActivities] = {"equations",         "Jacobians", "invariants",
                                                       "search for events", "events",    "output points",
                                                       "checks after steps"};
  return kNames[static_cast<std::size_t>(activity)];
}

WorkProfile::WorkProfile() {
  for (WorkClock::Place& place : activities_) place = clock_->AddPlace();
}

void WorkProfile::Begin(Activity activity) {
  if (depth_++ == 0) clock_->Enter(PlaceOf(activity));
}

void WorkProfile::End() {
  if (--depth_ == 0) clock_->Leave();
}

integrate::DaeProblem WorkProfile::Measured(integrate::DaeProblem problem) {
  const auto measured = [this](auto callback, Activity activity) {
    using Callback = decltype(callback);
    if (!callback) return callback;
    return Callback([this, activity, callback = std::move(callback)](auto... of) {
      const TimedActivity timed(this, activity);
      return callback(of...);
    });
  };
  problem.residual = measured(std::move(problem.residual), Activity::kEvaluate);
  problem.jacobian = measured(std::move(problem.jacobian), Activity::kJacobian);
  problem.time_derivative = measured(std::move(problem.time_derivative), Activity::kJacobian);
  problem.project = measured(std::move(problem.project), Activity::kProject);
  return problem;
}

WorkClock::Place WorkProfile::PlaceOfFunction(const std::string& name) {
  const auto [at, is_new] = functions_.try_emplace(name);
  if (is_new) at->second.place = clock_->AddPlace();
  return at->second.place;
}

void WorkProfile::MeasureCallsOf(const std::shared_ptr<const expr::Function>& function) {
  std::vector<std::shared_ptr<const expr::Function>> waiting = {function};
  while (!waiting.empty()) {
    const auto next = std::move(waiting.back());
    waiting.pop_back();
    // A routine that calls itself has no callee there.
    if (!next || !measured_.emplace(next.get(), next).second) continue;
    next->MeasureCalls(clock_, PlaceOfFunction(next->name()));
    if (next->place().IsValid()) functions_[next->name()].span = next->place();
    for (const auto& callee : next->callees()) waiting.push_back(callee);
  }
}

void WorkProfile::MeasureCalls(std::span<codegen::Kernel* const> kernels) {
  for (const codegen::Kernel* kernel : kernels) {
    for (const auto& function : codegen::CalledFunctions(kernel->program())) MeasureCallsOf(function);
  }
}

bool WorkProfile::EarlierInText::operator()(const CauseKey& a, const CauseKey& b) const {
  const auto key = [](const CauseKey& k) {
    return std::tie(k.first.file.value, k.first.begin, k.first.end, k.second);
  };
  return key(a) < key(b);
}

void WorkProfile::NoteEvent(const System& system, const EventRecord& record) {
  const Hybrid& hybrid = system.hybrid;
  const auto note = [&](OriginId origin, HeldId leaf) {
    EventCause& cause = causes_[{SpanOf(system, origin), BareHeldText(system, leaf)}];
    ++cause.count;
    of_last_event_.push_back(&cause);
  };
  for (const SampleId s : record.samples) note(hybrid.samples[s].origin, hybrid.samples[s].value);
  for (const EventRecord::Change& change : record.changes) {
    const Held& held = hybrid.held[change.leaf];
    if (held.kind == Held::Kind::kRelation) note(hybrid.relations[RelationId(held.of)].origin, change.leaf);
  }
}

// Causes that come together share the time.
void WorkProfile::NoteTime(double seconds) {
  for (EventCause* cause : of_last_event_)
    cause->seconds += seconds / static_cast<double>(of_last_event_.size());
  of_last_event_.clear();
}

}  // namespace daedalus::simulate
