#include "run_model.h"

#include <fmt/format.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "daedalus/run/simulation.h"
#include "errors.h"
#include "interrupt_guard.h"
#include "model_state.h"
#include "read_options.h"

namespace nb = nanobind;

namespace daedalus::python {
namespace {

Result<Unit> SetValues(const RunRequest& request, run::Simulation& simulation) {
  for (const auto& [name, value] : request.parameters) {
    if (auto set = simulation.Set(name, value); !set) return set;
  }
  for (const auto& [name, value] : request.inputs) {
    if (auto set = simulation.SetInput(name, value); !set) return set;
  }
  return Unit{};
}

// Python's call. In the main thread Ctrl-C ends the run; Python raises KeyboardInterrupt afterwards.
std::unique_ptr<RunResult> Run(const std::shared_ptr<const LoadedModel>& model, const nb::dict& options,
                               std::vector<std::pair<std::string, double>> parameters,
                               std::vector<std::pair<std::string, double>> inputs, const nb::object& table,
                               const State* from, std::vector<std::string> kept, bool keeps_events,
                               RunControl* control, bool is_main_thread) {
  RunRequest request{.options = ReadOptions(options),
                     .parameters = std::move(parameters),
                     .inputs = std::move(inputs),
                     .kept = std::move(kept),
                     .keeps_events = keeps_events};
  if (!table.is_none()) request.options.inputs = ReadInputTable(nb::cast<nb::tuple>(table));
  if (from != nullptr) request.options.from = from->shared();
  RunControl own;
  RunControl* const used = control != nullptr ? control : &own;
  std::unique_ptr<RunResult> result;
  {
    const nb::gil_scoped_release without_gil;
    const InterruptGuard guard(is_main_thread ? used->flag() : nullptr);
    result = RunModel(model, request, used);
  }
  result->SetInterrupted(is_main_thread && used->IsCancelled() && TakeKeyboardInterrupt());
  return result;
}

}  // namespace

ColumnStore::Selection SelectNames(const LoadedModel& model, const std::vector<std::string>& names) {
  if (names.empty()) return {};
  return [&model, names](const compile::GivenModel& given) -> Result<std::vector<std::uint32_t>> {
    const auto known = model.NamesFor(given);
    std::vector<std::uint32_t> places;
    for (const std::string& name : names) {
      const ResultName* const found = known->Find(name);
      if (found == nullptr)
        return Fail(Error(Code::kBadOption, {}, "`{}` is not a variable of `{}`", name, given.system->name)
                        .Hint(known->HintFor(name)));
      if (found->kind == ResultName::Kind::kColumn) places.push_back(found->index);
    }
    std::ranges::sort(places);
    places.erase(std::ranges::unique(places).begin(), places.end());
    return places;
  };
}

std::unique_ptr<RunResult> RunModel(const std::shared_ptr<const LoadedModel>& model,
                                    const RunRequest& request, RunControl* control) {
  ColumnStore points(SelectNames(*model, request.kept));
  EventList events(model->sources(), request.keeps_events);
  run::Simulation simulation(model->model(), request.options);
  if (auto set = SetValues(request, simulation); !set) throw DiagnosticError(set.error(), model->sources());
  simulation.Observe(points);
  simulation.Observe(events);
  if (control != nullptr) {
    simulation.Observe(*control);
    simulation.ObeyCancellation(control->flag());
  }
  run::RunReport report = simulation.Run();
  points.Flush();
  return std::make_unique<RunResult>(model, std::move(points), std::move(events), std::move(report),
                                     simulation.diagnostics().Take());
}

void BindRunModel(nb::module_& m) {
  nb::class_<RunControl>(m, "RunControl", "Ends a run from outside, and shows how far it is.")
      .def(nb::init<>())
      .def("cancel", &RunControl::Cancel)
      .def_prop_ro("is_cancelled", &RunControl::IsCancelled)
      .def_prop_ro("is_interrupted", &RunControl::is_interrupted)
      .def_prop_ro("progress", &RunControl::Progress);
  m.def("run", &Run, nb::arg("model"), nb::arg("options"), nb::arg("parameters"), nb::arg("inputs"),
        nb::arg("table").none(), nb::arg("start").none(), nb::arg("keep"), nb::arg("events"),
        nb::arg("control").none(), nb::arg("is_main_thread"));
}

}  // namespace daedalus::python
