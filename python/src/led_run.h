// A run that Python leads from point to point: run::Simulation with the points it has made.
//
// Its stop time need not be known. If a step goes beyond it, the run continues from its own state with a
// later stop time. That is exact in the sense of run/simulation.h: the run is bit for bit the one that
// continues from the saved state.
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

  // Parameters and inputs. In the middle of a run they hold from the present time on.
  void Set(const std::string& name, double value);
  void SetInput(const std::string& name, double value);
  // Drops the points and starts from the initial values.
  void Start();
  // Continues to the time; starts if nobody has. False once the run is over.
  bool StepTo(double t, bool is_main_thread);
  State Save();
  void Restore(const State& state);
  // The points so far, and messages.
  std::unique_ptr<RunResult> Result();
  // Ends the run, as `terminal()` sees it.
  std::unique_ptr<RunResult> Stop();
  void Close();
  bool is_closed() const { return simulation_ == nullptr; }
  double time() const { return time_; }
  bool is_over() const { return is_over_; }
  RunControl& control() { return control_; }

 private:
  run::Simulation& Open();
  void Renew();
  void Continue(const simulate::ModelState& state);
  bool Check(bool goes_on);
  std::unique_ptr<RunResult> ResultOf(run::RunReport report);

  std::shared_ptr<const LoadedModel> model_;
  run::RunOptions options_;
  RunRequest values_;  // that were set
  RunControl control_;
  ColumnStore points_;
  EventList events_;
  std::unique_ptr<run::Simulation> simulation_;
  std::atomic<bool> is_in_use_ = false;
  bool has_started_ = false, is_over_ = false;
  double time_ = 0, stop_ = 0;
};

void BindLedRun(nanobind::module_& m);

}  // namespace daedalus::python
