#include "daedalus/run/read_settings.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "daedalus/numerics/integrate/suite/methods.h"
#include "daedalus/programs/inlined/inlined_integrator.h"
#include "daedalus/programs/inlined/methods.h"
#include "daedalus/programs/inlined/mixed_methods.h"

namespace daedalus::run {
namespace {

constexpr double kMostPoints = 1e9;

Diagnostic Bad(std::string message) {
  return Error(Code::kBadOption, {}, "{}", message);
}

// The method of `auto`. With a tolerance: the one whose errors meet it. With a fixed step: the one with the
// smaller loops. In mixed mode: the one of the highest order. All of them can integrate stiff models of any
// kind.
inlined::Method InlinedByDefault(const RunOptions& options) {
  if (!options.implicit.empty()) return inlined::Method::kArs3;
  return options.step ? inlined::Method::kRadau3 : inlined::Method::kRadau5;
}

std::string CheckInlinedMethod(const RunOptions& options, Diagnostics& errors) {
  const std::string& name = options.method;
  if (name == "auto") return std::string(NameOf(InlinedByDefault(options)));
  if (!inlined::MethodNamed(name)) {
    errors.Report(Bad(fmt::format("the method `{}` cannot be inlined", name)))
        .Hint(fmt::format("these can: {}", inlined::MethodNames()));
  }
  return name;
}

std::string CheckMethod(const std::string& name, Diagnostics& errors) {
  const integrate::MethodInfo* method = integrate::FindMethod(name);
  if (method && (method->available || method->needs_equations)) return name;
  errors
      .Report(Bad(method ? fmt::format("the method `{}` is not available yet", name)
                         : fmt::format("there is no method `{}`", name)))
      .Hint("`daedalus methods` lists all");
  return name;
}

// A bound that a loop near its last solution satisfies easily.
constexpr int kRealTimeIterations = 10;

void ReadRealTime(const RunOptions& options, simulate::RunSettings& out, Diagnostics& errors) {
  const bool is_inline = out.form == simulate::ModelForm::kInline;
  out.real_time = options.real_time;
  out.newton_limit = options.newton_limit.value_or(options.real_time ? kRealTimeIterations : 0);
  if (options.real_time && (!is_inline || !options.step))
    errors.Report(Bad("--realtime needs steps of known size and work")).Hint("add --form inline and --step");
  if (options.newton_limit && !is_inline) errors.Report(Bad("--newton-limit is for --form inline"));
  if (options.newton_limit && *options.newton_limit < 1)
    errors.Report(Bad("--newton-limit must be 1 or more"));
}

void ReadImplicit(const RunOptions& options, simulate::RunSettings& out, Diagnostics& errors) {
  out.implicit_states = options.implicit;
  if (options.implicit.empty()) return;
  if (out.form != simulate::ModelForm::kInline) errors.Report(Bad("--implicit is for --form inline"));
  const auto method = inlined::MethodNamed(out.method);
  if (method && !MixesModes(*method)) {
    errors.Report(Bad(fmt::format("the method `{}` has no explicit partner for --implicit", out.method)))
        .Hint("use backward-euler, ars2 or ars3");
  }
}

void ReadInlinedOrder(const RunOptions& options, const simulate::RunSettings& out, Diagnostics& errors) {
  const auto method = inlined::MethodNamed(out.method);
  if (!options.max_order || !method) return;
  const int lowest = IsMultistep(*method) ? 1 : OrderOf(*method),
            highest = IsMultistep(*method) ? inlined::kHighestOrder : lowest;
  if (*options.max_order < lowest || *options.max_order > highest) {
    errors.Report(
        Bad(fmt::format("the inlined method `{}` has no order {}", out.method, *options.max_order)));
  } else if (inlined::HighestOrder(*method, out.integrator) < *options.max_order) {
    errors
        .Report(Bad(fmt::format("the inlined method `{}` has no order {} with steps that vary", out.method,
                                *options.max_order)))
        .Hint("it has this order with --step");
  }
}

void ReadController(const RunOptions& options, simulate::RunSettings& out, Diagnostics& errors) {
  if (options.controller.empty()) return;
  out.integrator.controller = integrate::FindController(options.controller);
  if (out.integrator.controller) return;
  errors.Report(Bad(fmt::format("there is no step controller `{}`", options.controller)))
      .Hint("the controllers are elementary, pi, predictive, h211b and h312");
}

void ReadStepOptions(const RunOptions& options, simulate::RunSettings& out, Diagnostics& errors) {
  const auto positive = [&](std::string_view option, const std::optional<double>& value) {
    if (value && !(*value > 0 && std::isfinite(*value))) {
      errors.Report(Bad(fmt::format("{} must be a positive number, but is {}", option, *value)));
    }
    return value.value_or(0);
  };
  out.integrator.fixed_step = positive("--step", options.step);
  out.integrator.max_step = positive("--max-step", options.max_step);
  out.integrator.max_order = options.max_order.value_or(0);
  static_cast<void>(positive("--baumgarte-rate", options.baumgarte_rate));
  if (options.baumgarte_rate && options.index_treatment != compile::IndexTreatment::kBaumgarte)
    errors.Report(Bad("--baumgarte-rate is for --constraints baumgarte"));
  out.refuse_impulses = options.refuse_impulses;
  out.sliding = options.sliding;
  out.reuses_coordinates = options.reuse_coordinates;
  ReadController(options, out, errors);
  const integrate::MethodInfo* method =
      out.form == simulate::ModelForm::kInline ? nullptr : integrate::FindMethod(out.method);
  if (options.reuse_coordinates && !(method && method->needs_equations))
    errors.Report(Bad("--reuse-coordinates is for the methods icp and ucp"));
  if (out.form == simulate::ModelForm::kInline) return ReadInlinedOrder(options, out, errors);
  if (options.step && method && !method->takes_fixed_step) {
    errors.Report(Bad(fmt::format("the method `{}` chooses its own steps, so --step has no use", out.method)))
        .Hint("`daedalus methods` shows which methods take a fixed step");
  }
  if (options.max_order && method &&
      (*options.max_order < method->min_order || *options.max_order > method->max_order)) {
    errors.Report(Bad(fmt::format("the method `{}` has no order {}", out.method, *options.max_order)));
  }
  if (method && !method->implicit && out.form == simulate::ModelForm::kDae) {
    errors.Report(Bad(fmt::format("the method `{}` is explicit and needs the causal form", out.method)))
        .Hint("leave out --form dae");
  }
  if (method && method->needs_equations && out.form == simulate::ModelForm::kOde) {
    errors
        .Report(Bad(fmt::format("the method `{}` integrates the equations as they stand, not the causal form",
                                out.method)))
        .Hint("leave out --form ode");
  }
  if (options.sliding && (options.index_treatment != compile::IndexTreatment::kDummyDerivatives ||
                          (method && method->needs_equations)))
    errors.Report(Bad("--sliding needs equations whose index may be reduced"))
        .Hint("leave out --constraints");
}

simulate::OutputGrid MakeGrid(const RunOptions& options, const Experiment& experiment, Diagnostics& errors) {
  const double start = options.start.value_or(experiment.start_time.value_or(0.0));
  const double stop = options.stop.value_or(experiment.stop_time.value_or(std::max(1.0, start + 1.0)));
  const auto is_finite = [&](const char* which, double time) {
    if (std::isfinite(time)) return true;
    errors.Report(Bad(fmt::format("the {} time must be a finite number, but is {}", which, time)));
    return false;
  };
  const bool start_is_finite = is_finite("start", start);
  if (!is_finite("stop", stop) || !start_is_finite) return {};
  if (stop < start) {
    errors.Report(Bad(fmt::format("the stop time {} lies before the start time {}", stop, start)));
    return {};
  }
  if (options.intervals) {
    if (*options.intervals < 1) errors.Report(Bad("--intervals must be 1 or more"));
    return simulate::MakeGridOfIntervals(start, stop, std::max(1, *options.intervals));
  }
  const bool from_annotation = !options.interval && experiment.interval && *experiment.interval > 0;
  const std::optional<double> interval = from_annotation ? experiment.interval : options.interval;
  if (!interval) return simulate::MakeGridOfIntervals(start, stop, 500);
  if (!(*interval > 0) || (stop - start) / *interval > kMostPoints) {
    errors.Report(
        Bad(fmt::format("an output interval of {} does not fit a run of {} s", *interval, stop - start)));
    return {};
  }
  return simulate::MakeGridOfStep(start, stop, *interval);
}

}  // namespace

Result<simulate::RunSettings> ReadSettings(const RunOptions& options, const Experiment& experiment) {
  simulate::RunSettings out;
  Diagnostics errors;
  out.form = FormAskedFor(options);
  if (options.form != simulate::ModelForm::kAuto && options.form != out.form)
    errors
        .Report(Bad(fmt::format("this treatment of constraints needs --form {}",
                                out.form == simulate::ModelForm::kOde ? "ode" : "dae")))
        .Hint("leave out --form");
  out.method = out.form == simulate::ModelForm::kInline ? CheckInlinedMethod(options, errors)
                                                        : CheckMethod(options.method, errors);
  ReadStepOptions(options, out, errors);
  ReadRealTime(options, out, errors);
  ReadImplicit(options, out, errors);
  out.inlined_step.tearing = options.tearing;
  out.inlined_step.loop_method = options.loops;
  out.tolerance = options.tolerance.value_or(experiment.tolerance.value_or(1e-6));
  if (!(out.tolerance > 0) || out.tolerance >= 1) {
    errors.Report(Bad(fmt::format("the tolerance must lie between 0 and 1, but is {}", out.tolerance)));
  }
  out.grid = MakeGrid(options, experiment, errors);
  if (errors.HasErrors()) return Failure{errors.Take()};
  return out;
}

}  // namespace daedalus::run
