#include "daedalus/driver/library.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace daedalus::driver {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> Split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (true) {
    const std::size_t at = text.find(separator);
    if (at != 0 && !text.empty()) parts.emplace_back(text.substr(0, at));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + 1);
  }
}

bool IsFile(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

// "4.10.0" is later than "4.9.1".
std::vector<int> VersionNumbers(std::string_view text) {
  std::vector<int> numbers;
  for (const std::string& part : Split(text, '.')) numbers.push_back(std::atoi(part.c_str()));
  return numbers;
}

// DIR/A, or DIR/"A version" with the highest version.
std::optional<fs::path> FindTopDirectory(const fs::path& directory, const std::string& name) {
  if (IsFile(directory / name / "package.mo")) return directory / name;
  std::optional<fs::path> best;
  std::vector<int> best_version;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(directory, ignored)) {
    const std::string file_name = entry.path().filename().string();
    if (!file_name.starts_with(name + " ") || !IsFile(entry.path() / "package.mo")) continue;
    std::vector<int> version = VersionNumbers(std::string_view(file_name).substr(name.size() + 1));
    if (best && version <= best_version) continue;
    best = entry.path();
    best_version = std::move(version);
  }
  return best;
}

// Goes down from the directory of the first name as long as there are files for the next.
std::string Descend(fs::path directory, const std::vector<std::string>& names) {
  for (std::size_t i = 1; i < names.size(); ++i) {
    if (IsFile(directory / (names[i] + ".mo"))) return (directory / (names[i] + ".mo")).string();
    if (!IsFile(directory / names[i] / "package.mo")) break;
    directory /= names[i];
  }
  return (directory / "package.mo").string();
}

}  // namespace

std::vector<std::string> LibraryPath(const std::vector<std::string>& libraries) {
  std::vector<std::string> path = libraries;
  if (const char* variable = std::getenv("MODELICAPATH")) {
    for (std::string& part : Split(variable, ':')) path.push_back(std::move(part));
  }
  return path;
}

std::optional<std::string> FindClassFile(std::string_view class_name, const std::vector<std::string>& path) {
  const std::vector<std::string> names = Split(class_name, '.');
  if (names.empty()) return std::nullopt;
  for (const std::string& directory : path) {
    if (const auto top = FindTopDirectory(directory, names[0])) return Descend(*top, names);
    if (const fs::path file = fs::path(directory) / (names[0] + ".mo"); IsFile(file)) return file.string();
  }
  return std::nullopt;
}

}  // namespace daedalus::driver
