#include "architecture/data_members.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <optional>

namespace daedalus::architecture {
namespace {

bool IsWordChar(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

// Ends of comments and literals: the index behind them.
std::size_t SkipLiteral(std::string_view text, std::size_t i) {
  if (text[i] == 'R' && i + 1 < text.size() && text[i + 1] == '"') {
    const std::size_t open = text.find('(', i);
    const std::string end = ")" + std::string(text.substr(i + 2, open - i - 2)) + "\"";
    return text.find(end, open) + end.size();
  }
  const char quote = text[i];
  for (++i; i < text.size() && text[i] != quote; ++i) {
    if (text[i] == '\\') ++i;
  }
  return i + 1;
}

// Words, numbers and single characters; `::` is one token. Literals become "0"; comments and lines of the
// preprocessor vanish.
std::vector<std::string> Tokenize(std::string_view text) {
  std::vector<std::string> tokens;
  bool is_line_start = true;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (c == '\n') {
      is_line_start = true;
      ++i;
    } else if (std::isspace(static_cast<unsigned char>(c))) {
      ++i;
    } else if (text.substr(i, 2) == "//") {
      i = std::min(text.find('\n', i), text.size());
    } else if (text.substr(i, 2) == "/*") {
      i = std::min(text.find("*/", i), text.size() - 2) + 2;
    } else if (c == '#' && is_line_start) {
      while (i < text.size() && text[i] != '\n') i += text[i] == '\\' ? 2 : 1;
    } else {
      is_line_start = false;
      if (c == '"' || c == '\'' || text.substr(i, 2) == "R\"") {
        tokens.emplace_back("0");
        i = SkipLiteral(text, i);
      } else if (IsWordChar(c)) {
        std::size_t end = i;
        // 1'000'000 is one number.
        while (end < text.size() && (IsWordChar(text[end]) || (text[end] == '\'' && std::isdigit(c)))) ++end;
        tokens.emplace_back(text.substr(i, end - i));
        i = end;
      } else {
        const std::size_t size = text.substr(i, 2) == "::" ? 2 : 1;
        tokens.emplace_back(text.substr(i, size));
        i += size;
      }
    }
  }
  return tokens;
}

bool IsWord(const std::string& token) {
  return IsWordChar(token[0]);
}

class Counter {
 public:
  explicit Counter(std::string_view source) : tokens_(Tokenize(source)) {}

  std::vector<ClassSize> Count() {
    for (at_ = 0; at_ < tokens_.size();) {
      if (!TryClass("")) ++at_;
    }
    return std::move(found_);
  }

 private:
  const std::string& Now() const { return tokens_[at_]; }
  bool Is(std::string_view token) const { return at_ < tokens_.size() && Now() == token; }

  // From an opening bracket to behind the one that closes it; classes inside are looked at as well.
  void SkipBrackets(const std::string& outer) {
    int depth = 0;
    while (at_ < tokens_.size()) {
      if (Is("(") || Is("[") || Is("{")) ++depth;
      if (Is(")") || Is("]") || Is("}")) --depth;
      if (depth > 0 && TryClass(outer)) continue;
      ++at_;
      if (depth == 0) return;
    }
  }

  // The index of the brace that opens the body, if a class is defined here.
  std::optional<std::size_t> FindBody(std::string& name) const {
    if (!Is("class") && !Is("struct") && !Is("union")) return std::nullopt;
    if (at_ > 0 && (tokens_[at_ - 1] == "enum" || tokens_[at_ - 1] == "<" || tokens_[at_ - 1] == ","))
      return std::nullopt;
    std::size_t i = at_ + 1;
    for (; i < tokens_.size() && (IsWord(tokens_[i]) || tokens_[i] == "::"); ++i) {
      if (tokens_[i] == "final") continue;
      name = tokens_[i] == "::" || name.ends_with("::") ? name + tokens_[i] : tokens_[i];
    }
    int angles = 0;  // of a specialisation, or in the list of base classes
    for (; i < tokens_.size(); ++i) {
      if (tokens_[i] == "<") ++angles;
      if (tokens_[i] == ">") --angles;
      if (angles > 0) continue;
      if (tokens_[i] == "{") return i;
      if (angles < 0 || tokens_[i] == ";" || tokens_[i] == "(" || tokens_[i] == ")" || tokens_[i] == "=" ||
          tokens_[i] == "*" || tokens_[i] == "&")
        return std::nullopt;
    }
    return std::nullopt;
  }

  bool TryClass(const std::string& outer) {
    std::string name;
    const auto body = FindBody(name);
    if (!body) return false;
    if (name.empty()) name = "(unnamed)";
    name = outer.empty() ? name : outer + "::" + name;
    at_ = *body + 1;
    ClassSize size{name};
    while (at_ < tokens_.size() && !Is("}")) size.num_members += CountInDeclaration(name);
    ++at_;
    found_.push_back(std::move(size));
    return true;
  }

  void SkipToSemicolon(const std::string& outer) {
    while (at_ < tokens_.size() && !Is(";")) {
      if (Is("(") || Is("[") || Is("{")) {
        SkipBrackets(outer);
      } else {
        ++at_;
      }
    }
    ++at_;
  }

  // From `<` to behind the `>` that closes it.
  void SkipAngles(const std::string& outer) {
    int depth = 0;
    while (at_ < tokens_.size()) {
      if (Is("(") || Is("[") || Is("{")) {
        SkipBrackets(outer);
        continue;
      }
      if (Is("<")) ++depth;
      if (Is(">")) --depth;
      ++at_;
      if (depth == 0) return;
    }
  }

  // One declaration at the level of a class: how many data members it has.
  int CountInDeclaration(const std::string& outer) {
    static const std::array<std::string_view, 4> kNoMember = {"using", "typedef", "friend", "static_assert"};
    if (std::ranges::find(kNoMember, Now()) != kNoMember.end()) {
      SkipToSemicolon(outer);
      return 0;
    }
    if ((Is("public") || Is("private") || Is("protected")) && tokens_[at_ + 1] == ":") {
      at_ += 2;
      return 0;
    }
    if (Is("template")) {
      ++at_;
      SkipAngles(outer);
      CountInDeclaration(outer);
      return 0;
    }
    if (Is("enum")) {
      SkipToSemicolon(outer);
      return 0;
    }
    if (TryClass(outer)) {
      if (!Is(";")) return CountDeclarators(outer, true);
      ++at_;
      return 0;
    }
    const bool is_class = Is("class") || Is("struct") || Is("union");
    if (is_class && at_ + 2 < tokens_.size() && tokens_[at_ + 2] == ";") {
      at_ += 3;
      return 0;
    }
    return CountDeclarators(outer, false);
  }

  // To behind the end of a declaration of data or of a function.
  int CountDeclarators(const std::string& outer, bool has_type) {
    bool is_static = false, is_operator = false, has_name = has_type;
    int num = 0;
    while (at_ < tokens_.size()) {
      if (Is(";")) {
        ++at_;
        return is_static ? 0 : num + (has_name ? 1 : 0);
      }
      if (Is("}")) return num;  // the text is not what we take it for
      if (Is("alignas") || Is("decltype") || Is("explicit") || Is("noexcept")) {
        ++at_;
        if (Is("(")) SkipBrackets(outer);
      } else if (Is("[")) {  // attributes, and sizes of arrays
        SkipBrackets(outer);
      } else if (Is("<") && !is_operator) {
        SkipAngles(outer);
      } else if (Is("(") || Is("operator")) {
        SkipFunction(outer);
        return 0;
      } else if (Is("=") || Is("{")) {
        SkipInitializer(outer);
      } else if (Is(",")) {
        ++num;
        ++at_;
      } else {
        is_static = is_static || Is("static");
        has_name = has_name || IsWord(Now());
        ++at_;
      }
    }
    return num;
  }

  // To the comma or semicolon behind the value that a member begins with.
  void SkipInitializer(const std::string& outer) {
    while (at_ < tokens_.size() && !Is(",") && !Is(";")) {
      if (Is("(") || Is("[") || Is("{")) {
        SkipBrackets(outer);
      } else if (Is("<") && IsWord(tokens_[at_ - 1])) {
        SkipAngles(outer);
      } else {
        ++at_;
      }
    }
  }

  // From the parameters of a function to behind its body or semicolon.
  void SkipFunction(const std::string& outer) {
    if (Is("operator")) {
      at_ += Is("(") ? 0 : 1;
      if (Is("(")) at_ += 2;  // operator()
      while (at_ < tokens_.size() && !Is("(")) ++at_;
    }
    SkipBrackets(outer);
    bool has_initializers = false;
    while (at_ < tokens_.size()) {
      if (Is(";")) {
        ++at_;
        return;
      }
      if (Is(":")) has_initializers = true;
      if (Is("{")) {
        const std::string& before = tokens_[at_ - 1];
        const bool is_value = has_initializers && (IsWord(before) || before == ">");
        SkipBrackets(outer);
        if (is_value) continue;
        if (Is(";")) ++at_;
        return;
      }
      if (Is("(")) {
        SkipBrackets(outer);
      } else {
        ++at_;
      }
    }
  }

  std::vector<std::string> tokens_;
  std::size_t at_ = 0;
  std::vector<ClassSize> found_;
};

}  // namespace

std::vector<ClassSize> CountDataMembers(std::string_view source) {
  return Counter(source).Count();
}

}  // namespace daedalus::architecture
