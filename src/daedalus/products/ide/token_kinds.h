// Kinds of tokens that the cursor and the layout ask for.
#pragma once

#include "daedalus/language/syntax/lexer.h"

namespace daedalus::ide {

inline bool IsOpening(syntax::TokenKind kind) {
  using enum syntax::TokenKind;
  return kind == kLeftParen || kind == kLeftBracket || kind == kLeftBrace;
}

inline bool IsClosing(syntax::TokenKind kind) {
  using enum syntax::TokenKind;
  return kind == kRightParen || kind == kRightBracket || kind == kRightBrace;
}

// The words for the kinds of classes.
inline bool IsClassWord(syntax::TokenKind kind) {
  switch (kind) {
    case syntax::TokenKind::kModel:
    case syntax::TokenKind::kClass:
    case syntax::TokenKind::kBlock:
    case syntax::TokenKind::kConnector:
    case syntax::TokenKind::kFunction:
    case syntax::TokenKind::kPackage:
    case syntax::TokenKind::kRecord:
    case syntax::TokenKind::kType:
    case syntax::TokenKind::kOperator:
      return true;
    default:
      return false;
  }
}

}  // namespace daedalus::ide
