#include "daedalus/base/check.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>

namespace daedalus {

void CheckFailed(std::string_view condition, std::string_view belief, std::source_location where) {
  fmt::print(stderr, "internal error: {} ({}) at {}:{}\nplease report this with the model that led here\n",
             belief, condition, where.file_name(), where.line());
  std::fflush(stderr);
  std::abort();
}

}  // namespace daedalus
