#include "daedalus/products/ide/highlight.h"

#include <algorithm>

#include "daedalus/language/syntax/lexer.h"

namespace daedalus::ide {
namespace {

using syntax::TokenKind;

TokenType TypeOfClass(syntax::ClassKind kind) {
  switch (kind) {
    case syntax::ClassKind::kPackage:
      return TokenType::kNamespace;
    case syntax::ClassKind::kFunction:
    case syntax::ClassKind::kOperatorFunction:
      return TokenType::kFunction;
    case syntax::ClassKind::kType:
      return TokenType::kType;
    default:
      return TokenType::kClass;
  }
}

// The kind that a name has by its position alone, used if lookup finds nothing.
TokenType TypeByPlace(UseKind kind) {
  switch (kind) {
    case UseKind::kClass:
    case UseKind::kClassEnd:
    case UseKind::kType:
    case UseKind::kImport:
    case UseKind::kAlias:
      return TokenType::kClass;
    case UseKind::kFunction:
      return TokenType::kFunction;
    case UseKind::kModifier:
      return TokenType::kProperty;
    case UseKind::kArgument:
      return TokenType::kParameter;
    case UseKind::kLiteral:
      return TokenType::kEnumMember;
    default:
      return TokenType::kVariable;
  }
}

ColouredToken Coloured(World& world, const Use& use, const Meaning& meaning) {
  ColouredToken token{use.place, TypeByPlace(use.kind), 0};
  const bool declares = use.kind == UseKind::kClass || use.kind == UseKind::kComponent ||
                        use.kind == UseKind::kLiteral || use.kind == UseKind::kIndex;
  if (declares) token.modifiers |= kIsDeclaration;
  switch (meaning.kind) {
    case Meaning::Kind::kClass:
      token.type =
          meaning.cls.IsValid() ? TypeOfClass(world.store().definition(meaning.cls).kind) : TokenType::kType;
      if (!meaning.cls.IsValid()) token.modifiers |= kIsDefaultLibrary;
      break;
    case Meaning::Kind::kComponent: {
      const scope::Member& m = world.envs().Members(meaning.env)[meaning.member];
      const bool is_fixed =
          m.variability == syntax::Variability::kParameter || m.variability == syntax::Variability::kConstant;
      if (use.kind != UseKind::kModifier)
        token.type = is_fixed ? TokenType::kParameter : TokenType::kVariable;
      if (is_fixed) token.modifiers |= kIsReadOnly;
      break;
    }
    case Meaning::Kind::kLiteral:
      token.type = TokenType::kEnumMember;
      break;
    case Meaning::Kind::kBuiltin:
      token.modifiers |= kIsDefaultLibrary;
      break;
    case Meaning::Kind::kIndex:
      token.type = TokenType::kVariable;
      break;
    case Meaning::Kind::kAttribute:
    case Meaning::Kind::kNone:
      break;
  }
  return token;
}

std::optional<TokenType> TypeOfToken(TokenKind kind) {
  if (IsKeyword(kind)) return TokenType::kKeyword;
  switch (kind) {
    case TokenKind::kInteger:
    case TokenKind::kReal:
      return TokenType::kNumber;
    case TokenKind::kString:
      return TokenType::kString;
    case TokenKind::kPlus:
    case TokenKind::kMinus:
    case TokenKind::kTimes:
    case TokenKind::kSlash:
    case TokenKind::kCaret:
    case TokenKind::kDotPlus:
    case TokenKind::kDotMinus:
    case TokenKind::kDotTimes:
    case TokenKind::kDotSlash:
    case TokenKind::kDotCaret:
    case TokenKind::kLess:
    case TokenKind::kLessEqual:
    case TokenKind::kGreater:
    case TokenKind::kGreaterEqual:
    case TokenKind::kEqualEqual:
    case TokenKind::kNotEqual:
    case TokenKind::kEquals:
    case TokenKind::kAssign:
      return TokenType::kOperator;
    default:
      return std::nullopt;
  }
}

}  // namespace

std::vector<ColouredToken> Highlight(World& world, const TextMap& map) {
  Resolver resolver(world, world.tree());
  std::vector<ColouredToken> tokens;
  for (const Use& use : map.uses) tokens.push_back(Coloured(world, use, resolver.Of(map, use)));
  const syntax::TokenList list = syntax::Lex(world.tree().text(), world.tree().file(), world.store().names());
  for (const syntax::Token& token : list.tokens) {
    if (const auto type = TypeOfToken(token.kind)) tokens.push_back({token.place, *type, 0});
  }
  for (const syntax::Comment& comment : list.comments)
    tokens.push_back({comment.place, TokenType::kComment, 0});
  // If two kinds apply to one place (`der` is a keyword and a function), the first one stays: its meaning.
  std::stable_sort(tokens.begin(), tokens.end(), [](const ColouredToken& a, const ColouredToken& b) {
    return a.place.begin < b.place.begin;
  });
  std::vector<ColouredToken> apart;
  for (const ColouredToken& token : tokens) {
    if (apart.empty() || token.place.begin >= apart.back().place.end) apart.push_back(token);
  }
  return apart;
}

}  // namespace daedalus::ide
