#include "daedalus/base/glob.h"

namespace daedalus {

// Greedy with one point of return: after a mismatch only the last `*` needs to take one character more.
bool MatchesGlob(std::string_view pattern, std::string_view name) {
  std::size_t p = 0, n = 0;
  std::size_t star = std::string_view::npos, resume = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = n;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == name[n])) {
      ++p;
      ++n;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      n = ++resume;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

std::vector<std::string> SplitPatterns(std::string_view list) {
  std::vector<std::string> out;
  const auto add = [&](std::string_view pattern) {
    const std::size_t begin = pattern.find_first_not_of(' ');
    if (begin == std::string_view::npos) return;
    out.emplace_back(pattern.substr(begin, pattern.find_last_not_of(' ') + 1 - begin));
  };
  std::size_t begin = 0;
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const char c = list[i];
    if (c == '\'') quoted = !quoted;
    if (quoted) continue;
    if (c == '[' || c == '(') ++depth;
    if (c == ']' || c == ')') --depth;
    if (c != ',' || depth > 0) continue;
    add(list.substr(begin, i - begin));
    begin = i + 1;
  }
  add(list.substr(begin));
  return out;
}

}  // namespace daedalus
