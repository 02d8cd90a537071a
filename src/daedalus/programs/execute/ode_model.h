// A compiled model as x' = f(t, x): what an integrator sees of a model in the causal ("ode") form. Its
// unknowns are the states alone; the algebraic variables are functions of them, solved for inside.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/numerics/integrate/dae_problem.h"
#include "daedalus/programs/execute/ode_jacobian.h"
#include "daedalus/programs/execute/program_runner.h"

namespace daedalus::execute {

// Where unknowns are led to: guesses for loops that pass a position where their solution meets another one.
struct Lead {
  struct Led {
    VariableId variable;
    std::array<double, 6> coefficients = {};  // of a polynomial in (t - time) / length
  };
  double time = 0, length = 1;
  std::vector<Led> unknowns;
};

class OdeModel {
 public:
  // `kernels` are those of the whole system; both outlive this object. Nothing where f depends on so much
  // that its Jacobian is too large (ode_pattern.h).
  static std::unique_ptr<OdeModel> Make(System& system, const causal::SystemIncidence& incidence,
                                        const causal::Program& program, codegen::ModelKernels& kernels,
                                        std::span<const double> parameters, std::span<const double> nominal);
  // Another instance of the same model, with kernels and parameters of its own: it shares the code. `signs`
  // per variable, or empty.
  std::unique_ptr<OdeModel> Instantiate(codegen::ModelKernels& kernels, std::span<const double> parameters,
                                        std::span<const integrate::Sign> signs) const;
  OdeModel(const OdeModel&) = delete;
  OdeModel& operator=(const OdeModel&) = delete;

  // x' - f(t, x) = 0, all differential; valid as long as this object. With df/dt where the kernels have
  // dF/dt.
  integrate::DaeProblem Problem();

  std::span<const VariableId> states() const { return states_; }
  // A flag that may be set from outside: evaluations then fail for good, in the middle of a loop too.
  void ObeyCancellation(const std::atomic<bool>* cancelled) { workspace_.cancelled = cancelled; }
  // The clock measures the blocks from now on (ProgramRunner::Costs). It outlives this object.
  void MeasureBlocks(WorkClock* clock) { workspace_.clock = clock; }

  // The states of a point, and the guesses of everything else for what follows. Loops that keep their branch
  // (loop_solver.h) keep the one of these guesses from here on.
  void Start(std::span<const double> y, std::span<const double> yp);
  // Where the values lie that are held between events. After they have changed: Start.
  void UseHeld(std::span<const double> held) { workspace_.held = held; }
  // Held values have changed, but no state has jumped: the next evaluation at this point computes it again.
  void Forget() { evaluated_ = linearized_ = false; }
  // As in DaeModel.
  void SetRefresh(std::function<void(double)> refresh) { refresh_ = std::move(refresh); }
  // For whoever evaluates the equations beside this object: held values are those of this time.
  void Refresh(double t) const {
    if (refresh_) refresh_(t);
  }
  // The derivatives of the states, as in a stage of a step; false where a loop has no solution there, or
  // would come too near to a fold.
  bool Derivatives(double t, std::span<const double> x);
  // All variables and derivatives at a point; false where a loop has no solution there.
  bool Complete(double t, std::span<const double> x);
  const Workspace& workspace() const { return workspace_; }
  // It has the derivatives of its time and states.
  bool is_evaluated() const { return evaluated_; }
  // The states are good ones at the point that was completed last: loops that keep their branch compare with
  // it from here on.
  void ConfirmBranches() { runner_.ConfirmBranches(); }
  // From here on these unknowns are guessed so, and loops pass folds.
  void Follow(Lead lead);
  void EndFollowing();

  std::vector<double> StatesOf(std::span<const double> values) const;
  ProgramRunner& runner() { return runner_; }
  const ProgramRunner& runner() const { return runner_; }

  struct Failure {
    ExecutionFailure execution;
    double time = 0;
    std::vector<double> y, yp;  // with the guesses that did not converge
    std::vector<double> held;
  };
  // What went wrong last, if anything did: a loop that was not solved, or else a point where a derivative had
  // no finite value.
  const std::optional<Failure>& last_failure() const { return last_failure_; }
  const std::optional<Workspace>& last_not_finite() const { return last_not_finite_; }

 private:
  OdeModel(System& system, const causal::SystemIncidence& incidence, const causal::Program& program,
           codegen::ModelKernels& kernels, linear::SparsePattern pattern, std::span<const double> parameters,
           std::span<const double> nominal);
  OdeModel(const OdeModel& other, codegen::ModelKernels& kernels, std::span<const double> parameters);
  // The workspace has the derivatives of this point already: the integrator's last stage was there.
  bool IsAt(double t, std::span<const double> x) const;
  // As Derivatives, for a point that no step depends on.
  bool ReadDerivatives(double t, std::span<const double> x);
  void KeepGuesses();
  // The matrix of ode_jacobian.h at this point, without work where it is there already.
  bool Linearize(double t, std::span<const double> x);
  // df/dx by differences, where the equations of the loops are singular (loop_solver.h, undetermined
  // unknowns) and the exact matrix does not exist.
  bool TakeDifferences(double t, std::span<const double> x);
  integrate::EvalOutcome TimeDerivative(double t, std::span<const double> x, std::span<double> r);

  codegen::ModelKernels& kernels_;
  std::vector<VariableId> states_;
  std::vector<integrate::Sign> signs_;  // of the states; empty: any
  ProgramRunner runner_;
  OdeJacobian jacobian_;
  linear::PatternUnion with_diagonal_;
  Workspace workspace_;
  // Of the point that was completed last, where loops keep their branch: what a trial beyond a fold leaves
  // behind is on no branch.
  std::vector<double> good_y_, good_yp_;
  std::vector<double> step_y_, step_yp_;  // likewise, of the last point of a step before points were read
  bool is_of_step_ = false;               // the workspace is such a point
  std::optional<Lead> lead_;
  std::function<void(double)> refresh_;
  std::vector<double> values_;  // of df/dx
  bool evaluated_ = false;      // the derivatives are those of the time and states of the workspace
  bool linearized_ = false;     // the matrix is that of the workspace
  std::optional<Failure> last_failure_;
  std::optional<Workspace> last_not_finite_;
};

}  // namespace daedalus::execute
