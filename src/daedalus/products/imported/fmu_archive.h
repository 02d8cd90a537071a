// The zip archive of an FMU: reads its description, and unpacks its files into a folder.
//
// If a name in the archive leads out of the folder, the whole archive is rejected and nothing is written.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"

namespace daedalus::imported {

// Names in an archive may contain any bytes. Messages show plain characters only, and replace the others.
std::string PrintableName(std::string_view name);

class FmuArchive {
 public:
  static Result<FmuArchive> Open(const std::string& file);

  const std::vector<std::string>& names() const { return names_; }
  bool Has(std::string_view name) const;
  Result<std::string> ReadText(const std::string& name) const;
  // Unpacks the files whose names `is_wanted` accepts into the folder.
  Result<Unit> Unpack(const std::string& folder,
                      const std::function<bool(std::string_view)>& is_wanted) const;

 private:
  explicit FmuArchive(std::string file) : file_(std::move(file)) {}
  std::vector<Diagnostic> Wrong(std::string_view why) const;

  std::string file_;
  std::vector<std::string> names_;
};

}  // namespace daedalus::imported
