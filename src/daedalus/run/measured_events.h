// The events of a run, with the time that they take.
#pragma once

#include "daedalus/base/stopwatch.h"
#include "daedalus/model/simulate/run.h"
#include "daedalus/model/simulate/work_profile.h"

namespace daedalus::run {

class MeasuredEvents final : public simulate::EventSource {
 public:
  // Both outlive this object.
  MeasuredEvents(simulate::EventSource& events, simulate::WorkProfile& profile)
      : events_(events), profile_(profile) {}

  double NextInstant() override { return events_.NextInstant(); }
  double StepLimit(double t) const override { return events_.StepLimit(t); }
  Result<std::optional<double>> FindInStep() override {
    const simulate::TimedActivity timed(&profile_, simulate::Activity::kFindEvents);
    return events_.FindInStep();
  }
  Result<Handled> Handle(double t) override {
    const simulate::TimedActivity timed(&profile_, simulate::Activity::kEvents);
    Stopwatch watch;
    auto handled = events_.Handle(t);
    profile_.NoteTime(watch.Lap());
    return handled;
  }
  Result<Unit> Resume() override { return events_.Resume(); }
  Result<bool> Finish(double t) override {
    const simulate::TimedActivity timed(&profile_, simulate::Activity::kEvents);
    return events_.Finish(t);
  }

 private:
  simulate::EventSource& events_;
  simulate::WorkProfile& profile_;
};

}  // namespace daedalus::run
