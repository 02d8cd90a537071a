// A package that is a directory: its further classes are the files and directories in it (Modelica 3.6,
// section 13.4.1).
#pragma once

#include <filesystem>
#include <string>
#include <unordered_map>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/language/syntax/names.h"

namespace daedalus::library {

bool IsFile(const std::filesystem::path& path);

// True for a directory with .mo files but without package.mo: probably a damaged package. A directory without
// .mo files holds other things (pictures, data).
bool IsBrokenPackage(const std::filesystem::path& directory);
void ReportNoPackage(const std::string& directory, Diagnostics& diagnostics);
// Of a directory within a package: nobody may need it. A class of it that is named is not found.
void WarnOfNoPackage(const std::string& directory, Diagnostics& diagnostics);

// A candidate for the class B of the package in D: D/B.mo, or the directory D/B. Having both is an error.
struct DirectoryEntry {
  syntax::NameId name;
  std::string file;       // D/B.mo; empty if there is none
  std::string directory;  // D/B; empty if there is none. Whether it is a package is not known yet
};

struct PackageDirectory {
  std::vector<DirectoryEntry> entries;  // by name
  std::unordered_map<syntax::NameId, std::size_t> by_name;

  const DirectoryEntry* Find(syntax::NameId name) const {
    const auto found = by_name.find(name);
    return found == by_name.end() ? nullptr : &entries[found->second];
  }
};

// The file of the class: B.mo, else package.mo of the directory; empty when neither is there.
std::string FileOf(const DirectoryEntry& entry);

PackageDirectory ListPackage(const std::string& directory, syntax::NameTable& names);

// The names in package.order, one a line; none when there is no such file.
std::vector<syntax::NameId> ReadPackageOrder(const std::string& directory, syntax::NameTable& names);

}  // namespace daedalus::library
