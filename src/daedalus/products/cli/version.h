// What `daedalus --version` prints.
#pragma once

#include <string>

namespace daedalus::cli {

inline std::string VersionText() {
  return "daedalus " DAEDALUS_VERSION;
}

}  // namespace daedalus::cli
