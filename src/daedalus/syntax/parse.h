// Text to syntax tree: the whole grammar of Modelica 3.6 (appendix A), by recursive descent with error
// recovery.
//
// All mistakes of a file are reported in one run, each once and where it is; after one the parser goes on at
// the next
// `;`, `end` or section. The tree is returned in any case; it is complete exactly when there is no error.
#pragma once

#include <vector>

#include "daedalus/base/source.h"
#include "daedalus/diagnostics/diagnostic.h"
#include "daedalus/syntax/names.h"
#include "daedalus/syntax/tree.h"

namespace daedalus::syntax {

// How deep classes, equations, modifiers and expressions may nest, all counted together. Deeper text is
// reported (kTooDeep) and the rest of the file left unread. The limit keeps the recursion of the parser, and
// of anyone who walks its trees, within the default stack, also in a build with sanitizers (8 MiB; between 8
// and 32 KiB a level there). Long chains `a + b + ...` and long lists are not deep.
inline constexpr int kMaxNesting = 256;

struct ParseResult {
  Tree tree;
  std::vector<Diagnostic> diagnostics;

  bool ok() const { return diagnostics.empty(); }
};

// `names` is shared by all files of a run, so that equal identifiers have equal ids in all trees.
// `sources` and `names` must outlive the tree.
ParseResult Parse(const Sources& sources, SourceFileId file, NameTable& names);

}  // namespace daedalus::syntax
