// Stage 1: files to syntax trees.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/base/source.h"
#include "daedalus/language/syntax/names.h"
#include "daedalus/language/syntax/tree.h"
#include "daedalus/products/imported/vanishing_folder.h"

namespace daedalus::driver {

// The texts of a run and their trees. Spans in diagnostics and Systems refer to `sources`, so it outlives
// them all.
struct SourceFiles {
  Sources sources;
  syntax::NameTable names;
  std::deque<syntax::Tree> trees;
  std::vector<std::unique_ptr<imported::VanishingFolder>> folders;  // of FMUs

  std::vector<const syntax::Tree*> Trees() const;
};

// Parses a file that is in memory.
void LoadText(const std::string& name, std::string text, SourceFiles& loaded, Diagnostics& diagnostics);

// Reads and parses .mo files, directories with package.mo (all .mo files below, in the order of their names),
// and "-". Reports files that cannot be read or parsed, and loads the others.
void Load(const std::vector<std::string>& files, SourceFiles& loaded, Diagnostics& diagnostics);

}  // namespace daedalus::driver
