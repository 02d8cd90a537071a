#include "daedalus/model/simulate/forms/step_invariants.h"

#include <algorithm>

namespace daedalus::simulate {
namespace {

using compile::InvariantUse;

// At the start smaller violations are rounding, however small the tolerance is.
constexpr double kLeastViolation = 1e-9;

}  // namespace

integrate::EvalOutcome StepInvariants::Keep(double t, std::span<double> y, std::span<double> yp) {
  using integrate::EvalOutcome;
  const auto outcome = [](bool ok) { return ok ? EvalOutcome::kOk : EvalOutcome::kRecoverable; };
  const auto all = view_.Complete(t, y, yp);
  if (!all) return EvalOutcome::kRecoverable;
  kept_.Load(t, all->y, all->yp, equations_.dae->held());
  if (equations_.model.invariant_use == InvariantUse::kMeasure) return outcome(kept_.Record());
  if (is_left_to_method_) return outcome(kept_.Measure());
  return outcome(kept_.Restore() && view_.TakeBack(t, kept_.workspace(), y, yp));
}

bool StepInvariants::MayBegin(double t, const initialize::InitialValues& values) {
  if (equations_.model.invariant_use == InvariantUse::kMeasure) return true;
  kept_.Load(t, values.y, values.yp, equations_.dae->held());
  start_violates_ = !kept_.Holds(std::max(equations_.settings.tolerance, kLeastViolation));
  return !start_violates_ && kept_.AreImplied();
}

Diagnostic StepInvariants::Explain() const {
  return start_violates_
             ? kept_.Explain(Code::kInvariantViolated, "the initial values do not satisfy an invariant")
             : kept_.Explain(Code::kInvariantLost, "the other equations lead away from an invariant");
}

}  // namespace daedalus::simulate
