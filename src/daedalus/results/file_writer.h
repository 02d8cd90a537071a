// The common part of the writers of all formats: a head that waits for its file, and rows that wait for their
// block.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "daedalus/base/check.h"
#include "daedalus/results/block_buffer.h"
#include "daedalus/results/output_file.h"
#include "daedalus/results/writer.h"

namespace daedalus::results {

// A format adds Append and Flush, and calls Finish in its destructor.
class FileWriter : public ResultWriter {
 public:
  Result<Unit> Open() final {
    DAEDALUS_CHECK(!file_, "a writer is opened once");
    auto file = OutputFile::Create(path_, std::exchange(head_, {}));
    if (!file) return Failure{std::move(file).error()};
    file_ = std::move(*file);
    return Unit{};
  }

  Result<Unit> Finish() final {
    if (!file_) return Unit{};
    Result<Unit> flushed = Flush();
    Result<Unit> closed = std::exchange(file_, nullptr)->Close();
    return flushed ? closed : flushed;
  }

 protected:
  FileWriter(std::string path, std::string head) : path_(std::move(path)), head_(std::move(head)) {}

  OutputFile& file() {
    DAEDALUS_CHECK(file_, "rows are written between Open() and Finish()");
    return *file_;
  }
  BlockBuffer block_;

 private:
  std::string path_;
  std::string head_;  // until the file is there
  std::unique_ptr<OutputFile> file_;
};

}  // namespace daedalus::results
