// Text to tokens, in one pass over the bytes.
//
// The bytes are checked to be UTF-8 (a byte order mark at the start is skipped). A mistake inside a token is
// reported here, and a token of kind kBad stands for it, about which the parser then keeps silent.
#pragma once

#include <string_view>
#include <vector>

#include "daedalus/base/source.h"
#include "daedalus/diagnostics/diagnostic.h"
#include "daedalus/syntax/names.h"
#include "daedalus/syntax/token.h"
#include "daedalus/syntax/tree.h"

namespace daedalus::syntax {

struct TokenList {
  std::vector<Token> tokens;  // the last is kEndOfFile
  std::vector<Comment> comments;
  std::vector<Diagnostic> diagnostics;
};

TokenList Lex(std::string_view text, SourceFileId file, NameTable& names);

}  // namespace daedalus::syntax
