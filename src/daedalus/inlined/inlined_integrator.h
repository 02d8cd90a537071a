// An integrator whose steps are runs of a Program: the method stands among the equations of the model
// (step_program.h), so there is no residual, no iteration matrix and no iteration of its own here. What is left
// is to say what old(x) and h are, and to look at what came out.
//
// It has the same face as every other integrator, with the unknowns of the problem that it is given: the states
// (the causal form), or all variables (equations as they stand). Its steps are of a fixed size.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/execute/ode_model.h"
#include "daedalus/inlined/methods.h"
#include "daedalus/inlined/multistep_past.h"
#include "daedalus/inlined/step_program.h"
#include "daedalus/integrate/integrator_base.h"

namespace daedalus::inlined {

struct InlinedOptions {
  Method method = Method::kBackwardEuler;
  integrate::IntegratorOptions integrator = {};
};

class InlinedIntegrator final : public integrate::IntegratorBase {
 public:
  // `unknowns`: the variable of the given system that each unknown of the problem is.
  InlinedIntegrator(integrate::DaeProblem problem, integrate::Tolerances tolerances,
                    const InlinedOptions& options, std::unique_ptr<StepProgram> program,
                    std::vector<VariableId> unknowns);

  // Before Initialize and Restart: values of all variables of the given system and of their derivatives.
  void Guess(std::span<const double> y, std::span<const double> yp) { program_->Guess(y, yp); }

  StepProgram& program() { return *program_; }
  // What a step that failed came to: a loop without a solution, or no finite value (then `execution.loop` has no
  // reason).
  const std::optional<execute::OdeModel::Failure>& last_failure() const { return last_failure_; }

 private:
  void Start() override;
  integrate::StepOutcome Advance(double t_limit) override;
  void InterpolateInside(double t, std::span<double> y, std::span<double> yp) const override;

  integrate::Attempt TryStep(double h);
  // old(x), old(x') and h of a step to t.
  StepProgram::Step Describe(double t, double h);
  void TakeResults();
  void Remember();

  Method method_;
  int order_;  // of one-step methods, or the highest
  std::unique_ptr<StepProgram> program_;
  std::vector<VariableId> unknowns_;
  std::vector<std::optional<std::size_t>>
      state_of_;                         // by unknown: its place among the states; none: algebraic
  std::vector<std::size_t> unknown_of_;  // by state
  MultistepPast past_;
  int order_in_use_ = 1;
  double last_h_ = 0;  // of the accepted step before; 0: none
  std::vector<double> x_, slopes_, old_;
  std::vector<double> previous_y_, previous_yp_;
  std::optional<execute::OdeModel::Failure> last_failure_;
};

}  // namespace daedalus::inlined
