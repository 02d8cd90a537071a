#include "daedalus/language/library/search_path.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <tuple>

#include "daedalus/language/library/package_directory.h"

namespace daedalus::library {
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

// Orders any two versions: first by their leading numbers, then releases after pre-releases, then by text.
auto VersionKey(std::string_view version) {
  const std::size_t end = std::min(version.find_first_not_of("0123456789."), version.size());
  std::vector<long> numbers;
  for (const std::string& part : Split(version.substr(0, end), '.'))
    numbers.push_back(std::strtol(part.c_str(), nullptr, 10));
  return std::make_tuple(std::move(numbers), end == version.size(), std::string(version));
}

// "Modelica 4.1.0" is the name and the version of a class. Quoted names may have blanks of their own.
std::pair<std::string, std::string> SplitVersion(const std::string& text) {
  const std::size_t quote = text.rfind('\'');
  const std::size_t blank = text.find(' ', quote == std::string::npos ? 0 : quote);
  const bool has_version = blank + 1 < text.size() && blank != std::string::npos && text[blank + 1] >= '0' &&
                           text[blank + 1] <= '9';
  if (!has_version) return {text, ""};
  return {text.substr(0, blank), text.substr(blank + 1)};
}

// The order within one directory of the path: no version first, then the highest; a directory before a file.
bool IsPreferred(const TopFile& a, const TopFile& b) {
  if (a.version.empty() != b.version.empty()) return a.version.empty();
  if (a.version != b.version) return IsLaterVersion(a.version, b.version);
  return !a.directory.empty() && b.directory.empty();
}

// A later version with the same first number, such as 3.2.3 for 3.2.2. Its annotation says whether it does
// stand in (`noneFromVersion`), and there is a warning if not. With another first number it seldom does.
bool MayReplace(std::string_view version, std::string_view wanted) {
  if (version.empty() || wanted.empty() || !IsLaterVersion(version, wanted)) return false;
  return version.substr(0, version.find('.')) == wanted.substr(0, wanted.find('.'));
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

std::string OwnLibrary() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (error) return {};
  // PREFIX/bin/daedalus, and SOURCES/build/release/bin/daedalus.
  for (const char* relative : {"../share/daedalus/library", "../../../models/library"}) {
    const fs::path directory = (program.parent_path() / relative).lexically_normal();
    if (fs::is_directory(directory / "Parts", error)) return directory.string();
  }
  return {};
}

std::vector<std::string> LibraryPath(const std::vector<std::string>& libraries) {
  std::vector<std::string> path = libraries;
  if (const char* variable = std::getenv("MODELICAPATH")) {
    for (std::string& part : Split(variable, ':')) path.push_back(std::move(part));
  }
  if (std::string own = OwnLibrary(); !own.empty()) path.push_back(std::move(own));
  return path;
}

void CheckLibraries(const std::vector<std::string>& libraries, Diagnostics& diagnostics) {
  for (const std::string& library : libraries) {
    std::error_code ignored;
    if (!fs::is_directory(library, ignored))
      diagnostics.Report(Error(Code::kBadOption, {}, "--library `{}` is not a directory", library));
  }
}

bool IsLaterVersion(std::string_view a, std::string_view b) {
  return VersionKey(a) > VersionKey(b);
}

std::string VersionInName(const std::string& file) {
  const fs::path path(file);
  const bool is_package = path.filename() == "package.mo";
  return SplitVersion((is_package ? path.parent_path().filename() : path.stem()).string()).second;
}

void SearchPath::List() {
  if (is_listed_) return;
  is_listed_ = true;
  for (const std::string& directory : path_) ListDirectory(directory);
}

void SearchPath::ListDirectory(const std::string& directory) {
  std::unordered_map<std::string, std::vector<TopFile>> found;
  std::error_code ignored;
  if (IsFile(fs::path(directory) / "package.mo")) {
    fs::path own = fs::weakly_canonical(directory, ignored);
    auto [name, version] = SplitVersion(own.filename().string());
    found[name].push_back({(fs::path(directory) / "package.mo").string(), directory, version});
  }
  for (const auto& entry : fs::directory_iterator(directory, ignored)) {
    const fs::path& path = entry.path();
    const std::string file_name = path.filename().string();
    if (file_name.starts_with('.') || file_name == "package.mo") continue;
    if (path.extension() == ".mo" && entry.is_regular_file(ignored)) {
      auto [name, version] = SplitVersion(path.stem().string());
      found[name].push_back({path.string(), "", version});
    } else if (entry.is_directory(ignored)) {
      auto [name, version] = SplitVersion(file_name);
      if (IsFile(path / "package.mo")) {
        found[name].push_back({(path / "package.mo").string(), path.string(), version});
      } else {
        directories_.emplace(name, path.string());
      }
    }
  }
  for (auto& [name, files] : found) {
    std::sort(files.begin(), files.end(), IsPreferred);
    auto& all = files_[name];
    std::move(files.begin(), files.end(), std::back_inserter(all));
  }
}

const TopFile* SearchPath::Find(const std::string& name, std::string_view version) {
  List();
  const auto found = files_.find(name);
  if (found == files_.end()) return nullptr;
  for (const TopFile& file : found->second) {
    if (!version.empty() && file.version == version) return &file;
  }
  for (const TopFile& file : found->second) {
    if (MayReplace(file.version, version)) return &file;
  }
  return &found->second.front();
}

std::vector<std::string> SearchPath::Names() {
  List();
  std::vector<std::string> names;
  for (const auto& [name, files] : files_) names.push_back(name);
  std::sort(names.begin(), names.end());
  return names;
}

std::string SearchPath::FindBroken(const std::string& name) {
  List();
  const auto found = directories_.find(name);
  return found != directories_.end() && IsBrokenPackage(found->second) ? found->second : "";
}

std::optional<std::string> FindClassFile(std::string_view class_name, const std::vector<std::string>& path) {
  const std::vector<std::string> names = Split(class_name, '.');
  if (names.empty()) return std::nullopt;
  SearchPath search(path);
  const TopFile* top = search.Find(names[0]);
  if (top == nullptr) return std::nullopt;
  return top->directory.empty() ? top->file : Descend(top->directory, names);
}

}  // namespace daedalus::library
