#include "daedalus/products/driver/reread_model.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "daedalus/language/library/search_path.h"
#include "daedalus/language/semantics/instances/find_model.h"
#include "daedalus/products/driver/add_fmu.h"

namespace daedalus::driver {

std::unique_ptr<RereadModel> Reread(const ModelOptions& options) {
  const bool is_from_files =
      std::ranges::none_of(options.files, [](const std::string& file) { return file == "-" || IsFmu(file); });
  auto out = std::make_unique<RereadModel>();
  out->store = std::make_unique<library::ClassStore>(out->loaded.sources, out->loaded.names,
                                                     library::LibraryPath(options.libraries), out->dropped);
  if (!is_from_files) return out;
  for (const std::string& file : options.files) out->store->AddFile(file);
  for (const auto& [name, text] : options.texts) {
    LoadText(name, text, out->loaded, out->dropped);
    out->store->AddTree(out->loaded.trees.back());
  }
  const auto name = options.model.empty() ? std::nullopt : std::optional<std::string_view>(options.model);
  if (const auto model = semantics::FindModel(*out->store, name)) out->model = *model;
  return out;
}

}  // namespace daedalus::driver
