// The files that the workbench may read and write: only those in folders that the user opened.
//
// Links and dots in a path are resolved first, so neither can lead out of a folder. Each text has a version,
// computed from its bytes. A request to save names the version that was read. It fails if the file has
// changed since, because another tab or program has saved it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "daedalus/base/expected.h"
#include "daedalus/products/server/message.h"

namespace daedalus::server {

constexpr std::size_t kMostBytesOfText = std::size_t{16} << 20;

// Why an operation on a file failed, as an answer for the page.
using FileResult = Expected<Json, Response>;

class Folders {
 public:
  // `writable`: the folders that were opened. `readable`: libraries, whose texts are only shown. Folders that
  // do not exist are ignored.
  Folders(const std::vector<std::string>& writable, const std::vector<std::string>& readable);

  const std::vector<std::string>& writable() const { return writable_; }

  // The resolved path; nullopt if it is outside. The file need not exist, but its folder must.
  std::optional<std::string> Readable(const std::string& path) const;
  std::optional<std::string> Writable(const std::string& path) const;

  // The folders and .mo files of a folder: [{name, path, kind: "folder" | "package" | "file"}].
  FileResult List(const std::string& path) const;
  // {path, text, version, writable}
  FileResult Read(const std::string& path) const;
  // Returns {path, version}. The argument `version` is that of the text that was read; empty means that the
  // file must not exist yet. If the file has another version, the answer is 409 with the text on the disk.
  FileResult Save(const std::string& path, const std::string& text, const std::string& version) const;

 private:
  std::vector<std::string> writable_, readable_;
};

// Equal bytes have equal versions; different bytes have different ones.
std::string VersionOf(std::string_view text);

}  // namespace daedalus::server
