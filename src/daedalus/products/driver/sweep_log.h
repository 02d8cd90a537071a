// The finished runs of a sweep, on disk. An interrupted or killed sweep continues from them.
//
// The file has a JSON object on each line. The first line identifies the sweep, each other line is a run. A
// line is written in one piece after the files of its run, so a run without a complete line is made again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"

namespace daedalus::driver {

struct FinishedRun {
  std::size_t run = 0;  // counts from 0
  std::string status;   // done, stopped, model wrong, wrong option
  std::string message;  // the first error; empty: none
  double final_time = 0;
  std::int64_t steps = 0;
  std::vector<std::pair<std::string, double>> final_values;
};

class SweepLog {
 public:
  // Opens the file for more runs. `identity`: what decides about the numbers of a sweep. An error if the file
  // belongs to another sweep, or cannot be written.
  static Result<SweepLog> Open(const std::string& path, const std::string& identity);

  // The runs that were already finished.
  const std::vector<FinishedRun>& found() const { return found_; }
  Result<Unit> Add(const FinishedRun& run);

 private:
  struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  std::string path_;
  std::vector<FinishedRun> found_;
  std::unique_ptr<std::FILE, CloseFile> file_;
};

// All runs as CSV: number, values of the axes, how the run ended, and final values.
std::string SweepTable(const std::vector<std::string>& axes,
                       const std::vector<std::vector<std::string>>& values_of_runs,
                       const std::vector<FinishedRun>& runs);

}  // namespace daedalus::driver
