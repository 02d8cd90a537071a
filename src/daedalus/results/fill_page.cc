#include "daedalus/results/fill_page.h"

#include "daedalus/base/check.h"

namespace daedalus::results {

std::string EscapeForScript(std::string_view json) {
  std::string out;
  out.reserve(json.size());
  for (const char c : json) {
    if (c == '<') {
      out += "\\u003c";
    } else {
      out += c;
    }
  }
  return out;
}

std::string FillPage(std::string_view page, const std::vector<Mark>& marks) {
  std::string out;
  while (true) {
    const std::size_t begin = page.find("{{");
    out += page.substr(0, begin);
    if (begin == std::string_view::npos) return out;
    const std::size_t end = page.find("}}", begin);
    const std::string_view name = page.substr(begin + 2, end - begin - 2);
    bool known = false;
    for (const auto& [mark, text] : marks) {
      if (mark != name) continue;
      out += text;
      known = true;
    }
    DAEDALUS_CHECK(known, "every mark of the page has a text");
    page.remove_prefix(end + 2);
  }
}

}  // namespace daedalus::results
