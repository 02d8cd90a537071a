// A source text as it was at one moment.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "daedalus/base/expected.h"
#include "daedalus/base/read_file.h"
#include "daedalus/diagnostics/diagnostic.h"

namespace daedalus::library {

using FileReader = std::function<Expected<std::string, std::string>(const std::string& path)>;

// Reads a file, and again while it changes under our hands (an editor or a checkout is writing it): a text
// that is half old and half new may parse and mean neither. nullopt if it cannot be read, or has not come to
// rest; that is reported.
std::optional<std::string> ReadSource(const std::string& path, Diagnostics& diagnostics,
                                      const FileReader& read = ReadFile);

}  // namespace daedalus::library
