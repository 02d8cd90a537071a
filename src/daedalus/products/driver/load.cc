#include "daedalus/products/driver/load.h"

#include <algorithm>
#include <filesystem>

#include "daedalus/base/read_file.h"
#include "daedalus/language/syntax/parse.h"

namespace daedalus::driver {
namespace {

namespace fs = std::filesystem;

// package.mo first, then the others by name.
std::vector<std::string> FilesOfPackage(const fs::path& directory) {
  std::vector<std::string> files;
  std::error_code ignored;
  for (const auto& entry : fs::recursive_directory_iterator(directory, ignored)) {
    if (entry.is_regular_file(ignored) && entry.path().extension() == ".mo")
      files.push_back(entry.path().string());
  }
  const auto key = [](const std::string& file) {
    const fs::path path(file);
    return std::make_tuple(path.parent_path().string(), path.filename() != "package.mo", file);
  };
  std::sort(files.begin(), files.end(), [&](const auto& a, const auto& b) { return key(a) < key(b); });
  return files;
}

void LoadFile(const std::string& path, SourceFiles& loaded, Diagnostics& diagnostics) {
  auto text = ReadFile(path);
  if (!text) {
    diagnostics.Report(Error(Code::kCannotReadFile, {}, "cannot read `{}`: {}", path, text.error()));
    return;
  }
  LoadText(path == "-" ? "standard input" : path, std::move(*text), loaded, diagnostics);
}

}  // namespace

std::vector<const syntax::Tree*> SourceFiles::Trees() const {
  std::vector<const syntax::Tree*> out;
  for (const syntax::Tree& tree : trees) out.push_back(&tree);
  return out;
}

void LoadText(const std::string& name, std::string text, SourceFiles& loaded, Diagnostics& diagnostics) {
  const SourceFileId file = loaded.sources.Add(name, std::move(text));
  syntax::ParseResult parsed = syntax::Parse(loaded.sources, file, loaded.names);
  diagnostics.Append(std::move(parsed.diagnostics));
  loaded.trees.push_back(std::move(parsed.tree));
}

void Load(const std::vector<std::string>& files, SourceFiles& loaded, Diagnostics& diagnostics) {
  for (const std::string& file : files) {
    std::error_code ignored;
    if (!fs::is_directory(file, ignored)) {
      LoadFile(file, loaded, diagnostics);
    } else if (fs::is_regular_file(fs::path(file) / "package.mo", ignored)) {
      for (const std::string& member : FilesOfPackage(file)) LoadFile(member, loaded, diagnostics);
    } else {
      diagnostics.Report(Error(Code::kNotAPackageDirectory, {},
                               "the directory `{}` is not a package: it has no package.mo", file));
    }
  }
}

}  // namespace daedalus::driver
