// Result files, written while the simulation runs.
//
// Killing the process at any moment leaves a readable file: the head appears under its final name in one
// piece, rows are appended in whole blocks, and what a reader may look at is always behind it on disk. Blocks
// go out when 64 KiB have gathered, or 0.15 s after the last one, so that a long run can be watched.
//
// `.csv`  RFC 4180: `time`, every variable and every constant, aliases included; the fewest digits that read
// back to the same number; no parameters. Strings as quoted texts; literals of enumerations and `true`
// likewise where the schema asks for names, and as numbers else.
// `.mat`  MAT version 4 in the trajectory layout of Modelica tools (see mat_layout.h); parameters, units and
// descriptions too; no Strings.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/results/schema.h"

namespace daedalus::results {

class ResultWriter {
 public:
  virtual ~ResultWriter() = default;

  // Creates the file, with its head; an existing one is replaced. To be called once, before the first row.
  virtual Result<Unit> Open() = 0;
  // One row: the values of the stored signals (schema.h). Times do not decrease; an event repeats its time.
  // The cost is that of formatting; the disk is touched only when a block is due.
  virtual Result<Unit> Append(double time, std::span<const double> row) = 0;
  // Makes all rows so far visible to readers.
  virtual Result<Unit> Flush() = 0;
  // Flushes and closes. Destroying an unfinished writer also flushes, but cannot report a full disk.
  virtual Result<Unit> Finish() = 0;
};

// Whether OpenResultWriter would know the format of `path`, and the file can probably be written.
Result<Unit> CheckResultPath(const std::string& path);

// Chooses the format by the extension of `path`. Nothing is touched before Open(). `schema` is not kept, and
// its names are many: a writer can be made long before its first row, and the schema be forgotten.
Result<std::unique_ptr<ResultWriter>> MakeResultWriter(const std::string& path, const Schema& schema);

// The same, opened at once.
Result<std::unique_ptr<ResultWriter>> OpenResultWriter(const std::string& path, const Schema& schema);

}  // namespace daedalus::results
