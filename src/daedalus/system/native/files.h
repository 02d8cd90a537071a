// The functions of Modelica.Utilities that only read the file system.
#pragma once

#include <string>
#include <vector>

#include "daedalus/base/expected.h"

namespace daedalus::native {

// Without the ends of lines, "\r" included; a last line without an end counts.
Expected<std::vector<std::string>, std::string> ReadLines(const std::string& file);

enum class FileType { kNone = 1, kRegular = 2, kDirectory = 3, kSpecial = 4 };
FileType TypeOfFile(const std::string& name);

// From the working directory, with `/` and without `.` and `..`.
std::string FullPathName(const std::string& name);

}  // namespace daedalus::native
