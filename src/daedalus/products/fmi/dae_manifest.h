// FMI-LS-DAE, the draft of a layered standard for FMUs with implicit equations, version 0.0.1: the manifest
// that names unknowns and residuals, and what residuals depend on.
//
// The FMU is one of a residual model (residual_model.h). To an importer its inputs x, x' and z are variables
// of their own, which it sets at any point of continuous time.
#pragma once

#include <string>
#include <string_view>

#include "daedalus/products/fmi/interface.h"
#include "daedalus/products/fmi/residual_model.h"

namespace daedalus::fmi {

inline constexpr std::string_view kDaeManifest = "extra/org.fmi-standard.fmi-ls-dae/fmi-ls-manifest.xml";
inline constexpr std::string_view kDaeStandard = "org.fmi-standard.fmi-ls-dae";
inline constexpr std::string_view kDaeVersion = "0.0.1";

// Changes the view on the residual model into that of a DAE: unknowns and residuals are no inputs and
// outputs, and derivatives name their variables. Dependencies of outputs stand in the manifest alone, because
// modelDescription.xml cannot name algebraic variables there.
void ShowAsDae(const ResidualModel& dae, Interface& shown);

// `shown`: the view before it was changed, which has the dependencies.
std::string DaeManifest(const ResidualModel& dae, const Interface& shown);

}  // namespace daedalus::fmi
