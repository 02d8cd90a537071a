// Many runs of one model with other values of its parameters, on all cores.
//
// The directory of the results gets
//
//   run-0001.csv, ...   the points of each run, as `simulate` writes them
//   runs.csv            a row for each run: its values, how it ended, and final values of variables
//   finished.jsonl      which runs are finished (sweep_log.h)
//
// What it promises:
//
//   - Each run is bit for bit the run that `simulate` makes with the same values, for any number of threads.
//   - A run that fails is a row with its message. The others go on.
//   - A sweep that was ended or killed continues: finished runs are not repeated.
//   - The model is compiled once. A structural parameter compiles it once for each of its values.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/products/driver/load.h"
#include "daedalus/products/driver/options.h"

namespace daedalus::driver {

struct SweepOptions {
  SimulateOptions run;        // its settings are axes (sweep_plan.h), its output is the directory
  unsigned jobs = 0;          // threads; 0: one for each core
  bool writes_points = true;  // false: only the table
};

struct SweepReport {
  std::string model, directory, table;  // empty: not written
  std::size_t num_runs = 0;
  std::size_t num_found = 0;  // of an earlier sweep, not repeated
  std::size_t num_done = 0;   // ended as they should, those that were found included
  std::size_t num_failed = 0;
  std::size_t num_compiled = 0;  // times that the model was flattened
  bool is_interrupted = false;
  std::string first_failure;  // "run 3 (R=2): ..."; empty: none
};

struct SweepHooks {
  const std::atomic<bool>* cancelled = nullptr;  // may be null
  std::function<void()> begun;                   // there are results to keep from now on; may be empty
  std::function<void(std::size_t finished, std::size_t all)> progress;  // by any thread, one at a time
};

// Messages about the model and the options are in `diagnostics`; those of single runs are in the table.
SweepReport SweepModel(const SweepOptions& options, SourceFiles& loaded, Diagnostics& diagnostics,
                       const SweepHooks& hooks = {});

}  // namespace daedalus::driver
