// Documentation of Modelica classes is HTML. Editors render Markdown, so the words and the plainest markup
// are kept.
#include <algorithm>
#include <array>
#include <cctype>

#include "daedalus/products/ide/describe.h"

namespace daedalus::ide {
namespace {

struct Replacement {
  std::string_view from, to;
};
constexpr Replacement kTags[] = {
    {"p", "\n\n"},     {"/p", "\n\n"},   {"br", "\n"},      {"br/", "\n"},      {"li", "\n- "},
    {"/ul", "\n\n"},   {"/ol", "\n\n"},  {"h1", "\n\n**"},  {"/h1", "**\n\n"},  {"h2", "\n\n**"},
    {"/h2", "**\n\n"}, {"h3", "\n\n**"}, {"/h3", "**\n\n"}, {"h4", "\n\n**"},   {"/h4", "**\n\n"},
    {"b", "**"},       {"/b", "**"},     {"strong", "**"},  {"/strong", "**"},  {"em", "*"},
    {"/em", "*"},      {"i", "*"},       {"/i", "*"},       {"code", "`"},      {"/code", "`"},
    {"tr", "\n"},      {"/td", " "},     {"/th", " "},      {"pre", "\n```\n"}, {"/pre", "\n```\n"},
};
constexpr Replacement kEntities[] = {{"lt", "<"},   {"gt", ">"},   {"amp", "&"}, {"quot", "\""},
                                     {"nbsp", " "}, {"apos", "'"}, {"deg", "°"}, {"times", "×"}};

template <std::size_t n>
std::string_view Find(const Replacement (&list)[n], std::string_view name) {
  for (const Replacement& r : list) {
    if (r.from == name) return r.to;
  }
  return {};
}

std::string NameOfTag(std::string_view tag) {
  std::string name;
  for (const char c : tag) {
    if (std::isspace(static_cast<unsigned char>(c)) != 0) break;
    name += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return name;
}

class Writer {
 public:
  explicit Writer(std::size_t limit) : limit_(limit) {}

  bool IsFull() const { return out_.size() >= limit_; }
  void Character(char c) {
    const bool is_space = std::isspace(static_cast<unsigned char>(c)) != 0;
    if (is_space && !is_verbatim_) {
      if (!out_.empty() && out_.back() != ' ' && out_.back() != '\n') out_ += ' ';
      return;
    }
    out_ += c;
  }
  void Tag(std::string_view name) {
    if (name == "pre") is_verbatim_ = true;
    if (name == "/pre") is_verbatim_ = false;
    for (const char c : Find(kTags, name)) {
      const bool is_third = c == '\n' && (out_.empty() || out_.ends_with("\n\n"));
      if (!is_third) out_ += c;
    }
  }
  void Text(std::string_view text) { out_ += text; }
  std::string Take() {
    if (IsFull()) {
      out_.resize(limit_);
      while (!out_.empty() && (static_cast<unsigned char>(out_.back()) & 0x80) != 0) out_.pop_back();
      out_ += " ...";
    }
    while (!out_.empty() && std::isspace(static_cast<unsigned char>(out_.back())) != 0) out_.pop_back();
    return out_.empty() ? out_ : out_ + "\n";
  }

 private:
  std::size_t limit_;
  std::string out_;
  bool is_verbatim_ = false;
};

}  // namespace

std::string MarkdownOfHtml(std::string_view html, std::size_t limit) {
  Writer out(limit);
  for (std::size_t i = 0; i < html.size() && !out.IsFull();) {
    const std::size_t tag_end = html[i] == '<' ? html.find('>', i) : std::string_view::npos;
    if (tag_end != std::string_view::npos) {
      out.Tag(NameOfTag(html.substr(i + 1, tag_end - i - 1)));
      i = tag_end + 1;
      continue;
    }
    const std::size_t entity_end = html[i] == '&' ? html.find(';', i) : std::string_view::npos;
    if (entity_end != std::string_view::npos && entity_end - i < 8) {
      const std::string_view known = Find(kEntities, html.substr(i + 1, entity_end - i - 1));
      out.Text(known.empty() ? html.substr(i, entity_end + 1 - i) : known);
      i = entity_end + 1;
      continue;
    }
    out.Character(html[i++]);
  }
  return out.Take();
}

}  // namespace daedalus::ide
