// Where a class of a library stands on disk: the directory layout of the specification (section 13.4).
//
// A top-level package A is DIR/A.mo, DIR/A/package.mo, or DIR/"A 4.1.0"/package.mo (the highest version); A.B
// is B.mo or B/package.mo in the directory of A, and so on. A class inside a file is found with that file.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace daedalus::driver {

// The directories of --library, then those of the environment variable MODELICAPATH.
std::vector<std::string> LibraryPath(const std::vector<std::string>& libraries);

// The file that contains the class of this full name, as far as file names can tell.
std::optional<std::string> FindClassFile(std::string_view class_name, const std::vector<std::string>& path);

}  // namespace daedalus::driver
