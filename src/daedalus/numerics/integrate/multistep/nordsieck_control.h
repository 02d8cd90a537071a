// Order and size of the next step of a multistep method in Nordsieck form.
//
// They are looked at once in k + 1 steps at order k, or after a gain that was not worth it sooner, and
// changed as the errors of orders k - 1, k and k + 1 ask for (nordsieck_order.h). The growth is hardly
// limited after the first step, whose size was a guess, and carefully after a failure.
#pragma once

#include "daedalus/numerics/integrate/integrator.h"
#include "daedalus/numerics/integrate/multistep/nordsieck_order.h"
#include "daedalus/numerics/integrate/step_controller.h"

namespace daedalus::integrate {

class NordsieckControl {
 public:
  NordsieckControl(int max_order, const IntegratorOptions& options);

  // Order 1, and a size that is not known yet: step() is 0.
  void Forget();
  // A past of this order and step size is there.
  void StartAt(int order, double h);

  // After a step of size h with this error: whether it is time to look at order and size, which Choose()
  // does.
  bool NoteSuccess(double h, double error);
  void Choose(double h, const NeighbourErrors& errors);
  // Where the step is fixed: one order more after each step.
  void Rise();

  // The next attempt after one of size h whose error was too large, the num_errors-th one in this step.
  // Nothing is known of a higher order then.
  void AfterError(double h, int num_errors, double error_below, double error);
  // After a failure of another kind.
  void AfterDivergence(double h);

  int max_order() const { return max_order_; }
  int order() const { return order_; }
  double step() const { return step_; }

 private:
  void NoteFailure();

  int max_order_;
  double max_step_;          // 0: no limit
  bool follows_controller_;  // the user asked for one
  StepController controller_;
  double controlled_ = 1;  // the ratio that it asks for after the last step
  int order_ = 1;
  double step_ = 0;
  int wait_ = 0;  // accepted steps until the next look
  double largest_growth_ = 1;
};

}  // namespace daedalus::integrate
