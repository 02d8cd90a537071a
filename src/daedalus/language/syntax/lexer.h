// Text to tokens, in one pass over the bytes.
//
// The lexer checks that the bytes are UTF-8, and skips a byte order mark at the start. It reports a mistake
// inside a token and emits a token of kind kBad, which the parser does not report again.
#pragma once

#include <string_view>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/base/source.h"
#include "daedalus/language/syntax/names.h"
#include "daedalus/language/syntax/token.h"
#include "daedalus/language/syntax/tree.h"

namespace daedalus::syntax {

struct TokenList {
  std::vector<Token> tokens;  // the last is kEndOfFile
  std::vector<Comment> comments;
  std::vector<Diagnostic> diagnostics;
};

TokenList Lex(std::string_view text, SourceFileId file, NameTable& names);

}  // namespace daedalus::syntax
