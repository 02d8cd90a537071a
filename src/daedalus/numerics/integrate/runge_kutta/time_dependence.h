// dF/dt for Rosenbrock methods, evaluated only as often as needed. Most models do not depend on time, and
// then its difference would waste an evaluation in every step.
//
// Without the user's own time derivative, F(t, y, 0) is compared with F(t + h/2, y, 0). As long as both are
// the same bit for bit, dF/dt counts as zero and is not evaluated for kQuietSteps steps, unless a step is
// rejected or h has grown tenfold. The first difference ends this until the next start.
#pragma once

#include <span>
#include <vector>

#include "daedalus/numerics/integrate/evaluator.h"

namespace daedalus::integrate {

class TimeDependence {
 public:
  explicit TimeDependence(Evaluator& evaluator);

  void Reset();
  // Looks at the point (t, y) of a step of size h, where r = F(t, y, 0).
  EvalOutcome Evaluate(double t, double h, std::span<const double> y, std::span<const double> r);
  // The error test has rejected the step: perhaps because the last evaluation is too old. Whether Evaluate()
  // should be called again for the same point.
  bool NoteRejection();

  bool present() const { return present_; }
  std::span<const double> values() const { return values_; }  // dF/dt where it is present

 private:
  EvalOutcome LookForDependence(double t, double h, std::span<const double> y, std::span<const double> r);

  Evaluator& evaluator_;
  std::vector<double> values_;
  std::vector<double> zero_;  // y'
  bool present_ = false;
  int quiet_steps_ = 0;       // for which dF/dt is not evaluated
  double examined_step_ = 0;  // h of the last look
};

}  // namespace daedalus::integrate
