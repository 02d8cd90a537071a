// What a text means among its libraries, as `daedalus check FILE` sees it: the file is given, everything else
// is looked up.
//
// A world belongs to one version of all texts. It is made on demand and thrown away with the next edit, so it
// cannot be out of date; trees of unchanged files stay in the TextCache.
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
  // `text`: instead of the text of the file, for a text that was mended around the cursor.
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

  // Where the names in the text of a class are looked up. A class in a modifier has no names of its own: the
  // class around it counts. At the top of the file: what is around it.
  scope::Scope ScopeOf(const syntax::Tree& tree, syntax::ClassId cls);

 private:
  TextCache& texts_;
  std::string file_;
  TextCache::Parsed own_;  // of the text that was given
  Diagnostics diagnostics_;
  library::ClassStore store_;
  scope::EnvTable envs_;
  const syntax::Tree* tree_ = nullptr;
};

}  // namespace daedalus::ide
