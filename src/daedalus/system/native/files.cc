#include "daedalus/system/native/files.h"

#include <fmt/format.h>

#include <filesystem>

#include "daedalus/base/read_file.h"

namespace daedalus::native {

namespace fs = std::filesystem;

Expected<std::vector<std::string>, std::string> ReadLines(const std::string& file) {
  const auto text = ReadFile(file);
  if (!text) return Failure{fmt::format("`{}`: {}", file, text.error())};
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text->size();) {
    const std::size_t end = std::min(text->find('\n', at), text->size());
    const bool has_return = end > at && (*text)[end - 1] == '\r';
    lines.push_back(text->substr(at, end - at - (has_return ? 1 : 0)));
    at = end + 1;
  }
  return lines;
}

FileType TypeOfFile(const std::string& name) {
  std::error_code error;
  const fs::file_status status = fs::status(name, error);
  if (!fs::exists(status)) return FileType::kNone;
  if (fs::is_regular_file(status)) return FileType::kRegular;
  return fs::is_directory(status) ? FileType::kDirectory : FileType::kSpecial;
}

std::string FullPathName(const std::string& name) {
  std::error_code error;
  const fs::path path = fs::absolute(name, error);
  return error ? name : path.lexically_normal().generic_string();
}

}  // namespace daedalus::native
