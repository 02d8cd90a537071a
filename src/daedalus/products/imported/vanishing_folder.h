// A folder for files that are needed during this process only. A small process makes it, waits, and removes
// it: with this object, and also if this process ends by a signal or crashes.
#pragma once

#include <memory>
#include <string>

#include "daedalus/base/diagnostics/diagnostic.h"

namespace daedalus::imported {

class VanishingFolder {
 public:
  static Result<std::unique_ptr<VanishingFolder>> Make();
  ~VanishingFolder();
  VanishingFolder(const VanishingFolder&) = delete;
  VanishingFolder& operator=(const VanishingFolder&) = delete;

  const std::string& path() const { return path_; }

 private:
  VanishingFolder() = default;

  std::string path_;
  int lifeline_ = -1;  // the process that waits sees this end close
  int guardian_ = -1;  // its number
};

}  // namespace daedalus::imported
