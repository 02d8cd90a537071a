// Does an inlined step follow the same solution as the results?
//
// An inlined step solves the constraints and nonlinear equations of the model together with its own, and may
// find another of their solutions. Behind a fold of x - x^3/3 + y = 0 it silently followed another x than the
// results, which are computed from the states. Otherwise the causal form has the same slopes at the end of
// the step, or the difference means nothing within a step.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "daedalus/model/simulate/forms/segment_equations.h"
#include "daedalus/model/simulate/forms/solution_end.h"
#include "daedalus/programs/execute/ode_model.h"

namespace daedalus::simulate {

class BranchJudge {
 public:
  // `sizes` of all variables, for the error test.
  BranchJudge(const SegmentEquations& equations, execute::OdeModel& ode, std::span<const double> sizes)
      : equations_(equations), ode_(ode), sizes_(sizes) {}

  // The integrator begins, or begins again.
  void Begin() { led_away_.clear(); }
  // If equations may jump: compares the slopes of both at the end of a step. Has the signature of
  // DaeProblem::project.
  integrate::EvalOutcome Compare(double t, std::span<const double> y, std::span<const double> yp);
  // Otherwise, after a step from time `begin` that passed its test. If the loops of the causal form do not
  // keep to a branch, small steps go to and fro between solutions, as across that fold. So the accumulated
  // difference is checked, too.
  bool IsOnBranch(double begin, double t, std::span<const double> y, std::span<const double> yp);

  // Why Compare has failed; nullopt if it has not.
  std::optional<Diagnostic> Explain() const;
  // Why the last step is not on the branch; nullopt if it is.
  std::optional<Diagnostic> ExplainRefusal(const SolutionEnd& end) const;

 private:
  struct TwoSlopes {
    VariableId state;
    double time = 0, of_step = 0, of_results = 0;
  };

  const SegmentEquations& equations_;
  execute::OdeModel& ode_;
  std::span<const double> sizes_;
  std::optional<TwoSlopes> other_solution_;
  // per state: the effect, since the start, of steps whose slopes differed from the causal form
  std::vector<double> led_away_;
  bool is_refused_ = false;
};

}  // namespace daedalus::simulate
