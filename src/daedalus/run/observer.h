// Observers of a run learn what happens, in the order in which it happens, and change nothing. Files, columns
// in memory, plots and progress bars are observers.
//
// A run may be tried in more than one way (fallback.h). Each attempt begins with Begin(). The first point of
// an attempt makes the points of earlier attempts void. So an observer that keeps points drops them in the
// first Point() after a Begin(), and no earlier: an attempt that finds no initial values leaves the earlier
// points valid.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/model/compile/given_model.h"
#include "daedalus/model/simulate/event_record.h"
#include "daedalus/model/simulate/run_settings.h"
#include "daedalus/system/quantity.h"

namespace daedalus::run {

// What is known before the first point of an attempt.
struct RunInfo {
  std::shared_ptr<const compile::GivenModel> given;
  // The values of a point are those of these quantities, in this order, then those held between events.
  std::span<const Quantity> quantities;             // of the given model
  const simulate::RunSettings* settings = nullptr;  // valid during the call
};

// What a run does now. After a failure it may begin again.
enum class RunStage { kStructure, kCodegen, kInitialize, kIntegrate };
std::string_view NameOf(RunStage stage);

class Observer {
 public:
  virtual ~Observer() = default;

  // The run does something else from now on.
  virtual void Enter(RunStage) {}
  // An attempt begins. An error ends the run before any work is done.
  virtual Result<Unit> Begin(const RunInfo&) { return Unit{}; }
  // A point of the results. Times do not decrease; an event has two points with the same time. An error ends
  // the run.
  virtual Result<Unit> Point(double /*t*/, std::span<const double> /*values*/) { return Unit{}; }
  // The integrator has made a step; some of its points may come later.
  virtual void Step(double /*t*/) {}
  virtual bool WantsEvents() const { return false; }
  // An event has happened. `system` belongs to the attempt.
  virtual void Event(const System& /*system*/, const simulate::EventRecord&) {}
  // A warning during the run, for example of an assertion. RunReport and its diagnostics do not repeat it.
  virtual void Warn(const Diagnostic&) {}
  virtual bool WantsPrint() const { return false; }
  // The model prints a line.
  virtual void Print(std::string_view /*line*/) {}
  // The attempt is over. Its points are final unless another attempt begins. An error makes the run fail.
  virtual Result<Unit> End() { return Unit{}; }
};

// All observers of a run as one. The first error ends a call.
class Audience {
 public:
  Audience() = default;
  explicit Audience(std::vector<Observer*> observers) : observers_(std::move(observers)) {}

  void Add(Observer& observer) { observers_.push_back(&observer); }
  void Enter(RunStage stage) const;
  Result<Unit> Begin(const RunInfo& info) const;
  Result<Unit> Point(double t, std::span<const double> values) const;
  void Step(double t) const;
  bool WantsEvents() const;
  void Event(const System& system, const simulate::EventRecord& record) const;
  void Warn(const Diagnostic& warning) const;
  bool WantsPrint() const;
  void Print(std::string_view line) const;
  Result<Unit> End() const;

 private:
  std::vector<Observer*> observers_;
};

}  // namespace daedalus::run
