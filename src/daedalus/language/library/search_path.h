// Where the top-level classes of libraries are on disk (Modelica 3.6, sections 13.3 and 18.8.3).
//
// In a directory DIR of the path, the class A is one of
//   DIR/A/package.mo        DIR/"A 4.1.0"/package.mo
//   DIR/A.mo                DIR/"A 4.1.0.mo"
// and DIR itself, if it has a package.mo and is called A. The first directory with one of them wins. In it, a
// name without a version wins, otherwise the highest version. A requested version in a name anywhere on the
// path precedes all of these.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"

namespace daedalus::library {

// The library that comes with Daedalus, found relative to the running program in an installation or a build.
// Empty if it does not exist.
std::string OwnLibrary();

// The directories of --library, then those of the environment variable MODELICAPATH, then our own.
std::vector<std::string> LibraryPath(const std::vector<std::string>& libraries);

// "4.10.0" is later than "4.9.1", and "4.1.0" later than "4.1.0-beta".
bool IsLaterVersion(std::string_view a, std::string_view b);

// Reports directories of --library that do not exist. MODELICAPATH may contain outdated ones.
void CheckLibraries(const std::vector<std::string>& libraries, Diagnostics& diagnostics);

// The version in the name of a top-level class's file, or of its directory; empty if it has none.
std::string VersionInName(const std::string& file);

// A file that contains a top-level class, as far as file names can tell.
struct TopFile {
  std::string file;
  std::string directory;  // of a package that is one; else empty
  std::string version;    // of the file name; empty if it has none
};

class SearchPath {
 public:
  explicit SearchPath(std::vector<std::string> path) : path_(std::move(path)) {}

  const std::vector<std::string>& directories() const { return path_; }
  // An empty `version` means any version. Without that version: a later one with the same first number,
  // else the preferred one. nullptr if there is none.
  const TopFile* Find(const std::string& name, std::string_view version = {});
  // The names of all that it can find, sorted.
  std::vector<std::string> Names();
  // A directory of this name on the path that has .mo files but no package.mo. Empty if there is none.
  std::string FindBroken(const std::string& name);

 private:
  void List();
  void ListDirectory(const std::string& directory);

  std::vector<std::string> path_;
  bool is_listed_ = false;
  std::unordered_map<std::string, std::vector<TopFile>> files_;  // by class name; the preferred one first
  std::unordered_map<std::string, std::string> directories_;     // those without package.mo, by their name
};

// The file that contains the class of this full name, as far as file names can tell.
std::optional<std::string> FindClassFile(std::string_view class_name, const std::vector<std::string>& path);

}  // namespace daedalus::library
