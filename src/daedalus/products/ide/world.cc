#include "daedalus/products/ide/world.h"

namespace daedalus::ide {

World::World(TextCache& texts, std::string file, std::vector<std::string> library_path,
             std::optional<std::string> text)
    : texts_(texts),
      file_(TextCache::KeyOf(file)),
      store_(texts.sources(), texts.names(), std::move(library_path), diagnostics_,
             [this](const std::string& path, Diagnostics& diagnostics) -> const syntax::Tree* {
               if (own_.tree != nullptr && TextCache::KeyOf(path) == file_) return own_.tree.get();
               return texts_.Load(path, diagnostics);
             }),
      envs_(store_, [](const Diagnostic&) {}) {
  if (text) {
    texts.AddWaste(text->size());
    own_ = texts.Parse(file_, std::move(*text));
  }
  store_.AddFile(file_);
  if (own_.tree != nullptr) {
    tree_ = own_.tree.get();
  } else if (const TextCache::Parsed* parsed = texts.Get(file_)) {
    tree_ = parsed->tree.get();
  }
}

scope::Scope World::ScopeOf(const syntax::Tree& tree, syntax::ClassId cls) {
  while (cls.IsValid()) {
    const library::ClassId id = store_.Of(tree, cls);
    const syntax::ClassForm form = tree[cls].form;
    const bool has_names = form == syntax::ClassForm::kLong || form == syntax::ClassForm::kExtends;
    if (has_names && tree[cls].name.name.IsValid()) {
      const scope::EnvId env = envs_.Root(id);
      if (env.IsValid()) return {env, 0};
    }
    cls = tree[cls].enclosing;
  }
  if (tree.root().classes.empty()) return {};
  const syntax::Element& first = tree[tree.root().classes[0]];
  if (!first.class_definition.IsValid()) return {};
  const library::ClassId parent = store_.parent(store_.Of(tree, first.class_definition));
  if (!parent.IsValid()) return {};
  const scope::EnvId env = envs_.Root(parent);
  return env.IsValid() ? scope::Scope{env, 0} : scope::Scope{};
}

}  // namespace daedalus::ide
