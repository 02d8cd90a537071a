// A file being written, without hidden buffers: what was handed over is in the hands of the system, and
// survives us.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "daedalus/base/diagnostics/diagnostic.h"

namespace daedalus::results {

class OutputFile {
 public:
  // Creates or replaces `path` with `head` as its content. The head is written under a name of its own first
  // and then moved, so that nobody ever sees half a head under `path`; where that is not possible (devices,
  // pipes, symbolic links, folders without write permission) it goes to `path` directly.
  static Result<std::unique_ptr<OutputFile>> Create(const std::string& path, std::string_view head);

  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  // The number of these bytes that are complete rows. Called only after a failure.
  using WholeRows = std::function<std::size_t(std::string_view)>;

  // Appends rows with one system call, if the system takes them in one. After a failure (a full disk) the
  // whole rows that fitted stay, and the file ends with the last of them; size() counts them.
  Result<Unit> Append(std::string_view bytes, const WholeRows& whole_rows);
  // Replaces bytes that were written before.
  Result<Unit> Overwrite(std::uint64_t offset, std::string_view bytes);
  Result<Unit> Close();
  std::uint64_t size() const { return size_; }

 private:
  OutputFile(std::string path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {}

  std::string path_;
  int descriptor_;
  std::uint64_t size_ = 0;
};

// Whether `path` looks as if it could be written: it is no folder, and it or the folder it would stand in may
// be written to. A look before a long computation; only writing itself can tell for sure.
Result<Unit> CheckCanWrite(const std::string& path);

// Writes a whole file at once: readers see the old content or the new.
Result<Unit> WriteWholeFile(const std::string& path, std::string_view content);

}  // namespace daedalus::results
