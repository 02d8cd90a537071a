// The zip archive of an FMU: its description, and its files in a folder of their own.
//
// A name that leads out of the folder makes the whole archive wrong, and nothing of it is written.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"

namespace daedalus::imported {

// A name in an archive may have any bytes. In messages they are replaced, unless they are plain characters.
std::string PrintableName(std::string_view name);

class FmuArchive {
 public:
  static Result<FmuArchive> Open(const std::string& file);

  const std::vector<std::string>& names() const { return names_; }
  bool Has(std::string_view name) const;
  Result<std::string> ReadText(const std::string& name) const;
  // Writes those files whose names `is_wanted` accepts below the folder.
  Result<Unit> Unpack(const std::string& folder,
                      const std::function<bool(std::string_view)>& is_wanted) const;

 private:
  explicit FmuArchive(std::string file) : file_(std::move(file)) {}
  std::vector<Diagnostic> Wrong(std::string_view why) const;

  std::string file_;
  std::vector<std::string> names_;
};

}  // namespace daedalus::imported
