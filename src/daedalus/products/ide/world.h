// The meaning of a text among its libraries, as `daedalus check FILE` sees it: the file is given, and
// everything else is looked up.
//
// A world belongs to one version of all texts. It is made on demand and discarded after the next edit, so it
// is never out of date. The TextCache keeps the trees of unchanged files.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "daedalus/language/library/class_store.h"
#include "daedalus/language/scope/env_table.h"
#include "daedalus/products/ide/text_cache.h"

namespace daedalus::ide {

class World {
 public:
  // `text` replaces the text of the file, for example one without the half-typed item at the cursor.
  World(TextCache& texts, std::string file, std::vector<std::string> library_path,
        std::optional<std::string> text = {});
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  bool ok() const { return tree_ != nullptr; }
  const std::string& file() const { return file_; }
  // Of the file.
  const syntax::Tree& tree() const { return *tree_; }
  library::ClassStore& store() { return store_; }
  scope::EnvTable& envs() { return envs_; }
  std::string_view Text(syntax::NameId name) const { return envs_.Text(name); }

  // The class in which names at this place are looked up. A class in a modifier has no names of its own, so
  // the class around it counts. At the top of the file it is whatever surrounds the file.
  scope::Scope ScopeOf(const syntax::Tree& tree, syntax::ClassId cls);

 private:
  TextCache& texts_;
  std::string file_;
  TextCache::Parsed own_;  // made from the given text
  Diagnostics diagnostics_;
  library::ClassStore store_;
  scope::EnvTable envs_;
  const syntax::Tree* tree_ = nullptr;
};

}  // namespace daedalus::ide
