// An FMU as a component: its file is read, its binary unpacked, and its wrapper class written.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/products/imported/fmu_description.h"
#include "daedalus/products/imported/vanishing_folder.h"
#include "daedalus/products/imported/wrapper_text.h"

namespace daedalus::imported {

// Reads the file only; nothing is unpacked.
Result<FmuDescription> DescribeFmu(const std::string& file);

struct ImportOptions {
  bool as_stepping = false;               // use Co-Simulation even if Model Exchange is available
  std::optional<double> step = {};        // between communication points
  bool is_alone = false;                  // not a component of another model
  bool is_isolated = false;               // runs in a process of its own
  std::optional<double> call_limit = {};  // seconds that one of its functions may take; then it is isolated
};

struct ImportedFmu {
  std::string text;                         // of the wrapper class
  std::unique_ptr<VanishingFolder> folder;  // the text refers to files in it; null if the files stay
};

// Unpacks into a temporary folder, or into the given folder, which stays.
Result<ImportedFmu> ImportFmu(const std::string& file, const ImportOptions& options,
                              const std::string& folder = "");

}  // namespace daedalus::imported
