#include "daedalus/driver/flatten_model.h"

#include "daedalus/causal/explain_singular.h"
#include "daedalus/driver/stopwatch.h"
#include "daedalus/library/search_path.h"
#include "daedalus/semantics/flatten.h"
#include "daedalus/system/validate.h"

namespace daedalus::driver {
namespace {

std::vector<std::string> FilesToLoad(const ModelOptions& options, Diagnostics& diagnostics) {
  if (!options.files.empty()) return options.files;
  const auto file = library::FindClassFile(options.model, library::LibraryPath(options.libraries));
  if (file) return {*file};
  diagnostics.Report(
      Error(Code::kUnknownClass, {}, "no class `{}` was found in the libraries", options.model)
          .Hint("say where they are with --library DIR or the environment variable MODELICAPATH"));
  return {};
}

semantics::FlattenOptions ReadSettings(const std::vector<std::string>& settings, Diagnostics& diagnostics) {
  semantics::FlattenOptions out;
  for (const std::string& setting : settings) {
    const std::size_t at = setting.find('=');
    if (at == std::string::npos || at == 0) {
      diagnostics.Report(Error(Code::kBadOption, {}, "--set takes NAME=VALUE, not `{}`", setting));
    } else {
      out.overrides.push_back({setting.substr(0, at), setting.substr(at + 1)});
    }
  }
  return out;
}

}  // namespace

std::optional<System> FlattenModel(const ModelOptions& options, SourceFiles& loaded, Diagnostics& diagnostics,
                                   FlattenSeconds* seconds) {
  Stopwatch watch;
  library::CheckLibraries(options.libraries, diagnostics);
  if (diagnostics.HasErrors()) return std::nullopt;
  Load(FilesToLoad(options, diagnostics), loaded, diagnostics);
  if (seconds) seconds->parse = watch.Lap();
  const semantics::FlattenOptions flatten_options = ReadSettings(options.settings, diagnostics);
  if (diagnostics.HasErrors()) return std::nullopt;

  const auto name = options.model.empty() ? std::nullopt : std::optional<std::string_view>(options.model);
  auto model = semantics::FindModel(loaded.Trees(), name);
  if (!model) {
    diagnostics.Append(std::move(model).error());
    return std::nullopt;
  }
  auto system = semantics::Flatten(*model, flatten_options, diagnostics);
  if (!system) {
    diagnostics.Append(std::move(system).error());
    return std::nullopt;
  }
  for (Diagnostic& message : Validate(*system)) {
    if (message.code == Code::kUnbalanced) causal::ExplainImbalance(*system, message);
    diagnostics.Report(std::move(message));
  }
  if (seconds) seconds->flatten = watch.Lap();
  if (diagnostics.HasErrors()) return std::nullopt;
  return std::move(*system);
}

}  // namespace daedalus::driver
