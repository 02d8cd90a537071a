// The choice of states during a run: made at the start, watched after every step, made anew where another
// one has become much better or where the integrator can no longer go on.
//
// Every choice that was ever made is kept ready, since a motion that comes back needs it again: a pendulum
// that turns over changes four times a turn between the same two.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/simulate/segment.h"
#include "daedalus/simulate/state_monitor.h"

namespace daedalus::simulate {

class StateChanges {
 public:
  StateChanges(compile::GivenModel given, const RunSettings& settings, CodeChoice code);

  // With the states chosen at the start values. Call once, before the others.
  Result<Unit> ChooseFirst();

  const compile::GivenModel& given() const { return given_; }
  std::span<const Quantity> quantities() const { return quantities_; }
  Segment& current() { return *current_->segment; }

  // Where the initial problem is stated: the current segment, or where the equations are integrated as they
  // stand although their index is higher, the same model with its index reduced. Only there do the hidden
  // constraints show that initial values must satisfy.
  const compile::PreparedModel& start_model() const {
    return start_ ? start_->model() : current_->segment->model();
  }
  // Consistent values for the current segment, by a plan for start_model().
  Result<initialize::InitialValues> FindInitialValues(const initialize::InitialPlan& plan);

  // All segments that took part.
  std::vector<Segment*> Used();
  std::int64_t num_changes() const { return num_changes_; }

  // After a step, or with the outcome of one that failed: does another segment go on? It is then the current
  // one, its integrator at the same time.
  bool Consider(const integrate::StepOutcome* failure);

  // Of a point of the current segment, valid until the next call; nothing where it cannot be completed
  // (Segment::ReadQuantities).
  std::optional<std::span<const double>> QuantitiesAt(double t, std::span<const double> y,
                                                      std::span<const double> yp);
  // The first derivatives among those read last, per given variable.
  std::span<const double> Slopes();

 private:
  struct Choice {
    std::unique_ptr<Segment> segment;
    std::unique_ptr<StateMonitor> monitor;
    double limit = 0;  // of the gain, above which another choice is looked for
    bool has_run = false;
  };
  // The one that was made before, or a new one.
  Result<Choice*> Prepare(const structure::StateSelection& selection);
  bool Enter(Choice& choice, double t);
  Result<Unit> PrepareStart();

  compile::GivenModel given_;
  RunSettings settings_;
  CodeChoice code_;
  std::vector<Quantity> quantities_;
  std::vector<double> values_;                            // of the quantities
  std::vector<double> slopes_;                            // per given variable
  std::map<std::vector<std::uint32_t>, Choice> choices_;  // by the dummy derivatives
  Choice* current_ = nullptr;
  std::unique_ptr<Segment> start_;  // null: the current one
  std::int64_t num_changes_ = 0;
  std::optional<double> last_failure_;  // the time of it
};

}  // namespace daedalus::simulate
