#include "daedalus/products/driver/flatten_model.h"

#include "daedalus/base/stopwatch.h"
#include "daedalus/language/library/class_store.h"
#include "daedalus/language/library/search_path.h"
#include "daedalus/language/semantics/flatten.h"
#include "daedalus/products/driver/add_fmu.h"
#include "daedalus/products/driver/explain_unbalanced.h"
#include "daedalus/products/driver/steady_state.h"
#include "daedalus/system/print_system.h"
#include "daedalus/system/text_size.h"
#include "daedalus/system/validate.h"

namespace daedalus::driver {

semantics::FlattenOptions ReadFlattenOptions(const ModelOptions& options, Diagnostics& diagnostics) {
  semantics::FlattenOptions out;
  out.unit_check = options.unit_check;
  out.allow_external = MayRunFmus(options);
  out.free_inputs = options.free_inputs;
  for (const std::string& setting : options.settings) {
    const std::size_t at = setting.find('=');
    if (at == std::string::npos || at == 0) {
      diagnostics.Report(Error(Code::kBadOption, {}, "--set takes NAME=VALUE, not `{}`", setting));
    } else {
      out.overrides.push_back({setting.substr(0, at), setting.substr(at + 1)});
    }
  }
  return out;
}

namespace {

std::optional<System> FlattenBy(const ModelOptions& options, semantics::FlattenOptions flatten_options,
                                SourceFiles& loaded, Diagnostics& diagnostics, FlattenSeconds* seconds) {
  Stopwatch watch;
  library::CheckLibraries(options.libraries, diagnostics);
  if (diagnostics.HasErrors()) return std::nullopt;
  library::ClassStore store(loaded.sources, loaded.names, library::LibraryPath(options.libraries),
                            diagnostics);
  for (const std::string& file : options.files) {
    if (IsFmu(file)) {
      AddFmu(file, options, loaded, store, diagnostics);
    } else {
      store.AddFile(file);
    }
  }
  for (const auto& [name, text] : options.texts) {
    LoadText(name, text, loaded, diagnostics);
    store.AddTree(loaded.trees.back());
  }
  CheckFmuOptions(options, diagnostics);
  if (seconds) seconds->parse = watch.Lap();
  if (diagnostics.HasErrors()) return std::nullopt;

  const auto name = options.model.empty() ? std::nullopt : std::optional<std::string_view>(options.model);
  auto model = semantics::FindModel(store, name);
  if (!model) {
    diagnostics.Append(std::move(model).error());
    return std::nullopt;
  }
  auto system = semantics::Flatten(store, *model, flatten_options, diagnostics);
  if (!system) {
    diagnostics.Append(std::move(system).error());
    return std::nullopt;
  }
  if (diagnostics.HasErrors()) return std::nullopt;
  for (Diagnostic& message : Validate(*system)) {
    if (message.code == Code::kUnbalanced) ExplainUnbalanced(store, *model, *system, message);
    diagnostics.Report(std::move(message));
  }
  if (seconds) seconds->flatten = watch.Lap();
  if (diagnostics.HasErrors()) return std::nullopt;
  return std::move(*system);
}

}  // namespace

std::optional<System> FlattenModel(const ModelOptions& options, SourceFiles& loaded, Diagnostics& diagnostics,
                                   FlattenSeconds* seconds) {
  semantics::FlattenOptions flatten_options = ReadFlattenOptions(options, diagnostics);
  auto system = FlattenBy(options, std::move(flatten_options), loaded, diagnostics, seconds);
  if (!system || !options.steady) return system;
  AskForSteadyState(*system);
  if (system->led) {
    System led = *system->led;
    AskForSteadyState(led);
    system->led = std::make_shared<const System>(std::move(led));
  }
  return system;
}

std::optional<System> FlattenForText(const ModelOptions& options, SourceFiles& loaded,
                                     Diagnostics& diagnostics) {
  semantics::FlattenOptions flatten_options = ReadFlattenOptions(options, diagnostics);
  flatten_options.with_function_texts = true;
  flatten_options.free_inputs = semantics::FreeInputs::kFollowed;
  return FlattenBy(options, std::move(flatten_options), loaded, diagnostics, nullptr);
}

std::optional<std::string> DescribeStage(const ModelOptions& options, semantics::Stage stage,
                                         SourceFiles& loaded, Diagnostics& diagnostics) {
  std::string text;
  semantics::FlattenOptions flatten_options = ReadFlattenOptions(options, diagnostics);
  flatten_options.stage_text = &text;
  flatten_options.stage = stage;
  flatten_options.with_function_texts = stage == semantics::Stage::kFlat;
  const auto system = FlattenBy(options, std::move(flatten_options), loaded, diagnostics, nullptr);
  if (system && stage == semantics::Stage::kFlat) {
    constexpr double kMaxTerms = 1e6;  // ten megabytes of text, roughly
    auto too_long = FindTooLongText(*system, kMaxTerms);
    if (!too_long) return FlatModelica(*system);
    diagnostics.Report(*std::move(too_long));
    return std::nullopt;
  }
  // The text before an error helps to find the error.
  return text.empty() && !system ? std::nullopt : std::optional(std::move(text));
}

}  // namespace daedalus::driver
