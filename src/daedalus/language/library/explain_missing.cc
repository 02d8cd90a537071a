#include "daedalus/language/library/explain_missing.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "daedalus/base/nearest_name.h"

namespace daedalus::library {

using syntax::NameId;

std::string NoLibrary(ClassStore& store, std::string_view name) {
  return fmt::format("no library `{}` in [{}]", name, fmt::join(store.library_path(), ", "));
}

Diagnostic ExplainMissing(ClassStore& store, std::string_view full_name) {
  ClassId at;
  for (const NameId name : store.Names(full_name)) {
    const ClassId next = at.IsValid() ? store.FindChild(at, name) : store.FindTop(name);
    if (next.IsValid()) {
      at = next;
      continue;
    }
    NearestName nearest(store.names().Text(name));
    for (const NameId known : at.IsValid() ? store.ChildNames(at) : store.TopNames())
      nearest.Offer(store.names().Text(known));
    Diagnostic missing = Error(Code::kUnknownClass, {}, "there is no class `{}`", full_name);
    if (at.IsValid()) {
      missing.Note(fmt::format("`{}` has no `{}`", store.FullName(at), store.names().Text(name)));
      return std::move(missing).Hint(nearest.Hint());
    }
    missing.Note(fmt::format("`{}` is neither in the files nor in a library", store.names().Text(name)));
    const std::string hint = nearest.Hint();
    if (hint.empty()) missing.Note(NoLibrary(store, store.names().Text(name)));
    return std::move(missing).Hint(hint.empty() ? std::string(kHowToAddLibraries) : hint);
  }
  return Error(Code::kUnknownClass, {}, "`{}` is not the name of a class", full_name);
}

}  // namespace daedalus::library
