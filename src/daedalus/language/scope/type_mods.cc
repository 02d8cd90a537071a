#include "daedalus/language/scope/type_mods.h"

#include <algorithm>

namespace daedalus::scope {

TypeModsId TypeModsTable::Intern(std::vector<TypeMod> mods) {
  if (mods.empty()) return {};
  std::sort(mods.begin(), mods.end(), [](const TypeMod& a, const TypeMod& b) { return a.name < b.name; });
  const auto [at, is_new] = ids_.try_emplace(std::move(mods), TypeModsId(tables_.size()));
  if (is_new) tables_.Add(&at->first);
  return at->second;
}

const TypeMod* TypeModsTable::Find(TypeModsId id, syntax::NameId name) const {
  for (const TypeMod& mod : (*this)[id]) {
    if (mod.name == name) return &mod;
  }
  return nullptr;
}

TypeModsId TypeModsTable::Merge(TypeModsId outer, TypeModsId inner) {
  if (!outer.IsValid()) return inner;
  if (!inner.IsValid() || outer == inner) return outer;
  std::vector<TypeMod> merged((*this)[outer].begin(), (*this)[outer].end());
  for (const TypeMod& mod : std::vector<TypeMod>((*this)[inner].begin(), (*this)[inner].end())) {
    const auto same =
        std::find_if(merged.begin(), merged.end(), [&](const TypeMod& m) { return m.name == mod.name; });
    if (same == merged.end()) {
      merged.push_back(mod);
    } else if (same->kind == TypeMod::Kind::kNested) {
      TypeMod both = mod;
      both.nested = Merge(same->nested, mod.nested);
      if (mod.kind != TypeMod::Kind::kComponent) {
        both.nodes = same->nodes;
        both.nodes.insert(both.nodes.end(), mod.nodes.begin(), mod.nodes.end());
      }
      *same = std::move(both);
    }
  }
  return Intern(std::move(merged));
}

}  // namespace daedalus::scope
