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

// The replaced value, or a new one.
void Put(std::vector<std::pair<std::string, double>>& values, const std::string& name, double value) {
  std::erase_if(values, [&](const auto& known) { return known.first == name; });
  values.emplace_back(name, value);
}

// Points keep their distance when the stop time moves.
double IntervalOf(const run::RunOptions& options, const Experiment& experiment, double length) {
  if (options.interval) return *options.interval;
  if (options.intervals) return length / *options.intervals;
  if (experiment.interval && *experiment.interval > 0) return *experiment.interval;
  return length > 0 ? length / kUsualIntervals : 1;
}

}  // namespace

LedRun::LedRun(std::shared_ptr<const LoadedModel> model, run::RunOptions options)
    : model_(std::move(model)), options_(std::move(options)), events_(model_->sources(), true) {
  const Experiment& experiment = model_->model()->experiment();
  options_.keeps_state = true;
  time_ = options_.start.value_or(experiment.start_time.value_or(0));
  options_.start = time_;
  stop_ = options_.stop.value_or(experiment.stop_time.value_or(std::max(1.0, time_ + 1)));
  options_.interval = IntervalOf(options_, experiment, stop_ - time_);
  options_.intervals = std::nullopt;
  Renew();
}

run::Simulation& LedRun::Open() {
  if (!simulation_) throw UsageError(UsageError::Kind::kClosed, "the instance is closed");
  return *simulation_;
}

void LedRun::Renew() {
  options_.stop = stop_;
  simulation_ = std::make_unique<run::Simulation>(model_->model(), options_);
  simulation_->Observe(points_);
  simulation_->Observe(events_);
  simulation_->Observe(control_);
  simulation_->ObeyCancellation(control_.flag());
  // They were checked when they were set.
  for (const auto& [name, value] : values_.parameters) static_cast<void>(simulation_->Set(name, value));
  for (const auto& [name, value] : values_.inputs) static_cast<void>(simulation_->SetInput(name, value));
}

void LedRun::Set(const std::string& name, double value) {
  const ExclusiveUse use(is_in_use_);
  if (auto set = Open().Set(name, value); !set) throw DiagnosticError(set.error(), model_->sources());
  Put(values_.parameters, name, value);
  if (has_started_ && !is_over_) Continue(OrThrow(simulation_->Save(), model_->sources()));
}

void LedRun::SetInput(const std::string& name, double value) {
  const ExclusiveUse use(is_in_use_);
  if (auto set = Open().SetInput(name, value); !set) throw DiagnosticError(set.error(), model_->sources());
  Put(values_.inputs, name, value);
}

bool LedRun::Check(bool goes_on) {
  if (simulation_->diagnostics().HasErrors())
    throw DiagnosticError(simulation_->diagnostics().items(), model_->sources());
  return goes_on;
}

void LedRun::Start() {
  const ExclusiveUse use(is_in_use_);
  Open();
  Renew();
  has_started_ = true;
  bool goes_on = false;
  {
    const nb::gil_scoped_release without_gil;
    goes_on = simulation_->Start();
  }
  is_over_ = !Check(goes_on);
}

// The run continues from the state with what is set now; its points are added to those that are there.
void LedRun::Continue(const simulate::ModelState& state) {
  const double length = std::max(stop_ - options_.start.value_or(0), 1e-9);
  if (state.time >= stop_) stop_ = state.time + length;
  options_.start = state.time;
  points_.GoOn();
  events_.GoOn();
  Renew();
  has_started_ = true;
  is_over_ = !Check(simulation_->Restore(state));
  time_ = state.time;
}

bool LedRun::StepTo(double t, bool is_main_thread) {
  const ExclusiveUse use(is_in_use_);
  Open();
  if (!std::isfinite(t)) throw nb::value_error("the time must be a finite number");
  if (t < time_)
    throw nb::value_error("the time lies before that of the instance; restore a state to go back");
  // The end of a run is final, so it must lie behind the time.
  const bool needs_more = t >= stop_;
  if (needs_more) stop_ = t + std::max(t - *options_.start, 1e-9);
  if (!has_started_) {
    Renew();
  } else if (needs_more && !is_over_) {
    Continue(OrThrow(simulation_->Save(), model_->sources()));
  }
  if (is_over_) return false;
  bool goes_on = true;
  {
    const nb::gil_scoped_release without_gil;
    const InterruptGuard guard(is_main_thread ? control_.flag() : nullptr);
    goes_on = has_started_ || simulation_->Start();
    has_started_ = true;
    goes_on = goes_on && simulation_->StepTo(t);
  }
  control_.SetInterrupted(is_main_thread && control_.IsCancelled() && TakeKeyboardInterrupt());
  points_.Flush();
  is_over_ = !goes_on;
  if (goes_on) time_ = t;
  if (is_over_ && points_.num_points() > 0) time_ = points_.times().back();
  return Check(goes_on);
}

State LedRun::Save() {
  const ExclusiveUse use(is_in_use_);
  Open();
  if (!has_started_) throw nb::value_error("there is no state to save: the run has not begun");
  simulate::ModelState state = OrThrow(simulation_->Save(), model_->sources());
  // Whoever restores the state continues in the same way.
  Continue(state);
  return State(std::move(state));
}

void LedRun::Restore(const State& state) {
  const ExclusiveUse use(is_in_use_);
  Open();
  // Values that were set before belong to the run that is left.
  RunRequest none;
  std::swap(values_, none);
  points_.CutFrom(state.value().time);
  Continue(state.value());
}

std::unique_ptr<RunResult> LedRun::ResultOf(run::RunReport report) {
  points_.Flush();
  return std::make_unique<RunResult>(model_, points_, events_, std::move(report),
                                     simulation_->diagnostics().items());
}

std::unique_ptr<RunResult> LedRun::Result() {
  const ExclusiveUse use(is_in_use_);
  Open();
  return ResultOf({});
}

std::unique_ptr<RunResult> LedRun::Stop() {
  const ExclusiveUse use(is_in_use_);
  run::RunReport report = Open().Stop();
  has_started_ = is_over_ = false;
  return ResultOf(std::move(report));
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
      .def("set", &LedRun::Set, nb::arg("name"), nb::arg("value"))
      .def("set_input", &LedRun::SetInput, nb::arg("name"), nb::arg("value"))
      .def("start", &LedRun::Start)
      .def("step_to", &LedRun::StepTo, nb::arg("t"), nb::arg("is_main_thread"))
      .def("save", &LedRun::Save)
      .def("restore", &LedRun::Restore, nb::arg("state"))
      .def("result", &LedRun::Result)
      .def("stop", &LedRun::Stop)
      .def("close", &LedRun::Close)
      .def_prop_ro("is_closed", &LedRun::is_closed)
      .def_prop_ro("is_over", &LedRun::is_over)
      .def_prop_ro("time", &LedRun::time)
      .def_prop_ro("control", &LedRun::control, nb::rv_policy::reference_internal);
}

}  // namespace daedalus::python
