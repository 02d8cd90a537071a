// A temporary folder. A small helper process makes it, waits, and removes it: when this object is destroyed,
// and also if this process is killed or crashes.
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
  int lifeline_ = -1;  // when this end closes, the helper removes the folder
  int guardian_ = -1;  // process id of the helper
};

}  // namespace daedalus::imported
