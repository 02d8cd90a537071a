#include "daedalus/products/ide/format.h"

#include <algorithm>

#include "daedalus/language/syntax/lexer.h"
#include "daedalus/language/syntax/parse.h"
#include "daedalus/language/syntax/token_sets.h"
#include "daedalus/products/ide/lines.h"
#include "daedalus/products/ide/token_kinds.h"

namespace daedalus::ide {
namespace {

using syntax::Place;
using syntax::Token;
using syntax::TokenKind;

constexpr std::size_t kIndent = 2;

bool IsBlank(std::string_view line) {
  return line.find_first_not_of(" \t\v\f") == std::string_view::npos;
}

bool StandsBeforeClass(TokenKind kind) {
  return syntax::IsElementPrefix(kind) || kind == TokenKind::kEncapsulated || kind == TokenKind::kPartial ||
         kind == TokenKind::kPure || kind == TokenKind::kImpure || kind == TokenKind::kExpandable;
}

// Walks over the tokens and tracks the indentation of the line that holds the next token.
class Layout {
 public:
  Layout(const std::vector<Token>& tokens, const Lines& lines) : tokens_(tokens), lines_(lines) {}

  // The indentation of a line that begins with the next token.
  std::size_t IndentOfNext() const {
    const TokenKind kind = Kind(at_);
    if (!at_item_begin_) return Continued(kind);
    if (kind == TokenKind::kEnd) return depth() > 0 ? kIndent * (depth() - 1) : 0;
    if (BeginsBranch(kind) || BeginsSection()) return depth() > 0 ? kIndent * (depth() - 1) : 0;
    return kIndent * depth();
  }
  // The indentation of a comment in a line of its own.
  std::size_t IndentOfComment() const {
    return at_item_begin_ ? kIndent * depth() : Continued(TokenKind::kComma);
  }

  void Step() {
    if (at_item_begin_) BeginItem();
    const TokenKind kind = Kind(at_);
    if (IsOpening(kind)) {
      brackets_.push_back(LineOf(at_));
    } else if (IsClosing(kind) && !brackets_.empty()) {
      brackets_.pop_back();
    }
    const bool was_header = header_end_ != 0;
    const bool is_item_end = EndsItem(kind);
    ++at_;
    if (was_header && at_ == header_end_) header_end_ = 0;
    at_item_begin_ = is_item_end || (was_header && header_end_ == 0);
    if (at_item_begin_) num_expression_ifs_ = 0;
  }
  std::size_t position() const { return at_; }

 private:
  TokenKind Kind(std::size_t i) const { return i < tokens_.size() ? tokens_[i].kind : TokenKind::kEndOfFile; }
  std::size_t LineOf(std::size_t i) const { return lines_.PositionOf(tokens_[i].place.begin).line; }
  std::size_t depth() const { return blocks_.size(); }

  // Inside an item: one level for each line whose brackets are still open, at least one.
  std::size_t Continued(TokenKind kind) const {
    std::size_t num_open = brackets_.size();
    const bool closes = IsClosing(kind) && num_open > 0;
    if (closes) --num_open;
    std::size_t levels = 0;
    for (std::size_t i = 0; i < num_open; ++i) levels += i == 0 || brackets_[i] != brackets_[i - 1];
    if (closes && num_open > 0 && brackets_[num_open] == brackets_[num_open - 1]) --levels;
    if (!closes) levels = std::max<std::size_t>(levels, 1);
    return kIndent * (item_depth_ + levels);
  }

  bool BeginsBranch(TokenKind kind) const {
    return kind == TokenKind::kElse || kind == TokenKind::kElseif || kind == TokenKind::kElsewhen;
  }
  bool BeginsSection() const { return syntax::BeginsSection(Kind(at_), Kind(at_ + 1)); }

  void BeginItem() {
    brackets_.clear();
    const TokenKind kind = Kind(at_);
    item_depth_ = depth();
    if ((kind == TokenKind::kEnd || BeginsBranch(kind) || BeginsSection()) && item_depth_ > 0) --item_depth_;
    switch (kind) {
      case TokenKind::kEnd:
        if (!blocks_.empty()) blocks_.pop_back();
        return;
      case TokenKind::kIf:
      case TokenKind::kFor:
      case TokenKind::kWhen:
      case TokenKind::kWhile:
        blocks_.push_back(kind);
        return;
      default:
        BeginClass();
        return;
    }
  }

  // `partial model M "description"` opens a block, `model M = ...` does not.
  void BeginClass() {
    std::size_t i = at_;
    while (StandsBeforeClass(Kind(i)) && Kind(i + 1) != TokenKind::kLeftParen) ++i;
    if (!IsClassWord(Kind(i))) return;
    while (IsClassWord(Kind(i))) ++i;
    const bool extends = Kind(i) == TokenKind::kExtends;
    if (extends) ++i;
    if (Kind(i) != TokenKind::kIdentifier) return;
    ++i;
    if (Kind(i) == TokenKind::kEquals) return;
    if (extends && Kind(i) == TokenKind::kLeftParen) i = BehindBrackets(i);
    while (Kind(i) == TokenKind::kString || Kind(i) == TokenKind::kPlus) ++i;
    blocks_.push_back(TokenKind::kModel);
    header_end_ = i;
  }
  std::size_t BehindBrackets(std::size_t i) const {
    int depth = 0;
    for (; i < tokens_.size(); ++i) {
      if (IsOpening(Kind(i))) ++depth;
      if (IsClosing(Kind(i)) && --depth == 0) return i + 1;
    }
    return i;
  }

  // True if a new item begins after this token.
  bool EndsItem(TokenKind kind) {
    if (!brackets_.empty() || header_end_ != 0) return false;
    switch (kind) {
      case TokenKind::kSemicolon:
      case TokenKind::kEquation:
      case TokenKind::kAlgorithm:
      case TokenKind::kPublic:
      case TokenKind::kProtected:
      case TokenKind::kLoop:
        return true;
      case TokenKind::kIf:
        // Only the first token of an item can open a block; elsewhere the same word belongs to an expression.
        if (!at_item_begin_ && Kind(at_ - 1) != TokenKind::kEnd) ++num_expression_ifs_;
        return false;
      case TokenKind::kThen:
        return num_expression_ifs_ == 0;
      case TokenKind::kElse:
        if (num_expression_ifs_ == 0) return true;
        --num_expression_ifs_;
        return false;
      default:
        return false;
    }
  }

  const std::vector<Token>& tokens_;
  const Lines& lines_;
  std::size_t at_ = 0;
  bool at_item_begin_ = true;
  std::size_t item_depth_ = 0;
  std::size_t header_end_ = 0;  // the token after the head of a class, while the head is being read
  int num_expression_ifs_ = 0;
  std::vector<TokenKind> blocks_;
  std::vector<std::size_t> brackets_;  // the lines in which the open ones stand
};

class Formatter {
 public:
  Formatter(std::string_view text, const syntax::TokenList& list)
      : text_(text), list_(list), lines_(text), layout_(list.tokens, lines_) {}

  std::vector<Edit> Edits() {
    MarkInsides();
    std::size_t num_empty = 0;
    for (std::size_t line = 0; line < lines_.size(); ++line) {
      const std::string_view own = lines_.Line(line);
      const bool is_empty = IsBlank(own) && !begins_inside_[line];
      num_empty = is_empty ? num_empty + 1 : 0;
      const bool is_last = line + 1 == lines_.size();
      const bool may_go = is_empty && !is_last && (num_empty > 1 || line == 0);
      if (may_go) {
        Replace(lines_.StartOf(line), lines_.StartOf(line + 1), {});
        continue;
      }
      LayOut(line);
    }
    EndText();
    return std::move(edits_);
  }

 private:
  // Spaces at the beginning or end of these lines belong to a string, a comment or a quoted name, so they
  // stay.
  void MarkInsides() {
    begins_inside_.assign(lines_.size() + 1, false);
    const auto mark = [&](Place place) {
      const std::size_t first = lines_.PositionOf(place.begin).line;
      const std::size_t last = lines_.PositionOf(place.end).line;
      for (std::size_t line = first + 1; line <= last; ++line) begins_inside_[line] = true;
    };
    for (const Token& token : list_.tokens) {
      if (token.kind != TokenKind::kEndOfFile) mark(token.place);
    }
    for (const syntax::Comment& comment : list_.comments) mark(comment.place);
  }

  void LayOut(std::size_t line) {
    const std::size_t begin = lines_.StartOf(line);
    const std::string_view own = lines_.Line(line);
    const std::size_t end = begin + own.size();
    const std::size_t first = own.find_first_not_of(" \t\v\f");
    const bool is_blank = first == std::string_view::npos;
    if (!is_blank && !begins_inside_[line]) Indent(line, begin, begin + first);
    for (; Begin(layout_.position()) < end && Kind() != TokenKind::kEndOfFile; layout_.Step()) Tighten(begin);
    if (begins_inside_[line + 1]) return;
    const std::size_t last = own.find_last_not_of(" \t\v\f");
    const std::size_t text_end = begin + (last == std::string_view::npos ? 0 : last + 1);
    const std::size_t from = begins_inside_[line] ? std::max(text_end, InsideEnd(begin)) : text_end;
    if (from < end) Replace(from, end, {});
  }
  // The place where the string or comment that reaches into this line ends.
  std::size_t InsideEnd(std::size_t begin) const {
    std::size_t end = begin;
    for (const syntax::Comment& c : list_.comments) {
      if (c.place.begin < begin && begin < c.place.end) end = c.place.end;
    }
    const std::size_t i = layout_.position();
    if (i > 0 && list_.tokens[i - 1].place.end > begin) end = list_.tokens[i - 1].place.end;
    return end;
  }

  std::size_t Begin(std::size_t i) const {
    return i < list_.tokens.size() ? list_.tokens[i].place.begin : text_.size();
  }
  TokenKind Kind() const { return list_.tokens[std::min(layout_.position(), list_.tokens.size() - 1)].kind; }

  void Indent(std::size_t line, std::size_t begin, std::size_t first) {
    const bool is_comment = Begin(layout_.position()) != first || Kind() == TokenKind::kEndOfFile;
    // A byte order mark is no indentation, and the lexer skips it.
    if (line == 0 && is_comment && text_.starts_with("\xEF\xBB\xBF")) return;
    const std::size_t indent = is_comment ? layout_.IndentOfComment() : layout_.IndentOfNext();
    const std::string wanted(indent, ' ');
    if (text_.substr(begin, first - begin) != wanted) Replace(begin, first, wanted);
  }
  // No spaces before a comma or semicolon in the same line.
  void Tighten(std::size_t line_begin) {
    const TokenKind kind = Kind();
    const std::size_t i = layout_.position();
    if ((kind != TokenKind::kComma && kind != TokenKind::kSemicolon) || i == 0) return;
    const std::size_t from = list_.tokens[i - 1].place.end;
    const std::size_t to = Begin(i);
    const bool is_empty_place = list_.tokens[i - 1].kind == TokenKind::kComma;  // (a, , b)
    if (from < line_begin || from == to || is_empty_place || !IsBlank(text_.substr(from, to - from))) return;
    Replace(from, to, {});
  }

  void EndText() {
    std::size_t end = text_.size();
    while (end > 0 && std::string_view(" \t\r\n\v\f").find(text_[end - 1]) != std::string_view::npos) --end;
    if (end == 0) return;
    while (!edits_.empty() && edits_.back().place.begin >= end) edits_.pop_back();
    const std::string_view rest = text_.substr(end);
    const std::string line_end = rest.starts_with("\r\n") ? "\r\n" : "\n";
    if (rest != line_end) Replace(end, text_.size(), line_end);
  }

  void Replace(std::size_t begin, std::size_t end, std::string with) {
    edits_.push_back({{static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)}, std::move(with)});
  }

  std::string_view text_;
  const syntax::TokenList& list_;
  Lines lines_;
  Layout layout_;
  std::vector<bool> begins_inside_;
  std::vector<Edit> edits_;
};

}  // namespace

std::optional<std::vector<Edit>> Format(std::string_view text) {
  Sources sources;
  syntax::NameTable names;
  const SourceFileId file = sources.Add("text", std::string(text));
  if (!syntax::Parse(sources, file, names).ok()) return std::nullopt;
  const syntax::TokenList list = syntax::Lex(text, file, names);
  return Formatter(text, list).Edits();
}

std::string Apply(std::string_view text, const std::vector<Edit>& edits) {
  std::string out;
  std::size_t at = 0;
  for (const Edit& edit : edits) {
    out += text.substr(at, edit.place.begin - at);
    out += edit.text;
    at = edit.place.end;
  }
  out += text.substr(at);
  return out;
}

}  // namespace daedalus::ide
