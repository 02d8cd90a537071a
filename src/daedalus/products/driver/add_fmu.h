// FMUs among the given files: each becomes a class.
#pragma once

#include <string>

#include "daedalus/language/library/class_store.h"
#include "daedalus/products/driver/load.h"
#include "daedalus/products/driver/options.h"

namespace daedalus::driver {

bool IsFmu(const std::string& file);

// May the binaries of FMUs run? Whoever simulates FMUs alone wants nothing else. Beside other text the model
// may not be the user's, and its functions of C would get the same permission.
bool MayRunFmus(const ModelOptions& options);

// Is an FMU among the files that makes its own steps (Co-Simulation)?
bool MakesSteps(const ModelOptions& options);

// Options for FMUs are a mistake if none of the files is one.
void CheckFmuOptions(const ModelOptions& options, Diagnostics& diagnostics);

// Its files are unpacked and stay as long as `loaded`.
void AddFmu(const std::string& file, const ModelOptions& options, SourceFiles& loaded,
            library::ClassStore& store, Diagnostics& diagnostics);

}  // namespace daedalus::driver
