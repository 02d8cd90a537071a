// An integrator whose steps are runs of a Program: the method is among the equations of the model
// (step_program.h), so there is no residual, iteration matrix or iteration here. The integrator sets old(x)
// and h, tests the result, and chooses the next step.
//
// It has the interface of every integrator, with the unknowns of its problem: the states (the causal form),
// or all variables (unreduced equations). Errors are those of states; algebraic variables follow from them.
//
// With a fixed step nothing is tested. Otherwise step_error.h tests one-step methods, two steps at a time if
// the estimate needs two of equal size: from outside such a pair is one step. Multistep methods also vary
// their order. BDF does so as in the residual form (varied_bdf.h). For Adams-Moulton (multistep_past.h has
// its errors), each order from one below to one above the present one proposes a next step, and the largest
// wins. A higher order waits until there are enough past steps.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/numerics/integrate/integrator_base.h"
#include "daedalus/programs/execute/ode_model.h"
#include "daedalus/programs/inlined/fixed_steps.h"
#include "daedalus/programs/inlined/methods.h"
#include "daedalus/programs/inlined/multistep_past.h"
#include "daedalus/programs/inlined/state_norm.h"
#include "daedalus/programs/inlined/state_places.h"
#include "daedalus/programs/inlined/step_ends.h"
#include "daedalus/programs/inlined/step_error.h"
#include "daedalus/programs/inlined/step_program.h"
#include "daedalus/programs/inlined/varied_bdf.h"

namespace daedalus::inlined {

struct InlinedOptions {
  Method method = Method::kBackwardEuler;
  integrate::IntegratorOptions integrator = {};
  bool measures_steps = false;
  double grid_start = 0;  // of fixed steps: they end at whole multiples from here, except after events
};

// The highest order of the method with these options; for one-step methods their order. BDF with varying
// steps has at most 5.
int HighestOrder(Method method, const integrate::IntegratorOptions& options);
// True if the method can choose its step size.
bool ControlsStep(Method method);

class InlinedIntegrator final : public integrate::IntegratorBase {
 public:
  // `unknowns`: the variable of the given system that each unknown of the problem is. Without a fixed step
  // the method controls it.
  InlinedIntegrator(integrate::DaeProblem problem, integrate::Tolerances tolerances,
                    const InlinedOptions& options, std::unique_ptr<StepProgram> program,
                    std::vector<VariableId> unknowns);

  // Before Initialize and Restart: values of all variables of the given system and of their derivatives.
  void Guess(std::span<const double> y, std::span<const double> yp) { program_->Guess(y, yp); }

  // Called with the unknowns and their slopes at the end of each step that has passed its test. If it returns
  // false, the step is repeated with a smaller size, like one whose loops have no solution.
  using Judge = std::function<bool(double t, std::span<const double> y, std::span<const double> yp)>;
  void SetJudge(Judge judge) { judge_.accepts = std::move(judge); }

  StepProgram& program() { return *program_; }
  const StepProgram& program() const { return *program_; }
  // Dense output is cubic.
  bool has_low_dense_order() const { return !IsMultistep(method_) && highest_order_ > 3; }
  // Of a fixed step, where they are measured.
  const StepTimes& times() const { return fixed_.times; }
  // Watches whether fixed steps in the causal form are far too long. Its states are those of program().
  const StepDefects& defects() const { return fixed_.defects; }
  // The outcome of a failed step: a loop without a solution, or no finite value (then `execution.loop` has no
  // reason).
  const std::optional<execute::OdeModel::Failure>& last_failure() const { return last_failure_; }

 private:
  void Start() override;
  void TakeOverMoved() override;
  integrate::StepOutcome Advance(double t_limit) override;
  std::unique_ptr<integrate::IntegratorBase> MakeTwin(
      const integrate::IntegratorOptions& options) const override;
  void InterpolateInside(double t, std::span<double> y, std::span<double> yp) const override;
  // Of the states, by the polynomial of the past.
  void InterpolateBdf(double t, std::span<double> y, std::span<double> yp) const;

  // One run of the program, from the present states and slopes at t - h.
  integrate::Attempt RunStep(double t, double h);
  StepProgram::Step Describe(double t, double h);
  // As many as the error test needs, each of size h; then the new point is in the workspace.
  integrate::Attempt RunTestedSteps(double h);
  integrate::StepOutcome AdvanceFixed(double t_limit);
  integrate::StepOutcome AdvanceTested(double t_limit);
  integrate::StepOutcome AdvanceAdams(double t_limit);
  integrate::StepOutcome AdvanceBdf(double t_limit);
  // Blames the worst state of a failed BDF step, if it is the last attempt.
  integrate::Blame BlameFor(integrate::Attempt attempt, double h);
  // Of Adams-Moulton, in units of the tolerance.
  double SizeOfError(int order, double t);
  // After a step of size h whose error was tested, before it is part of the past: the next order; h_next_ is
  // set.
  int ChooseOrder(double h, double size);

  void SetOrder(int order);

  // Applies the external test; a rejected step has no failure of its own.
  bool MayStay(double t);
  // The new point becomes the present one.
  integrate::StepOutcome TakeStep(double h, int num_runs, double t_limit);
  void ReadPoint(std::span<double> y, std::span<double> yp);
  bool KeepsPoints() const { return IsMultistep(method_) && !bdf_; }
  // The present states and slopes, from values of the unknowns.
  void ReadStates(std::span<const double> y, std::span<const double> yp);

  // Work arrays, by state.
  struct StateVectors {
    std::vector<double> x, slopes;          // at the present point
    std::vector<double> old;                // what a multistep method makes of its past
    std::vector<double> new_x, new_slopes;  // at the end of the step
    std::vector<double> error;
  };
  struct InnerPoint {
    std::vector<double> x, slopes;
  };
  // The external test of a step.
  struct StepJudge {
    Judge accepts;  // empty: there is none
    std::vector<double> y, yp;
  };

  Method method_;
  int highest_order_;  // of one-step methods: their order
  FixedSteps fixed_;
  std::unique_ptr<StepProgram> program_;
  StatePlaces places_;
  StateNorm state_norm_;
  StepError error_;
  MultistepPast past_;
  std::optional<VariedBdf> bdf_;  // without a fixed step
  integrate::StepController controller_;
  int order_ = 1;           // of the next step
  int steps_at_order_ = 0;  // since it last changed
  bool is_young_ = true;    // no step has come near the tolerance yet
  double h_next_ = 0;       // 0: at the start
  StateVectors states_;
  mutable InnerPoint inner_;  // of InterpolateBdf
  StepEnds ends_;
  std::optional<execute::OdeModel::Failure> last_failure_;
  StepJudge judge_;
  const StepProgram* original_ = nullptr;  // of a twin: the program whose steps it repeats
};

}  // namespace daedalus::inlined
