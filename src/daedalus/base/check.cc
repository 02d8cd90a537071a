#include "daedalus/base/check.h"

#include <cstdio>
#include <cstdlib>

namespace daedalus {

void CheckFailed(std::string_view condition, std::string_view belief, std::source_location where) {
  std::fprintf(stderr,
               "internal error: %.*s (%.*s) at %s:%u\nplease report this with the model that led here\n",
               static_cast<int>(belief.size()), belief.data(), static_cast<int>(condition.size()),
               condition.data(), where.file_name(), static_cast<unsigned>(where.line()));
  std::fflush(stderr);
  std::abort();
}

}  // namespace daedalus
