#include "daedalus/products/fmi/flat_model.h"

#include <utility>

#include "daedalus/language/library/class_store.h"
#include "daedalus/language/syntax/parse.h"
#include "daedalus/system/validate.h"

namespace daedalus::fmi {

Result<std::unique_ptr<FlatModel>> ReadFlatModel(const std::string& text,
                                                 std::vector<semantics::Override> overrides) {
  auto out = std::make_unique<FlatModel>();
  const SourceFileId file = out->sources.Add("model.mo", text);
  syntax::ParseResult parsed = syntax::Parse(out->sources, file, out->names);
  if (!parsed.ok()) return Failure{std::move(parsed.diagnostics)};
  out->tree = std::move(parsed.tree);
  Diagnostics diagnostics;
  library::ClassStore store(out->sources, out->names, {}, diagnostics);
  store.AddTree(*out->tree);
  const auto cls = semantics::FindModel(store, std::nullopt);
  if (!cls) return Failure{cls.error()};
  semantics::FlattenOptions options;
  options.overrides = std::move(overrides);
  options.free_inputs = semantics::FreeInputs::kFollowed;
  auto system = semantics::Flatten(store, *cls, options, diagnostics);
  if (!system) return Failure{std::move(system).error()};
  diagnostics.Append(Validate(*system));
  if (diagnostics.HasErrors()) return Failure{diagnostics.Take()};
  // A System only reads its texts. Flattening left the table open, because a run may add texts.
  out->texts = std::const_pointer_cast<TextTable>(system->texts);
  out->model = model::Model::FromSystem(*std::move(system));
  return out;
}

}  // namespace daedalus::fmi
