#include "daedalus/base/read_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <system_error>

namespace daedalus {
namespace {

std::string Reason(int error_number) {
  std::string text = std::system_category().message(error_number);
  if (!text.empty() && text[0] >= 'A' && text[0] <= 'Z') text[0] = static_cast<char>(text[0] - 'A' + 'a');
  return text;
}

constexpr std::size_t kLargest = std::size_t{0xFFFFFFFEu};  // offsets are 32-bit

}  // namespace

Expected<std::string, std::string> ReadFile(const std::string& path) {
  const bool is_stdin = path == "-";
  const int fd = is_stdin ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return Failure{Reason(errno)};
  std::string text;
  std::string failure;
  struct stat info{};
  if (::fstat(fd, &info) == 0 && S_ISREG(info.st_mode))
    text.reserve(static_cast<std::size_t>(info.st_size) + 1);
  for (;;) {
    const std::size_t used = text.size();
    const std::size_t chunk = std::max<std::size_t>(text.capacity() - used, 1 << 16);
    text.resize(used + chunk);
    const ssize_t got = ::read(fd, text.data() + used, chunk);
    text.resize(used + (got > 0 ? static_cast<std::size_t>(got) : 0));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) failure = Reason(errno);
    if (text.size() > kLargest) failure = "the file is larger than 4 GiB";
    if (got <= 0 || !failure.empty()) break;
  }
  if (!is_stdin) ::close(fd);
  if (!failure.empty()) return Failure{failure};
  return text;
}

}  // namespace daedalus
