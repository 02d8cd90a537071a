// Text to syntax tree: the whole grammar of Modelica 3.6 (appendix A), by recursive descent with error
// recovery.
//
// One run reports all mistakes of a file, each once and at its place. After a mistake the parser continues at
// the next `;`, `end` or section. It always returns the tree, which is complete exactly if there is no error.
#pragma once

#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/base/source.h"
#include "daedalus/language/syntax/names.h"
#include "daedalus/language/syntax/tree.h"

namespace daedalus::syntax {

// The deepest nesting of classes, equations, modifiers and expressions, all counted together. The parser
// reports deeper text (kTooDeep) and stops reading the file. The limit keeps every recursive walk within the
// default stack of 8 MiB, also with sanitizers, which need 8 to 32 KiB a level. Long chains `a + b + ...` and
// long lists are not deep.
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
