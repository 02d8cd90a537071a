#include "daedalus/products/driver/check_model.h"

#include "daedalus/language/library/search_path.h"
#include "daedalus/language/semantics/instances/check_class.h"
#include "daedalus/model/compile/prepare_model.h"
#include "daedalus/products/driver/check_class.h"
#include "daedalus/products/driver/explain_unbalanced.h"
#include "daedalus/products/driver/flatten_model.h"
#include "daedalus/system/validate.h"

namespace daedalus::driver {

CheckedClass CheckOne(library::ClassStore& store, library::ClassId cls,
                      const semantics::FlattenOptions& options, CheckDepth depth, Diagnostics& diagnostics) {
  semantics::ClassCheck check = semantics::CheckClass(store, cls, options, diagnostics);
  CheckedClass checked{check.is_right, check.is_in_part, {}};
  if (!check.system) {
    if (!check.is_right) return checked;
    checked.summary =
        fmt::format("{}: {}", store.FullName(cls), check.is_in_part ? "checked in part" : "right");
    if (check.num_unknowns > 0)
      checked.summary +=
          fmt::format(", {} equations for {} unknowns", check.num_equations, check.num_unknowns);
    checked.summary += "\n";
    return checked;
  }
  Diagnostics found;
  for (Diagnostic& message : Validate(*check.system)) {
    if (message.code == Code::kUnbalanced) ExplainUnbalanced(store, cls, *check.system, message);
    found.Report(std::move(message));
  }
  if (!found.HasErrors() && depth == CheckDepth::kStructure) {
    auto prepared =
        compile::PrepareModel(std::move(*check.system), compile::IndexTreatment::kDummyDerivatives, 0, found);
    if (prepared) {
      checked.summary = fmt::format("{}: {} equations for {} unknowns, {} parameters\n",
                                    prepared->system->name, prepared->num_given_equations,
                                    prepared->num_given_unknowns, prepared->system->parameters.size());
    } else {
      found.Append(std::move(prepared).error());
    }
  }
  checked.is_right = !found.HasErrors();
  diagnostics.Append(found.Take());
  return checked;
}

CheckedClass CheckModel(const ModelOptions& options, SourceFiles& loaded, Diagnostics& diagnostics) {
  library::CheckLibraries(options.libraries, diagnostics);
  if (diagnostics.HasErrors()) return {};
  library::ClassStore store(loaded.sources, loaded.names, library::LibraryPath(options.libraries),
                            diagnostics);
  for (const std::string& file : options.files) store.AddFile(file);
  const semantics::FlattenOptions flatten_options = ReadFlattenOptions(options, diagnostics);
  if (diagnostics.HasErrors()) return {};
  const auto name = options.model.empty() ? std::nullopt : std::optional<std::string_view>(options.model);
  auto model = semantics::FindModel(store, name);
  if (!model) {
    diagnostics.Append(std::move(model).error());
    return {};
  }
  return CheckOne(store, *model, flatten_options, CheckDepth::kStructure, diagnostics);
}

}  // namespace daedalus::driver
