#include "run_batch.h"

#include <nanobind/ndarray.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <thread>

#include "daedalus/run/read_settings.h"
#include "daedalus/run/simulation.h"
#include "errors.h"
#include "grid_store.h"
#include "interrupt_guard.h"
#include "read_options.h"
#include "run_control.h"
#include "run_result.h"

namespace nb = nanobind;

namespace daedalus::python {
namespace {

using Rows = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Table = nb::ndarray<double, nb::ndim<3>, nb::c_contig, nb::device::cpu>;
using Pointer = std::shared_ptr<const LoadedModel>;

// What all runs have in common.
struct Batch {
  const Pointer& model;
  run::RunOptions options;
  std::vector<std::string> parameters, kept;
  std::size_t num_runs = 0, num_points = 0;
  const double* values = nullptr;  // a row for each run
  double* out = nullptr;           // for each run: a row for each kept name
  const std::atomic<bool>* cancelled = nullptr;

  std::span<double> OutOf(std::size_t run) const {
    const std::size_t size = kept.size() * num_points;
    return {out + run * size, size};
  }
};

// How one of them ended.
struct Ended {
  run::RunStatus status = run::RunStatus::kInterrupted;
  double final_time = 0;
  std::int64_t steps = 0;
  std::vector<LocatedDiagnostic> errors;
};

std::vector<LocatedDiagnostic> ErrorsOf(const Batch& batch, std::vector<Diagnostic> messages) {
  std::erase_if(messages, [](const Diagnostic& d) { return d.severity != Severity::kError; });
  return LocateAll(messages, batch.model->sources());
}

Ended RunOne(const Batch& batch, std::size_t run) {
  Ended out;
  run::Simulation simulation(batch.model->model(), batch.options);
  for (std::size_t i = 0; i < batch.parameters.size(); ++i) {
    auto set = simulation.Set(batch.parameters[i], batch.values[run * batch.parameters.size() + i]);
    if (set) continue;
    out.status = run::RunStatus::kWrongOption;
    out.errors = ErrorsOf(batch, std::move(set).error());
    return out;
  }
  GridStore points(*batch.model, batch.kept, batch.OutOf(run));
  simulation.Observe(points);
  simulation.ObeyCancellation(batch.cancelled);
  const run::RunReport report = simulation.Run();
  out.status = report.status;
  out.final_time = report.statistics.final_time;
  out.steps = report.statistics.steps;
  if (!run::HasEnded(report)) out.errors = ErrorsOf(batch, simulation.diagnostics().Take());
  return out;
}

std::vector<Ended> RunAll(const Batch& batch, std::size_t num_threads, std::atomic<std::int64_t>& num_done) {
  std::vector<Ended> out(batch.num_runs);
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t run = next++; run < batch.num_runs && !*batch.cancelled; run = next++) {
      out[run] = RunOne(batch, run);
      ++num_done;
    }
  };
  std::vector<std::jthread> others;
  for (std::size_t i = 1; i < std::min(num_threads, batch.num_runs); ++i) others.emplace_back(work);
  work();
  return out;
}

// How far a batch is, and a way to end it.
class BatchControl {
 public:
  RunControl& run() { return run_; }
  std::atomic<std::int64_t>& num_done() { return num_done_; }

 private:
  RunControl run_;
  std::atomic<std::int64_t> num_done_ = 0;
};

// A list of (status, final time, steps, errors). The points are in `out`.
nb::list RunBatch(const Pointer& model, const nb::dict& options, std::vector<std::string> parameters,
                  const Rows& values, std::vector<std::string> kept, const Table& out,
                  std::size_t num_threads, BatchControl& control, bool is_main_thread) {
  if (values.shape(1) != parameters.size() || out.shape(0) != values.shape(0) || out.shape(1) != kept.size())
    throw BadInput("the arrays of a batch do not fit together");
  const Batch batch{.model = model,
                    .options = ReadOptions(options),
                    .parameters = std::move(parameters),
                    .kept = std::move(kept),
                    .num_runs = values.shape(0),
                    .num_points = out.shape(2),
                    .values = values.data(),
                    .out = out.data(),
                    .cancelled = control.run().flag()};
  std::vector<Ended> ended;
  {
    const nb::gil_scoped_release without_gil;
    const InterruptGuard guard(is_main_thread ? control.run().flag() : nullptr);
    ended = RunAll(batch, num_threads, control.num_done());
  }
  control.run().SetInterrupted(is_main_thread && control.run().IsCancelled() && TakeKeyboardInterrupt());
  nb::list result;
  for (const Ended& one : ended)
    result.append(nb::make_tuple(NameOf(one.status), one.final_time, one.steps, ToPython(one.errors)));
  return result;
}

// The times of the output grid of a run with these options.
Array GridOf(const LoadedModel& model, const nb::dict& options) {
  const auto settings =
      OrThrow(run::ReadSettings(ReadOptions(options), model.model()->experiment()), model.sources());
  std::vector<double> times;
  for (std::int64_t i = 0; i < settings.grid.num_points(); ++i) times.push_back(settings.grid.Time(i));
  return OwnArray(std::move(times));
}

}  // namespace

void BindRunBatch(nb::module_& m) {
  nb::class_<BatchControl>(m, "BatchControl", "Ends a batch from outside, and counts its runs.")
      .def(nb::init<>())
      .def("cancel", [](BatchControl& c) { c.run().Cancel(); })
      .def_prop_ro("num_done", [](BatchControl& c) { return c.num_done().load(); })
      .def_prop_ro("is_interrupted", [](BatchControl& c) { return c.run().is_interrupted(); });
  m.def("run_batch", &RunBatch, nb::arg("model"), nb::arg("options"), nb::arg("parameters"),
        nb::arg("values"), nb::arg("keep"), nb::arg("out").noconvert(), nb::arg("threads"),
        nb::arg("control"), nb::arg("is_main_thread"));
  m.def("grid", &GridOf, nb::arg("model"), nb::arg("options"));
}

}  // namespace daedalus::python
