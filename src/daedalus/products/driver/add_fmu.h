// FMUs among the given files: each becomes a class.
#pragma once

#include <string>

#include "daedalus/language/library/class_store.h"
#include "daedalus/products/driver/load.h"
#include "daedalus/products/driver/options.h"

namespace daedalus::driver {

bool IsFmu(const std::string& file);

// True if binaries of FMUs may run. If all files are FMUs, the user clearly wants to run them. If there is
// other text, it may come from elsewhere, and its functions of C would get the same permission.
bool MayRunFmus(const ModelOptions& options);

// True if one of the files is an FMU for Co-Simulation.
bool MakesSteps(const ModelOptions& options);

// Options for FMUs are a mistake if none of the files is one.
void CheckFmuOptions(const ModelOptions& options, Diagnostics& diagnostics);

// Its files are unpacked and exist as long as `loaded`.
void AddFmu(const std::string& file, const ModelOptions& options, SourceFiles& loaded,
            library::ClassStore& store, Diagnostics& diagnostics);

}  // namespace daedalus::driver
