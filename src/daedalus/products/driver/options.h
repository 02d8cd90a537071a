// The options of the command line.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "daedalus/language/semantics/expressions/unit_state.h"
#include "daedalus/language/semantics/flatten.h"
#include "daedalus/products/imported/imported_fmu.h"
#include "daedalus/run/run_options.h"

namespace daedalus::driver {

// The model that a command works on.
struct ModelOptions {
  std::vector<std::string> files;  // .mo files, directories with package.mo, FMUs, or "-"
  std::vector<std::pair<std::string, std::string>> texts;  // names and texts of files in memory
  std::string model;                   // full class name; empty: the last model of the files
  std::vector<std::string> libraries;  // where packages are searched for, before MODELICAPATH
  std::vector<std::string> settings;   // NAME=VALUE for parameters and start values
  semantics::UnitCheck unit_check = semantics::UnitCheck::kOwn;
  bool steady = false;          // start at rest (steady_state.h)
  bool allow_external = false;  // functions of other languages may be loaded and called
  semantics::FreeInputs free_inputs = semantics::FreeInputs::kFollowed;
  imported::ImportOptions fmus;  // how FMUs among the files are taken
};

// What to simulate, how, and what to write. run::RunOptions says how.
struct SimulateOptions : run::RunOptions {
  ModelOptions model;
  std::string output;                  // empty: MODEL.csv
  std::vector<std::string> variables;  // glob patterns; empty: all
  bool literals = false;               // CSV: names of literals, `true` and `false` instead of numbers
  std::vector<std::string> plot;       // glob patterns; empty: no plot
  std::string page;                    // HTML file that shows the run; empty: none
  std::string save_state;              // file for the state at the end; empty: none
  std::string from_state;              // file with the state from which the run continues; empty: it begins
  std::string from_result;             // result file with the point from which the run continues; empty: none
  std::optional<double> at;            // the time of that point; if not set, the last one
  std::string input;                   // file with the inputs of the model over time; empty: none
  std::string interpolation;           // between its points: held, linear or smooth; empty: linear
  bool log_events = false;             // reports each event on SimulateHooks::log
  bool large_results = false;          // allows more than results::kManyValues values
  std::string stats;                   // JSON file
  bool quiet = false;
  bool profile = false;  // measures where the time goes, instead of writing results
};

}  // namespace daedalus::driver
