// Finds the events of a run in the steps of its integrator, calls the handler (event_handler.h), and restarts
// the integrator.
//
// An event that leaves the continuous equations unchanged, as a counter that counts, needs no restart if the
// integrator stands at its time.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "daedalus/model/simulate/event_handler.h"
#include "daedalus/model/simulate/run.h"
#include "daedalus/model/simulate/state_changes.h"
#include "daedalus/numerics/integrate/roots.h"

namespace daedalus::simulate {

class Events final : public EventSource {
 public:
  // Both outlive this object.
  Events(StateChanges& states, EventHandler& handler, bool in_real_time)
      : states_(states), handler_(handler), in_real_time_(in_real_time) {}

  // Call once the integrator of the current segment has started.
  Result<Unit> Begin() { return Resume(); }

  // An input of the model has this value from now on; the next step begins with that event.
  void SetInput(std::size_t i, double value);

  double NextInstant() override { return next_instant_; }
  double StepLimit(double t) const override;
  Result<std::optional<double>> FindInStep() override;
  Result<Unit> EndStep() override;
  Result<Handled> Handle(double t) override;
  Result<Unit> Resume() override;
  Result<bool> Finish(double t) override;

 private:
  Result<std::optional<double>> FindCrossing();
  StepAccess LastStep();
  bool ReadPoint(double t);
  void MakeFinder(Segment& segment);

  StateChanges& states_;
  EventHandler& handler_;
  bool in_real_time_;
  std::unique_ptr<integrate::RootFinder> finder_;
  const Segment* searched_ = nullptr;              // the segment whose steps the finder searches
  std::vector<double> root_values_, root_slopes_;  // of a point at which roots are looked for
  std::vector<double> y_, yp_;                     // of the integrator, at an event
  std::vector<std::int32_t> crossed_;              // of the event that was found last
  double next_instant_ = 0;
};

}  // namespace daedalus::simulate
