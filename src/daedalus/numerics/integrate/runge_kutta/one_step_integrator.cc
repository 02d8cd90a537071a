#include "daedalus/numerics/integrate/runge_kutta/one_step_integrator.h"

#include <algorithm>
#include <utility>

namespace daedalus::integrate {

StepOutcome OneStepIntegrator::Advance(double t_limit) {
  if (h_next_ == 0) h_next_ = std::max(FirstStep(t_limit), h_before_);
  double h = NextStep(h_next_, t_limit);
  while (true) {
    const Attempt attempt = TryStep(h);
    if (attempt == Attempt::kSucceeded) return AcceptStep(h, t_limit);
    const double h_next = StepAfterFailure(attempt, h);
    if (auto failure = NoteFailure(attempt, h_next, FindBlame(attempt, h))) return *std::move(failure);
    h = h_next_ = h_next;
  }
}

}  // namespace daedalus::integrate
