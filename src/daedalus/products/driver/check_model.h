// check: one class, or all classes of a package.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "daedalus/language/library/class_store.h"
#include "daedalus/products/driver/load.h"
#include "daedalus/products/driver/options.h"

namespace daedalus::driver {

struct CheckedClass {
  bool is_right = false;
  // checked only as far as possible without what its user supplies (semantics/instances/check_class.h)
  bool is_in_part = false;
  std::string summary;  // one line: "M: 4 equations for 4 unknowns, 2 parameters"; empty if there are errors
};

// The class that the options name, or the last model of the files. All messages are in `diagnostics`.
CheckedClass CheckModel(const ModelOptions& options, SourceFiles& loaded, Diagnostics& diagnostics);

// ---- All classes ----

struct ClassRow {
  std::string name;
  std::string kind;
  bool is_right = false;
  bool is_in_part = false;
  std::size_t num_warnings = 0;
  std::string first_error;            // empty if there are no errors
  std::vector<std::string> messages;  // one JSON object each, as --diagnostics json prints it
};

struct CheckAllOptions {
  ModelOptions model;        // its `model` names the package; without one, everything in the files
  unsigned num_threads = 0;  // 0: as many as there are processors
  std::function<void(std::size_t done, std::size_t total)>
      progress;  // called from one thread at a time; may be empty
};

// Checks the class itself and every class below it that has a name, in the order of the library: the rules of
// the language, and the balance of models, but not their structure. Each thread reads the files that it
// needs, so that threads share nothing but the list.
std::vector<ClassRow> CheckAll(const CheckAllOptions& options, SourceFiles& loaded, Diagnostics& diagnostics);

}  // namespace daedalus::driver
