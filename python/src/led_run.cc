#include "led_run.h"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>

#include "exclusive_use.h"
#include "interrupt_guard.h"
#include "read_options.h"

namespace nb = nanobind;

namespace daedalus::python {
namespace {

constexpr int kUsualIntervals = 500;

// Points keep their distance when the stop time moves.
double IntervalOf(const run::RunOptions& options, const Experiment& experiment, double length) {
  if (options.interval) return *options.interval;
  if (options.intervals) return length / *options.intervals;
  if (experiment.interval && *experiment.interval > 0) return *experiment.interval;
  return length > 0 ? length / kUsualIntervals : 1;
}

}  // namespace

LedRun::LedRun(std::shared_ptr<const LoadedModel> model, run::RunOptions options)
    : model_(std::move(model)),
      points_({}, Attempts::kFollowEachOther),
      events_(model_->sources(), true, Attempts::kFollowEachOther) {
  const Experiment& experiment = model_->model()->experiment();
  start_ = time_ = options.start.value_or(experiment.start_time.value_or(0));
  stop_ = options.stop.value_or(experiment.stop_time.value_or(std::max(1.0, start_ + 1)));
  options.start = start_;
  options.stop = stop_;
  options.interval = IntervalOf(options, experiment, stop_ - start_);
  options.intervals = std::nullopt;
  simulation_ = std::make_unique<run::Simulation>(model_->model(), std::move(options));
  simulation_->Observe(points_);
  simulation_->Observe(events_);
  simulation_->Observe(control_);
  simulation_->ObeyCancellation(control_.flag());
}

run::Simulation& LedRun::Open() {
  if (!simulation_)
    throw UsageError(UsageError::Kind::kClosed, "the instance is closed", "make a new one: model.instance()");
  return *simulation_;
}

void LedRun::Require(daedalus::Result<Unit> done) const {
  OrThrow(std::move(done), model_->sources());
}

void LedRun::Set(const std::vector<std::pair<std::string, double>>& parameters) {
  const ExclusiveUse use(is_in_use_);
  std::vector<ParameterValue> values;
  for (const auto& [name, value] : parameters) values.push_back({name, value});
  Require(Open().Set(values));
}

void LedRun::SetInput(const std::string& name, double value) {
  const ExclusiveUse use(is_in_use_);
  Require(Open().SetInput(name, value));
}

// A stop time that is as far behind `t` as the run is long. Long runs move it seldom.
double LedRun::StopBehind(double t) const {
  return t + std::max(t - start_, 1e-9);
}

bool LedRun::StepTo(double t, bool is_main_thread) {
  const ExclusiveUse use(is_in_use_);
  run::Simulation& simulation = Open();
  if (!std::isfinite(t)) throw BadInput("the time must be a finite number");
  if (t < time_) throw BadInput("the time lies before that of the instance", "restore a state to go back");
  if (is_over_) return false;
  // The end of a run is final, so it must lie behind the time.
  if (t >= stop_) {
    Require(simulation.MoveStop(StopBehind(t)));
    stop_ = StopBehind(t);
  }
  bool goes_on = true;
  {
    const nb::gil_scoped_release without_gil;
    const InterruptGuard guard(is_main_thread ? control_.flag() : nullptr);
    goes_on = has_started_ || simulation.Start();
    has_started_ = true;
    goes_on = goes_on && simulation.StepTo(t);
  }
  control_.SetInterrupted(is_main_thread && control_.IsCancelled() && TakeKeyboardInterrupt());
  points_.Flush();
  is_over_ = !goes_on;
  if (goes_on) time_ = t;
  if (is_over_ && points_.num_points() > 0) time_ = points_.times().back();
  if (simulation.diagnostics().HasErrors())
    throw DiagnosticError(simulation.diagnostics().items(), model_->sources());
  return goes_on;
}

State LedRun::Save() {
  const ExclusiveUse use(is_in_use_);
  run::Simulation& simulation = Open();
  if (!has_started_) throw BadOption("there is no state to save: the run has not begun");
  return State(OrThrow(simulation.Save(), model_->sources()));
}

void LedRun::Restore(const State& state) {
  const ExclusiveUse use(is_in_use_);
  run::Simulation& simulation = Open();
  const double t = state.value().time;
  const double stop = t < stop_ ? stop_ : StopBehind(t);
  Require(simulation.Restore(state.value(), stop));
  points_.CutFrom(t);
  events_.CutAfter(t);
  time_ = t;
  stop_ = stop;
  has_started_ = true;
  is_over_ = false;
}

std::unique_ptr<RunResult> LedRun::Result() {
  const ExclusiveUse use(is_in_use_);
  Open();
  points_.Flush();
  return std::make_unique<RunResult>(model_, points_, events_, run::RunReport{},
                                     simulation_->diagnostics().items());
}

bool LedRun::HasBegun() {
  const ExclusiveUse use(is_in_use_);
  return points_.has_points();
}

void LedRun::Close() {
  const ExclusiveUse use(is_in_use_);
  simulation_ = nullptr;
}

void BindLedRun(nb::module_& m) {
  nb::class_<LedRun>(m, "LedRun", "A run that is led from point to point.")
      .def(
          "__init__",
          [](LedRun* place, std::shared_ptr<const LoadedModel> model, const nb::dict& options,
             const nb::object& table) {
            run::RunOptions read = ReadOptions(options);
            if (!table.is_none()) read.inputs = ReadInputTable(nb::cast<nb::tuple>(table));
            new (place) LedRun(std::move(model), std::move(read));
          },
          nb::arg("model"), nb::arg("options"), nb::arg("table").none())
      .def("set", &LedRun::Set, nb::arg("parameters"))
      .def("set_input", &LedRun::SetInput, nb::arg("name"), nb::arg("value"))
      .def("step_to", &LedRun::StepTo, nb::arg("t"), nb::arg("is_main_thread"))
      .def("save", &LedRun::Save)
      .def("restore", &LedRun::Restore, nb::arg("state"))
      .def("result", &LedRun::Result)
      .def("close", &LedRun::Close)
      .def_prop_ro("is_closed", &LedRun::is_closed)
      .def_prop_ro("has_begun", &LedRun::HasBegun)
      .def_prop_ro("is_over", &LedRun::is_over)
      .def_prop_ro("time", &LedRun::time)
      .def_prop_ro("control", &LedRun::control, nb::rv_policy::reference_internal);
}

}  // namespace daedalus::python
