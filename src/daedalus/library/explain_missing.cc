#include "daedalus/library/explain_missing.h"

#include "daedalus/base/nearest_name.h"

namespace daedalus::library {

using syntax::NameId;

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
    return std::move(missing).Hint(
        hint.empty() ? "say where libraries are with --library DIR or the environment variable MODELICAPATH"
                     : hint);
  }
  return Error(Code::kUnknownClass, {}, "`{}` is not the name of a class", full_name);
}

}  // namespace daedalus::library
