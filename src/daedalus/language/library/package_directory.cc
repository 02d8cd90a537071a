#include "daedalus/language/library/package_directory.h"

#include <map>

#include "daedalus/base/read_file.h"

namespace daedalus::library {

namespace fs = std::filesystem;

bool IsFile(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

bool IsBrokenPackage(const fs::path& directory) {
  if (IsFile(directory / "package.mo")) return false;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(directory, ignored)) {
    if (entry.path().extension() == ".mo") return true;
  }
  return false;
}

void ReportNoPackage(const std::string& directory, Diagnostics& diagnostics) {
  diagnostics.Report(Error(Code::kNotAPackageDirectory, {},
                           "the directory `{}` is not a package: it has no package.mo", directory));
}

void WarnOfNoPackage(const std::string& directory, Diagnostics& diagnostics) {
  diagnostics.Report(Warning(Code::kNotAPackageDirectory, {},
                             "the directory `{}` is not a package: it has no package.mo", directory)
                         .Hint("its files are not read"));
}

std::string FileOf(const DirectoryEntry& entry) {
  if (!entry.file.empty() || entry.directory.empty()) return entry.file;
  const fs::path file = fs::path(entry.directory) / "package.mo";
  return IsFile(file) ? file.string() : "";
}

PackageDirectory ListPackage(const std::string& directory, syntax::NameTable& names) {
  std::map<std::string, DirectoryEntry> found;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(directory, ignored)) {
    const fs::path& path = entry.path();
    const std::string file_name = path.filename().string();
    if (file_name.starts_with('.') || file_name == "package.mo") continue;
    if (entry.is_directory(ignored)) {
      found[file_name].directory = path.string();
    } else if (path.extension() == ".mo") {
      found[path.stem().string()].file = path.string();
    }
  }
  PackageDirectory listed;
  for (auto& [name, entry] : found) {
    entry.name = names.Intern(name);
    listed.by_name.emplace(entry.name, listed.entries.size());
    listed.entries.push_back(std::move(entry));
  }
  return listed;
}

std::vector<syntax::NameId> ReadPackageOrder(const std::string& directory, syntax::NameTable& names) {
  std::vector<syntax::NameId> order;
  const auto text = ReadFile((fs::path(directory) / "package.order").string());
  if (!text) return order;
  std::string_view rest = *text;
  while (!rest.empty()) {
    std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ' || line.back() == '\t'))
      line.remove_suffix(1);
    if (!line.empty()) order.push_back(names.Intern(line));
  }
  return order;
}

}  // namespace daedalus::library
