// A source text as it was at one moment.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/base/expected.h"
#include "daedalus/base/read_file.h"

namespace daedalus::library {

using FileReader = std::function<Expected<std::string, std::string>(const std::string& path)>;

// Reads a file, and reads it again while an editor or a checkout changes it: a text that is half old and half
// new may parse and mean neither. Reports an error and returns nullopt if the file cannot be read or does not
// stop changing.
std::optional<std::string> ReadSource(const std::string& path, Diagnostics& diagnostics,
                                      const FileReader& read = ReadFile);

}  // namespace daedalus::library
