// Names of the model itself, in contrast to those of its components.
#pragma once

#include <string_view>

namespace daedalus {

// True for `y` and `y[2]`, false for `part.y`. A name in quotes may contain dots.
inline bool IsTopLevelName(std::string_view name) {
  bool is_quoted = false;
  for (const char c : name) {
    if (c == '\'') is_quoted = !is_quoted;
    if (c == '.' && !is_quoted) return false;
  }
  return true;
}

}  // namespace daedalus
