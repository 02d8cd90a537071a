// A run that Python leads from point to point: run::Simulation with the points it has made.
//
// Its stop time need not be known: a step that goes beyond it moves it (run/simulation.h).
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "daedalus/run/simulation.h"
#include "model_state.h"
#include "run_model.h"

namespace daedalus::python {

class LedRun {
 public:
  LedRun(std::shared_ptr<const LoadedModel> model, run::RunOptions options);

  // Parameters and inputs. In the middle of a run they hold from the present time on. All are set, or none.
  void Set(const std::vector<std::pair<std::string, double>>& parameters);
  void SetInput(const std::string& name, double value);
  // Continues to the time; starts if nobody has. False once the run is over.
  bool StepTo(double t, bool is_main_thread);
  State Save();
  void Restore(const State& state);
  // The points so far, and messages.
  std::unique_ptr<RunResult> Result();
  void Close();
  bool is_closed() const { return simulation_ == nullptr; }
  double time() const { return time_; }
  bool is_over() const { return is_over_; }
  // True once there are points.
  bool HasBegun();
  RunControl& control() { return control_; }

 private:
  run::Simulation& Open();
  void Require(daedalus::Result<Unit> done) const;
  double StopBehind(double t) const;

  std::shared_ptr<const LoadedModel> model_;
  RunControl control_;
  ColumnStore points_;
  EventList events_;
  std::unique_ptr<run::Simulation> simulation_;
  std::atomic<bool> is_in_use_ = false;
  bool has_started_ = false, is_over_ = false;
  double start_ = 0, time_ = 0, stop_ = 0;
};

void BindLedRun(nanobind::module_& m);

}  // namespace daedalus::python
