// A file being written, without hidden buffers: what was handed over is in the hands of the system, and
// survives us.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "daedalus/diagnostics/diagnostic.h"

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

  // Appends with one system call, if the system takes it in one. After a failure the file is as long as
  // before.
  Result<Unit> Append(std::string_view bytes);
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

// Writes a whole file at once: readers see the old content or the new.
Result<Unit> WriteWholeFile(const std::string& path, std::string_view content);

}  // namespace daedalus::results
