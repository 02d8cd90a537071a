// Writes a ZIP archive (APPNOTE 6.3.3 of PKWARE) in memory: the files of an FMU. No time is written, so equal
// files give equal bytes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace daedalus::fmi {

class ZipWriter {
 public:
  // Adds a file; `name` has slashes between folders. Files of more than 4 GiB are not possible.
  void Add(std::string_view name, std::string_view content);
  // Ends the archive and returns its bytes.
  std::string Finish();

 private:
  std::string bytes_, directory_;
  std::uint16_t num_files_ = 0;
};

}  // namespace daedalus::fmi
