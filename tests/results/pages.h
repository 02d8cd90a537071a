// What tests ask of a written page.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace daedalus::results {

// The data as the page's script sees them.
inline nlohmann::json DataIn(const std::string& page) {
  const std::string open = "<script type=\"application/json\" id=\"data\">";
  const std::size_t begin = page.find(open) + open.size();
  return nlohmann::json::parse(page.substr(begin, page.find("</script>", begin) - begin));
}

inline std::size_t Count(const std::string& text, const std::string& what) {
  std::size_t count = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++count;
  return count;
}

}  // namespace daedalus::results
