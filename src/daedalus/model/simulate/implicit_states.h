// Mixed mode of an inlined step (inlined/mixed_methods.h): the user names the implicit states, or an
// eigenvalue analysis at the start of the run finds them (inlined/stiff_states.h).
#pragma once

#include <span>
#include <string>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/model/simulate/run_settings.h"
#include "daedalus/numerics/integrate/dae_problem.h"
#include "daedalus/system/system.h"

namespace daedalus::simulate {

// The point at which the model is analysed.
struct AnalysedPoint {
  double t = 0;
  std::span<const double> states, slopes;
};

struct ImplicitChoice {
  std::vector<VariableId> explicit_states;
  std::string remark;  // for --verbose
};

// `problem` is x' = f(t, x) of these states. kBadOption if a name is not the name of a state.
Result<ImplicitChoice> ChooseImplicitStates(const System& system, std::span<const VariableId> states,
                                            const RunSettings& settings, const integrate::DaeProblem& problem,
                                            const AnalysedPoint& point);

}  // namespace daedalus::simulate
