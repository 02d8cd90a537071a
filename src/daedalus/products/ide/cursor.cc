#include "daedalus/products/ide/cursor.h"

#include <algorithm>

#include "daedalus/language/syntax/token_sets.h"
#include "daedalus/products/ide/token_kinds.h"

namespace daedalus::ide {
namespace {

using syntax::Token;
using syntax::TokenKind;

// Words before the type of a declaration.
bool IsPrefix(TokenKind kind) {
  return syntax::IsElementPrefix(kind) || syntax::IsTypePrefix(kind) || kind == TokenKind::kEach;
}

// Words behind which a new item or a new expression begins.
bool EndsItem(TokenKind kind) {
  switch (kind) {
    case TokenKind::kSemicolon:
    case TokenKind::kEquation:
    case TokenKind::kAlgorithm:
    case TokenKind::kPublic:
    case TokenKind::kProtected:
    case TokenKind::kThen:
    case TokenKind::kElse:
    case TokenKind::kLoop:
      return true;
    default:
      return false;
  }
}

class Scanner {
 public:
  Scanner(std::string_view text, std::size_t offset, const syntax::TokenList& list)
      : text_(text), offset_(offset), tokens_(list.tokens) {
    cursor_.begin = cursor_.end = offset;
    while (num_before_ + 1 < tokens_.size() && tokens_[num_before_].place.begin < offset) ++num_before_;
    for (const syntax::Comment& c : list.comments) {
      const bool is_line = text.substr(c.place.begin, 2) == "//";
      const bool is_inside =
          c.place.begin < offset && (offset < c.place.end || (is_line && offset == c.place.end));
      if (is_inside) cursor_.kind = Cursor::Kind::kNowhere;
    }
  }

  Cursor Scan() {
    if (cursor_.kind == Cursor::Kind::kNowhere) return cursor_;
    if (!TakeWord()) return cursor_;
    TakePath();
    item_ = ItemBegin();
    cursor_.item_begin = item_ < num_before_ ? tokens_[item_].place.begin : cursor_.begin;
    cursor_.in_behaviour = InBehaviour();
    FindFrames();
    SkipPrefixes();
    return cursor_;
  }

 private:
  TokenKind KindOf(std::size_t i) const { return tokens_[i].kind; }

  // The word at the place; false if no name can stand there.
  bool TakeWord() {
    if (num_before_ == 0) return true;
    const Token& last = tokens_[num_before_ - 1];
    const bool touches = last.place.end >= offset_;
    if (last.kind == TokenKind::kString || last.kind == TokenKind::kBad) {
      const bool is_inside = last.place.end > offset_ || last.kind == TokenKind::kBad;
      if (touches && is_inside) return InString(last);
      return true;
    }
    const bool is_number = last.kind == TokenKind::kInteger || last.kind == TokenKind::kReal;
    if (touches && is_number) {
      cursor_.kind = Cursor::Kind::kNowhere;
      return false;
    }
    const bool is_word = last.kind == TokenKind::kIdentifier || IsKeyword(last.kind);
    if (!touches || !is_word) return true;
    --num_before_;
    cursor_.begin = last.place.begin;
    cursor_.end = last.place.end;
    cursor_.word = std::string(text_.substr(last.place.begin, offset_ - last.place.begin));
    return true;
  }

  bool InString(const Token& string) {
    cursor_.kind = Cursor::Kind::kNowhere;
    if (num_before_ < 3 || text_[string.place.begin] != '"') return false;
    const Token& name = tokens_[num_before_ - 3];
    const std::string_view word = text_.substr(name.place.begin, name.place.end - name.place.begin);
    const bool is_unit =
        KindOf(num_before_ - 2) == TokenKind::kEquals && (word == "unit" || word == "displayUnit");
    if (!is_unit) return false;
    cursor_.kind = Cursor::Kind::kUnit;
    cursor_.begin = string.place.begin + 1;
    cursor_.word = std::string(text_.substr(cursor_.begin, offset_ - cursor_.begin));
    const std::size_t line_end = std::min(text_.find('\n', offset_), text_.size());
    cursor_.end = std::min(text_.find('"', offset_), line_end);
    return false;
  }

  // The names that end before token `end`: `a[1].b`. Returns the first token of it, or `end`.
  std::size_t PathBefore(std::size_t end, Path& path) const {
    std::size_t at = end;
    while (at > 0) {
      std::size_t i = at;
      if (KindOf(i - 1) == TokenKind::kRightBracket) i = Opening(i - 1);
      if (i == 0 || KindOf(i - 1) != TokenKind::kIdentifier) break;
      path.insert(path.begin(), tokens_[i - 1].name);
      at = i - 1;
      if (at == 0 || KindOf(at - 1) != TokenKind::kDot) break;
      if (at == 1 || (KindOf(at - 2) != TokenKind::kIdentifier && KindOf(at - 2) != TokenKind::kRightBracket))
        return at - 1;
      --at;
    }
    return at;
  }
  // The bracket that the one at `closing` closes; 0 if there is none.
  std::size_t Opening(std::size_t closing) const {
    int depth = 0;
    for (std::size_t i = closing + 1; i-- > 0;) {
      if (IsClosing(KindOf(i))) ++depth;
      if (IsOpening(KindOf(i)) && --depth == 0) return i;
    }
    return 0;
  }

  void TakePath() {
    if (num_before_ == 0 || KindOf(num_before_ - 1) != TokenKind::kDot) return;
    cursor_.has_dot = true;
    num_before_ = PathBefore(num_before_ - 1, cursor_.path);
    cursor_.is_global = cursor_.path.empty() || KindOf(num_before_) == TokenKind::kDot;
  }

  // The first token of the item that the place is in.
  std::size_t ItemBegin() const {
    std::size_t begin = 0;
    int depth = 0;
    for (std::size_t i = num_before_; i-- > 0;) {
      if (IsClosing(KindOf(i))) ++depth;
      if (IsOpening(KindOf(i))) depth = std::max(depth - 1, 0);
      // A semicolon in brackets belongs to a matrix, unless the brackets were never closed.
      if (EndsItem(KindOf(i)) && depth == 0) {
        begin = i + 1;
        break;
      }
    }
    return BehindClassHead(begin);
  }
  // After `model M "description"` come items, although no semicolon ends it.
  std::size_t BehindClassHead(std::size_t begin) const {
    std::size_t i = begin;
    while (i < num_before_ && (IsPrefix(KindOf(i)) || KindOf(i) == TokenKind::kEncapsulated ||
                               KindOf(i) == TokenKind::kPartial || KindOf(i) == TokenKind::kPure ||
                               KindOf(i) == TokenKind::kImpure || KindOf(i) == TokenKind::kExpandable))
      ++i;
    if (i >= num_before_ || !IsClassWord(KindOf(i))) return begin;
    while (i < num_before_ && IsClassWord(KindOf(i))) ++i;
    if (i < num_before_ && KindOf(i) == TokenKind::kExtends) ++i;
    if (i >= num_before_ || KindOf(i) != TokenKind::kIdentifier) return begin;
    ++i;
    if (i < num_before_ && (KindOf(i) == TokenKind::kEquals || KindOf(i) == TokenKind::kLeftParen))
      return begin;
    while (i < num_before_ && (KindOf(i) == TokenKind::kString || KindOf(i) == TokenKind::kPlus)) ++i;
    return BehindClassHead(i);
  }

  bool InBehaviour() const {
    for (std::size_t i = num_before_; i-- > 0;) {
      switch (KindOf(i)) {
        case TokenKind::kEquation:
        case TokenKind::kAlgorithm:
          return true;
        case TokenKind::kPublic:
        case TokenKind::kProtected:
          return false;
        default:
          break;
      }
      // `end Name;` closes a class; declarations may follow.
      if (KindOf(i) == TokenKind::kEnd && KindOf(i + 1) == TokenKind::kIdentifier) return false;
      const bool is_head = IsClassWord(KindOf(i)) && KindOf(i + 1) == TokenKind::kIdentifier;
      if (is_head) return false;
    }
    return false;
  }

  // ---- Parentheses ----

  void FindFrames() {
    std::vector<std::size_t> open;
    for (std::size_t i = item_; i < num_before_; ++i) {
      if (IsOpening(KindOf(i))) open.push_back(i);
      if (IsClosing(KindOf(i)) && !open.empty()) open.pop_back();
    }
    for (const std::size_t i : open) cursor_.frames.push_back(FrameAt(i));
  }

  Frame FrameAt(std::size_t open) const {
    Frame frame;
    CountArguments(open, frame);
    if (KindOf(open) != TokenKind::kLeftParen || open == 0) return frame;
    if (KindOf(open - 1) == TokenKind::kAnnotation) {
      frame.kind = Frame::Kind::kAnnotation;
      return frame;
    }
    const std::size_t begin = PathBefore(open, frame.path);
    // Operators that are keywords: der(x), initial().
    if (begin == open) {
      if (KindOf(open - 1) == TokenKind::kDer || KindOf(open - 1) == TokenKind::kPure) {
        frame.kind = Frame::Kind::kCall;
        frame.path = {tokens_[open - 1].name};
      }
      return frame;
    }
    frame.kind = KindOfFrame(begin, frame);
    return frame;
  }

  void CountArguments(std::size_t open, Frame& frame) const {
    int depth = 0;
    std::size_t last = open;
    for (std::size_t i = open + 1; i < num_before_; ++i) {
      if (IsOpening(KindOf(i))) ++depth;
      if (IsClosing(KindOf(i))) --depth;
      if (depth == 0 && KindOf(i) == TokenKind::kComma) {
        ++frame.argument;
        last = i;
      }
    }
    std::size_t i = last + 1;
    while (i < num_before_ && (IsPrefix(KindOf(i)))) ++i;
    frame.at_name = i == num_before_ && !cursor_.has_dot;
  }

  // What the parenthesis behind a name means whose tokens begin at `begin`.
  Frame::Kind KindOfFrame(std::size_t begin, Frame& frame) const {
    const bool is_first = begin <= item_;
    const TokenKind before = is_first ? TokenKind::kSemicolon : KindOf(begin - 1);
    if (before == TokenKind::kExtends || before == TokenKind::kConstrainedby) return Frame::Kind::kType;
    // `model A = B(`, also in a modifier
    if (before == TokenKind::kEquals && begin >= 3 && KindOf(begin - 2) == TokenKind::kIdentifier &&
        IsClassWord(KindOf(begin - 3)))
      return Frame::Kind::kType;
    // `Type name(`, `redeclare Type name(`
    if (before == TokenKind::kIdentifier || before == TokenKind::kRightBracket) {
      Path type;
      PathBefore(begin, type);
      frame.path = std::move(type);
      return Frame::Kind::kType;
    }
    const std::size_t around = EnclosingOpen(begin);
    if (around == kNoToken) {
      // `Type a(...), b(`
      Path type;
      if (before == TokenKind::kComma && TypeOfItem(type)) {
        frame.path = std::move(type);
        return Frame::Kind::kType;
      }
      return Frame::Kind::kCall;
    }
    const bool is_name = before == TokenKind::kLeftParen || before == TokenKind::kComma || IsPrefix(before);
    const Frame outer = FrameAt(around);
    const bool modifies = outer.kind == Frame::Kind::kType || outer.kind == Frame::Kind::kElement;
    if (is_name && modifies) return Frame::Kind::kElement;
    if (is_name && outer.kind == Frame::Kind::kAnnotation) return Frame::Kind::kAnnotation;
    return Frame::Kind::kCall;
  }

  static constexpr std::size_t kNoToken = static_cast<std::size_t>(-1);
  std::size_t EnclosingOpen(std::size_t from) const {
    int depth = 0;
    for (std::size_t i = from; i-- > item_;) {
      if (IsClosing(KindOf(i))) ++depth;
      if (IsOpening(KindOf(i)) && depth-- == 0) return i;
    }
    return kNoToken;
  }

  // The type of the declaration that the item is; false if it does not look like one.
  bool TypeOfItem(Path& type) const {
    std::size_t i = item_;
    while (i < num_before_ && IsPrefix(KindOf(i))) ++i;
    while (i < num_before_ && (KindOf(i) == TokenKind::kIdentifier || KindOf(i) == TokenKind::kDot)) {
      if (KindOf(i) == TokenKind::kIdentifier) type.push_back(tokens_[i].name);
      const bool is_last = KindOf(i) == TokenKind::kIdentifier && KindOf(i + 1) != TokenKind::kDot;
      ++i;
      if (is_last) break;
    }
    return !type.empty() && i < num_before_ &&
           (KindOf(i) == TokenKind::kIdentifier || KindOf(i) == TokenKind::kLeftBracket);
  }

  void SkipPrefixes() {
    if (num_before_ > 0) {
      const TokenKind before = KindOf(num_before_ - 1);
      cursor_.is_import = before == TokenKind::kImport || before == TokenKind::kWithin;
    }
    std::size_t i = item_;
    while (i < num_before_ && IsPrefix(KindOf(i))) ++i;
    cursor_.at_item_begin = i == num_before_;
    const bool is_after_name =
        num_before_ > item_ && !cursor_.has_dot &&
        (KindOf(num_before_ - 1) == TokenKind::kIdentifier || IsClassWord(KindOf(num_before_ - 1)));
    cursor_.is_new_name = is_after_name;
  }

  std::string_view text_;
  std::size_t offset_;
  const std::vector<Token>& tokens_;
  std::size_t num_before_ = 0;  // tokens before the word, and before its path
  std::size_t item_ = 0;
  Cursor cursor_;
};

}  // namespace

Cursor CursorAt(std::string_view text, std::size_t offset, syntax::NameTable& names) {
  const syntax::TokenList list = syntax::Lex(text, SourceFileId(), names);
  return Scanner(text, std::min(offset, text.size()), list).Scan();
}

std::string WithoutItem(std::string_view text, const Cursor& cursor, std::size_t offset) {
  std::string out(text);
  const std::size_t line_end = std::min(text.find('\n', offset), text.size());
  const std::size_t semicolon = text.find(';', offset);
  const std::size_t end = semicolon < line_end ? semicolon + 1 : line_end;
  for (std::size_t i = std::min(cursor.item_begin, cursor.begin); i < end; ++i) {
    if (out[i] != '\n' && out[i] != '\r') out[i] = ' ';
  }
  return out;
}

}  // namespace daedalus::ide
