// The matrices of a fully implicit Runge-Kutta method: when J = dF/dy and M = dF/dy' are evaluated again, and
// when they are factored.
//
// J and M are kept while the iteration converges fast, their factors while h is kept too. An iteration that
// ends with its first increment has measured no rate of convergence. Where J and M say nothing of the way
// that the step then takes (outdated_matrix.h) they are evaluated at its end.
//
// Where the problem has constraints, their matrices (stage_constraints.h) follow.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "daedalus/numerics/integrate/integrator_base.h"
#include "daedalus/numerics/integrate/outdated_matrix.h"
#include "daedalus/numerics/integrate/runge_kutta/implicit_stages.h"
#include "daedalus/numerics/integrate/runge_kutta/stage_constraints.h"
#include "daedalus/numerics/integrate/runge_kutta/stage_step.h"
#include "daedalus/numerics/integrate/runge_kutta/stage_system.h"

namespace daedalus::integrate {

class StageMatrices {
 public:
  // Factorizations are counted in `statistics`.
  StageMatrices(Evaluator& evaluator, linear::LinearSolverKind kind, int most_stages, Statistics& statistics);

  StageSystem& system() { return system_; }
  StageConstraints* constraints() { return constraints_.get(); }  // null: there are none

  // Discards J and M: the run begins, or continues after an event.
  void Forget() { is_known_ = is_current_ = is_of_end_ = false; }
  // For a trial step: evaluates the outdated parts, and factors.
  Attempt Prepare(const StageStep& step);
  // After an iteration that took one increment.
  bool IsOutdated(const StageStep& step, const ImplicitStages& stages, std::span<const double> weights);
  // Evaluates J and M at the end of the step, and factors.
  Attempt PrepareAtEnd(const StageStep& step, const ImplicitStages& stages);

  // The step was accepted; its iteration converged at this rate.
  void NoteSuccess(double rate);
  // It was not, because of its error.
  void NoteErrorFailure() { DropThoseOfEnd(); }
  // It was not, for another reason. True if outdated matrices may be the only cause: then they are evaluated
  // again for the same step.
  bool NoteFailure(bool has_diverged);

  // J and M are kept while the iteration converges in this rate or a faster one.
  bool are_known() const { return is_known_; }

 private:
  EvalOutcome EvaluateAt(double t, double h, std::span<const double> y, std::span<const double> yp);
  Attempt Factor(const StageStep& step);
  bool DropThoseOfEnd();

  Evaluator& evaluator_;
  Statistics& statistics_;
  StageSystem system_;
  std::unique_ptr<StageConstraints> constraints_;
  OutdatedMatrix outdated_;
  double fast_rate_;
  bool is_known_ = false;
  bool is_current_ = false;  // evaluated at the start of the step at hand
  bool is_of_end_ = false;   // evaluated at the end of the attempt at hand
  std::vector<double> residual_;
};

}  // namespace daedalus::integrate
