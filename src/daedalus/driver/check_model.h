// check: one class, or all classes of a package.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "daedalus/driver/load.h"
#include "daedalus/driver/options.h"
#include "daedalus/library/class_store.h"

namespace daedalus::driver {

struct CheckedClass {
  bool is_right = false;
  bool is_in_part = false;  // as far as it can be without what its user gives (semantics/check_class.h)
  std::string summary;  // in one line: "M: 4 equations for 4 unknowns, 2 parameters"; empty when it is wrong
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
  std::string first_error;            // empty when it is right
  std::vector<std::string> messages;  // each one JSON object, as --diagnostics json prints it
};

struct CheckAllOptions {
  ModelOptions model;        // its `model` names the package; without one, everything in the files
  unsigned num_threads = 0;  // 0: as many as there are processors
  std::function<void(std::size_t done, std::size_t total)>
      progress;  // called from one thread at a time; may be empty
};

// The class itself and every class below it that has a name, in the order of the library; what the language
// says of it, and the balance of models, but not their structure. Each thread reads the files that it needs
// for itself, so that nothing is shared but the list.
std::vector<ClassRow> CheckAll(const CheckAllOptions& options, SourceFiles& loaded, Diagnostics& diagnostics);

}  // namespace daedalus::driver
