// The files of the workbench: those in the folders that the user opened, and nothing else.
//
// A path counts after links and dots are resolved, so neither leads out of a folder. A text has a version,
// made from its bytes. Saving names the version that was read, and fails if the file has another one by now:
// another tab or program has saved in between.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "daedalus/base/expected.h"
#include "daedalus/products/server/message.h"

namespace daedalus::server {

constexpr std::size_t kMostBytesOfText = std::size_t{16} << 20;

// Why a file operation failed, as an answer to the page.
using FileResult = Expected<Json, Response>;

class Folders {
 public:
  // `writable`: the opened folders. `readable`: libraries, whose texts are shown only. Names of folders that
  // do not exist are dropped.
  Folders(const std::vector<std::string>& writable, const std::vector<std::string>& readable);

  const std::vector<std::string>& writable() const { return writable_; }

  // The real path; nullopt if it is not inside. The file need not exist, its folder must.
  std::optional<std::string> Readable(const std::string& path) const;
  std::optional<std::string> Writable(const std::string& path) const;

  // The folders and .mo files of a folder: [{name, path, kind: "folder" | "package" | "file"}].
  FileResult List(const std::string& path) const;
  // {path, text, version, writable}
  FileResult Read(const std::string& path) const;
  // {path, version}. `version` is that of the text which was read; empty: the file must not exist yet. 409
  // with the text of the disk if it has another version.
  FileResult Save(const std::string& path, const std::string& text, const std::string& version) const;

 private:
  std::vector<std::string> writable_, readable_;
};

// The same for the same bytes, another one for other bytes.
std::string VersionOf(std::string_view text);

}  // namespace daedalus::server
