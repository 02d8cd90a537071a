// Names with subscripts, and calls with their arguments.
#include "daedalus/language/syntax/parse_context.h"

namespace daedalus::syntax {
namespace {

enum class Subscripts { kAllowed, kNotAllowed };

ReferenceId ParseReference(ParseContext& p, Subscripts subscripts, std::string_view role) {
  const std::uint32_t begin = p.cursor.begin();
  const bool is_global = p.cursor.TryTake(TokenKind::kDot);
  ListBuilder<ReferencePart> parts(p.build);
  do {
    const Identifier name = p.cursor.ExpectIdentifier(parts.size() == 0 ? role : "a name after the dot");
    if (p.cursor.failing()) break;
    const Range<ExpressionId> list =
        subscripts == Subscripts::kAllowed ? ParseSubscripts(p) : Range<ExpressionId>();
    parts.Add({name.name, p.cursor.PlaceFrom(name.place.begin), list});
    // `A.{B, C}` of an import ends the name before the dot.
  } while (p.cursor.At(TokenKind::kDot) && p.cursor.Peek(1) != TokenKind::kLeftBrace &&
           p.cursor.Peek(1) != TokenKind::kTimes && p.cursor.TryTake(TokenKind::kDot));
  return p.build.Add(Reference{p.cursor.PlaceFrom(begin), is_global, parts.Finish()});
}

ExpressionId ParseSubscript(ParseContext& p) {
  if (!p.cursor.At(TokenKind::kColon)) return ParseExpression(p);
  const std::uint32_t begin = p.cursor.begin();
  p.cursor.Take();
  return MakeExpression(p, ExpressionKind::kColon, begin);
}

void ReportPositional(ParseContext& p, std::uint32_t begin, std::string hint) {
  p.cursor.Report(Error(Code::kUnexpectedToken, p.cursor.SpanOf(p.cursor.PlaceFrom(begin)),
                        "an argument without a name is not allowed here")
                      .Hint(std::move(hint)));
}

Argument ParseArgument(ParseContext& p);

// `function f(name = value, ...)`
ExpressionId ParsePartialApplication(ParseContext& p) {
  const NestingGuard guard(p);
  const std::uint32_t begin = p.cursor.begin();
  if (guard.too_deep()) return MakeExpression(p, ExpressionKind::kInvalid, begin);
  p.cursor.Take();
  const ReferenceId function = ParseName(p, "the name of a function");
  p.cursor.Expect(TokenKind::kLeftParen);
  ListBuilder<Argument> arguments(p.build);
  if (!p.cursor.At(TokenKind::kRightParen)) {
    do {
      const std::uint32_t argument_begin = p.cursor.begin();
      arguments.Add(ParseArgument(p));
      const bool is_named = arguments.items().back().name.IsValid();
      if (!is_named) ReportPositional(p, argument_begin, "`function f(...)` takes only named arguments");
    } while (p.cursor.TryTake(TokenKind::kComma));
  }
  p.cursor.Expect(TokenKind::kRightParen);
  const Id<Call> id = p.build.Add(Call{function, arguments.Finish()});
  return MakeExpression(p, ExpressionKind::kPartialApplication, begin, id.value);
}

Argument ParseArgument(ParseContext& p) {
  Argument argument;
  if (p.cursor.At(TokenKind::kIdentifier) && p.cursor.Peek(1) == TokenKind::kEquals) {
    const Token& name = p.cursor.Take();
    argument.name = name.name;
    argument.name_place = name.place;
    p.cursor.Take();
  }
  argument.value = p.cursor.At(TokenKind::kFunction) ? ParsePartialApplication(p) : ParseExpression(p);
  return argument;
}

Range<Argument> ParseArguments(ParseContext& p) {
  ListBuilder<Argument> arguments(p.build);
  bool has_named = false;
  do {
    const std::uint32_t begin = p.cursor.begin();
    const Argument argument = ParseArgument(p);
    if (has_named && !argument.name.IsValid())
      ReportPositional(p, begin, "positional arguments come before named ones");
    has_named = has_named || argument.name.IsValid();
    arguments.Add(argument);
  } while (p.cursor.TryTake(TokenKind::kComma));
  return arguments.Finish();
}

}  // namespace

ReferenceId ParseComponentReference(ParseContext& p) {
  return ParseReference(p, Subscripts::kAllowed, "the name of a component");
}

ReferenceId ParseName(ParseContext& p, std::string_view role) {
  return ParseReference(p, Subscripts::kNotAllowed, role);
}

ExpressionId ParseReferenceExpression(ParseContext& p) {
  const std::uint32_t begin = p.cursor.begin();
  const ReferenceId reference = ParseComponentReference(p);
  if (p.cursor.At(TokenKind::kLeftParen)) return ParseCall(p, reference, begin);
  return MakeExpression(p, ExpressionKind::kReference, begin, reference.value);
}

Range<ExpressionId> ParseSubscripts(ParseContext& p) {
  if (!p.cursor.TryTake(TokenKind::kLeftBracket)) return {};
  const bool was_in_subscript = std::exchange(p.in_subscript, true);
  ListBuilder<ExpressionId> subscripts(p.build);
  do subscripts.Add(ParseSubscript(p));
  while (p.cursor.TryTake(TokenKind::kComma));
  p.cursor.Expect(TokenKind::kRightBracket);
  p.in_subscript = was_in_subscript;
  return subscripts.Finish();
}

ExpressionId ParseCall(ParseContext& p, ReferenceId function, std::uint32_t begin) {
  p.cursor.Expect(TokenKind::kLeftParen);
  Range<Argument> arguments;
  if (!p.cursor.At(TokenKind::kRightParen)) arguments = ParseArguments(p);
  if (arguments.count == 1 && p.cursor.TryTake(TokenKind::kFor)) {
    const ExpressionId body = p.build[arguments[0]].value;
    const Range<ForIndex> indices = ParseForIndices(p);
    p.cursor.Expect(TokenKind::kRightParen);
    const Id<Comprehension> id = p.build.Add(Comprehension{function, body, indices});
    return MakeExpression(p, ExpressionKind::kComprehension, begin, id.value);
  }
  p.cursor.Expect(TokenKind::kRightParen);
  const Id<Call> id = p.build.Add(Call{function, arguments});
  return MakeExpression(p, ExpressionKind::kCall, begin, id.value);
}

ExpressionId ParseOutputList(ParseContext& p) {
  const std::uint32_t begin = p.cursor.begin();
  p.cursor.Expect(TokenKind::kLeftParen);
  ListBuilder<ExpressionId> list(p.build);
  if (!p.cursor.At(TokenKind::kRightParen)) {
    do {
      const bool is_omitted = p.cursor.At(TokenKind::kComma) || p.cursor.At(TokenKind::kRightParen);
      list.Add(is_omitted ? ExpressionId() : ParseExpression(p));
    } while (p.cursor.TryTake(TokenKind::kComma));
  }
  p.cursor.Expect(TokenKind::kRightParen);
  const Range<ExpressionId> range = list.Finish();
  return MakeExpression(p, ExpressionKind::kTuple, begin, range.first, range.count);
}

Range<ForIndex> ParseForIndices(ParseContext& p) {
  ListBuilder<ForIndex> indices(p.build);
  do {
    const Identifier name = p.cursor.ExpectIdentifier("the name of an index");
    const ExpressionId range = p.cursor.TryTake(TokenKind::kIn) ? ParseExpression(p) : ExpressionId();
    indices.Add({name.name, p.cursor.PlaceFrom(name.place.begin), range});
  } while (p.cursor.TryTake(TokenKind::kComma));
  return indices.Finish();
}

}  // namespace daedalus::syntax
