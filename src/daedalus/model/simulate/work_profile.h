// What is measured of a run whose costs somebody wants to know: the activities of the integration, the calls
// of functions, and the causes of events. Blocks are measured where they run (execute/program_runner.h), by
// the same clock. A run that is not measured has no profile, and its callbacks are the plain ones.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "daedalus/base/work_clock.h"
#include "daedalus/model/simulate/event_record.h"
#include "daedalus/numerics/integrate/dae_problem.h"
#include "daedalus/programs/codegen/kernel.h"
#include "daedalus/system/expr/function.h"

namespace daedalus::simulate {

enum class Activity : std::uint8_t {
  kEvaluate,    // of the equations, for the method
  kJacobian,    // and its parts by time
  kProject,     // onto invariants
  kFindEvents,  // the search for crossings in a step
  kEvents,      // what happens at events
  kPoints,      // of the results
  kWatch,       // checks after steps
};
inline constexpr std::size_t kNumActivities = 7;
std::string_view NameOf(Activity activity);

class WorkProfile {
 public:
  WorkProfile();

  const std::shared_ptr<WorkClock>& clock() const { return clock_; }
  WorkClock::Place PlaceOf(Activity activity) const {
    return activities_[static_cast<std::size_t>(activity)];
  }
  const WorkClock::Cost& CostOf(Activity activity) const { return clock_->CostOf(PlaceOf(activity)); }

  // Activities do not nest: what is done within another one is part of that one.
  void Begin(Activity activity);
  void End();

  // The same problem with callbacks that are measured.
  integrate::DaeProblem Measured(integrate::DaeProblem problem);
  // Measures the functions that kernels call, and those that they call in turn.
  void MeasureCalls(std::span<codegen::Kernel* const> kernels);
  struct MeasuredFunction {
    WorkClock::Place place = 0;
    Span span;  // of its declaration; invalid: unknown
  };
  // By name. A function and its derivatives have one name, and are one entry.
  const std::map<std::string, MeasuredFunction>& functions() const { return functions_; }

  struct EventCause {
    std::int64_t count = 0;
    double seconds = 0;
  };
  // A relation or sample by its place in the text and what it says.
  using CauseKey = std::pair<Span, std::string>;
  struct EarlierInText {
    bool operator()(const CauseKey& a, const CauseKey& b) const;
  };
  using Causes = std::map<CauseKey, EventCause, EarlierInText>;
  // An event has happened; NoteTime tells how long it took.
  void NoteEvent(const System& system, const EventRecord& record);
  void NoteTime(double seconds);
  const Causes& causes() const { return causes_; }

 private:
  WorkClock::Place PlaceOfFunction(const std::string& name);
  void MeasureCallsOf(const std::shared_ptr<const expr::Function>& function);

  int depth_ = 0;  // of activities
  std::shared_ptr<WorkClock> clock_ = std::make_shared<WorkClock>();
  std::array<WorkClock::Place, kNumActivities> activities_ = {};
  std::map<std::string, MeasuredFunction> functions_;
  // Kept, so that no other function gets the address of one that was measured.
  std::map<const expr::Function*, std::shared_ptr<const expr::Function>> measured_;
  Causes causes_;
  std::vector<EventCause*> of_last_event_;
};

// An activity for the length of a scope; without a profile nothing.
class TimedActivity {
 public:
  TimedActivity(WorkProfile* profile, Activity activity) : profile_(profile) {
    if (profile_) profile_->Begin(activity);
  }
  ~TimedActivity() {
    if (profile_) profile_->End();
  }
  TimedActivity(const TimedActivity&) = delete;
  TimedActivity& operator=(const TimedActivity&) = delete;

 private:
  WorkProfile* profile_;
};

}  // namespace daedalus::simulate
