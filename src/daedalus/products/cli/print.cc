#include "daedalus/products/cli/print.h"

#include <cerrno>
#include <system_error>

#include "daedalus/products/cli/exit_codes.h"

namespace daedalus::cli {

int FinishOutput(int exit_code) {
  errno = 0;
  const bool flushed = std::fflush(stdout) == 0;
  const int reason = errno;
  if (flushed && !std::ferror(stdout)) return exit_code;
  // If an earlier write failed, its reason is lost.
  PrintError("error: cannot write to standard output{}\n",
             reason == 0 ? "" : ": " + std::generic_category().message(reason));
  return exit_code == kDone ? kModelWrong : exit_code;
}

}  // namespace daedalus::cli
