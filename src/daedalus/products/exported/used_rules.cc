#include "daedalus/products/exported/used_rules.h"

#include <cctype>
#include <vector>

namespace daedalus::exported {
namespace {

struct Rule {
  std::string_view text;
  std::string_view name;  // of a constant or function; empty: it is always kept
  bool is_kept = false;
};

bool IsOfName(char c) {
  return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0;
}

// The word before the first `(` or `=` after `static`.
std::string_view NameIn(std::string_view text) {
  const std::size_t begin = text.starts_with("static ") ? 0 : text.find("\nstatic ");
  if (begin == std::string_view::npos) return {};
  std::size_t end = text.find_first_of("(=", begin);
  while (end > begin && !IsOfName(text[end - 1])) --end;
  std::size_t first = end;
  while (first > begin && IsOfName(text[first - 1])) --first;
  return text.substr(first, end - first);
}

std::vector<Rule> Split(std::string_view rules) {
  std::vector<Rule> out;
  while (!rules.empty()) {
    const std::size_t gap = rules.find("\n\n");
    const std::string_view text = rules.substr(0, gap == std::string_view::npos ? gap : gap + 2);
    rules.remove_prefix(text.size());
    const std::string_view name = NameIn(text);
    out.push_back({text, name, name.empty()});
  }
  return out;
}

bool Mentions(std::string_view text, std::string_view name) {
  for (std::size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    const bool begins = at == 0 || !IsOfName(text[at - 1]);
    if (begins && (end == text.size() || !IsOfName(text[end]))) return true;
  }
  return false;
}

}  // namespace

// A declaration uses earlier ones only, so one way back finds everything.
std::string UsedRules(std::string_view rules, std::string_view code) {
  std::vector<Rule> all = Split(rules);
  std::string used(code), out;
  for (std::size_t i = all.size(); i-- > 0;) {
    all[i].is_kept = all[i].is_kept || Mentions(used, all[i].name);
    if (all[i].is_kept) used += all[i].text;
  }
  for (const Rule& rule : all) {
    if (rule.is_kept) out += rule.text;
  }
  return out;
}

}  // namespace daedalus::exported
