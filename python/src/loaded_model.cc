#include "loaded_model.h"

#include <string_view>
#include <utility>

#include "daedalus/products/driver/flatten_model.h"
#include "daedalus/system/print_system.h"
#include "daedalus/system/validate.h"
#include "errors.h"

namespace daedalus::python {
namespace {

bool IsQuoted(std::string_view name) {
  return name.size() > 2 && name.starts_with('\'') && name.ends_with('\'');
}

// Flat text quotes names with dots. The equations that it was written from have the names alone.
void Unquote(NameTable& names, ScalarName& name) {
  const std::string text = names.Text(name);
  if (IsQuoted(text)) name = names.Add(text.substr(1, text.size() - 2));
}

void UnquoteAll(System& system) {
  for (Variable& variable : system.variables) Unquote(system.names, variable.name);
  for (Parameter& parameter : system.parameters) Unquote(system.names, parameter.name);
  for (DiscreteVariable& discrete : system.hybrid.discretes) Unquote(system.names, discrete.name);
  for (ModelInput& input : system.hybrid.inputs) Unquote(system.names, input.name);
}

// The name as the text of the request has it.
std::string NameInText(const LoadRequest& request, const std::string& name) {
  return request.is_flat && name.find('.') != std::string::npos ? "'" + name + "'" : name;
}

// The places of lines are found when they are first asked for. Threads of runs ask for them, so this is done
// before.
void FindLines(const Sources& sources) {
  for (std::size_t i = 0; i < sources.size(); ++i)
    static_cast<void>(sources.Locate(SourceFileId(static_cast<std::uint32_t>(i)), 0));
}

}  // namespace

driver::ModelOptions OptionsOf(const LoadRequest& request) {
  driver::ModelOptions out;
  out.files = request.files;
  out.texts = request.texts;
  out.model = request.model;
  out.libraries = request.libraries;
  out.allow_external = request.allow_external;
  for (const auto& [name, value] : request.values)
    out.settings.push_back(NameInText(request, name) + "=" + value);
  return out;
}

std::shared_ptr<const LoadedModel> LoadedModel::Load(LoadRequest request) {
  std::shared_ptr<LoadedModel> out(new LoadedModel);
  out->request_ = std::move(request);
  const auto files = std::make_shared<driver::SourceFiles>();
  out->files_ = files;
  Diagnostics diagnostics;
  auto system = driver::FlattenModel(OptionsOf(out->request_), *files, diagnostics);
  FindLines(files->sources);
  if (!system) throw DiagnosticError(diagnostics.Take(), files->sources);
  if (out->request_.is_flat) UnquoteAll(*system);
  out->model_ = model::Model::FromSystem(*std::move(system));
  out->warnings_ = diagnostics.Take();
  return out->request_.starts.empty() ? out : out->WithStarts(out->request_.starts);
}

std::shared_ptr<const LoadedModel> LoadedModel::FromSystem(System system) {
  std::shared_ptr<LoadedModel> out(new LoadedModel);
  out->files_ = std::make_shared<const driver::SourceFiles>();
  Diagnostics diagnostics;
  diagnostics.Append(Validate(system));
  if (diagnostics.HasErrors()) throw DiagnosticError(diagnostics.Take(), out->sources());
  out->request_.is_flat = true;
  out->request_.texts.emplace_back(system.name + ".mo", FlatModelica(system));
  out->model_ = model::Model::FromSystem(std::move(system));
  out->warnings_ = diagnostics.Take();
  return out;
}

std::shared_ptr<const LoadedModel> LoadedModel::WithStarts(std::vector<std::string> variables) const {
  std::shared_ptr<LoadedModel> out(new LoadedModel);
  out->request_ = request_;
  out->request_.starts = variables;
  out->files_ = files_;
  out->warnings_ = warnings_;
  out->model_ = OrThrow(model_->WithSettableStarts(std::move(variables)), sources());
  return out;
}

std::optional<std::string> LoadedModel::TextOf(const std::string& file) const {
  for (std::uint32_t i = 0; i < sources().size(); ++i) {
    if (sources().Name(SourceFileId(i)) == file) return std::string(sources().Text(SourceFileId(i)));
  }
  return std::nullopt;
}

std::shared_ptr<const model::ModelDescription> LoadedModel::Describe() const {
  return OrThrow(model_->Describe(), sources());
}

}  // namespace daedalus::python
