// Sets of tokens that the parser, the cursor and the layout of an editor ask for.
#pragma once

#include "daedalus/language/syntax/token.h"

namespace daedalus::syntax {

// Prefixes of the type in a component declaration.
inline bool IsTypePrefix(TokenKind kind) {
  switch (kind) {
    case TokenKind::kFlow:
    case TokenKind::kStream:
    case TokenKind::kDiscrete:
    case TokenKind::kParameter:
    case TokenKind::kConstant:
    case TokenKind::kInput:
    case TokenKind::kOutput:
      return true;
    default:
      return false;
  }
}

// Prefixes of any element, component or class.
inline bool IsElementPrefix(TokenKind kind) {
  switch (kind) {
    case TokenKind::kFinal:
    case TokenKind::kInner:
    case TokenKind::kOuter:
    case TokenKind::kRedeclare:
    case TokenKind::kReplaceable:
      return true;
    default:
      return false;
  }
}

// True for the words that begin a section of a class. `next` is the token after `kind`.
inline bool BeginsSection(TokenKind kind, TokenKind next) {
  switch (kind) {
    case TokenKind::kEquation:
    case TokenKind::kAlgorithm:
    case TokenKind::kPublic:
    case TokenKind::kProtected:
      return true;
    case TokenKind::kInitial:
      return next == TokenKind::kEquation || next == TokenKind::kAlgorithm;
    default:
      return false;
  }
}

}  // namespace daedalus::syntax
