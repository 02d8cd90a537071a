#include "describe.h"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "daedalus/base/nearest_name.h"
#include "daedalus/model/description_json.h"
#include "daedalus/products/analyze/describe_matrices.h"
#include "daedalus/products/analyze/explain_structure.h"
#include "daedalus/products/analyze/render_analysis.h"
#include "daedalus/results/structure_page.h"
#include "daedalus/system/print_system.h"
#include "daedalus/version.h"
#include "errors.h"
#include "loaded_model.h"

namespace nb = nanobind;

namespace daedalus::python {
namespace {

using Pointer = std::shared_ptr<const LoadedModel>;
using model::VariableCausality;

// What a caller may do with a name.
const char* KindOf(const model::VariableDescription& v) {
  const bool is_parameter =
      v.causality == VariableCausality::kParameter || v.causality == VariableCausality::kCalculatedParameter;
  if (v.causality == VariableCausality::kInput) return "input";
  if (v.causality == VariableCausality::kIndependent) return "time";
  if (is_parameter && v.is_settable) return "parameter";
  if (is_parameter && v.is_structural) return "structural";
  if (is_parameter || v.variability == model::VariableVariability::kConstant) return "constant";
  return "variable";
}

nb::dict Kinds(const LoadedModel& model) {
  nb::dict out;
  const auto description = model.Describe();
  for (const model::VariableDescription& v : description->variables) out[v.name.c_str()] = KindOf(v);
  return out;
}

std::string DescriptionText(const LoadedModel& model) {
  return DescriptionJson(*model.Describe(), model.sources()).dump();
}

System EquationsOf(const LoadedModel& model) {
  auto system = model.model()->CopyEquations();
  if (!system)
    throw DiagnosticError({Error(Code::kBadOption, {}, "the model is too large: its equations are not kept")},
                          model.sources());
  return *std::move(system);
}

std::string FlatText(const LoadedModel& model) {
  return FlatModelica(EquationsOf(model));
}

// In compressed rows, with the texts of the equations where they are listed.
nlohmann::ordered_json MatrixJson(const results::PageMatrix& matrix,
                                  const std::vector<results::PageEquation>& equations) {
  nlohmann::ordered_json out;
  out["unknowns"] = matrix.column_names;
  out["row_starts"] = matrix.row_starts;
  out["columns"] = matrix.columns;
  for (const results::EntryMark mark : matrix.entry_marks)
    out["is_derivative"].push_back(mark == results::EntryMark::kDerivative);
  for (const results::PageEquation& equation : equations) out["equations"].push_back(equation.text);
  return out;
}

// What `analyze --json` prints, and the incidence matrices as written and in the order of computation.
std::string StructureText(const LoadedModel& model) {
  Diagnostics diagnostics;
  const auto explained =
      OrThrow(analyze::ExplainStructure(EquationsOf(model), {}, diagnostics), model.sources());
  auto json = AnalysisJson(explained, model.sources());
  results::StructurePage page;
  DescribeMatrices(explained, model.sources(), page);
  json["incidence"] = MatrixJson(page.before, page.before_equations);
  json["ordered_incidence"] = MatrixJson(page.after, page.after_equations);
  return json.dump();
}

nb::dict ExperimentOf(const LoadedModel& model) {
  const Experiment& experiment = model.model()->experiment();
  nb::dict out;
  if (experiment.start_time) out["start"] = *experiment.start_time;
  if (experiment.stop_time) out["stop"] = *experiment.stop_time;
  if (experiment.interval) out["interval"] = *experiment.interval;
  if (experiment.tolerance) out["tolerance"] = *experiment.tolerance;
  return out;
}

Pointer LoadModel(std::vector<std::string> files, std::vector<std::pair<std::string, std::string>> texts,
                  std::string model, std::vector<std::string> libraries,
                  std::vector<std::pair<std::string, std::string>> values, bool allow_external,
                  std::vector<std::string> starts, bool is_flat) {
  LoadRequest request{.files = std::move(files),
                      .texts = std::move(texts),
                      .model = std::move(model),
                      .libraries = std::move(libraries),
                      .values = std::move(values),
                      .allow_external = allow_external,
                      .is_flat = is_flat,
                      .starts = std::move(starts)};
  const nb::gil_scoped_release without_gil;
  return LoadedModel::Load(std::move(request));
}

// The same texts with other values.
Pointer Reload(const LoadedModel& model, std::vector<std::pair<std::string, std::string>> values) {
  LoadRequest request = model.request();
  for (auto& value : values) {
    std::erase_if(request.values, [&](const auto& known) { return known.first == value.first; });
    request.values.push_back(std::move(value));
  }
  const nb::gil_scoped_release without_gil;
  return LoadedModel::Load(std::move(request));
}

// Everything that another process needs to load the model: texts instead of files. A file that belongs to a
// package needs the files around it, so it stays a file.
nb::tuple RecipeOf(const LoadedModel& model) {
  LoadRequest request = model.request();
  std::vector<std::string> files;
  for (const std::string& file : request.files) {
    const std::optional<std::string> text = model.TextOf(file);
    if (text && text->find("within") == std::string::npos) {
      request.texts.emplace_back(file, *text);
    } else {
      files.push_back(file);
    }
  }
  return nb::make_tuple(files, request.texts, request.model, request.libraries, request.values,
                        request.allow_external, request.starts, request.is_flat);
}

// "did you mean `x`?"; empty if no name is near.
std::string HintFor(const std::string& name, const std::vector<std::string>& known) {
  NearestName nearest(name);
  for (const std::string& other : known) nearest.Offer(other);
  return nearest.Hint();
}

}  // namespace

void BindDescribe(nb::module_& m) {
  m.attr("version") = DAEDALUS_VERSION_STRING;
  m.def("hint_for", &HintFor, nb::arg("name"), nb::arg("known"));
  m.def("load", &LoadModel, nb::arg("files"), nb::arg("texts"), nb::arg("model"), nb::arg("libraries"),
        nb::arg("values"), nb::arg("allow_external"), nb::arg("starts"), nb::arg("is_flat"));
  nb::class_<LoadedModel>(m, "LoadedModel", "A model, and the texts that it was made from.")
      .def_prop_ro("name", [](const LoadedModel& model) { return model.model()->name(); })
      .def_prop_ro("num_equations", [](const LoadedModel& model) { return model.model()->num_equations(); })
      .def_prop_ro("num_unknowns", [](const LoadedModel& model) { return model.model()->num_unknowns(); })
      .def_prop_ro("num_compiled", [](const LoadedModel& model) { return model.model()->num_compiled(); })
      .def_prop_ro(
          "warnings",
          [](const LoadedModel& model) { return ToPython(LocateAll(model.warnings(), model.sources())); })
      .def_prop_ro("experiment", &ExperimentOf)
      .def("recipe", &RecipeOf)
      .def("reload", &Reload, nb::arg("values"))
      .def("with_starts", &LoadedModel::WithStarts, nb::arg("variables"))
      .def("flat_text", &FlatText)
      .def("kinds", &Kinds)
      .def("description", &DescriptionText)
      .def("structure", &StructureText);
}

}  // namespace daedalus::python
