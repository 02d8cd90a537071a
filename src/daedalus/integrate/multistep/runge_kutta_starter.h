// The past of a multistep method by steps of a Runge-Kutta method of the same accuracy: the second way to
// start at the end of Cellier & Kofman 8.3. `radau5` has the right order, and like BDF it ends its steps in
// consistent points.
//
// Where the step size is not given, radau5 chooses one by its own error test, and the starting steps are
// kShare of it: steps of BDF of order 5 are shorter than those of radau5 by about that much.
#pragma once

#include <memory>
#include <span>

#include "daedalus/integrate/evaluator.h"
#include "daedalus/integrate/integrator.h"

namespace daedalus::integrate {

class RungeKuttaStarter {
 public:
  // The evaluator counts what the steps cost; it must outlive the starter.
  RungeKuttaStarter(Evaluator& evaluator, Tolerances tolerances, const IntegratorOptions& options);

  // Begins here. False: no step could be made.
  bool Begin(double t, std::span<const double> y, std::span<const double> yp, double t_limit);
  // One of the starting steps, all of the same size but the one that meets t_limit. False: it failed.
  bool Step(double t_limit);
  // The last step.
  const Integrator& last() const { return *steps_; }

 private:
  bool MakeSteps(double fixed_step, double t, std::span<const double> y, std::span<const double> yp);

  Evaluator& evaluator_;
  Tolerances tolerances_;
  IntegratorOptions options_;
  std::unique_ptr<Integrator> steps_;
};

}  // namespace daedalus::integrate
