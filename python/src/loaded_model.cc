#include "loaded_model.h"

#include <utility>

#include "daedalus/language/library/class_store.h"
#include "daedalus/language/library/search_path.h"
#include "daedalus/language/semantics/flatten.h"
#include "daedalus/language/syntax/parse.h"
#include "daedalus/products/driver/explain_unbalanced.h"
#include "daedalus/system/validate.h"
#include "errors.h"

namespace daedalus::python {
namespace {

void AddText(const std::string& name, const std::string& text, driver::SourceFiles& files,
             library::ClassStore& store, Diagnostics& diagnostics) {
  const SourceFileId file = files.sources.Add(name, text);
  syntax::ParseResult parsed = syntax::Parse(files.sources, file, files.names);
  diagnostics.Append(std::move(parsed.diagnostics));
  files.trees.push_back(std::move(parsed.tree));
  store.AddTree(files.trees.back());
}

semantics::FlattenOptions OptionsOf(const LoadRequest& request) {
  semantics::FlattenOptions out;
  out.allow_external = request.allow_external;
  out.free_inputs = semantics::FreeInputs::kFollowed;
  for (const auto& [name, value] : request.values) out.overrides.push_back({name, value});
  return out;
}

// Stages 1 and 2, as driver/flatten_model.h has them for files alone.
Result<System> Flatten(const LoadRequest& request, driver::SourceFiles& files, Diagnostics& diagnostics) {
  library::CheckLibraries(request.libraries, diagnostics);
  library::ClassStore store(files.sources, files.names, library::LibraryPath(request.libraries), diagnostics);
  for (const auto& [name, text] : request.texts) AddText(name, text, files, store, diagnostics);
  for (const std::string& file : request.files) store.AddFile(file);
  if (diagnostics.HasErrors()) return Failure{diagnostics.Take()};
  const auto name = request.model.empty() ? std::nullopt : std::optional<std::string_view>(request.model);
  auto model = semantics::FindModel(store, name);
  if (!model) return Failure{std::move(model).error()};
  auto system = semantics::Flatten(store, *model, OptionsOf(request), diagnostics);
  if (!system) return system;
  for (Diagnostic& message : Validate(*system)) {
    if (message.code == Code::kUnbalanced) driver::ExplainUnbalanced(store, *model, *system, message);
    diagnostics.Report(std::move(message));
  }
  if (diagnostics.HasErrors()) return Failure{diagnostics.Take()};
  return system;
}

// The places of lines are found when they are first asked for. Threads of runs ask for them, so this is done
// before.
void FindLines(const Sources& sources) {
  for (std::size_t i = 0; i < sources.size(); ++i)
    static_cast<void>(sources.Locate(SourceFileId(static_cast<std::uint32_t>(i)), 0));
}

}  // namespace

std::shared_ptr<const LoadedModel> LoadedModel::Load(LoadRequest request) {
  std::shared_ptr<LoadedModel> out(new LoadedModel);
  out->request_ = std::move(request);
  Diagnostics diagnostics;
  auto system = Flatten(out->request_, out->files_, diagnostics);
  FindLines(out->files_.sources);
  out->model_ = model::Model::FromSystem(OrThrow(std::move(system), out->files_.sources));
  out->warnings_ = diagnostics.Take();
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
