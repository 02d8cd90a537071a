#include "daedalus/model/simulate/forms/segment_steps.h"

#include "daedalus/model/simulate/forms/array_steps.h"
#include "daedalus/model/simulate/forms/inlined_steps.h"
#include "daedalus/model/simulate/forms/method_steps.h"
#include "daedalus/numerics/integrate/suite/methods.h"

namespace daedalus::simulate {
namespace {

// The longest step of a model that is driven by time, as a part of the run. Between two pulses of its source
// such a model may be at rest. An error estimate knows only the points that the method evaluates, and would
// accept a step over the next pulse.
constexpr double kLongestStep = 0.02;

bool IsDriven(const System& system) {
  for (const ExprId e : IdRange<ExprId>(system.graph.size())) {
    if (system.graph.op(e) == expr::Op::kTime) return true;
  }
  return false;
}

}  // namespace

void LimitStep(const System& system, const OutputGrid& grid, integrate::IntegratorOptions& options) {
  if (options.max_step == 0 && options.fixed_step == 0 && IsDriven(system))
    options.max_step = kLongestStep * (grid.stop - grid.start);
}

std::optional<integrate::MethodInfo> InfoOfMethod(std::string_view method) {
  if (const integrate::MethodInfo* const known = integrate::FindMethod(method)) return *known;
  const auto inlined = inlined::MethodNamed(method);
  if (!inlined) return std::nullopt;
  const int order = inlined::OrderOf(*inlined);
  return integrate::MethodInfo{.name = method,
                               .family = "implicit Runge-Kutta",
                               .min_order = order,
                               .max_order = order,
                               .description = {}};
}

Result<std::unique_ptr<SegmentSteps>> MakeSegmentSteps(const StepsRequest& request) {
  const RunSettings& settings = request.equations.settings;
  if (!request.view.has_states()) return MakeNoSteps();
  if (settings.form == ModelForm::kInline) return MakeInlinedSteps(request);
  if (integrate::FindMethod(settings.method)->needs_equations) return MakeArraySteps(request);
  return MakeMethodSteps(request);
}

}  // namespace daedalus::simulate
