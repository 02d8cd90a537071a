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

// Of the file alone: nothing is unpacked.
Result<FmuDescription> DescribeFmu(const std::string& file);

struct ImportOptions {
  bool as_stepping = false;               // Co-Simulation, also where there is Model Exchange
  std::optional<double> step = {};        // between communication points
  bool is_alone = false;                  // no component of another model
  bool is_isolated = false;               // in a process of its own
  std::optional<double> call_limit = {};  // seconds that one of its functions may take; then it is isolated
};

struct ImportedFmu {
  std::string text;                         // of the wrapper class
  std::unique_ptr<VanishingFolder> folder;  // the text refers to its files; null if they were to stay
};

// Unpacks into a folder that vanishes, or into the given one, which stays.
Result<ImportedFmu> ImportFmu(const std::string& file, const ImportOptions& options,
                              const std::string& folder = "");

}  // namespace daedalus::imported
