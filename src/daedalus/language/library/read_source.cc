#include "daedalus/language/library/read_source.h"

#include <sys/stat.h>

#include <tuple>

namespace daedalus::library {
namespace {

constexpr int kMaxReads = 3;

// Differs after the file was written.
auto StampOf(const std::string& path) {
  struct stat info{};
  const bool exists = ::stat(path.c_str(), &info) == 0;
  return std::make_tuple(exists, info.st_ino, info.st_size, info.st_mtim.tv_sec, info.st_mtim.tv_nsec);
}

}  // namespace

std::optional<std::string> ReadSource(const std::string& path, Diagnostics& diagnostics,
                                      const FileReader& read) {
  for (int i = 0; i < kMaxReads; ++i) {
    const auto before = StampOf(path);
    auto text = read(path);
    if (!text) {
      diagnostics.Report(Error(Code::kCannotReadFile, {}, "cannot read `{}`: {}", path, text.error()));
      return std::nullopt;
    }
    if (path == "-" || StampOf(path) == before) return std::move(*text);
  }
  diagnostics.Report(
      Error(Code::kFileChanged, {}, "`{}` changed each of the {} times it was read", path, kMaxReads)
          .Hint("wait until the program that writes it is done"));
  return std::nullopt;
}

}  // namespace daedalus::library
