// The manifest of FMI-LS-DAE, the draft of a layered standard for FMUs with implicit equations. It says which
// variables are algebraic unknowns and which are residuals (fmi/dae_manifest.h writes it).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/products/imported/fmu_description.h"

namespace daedalus::imported {

// Reads the manifest into `fmu.dae`. Its derivatives and outputs replace those of modelDescription.xml. An
// error if the version of the draft is unknown, or if the numbers of unknowns and residuals differ.
Result<Unit> ReadDaeManifest(const std::string& xml, const std::string& file, FmuDescription& fmu);

}  // namespace daedalus::imported
