// Reading a whole file into memory, with a reason when that fails.
#pragma once

#include <string>

#include "daedalus/base/expected.h"

namespace daedalus {

// "-" reads standard input. The error is a sentence fragment: "no such file or directory".
Expected<std::string, std::string> ReadFile(const std::string& path);

}  // namespace daedalus
