// Operators, by precedence climbing. The levels are those of the grammar, from the loosest to the tightest:
//
//   1 or   2 and   3 not   4 relations   5 + - and a leading sign   6 * /   7 ^
//
// Relations and powers do not chain, and a sign stands only before the first term of a sum: `a * -b` is not
// Modelica.
#include "daedalus/language/syntax/parse_context.h"

namespace daedalus::syntax {
namespace {

constexpr int kOrLevel = 1;
constexpr int kNotLevel = 3;
constexpr int kRelationLevel = 4;
constexpr int kSumLevel = 5;
constexpr int kProductLevel = 6;
constexpr int kPowerLevel = 7;

struct Infix {
  std::uint8_t level = 0;  // 0: not an infix operator
  InfixOperator op = InfixOperator::kNone;
};

constexpr std::array<Infix, kNumTokenKinds> MakeInfixTable() {
  std::array<Infix, kNumTokenKinds> table{};
  const auto set = [&](TokenKind kind, int level, InfixOperator op) {
    table[static_cast<std::size_t>(kind)] = {static_cast<std::uint8_t>(level), op};
  };
  set(TokenKind::kOr, kOrLevel, InfixOperator::kOr);
  set(TokenKind::kAnd, 2, InfixOperator::kAnd);
  set(TokenKind::kLess, kRelationLevel, InfixOperator::kLess);
  set(TokenKind::kLessEqual, kRelationLevel, InfixOperator::kLessEqual);
  set(TokenKind::kGreater, kRelationLevel, InfixOperator::kGreater);
  set(TokenKind::kGreaterEqual, kRelationLevel, InfixOperator::kGreaterEqual);
  set(TokenKind::kEqualEqual, kRelationLevel, InfixOperator::kEqual);
  set(TokenKind::kNotEqual, kRelationLevel, InfixOperator::kNotEqual);
  set(TokenKind::kPlus, kSumLevel, InfixOperator::kAdd);
  set(TokenKind::kMinus, kSumLevel, InfixOperator::kSubtract);
  set(TokenKind::kDotPlus, kSumLevel, InfixOperator::kElementwiseAdd);
  set(TokenKind::kDotMinus, kSumLevel, InfixOperator::kElementwiseSubtract);
  set(TokenKind::kTimes, kProductLevel, InfixOperator::kMultiply);
  set(TokenKind::kSlash, kProductLevel, InfixOperator::kDivide);
  set(TokenKind::kDotTimes, kProductLevel, InfixOperator::kElementwiseMultiply);
  set(TokenKind::kDotSlash, kProductLevel, InfixOperator::kElementwiseDivide);
  set(TokenKind::kCaret, kPowerLevel, InfixOperator::kPower);
  set(TokenKind::kDotCaret, kPowerLevel, InfixOperator::kElementwisePower);
  return table;
}

constexpr std::array<Infix, kNumTokenKinds> kInfixTable = MakeInfixTable();

Infix InfixOf(TokenKind kind) {
  return kInfixTable[static_cast<std::size_t>(kind)];
}

UnaryOperator SignOf(TokenKind kind) {
  switch (kind) {
    case TokenKind::kPlus:
      return UnaryOperator::kPlus;
    case TokenKind::kMinus:
      return UnaryOperator::kMinus;
    case TokenKind::kDotPlus:
      return UnaryOperator::kElementwisePlus;
    default:
      return UnaryOperator::kElementwiseMinus;
  }
}

ExpressionId ParseInfix(ParseContext& p, int min_level);

void FailUnary(ParseContext& p) {
  const Token& token = p.cursor.current();
  const std::string_view spelling = p.cursor.Text(token.place);
  p.cursor.Fail(
      Error(Code::kUnexpectedToken, p.cursor.SpanOf(token.place),
            "`{}` cannot follow another operator directly", spelling)
          .Hint(fmt::format("use parentheses: `({}{}...)`", spelling, spelling == "not" ? " " : "")));
}

// A sign or `not` with its operand, or a primary.
ExpressionId ParseOperand(ParseContext& p, int min_level) {
  const TokenKind kind = p.cursor.kind();
  const bool is_sign = InfixOf(kind).level == kSumLevel;
  if (!is_sign && kind != TokenKind::kNot) [[likely]]
    return ParsePrimary(p);
  const int level = is_sign ? kSumLevel : kNotLevel;
  const std::uint32_t begin = p.cursor.begin();
  if (min_level > level) {
    FailUnary(p);
    return MakeExpression(p, ExpressionKind::kInvalid, begin);
  }
  const UnaryOperator op = is_sign ? SignOf(kind) : UnaryOperator::kNot;
  p.cursor.Take();
  const ExpressionId operand = ParseInfix(p, level + 1);
  return MakeExpression(p, ExpressionKind::kUnary, begin, operand.value, 0, static_cast<std::uint8_t>(op));
}

// left (op operand)+ for the operators of one level.
ExpressionId ParseChain(ParseContext& p, ExpressionId left, int level, std::uint32_t begin) {
  ListBuilder<InfixTerm> terms(p.build);
  terms.Add({InfixOperator::kNone, left});
  const bool chains = level != kRelationLevel && level != kPowerLevel;
  for (Infix next = InfixOf(p.cursor.kind()); next.level == level; next = InfixOf(p.cursor.kind())) {
    if (!chains && terms.size() == 2) {
      const Token& token = p.cursor.current();
      p.cursor.Fail(Error(Code::kUnexpectedToken, p.cursor.SpanOf(token.place), "`{}` cannot be chained",
                          p.cursor.Text(token.place))
                        .Hint(level == kPowerLevel ? "use parentheses to say which power comes first"
                                                   : "compare pairs and join them by `and`"));
      break;
    }
    p.cursor.Take();
    terms.Add({next.op, ParseInfix(p, level + 1)});
  }
  const Range<InfixTerm> range = terms.Finish();
  return MakeExpression(p, ExpressionKind::kInfix, begin, range.first, range.count);
}

ExpressionId ParseInfix(ParseContext& p, int min_level) {
  const std::uint32_t begin = p.cursor.begin();
  ExpressionId left = ParseOperand(p, min_level);
  while (true) {
    const int level = InfixOf(p.cursor.kind()).level;
    if (level == 0 || level < min_level) return left;
    left = ParseChain(p, left, level, begin);
  }
}

ExpressionId ParseIfExpression(ParseContext& p) {
  const std::uint32_t begin = p.cursor.begin();
  ListBuilder<ExpressionBranch> branches(p.build);
  p.cursor.Take();
  do {
    const ExpressionId condition = ParseExpression(p);
    p.cursor.Expect(TokenKind::kThen);
    branches.Add({condition, ParseExpression(p)});
  } while (p.cursor.TryTake(TokenKind::kElseif));
  p.cursor.Expect(TokenKind::kElse);
  branches.Add({{}, ParseExpression(p)});
  const Range<ExpressionBranch> range = branches.Finish();
  return MakeExpression(p, ExpressionKind::kIf, begin, range.first, range.count);
}

}  // namespace

ExpressionId MakeExpression(ParseContext& p, ExpressionKind kind, std::uint32_t begin, std::uint32_t first,
                            std::uint32_t count, std::uint8_t detail) {
  return p.build.Add(Expression{kind, detail, p.cursor.PlaceFrom(begin), first, count});
}

ExpressionId ParseSimpleExpression(ParseContext& p) {
  const std::uint32_t begin = p.cursor.begin();
  const ExpressionId start = ParseInfix(p, kOrLevel);
  if (!p.cursor.At(TokenKind::kColon)) [[likely]]
    return start;
  ListBuilder<ExpressionId> parts(p.build);
  parts.Add(start);
  while (parts.size() < 3 && p.cursor.TryTake(TokenKind::kColon)) parts.Add(ParseInfix(p, kOrLevel));
  const Range<ExpressionId> range = parts.Finish();
  return MakeExpression(p, ExpressionKind::kRange, begin, range.first, range.count);
}

ExpressionId ParseExpression(ParseContext& p) {
  const NestingGuard guard(p);
  if (guard.too_deep()) return MakeExpression(p, ExpressionKind::kInvalid, p.cursor.begin());
  return p.cursor.At(TokenKind::kIf) ? ParseIfExpression(p) : ParseSimpleExpression(p);
}

void NestingGuard::ReportTooDeep(ParseContext& p) {
  p.cursor.Abandon(Error(Code::kTooDeep, p.cursor.SpanOf(p.cursor.current().place),
                         "the text nests more than {} levels deep here", kMaxNesting)
                       .Note("the rest of the file is not read"));
}

}  // namespace daedalus::syntax
