// When the samples of a model are due: `sample(start, interval)` at start, start + interval and so on. They
// are counted, so that no rounding adds up.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "daedalus/model/hybrid/event_model.h"

namespace daedalus::hybrid {

class SampleTimes {
 public:
  explicit SampleTimes(const EventModel& model)
      : times_(2 * model.hybrid.samples.size()), counts_(model.hybrid.samples.size(), 0.0) {}

  // Starts and intervals, which may depend on what was found at the start (`parameter Real t0(fixed =
  // false)`).
  void Read(EventModel& model, const codegen::KernelInputs& inputs) {
    model.samples.Evaluate(inputs, times_.data());
  }
  // The first whose interval is not positive, or whose start is not finite.
  std::optional<SampleId> FindBad() const;

  // A run starts at t: those before it have been.
  void SkipBefore(double t);
  // None has been.
  void Reset();
  // Those that are due at t; they have been then.
  std::vector<SampleId> TakeDue(double t);
  // The next time, or t where one is due; infinite where there are none.
  double Next(double t) const;

  // How many have been, to go back there.
  const std::vector<double>& counts() const { return counts_; }
  void GoBackTo(const std::vector<double>& counts) { counts_ = counts; }

  template <class Archive>
  void Visit(Archive& archive) {
    archive(times_, counts_);
  }

 private:
  std::vector<double> times_;  // start and interval of each, one after the other
  std::vector<double> counts_;
};

}  // namespace daedalus::hybrid
