#include "run_result.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "daedalus/results/statistics.h"
#include "errors.h"
#include "write_page.h"

namespace nb = nanobind;

namespace daedalus::python {
namespace {

// (name, unit, description, type, whether it changes), for each name.
nb::list NamesForPython(const RunResult& result) {
  nb::list out;
  const auto names = result.Names();
  if (!names) return out;
  for (const ResultName& name : names->all())
    out.append(nb::make_tuple(name.name, name.unit, name.description, model::NameOf(name.type),
                              name.kind == ResultName::Kind::kColumn));
  return out;
}

nb::list EventsForPython(const RunResult& result) {
  nb::list out;
  for (const EventText& event : result.events())
    out.append(nb::make_tuple(event.time, event.cause, event.text));
  return out;
}

}  // namespace

RunResult::RunResult(std::shared_ptr<const LoadedModel> model, ColumnStore points, EventList events,
                     run::RunReport report, std::vector<Diagnostic> diagnostics)
    : model_(std::move(model)),
      points_(std::move(points)),
      events_(std::move(events)),
      report_(std::move(report)),
      diagnostics_(std::move(diagnostics)) {}

std::vector<Diagnostic> RunResult::diagnostics() const {
  std::vector<Diagnostic> out = diagnostics_;
  out.insert(out.end(), events_.warnings().begin(), events_.warnings().end());
  return out;
}

std::vector<LocatedDiagnostic> RunResult::Messages() const {
  return LocateAll(diagnostics(), model_->sources());
}

bool RunResult::HasErrors() const {
  return std::ranges::any_of(diagnostics_,
                             [](const Diagnostic& d) { return d.severity == Severity::kError; });
}

Array RunResult::Wrap(std::span<const double> values) const {
  auto memory = std::make_unique<std::shared_ptr<const double[]>>(points_.memory());
  nb::capsule owner(memory.get(),
                    [](void* held) noexcept { delete static_cast<std::shared_ptr<const double[]>*>(held); });
  static_cast<void>(memory.release());
  return Array(values.data(), {values.size()}, owner);
}

Array OwnArray(std::vector<double> values) {
  auto kept = std::make_unique<std::vector<double>>(std::move(values));
  nb::capsule owner(kept.get(), [](void* held) noexcept { delete static_cast<std::vector<double>*>(held); });
  const std::vector<double>& all = *kept.release();
  return Array(all.data(), {all.size()}, owner);
}

Array RunResult::Times() const {
  return points_.given() ? Wrap(points_.times()) : OwnArray({});
}

std::shared_ptr<const ResultNames> RunResult::Names() const {
  return points_.given() ? model_->NamesFor(*points_.given()) : nullptr;
}

nb::object RunResult::Get(std::string_view name) const {
  const auto names = Names();
  const ResultName* const found = names ? names->Find(name) : nullptr;
  if (found == nullptr) return nb::none();
  const compile::GivenModel& given = *points_.given();
  const auto typed = [&](const nb::object& value) {
    return nb::make_tuple(value, model::NameOf(found->type));
  };
  if (found->kind == ResultName::Kind::kParameter)
    return typed(nb::float_(found->sign * given.parameters[found->index]));
  if (found->kind == ResultName::Kind::kConstant)
    return typed(nb::float_(found->sign * given.alias_values[found->index]));
  const auto values = points_.Values(found->index);
  if (!values) return nb::none();
  if (found->sign > 0) return typed(nb::cast(Wrap(*values)));
  std::vector<double> negated(values->begin(), values->end());
  for (double& value : negated) value = -value;
  return typed(nb::cast(OwnArray(std::move(negated))));
}

std::string RunResult::TextOf(std::string_view name, double number) const {
  const auto names = Names();
  const ResultName* const found = names ? names->Find(name) : nullptr;
  if (found == nullptr) return {};
  for (const Enumeration& enumeration : points_.given()->system->enumerations) {
    const bool is_meant = enumeration.is_string() ? found->type == model::VariableType::kString
                                                  : enumeration.name == found->enumeration;
    if (is_meant) return std::string(enumeration.TextOf(number).value_or(""));
  }
  return {};
}

void BindRunResult(nb::module_& m) {
  nb::class_<RunResult>(m, "RunResult", "The points of a run, and how it ended.")
      .def_prop_ro("status", [](const RunResult& r) { return NameOf(r.report().status); })
      .def_prop_ro("has_errors", &RunResult::HasErrors)
      .def_prop_ro("is_interrupted", &RunResult::is_interrupted)
      .def_prop_ro("messages", [](const RunResult& r) { return ToPython(r.Messages()); })
      .def_prop_ro("remarks", [](const RunResult& r) { return r.report().remarks; })
      .def_prop_ro("events", &EventsForPython)
      .def_prop_ro("names", &NamesForPython)
      .def_prop_ro("time", &RunResult::Times, nb::rv_policy::automatic)
      .def_prop_ro("statistics", [](const RunResult& r) { return ToJson(r.report().statistics).dump(); })
      .def("get", &RunResult::Get, nb::arg("name"))
      .def(
          "hint",
          [](const RunResult& r, std::string_view name) {
            const auto names = r.Names();
            return names ? names->HintFor(name) : std::string();
          },
          nb::arg("name"))
      .def("write_page", &WritePage, nb::arg("path"))
      .def("text", &RunResult::TextOf, nb::arg("name"), nb::arg("number"));
}

}  // namespace daedalus::python
