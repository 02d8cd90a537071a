// Writes the manifest of FMI-LS-DAE, the draft of a layered standard for FMUs with implicit equations,
// version 0.0.1. The manifest names unknowns and residuals, and what residuals depend on.
//
// The FMU contains a residual model (residual_model.h). Its inputs x, x' and z appear to an importer as
// variables that it sets at any point of continuous time.
#pragma once

#include <string>
#include <string_view>

#include "daedalus/products/fmi/interface.h"
#include "daedalus/products/fmi/residual_model.h"

namespace daedalus::fmi {

inline constexpr std::string_view kDaeManifest = "extra/org.fmi-standard.fmi-ls-dae/fmi-ls-manifest.xml";
inline constexpr std::string_view kDaeStandard = "org.fmi-standard.fmi-ls-dae";
inline constexpr std::string_view kDaeVersion = "0.0.1";

// Turns the view of the residual model into that of a DAE: unknowns and residuals are not inputs and outputs,
// and derivatives name their variables. The manifest alone lists dependencies of outputs, because
// modelDescription.xml cannot name algebraic variables there.
void ShowAsDae(const ResidualModel& dae, Interface& shown);

// `shown` is the view before the change, which still has the dependencies.
std::string DaeManifest(const ResidualModel& dae, const Interface& shown);

}  // namespace daedalus::fmi
