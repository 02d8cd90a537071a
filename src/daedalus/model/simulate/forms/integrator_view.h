// What an integrator sees of the equations of a segment, and how all variables follow from that.
//
//   residual (dae)   F(t, y, y') = 0   y are all variables                                 residual_view.h
//   causal (ode)     x' = f(t, x)      x are the states, everything else follows from them causal_view.h
//   stateless        -                 everything follows from the time                    stateless_view.h
//
// What makes the steps is another question (segment_steps.h): a step may be inlined in the residual view and
// in the causal one.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/model/simulate/forms/loop_watch.h"
#include "daedalus/model/simulate/forms/quantity_places.h"
#include "daedalus/model/simulate/forms/segment_equations.h"
#include "daedalus/model/simulate/forms/solution_end.h"
#include "daedalus/numerics/integrate/own/choose_method.h"
#include "daedalus/programs/execute/ode_model.h"

namespace daedalus::simulate {

class IntegratorView {
 public:
  // Values of all variables and their derivatives. They are valid until the view computes other ones.
  struct WholePoint {
    std::span<const double> y, yp;
  };
  // Values of the unknowns of the integrator and their derivatives.
  struct UnknownValues {
    std::vector<double> y, yp;
  };

  IntegratorView(SegmentEquations& equations, const QuantityPlaces& places)
      : equations_(equations), places_(places) {}
  virtual ~IntegratorView() = default;
  IntegratorView(const IntegratorView&) = delete;
  IntegratorView& operator=(const IntegratorView&) = delete;

  // ---- the problem of an integrator ----

  virtual std::span<const VariableId> unknowns() const = 0;
  // True if all variables are unknowns. Then the corrector of the integrator solves all equations.
  virtual bool has_all_variables() const = 0;
  // x' = f(t, x); null if all variables are unknowns.
  virtual execute::OdeModel* causal() { return nullptr; }
  // False: there is nothing to integrate.
  virtual bool has_states() const { return true; }
  virtual bool has_algebraic_unknowns() const = 0;
  virtual integrate::DaeProblem Problem() = 0;
  // Of the unknowns, from those of all variables.
  virtual integrate::Tolerances TolerancesOf(integrate::Tolerances of_all) const = 0;
  // Adds what an automatic choice of the method needs to know, besides FactsOf(problem).
  virtual void AddFacts(const integrate::DaeProblem& problem, const integrate::Tolerances& tolerances,
                        double t, const initialize::InitialValues& values,
                        integrate::ProblemFacts& facts) = 0;
  virtual std::vector<codegen::Kernel*> Kernels() = 0;
  // Call after equations.refresh was set.
  virtual void TakeRefresh() = 0;

  // ---- from the unknowns to all variables, and back ----

  // The unknowns begin here, or begin again.
  virtual UnknownValues Begin(const initialize::InitialValues& values) = 0;
  // All variables at a point of the integrator. nullopt if an algebraic loop has no solution there.
  virtual std::optional<WholePoint> Complete(double t, std::span<const double> y,
                                             std::span<const double> yp) = 0;
  // The same for results: takes more trouble to reach the point.
  virtual std::optional<WholePoint> Read(double t, std::span<const double> y, std::span<const double> yp) {
    return Complete(t, y, yp);
  }
  // All variables were moved: reads the unknowns from them. False if an algebraic loop has no solution there.
  virtual bool TakeBack(double t, const execute::Workspace& moved, std::span<double> y,
                        std::span<double> yp) = 0;
  // What was computed last from the unknowns; nullopt if all variables are unknowns.
  virtual std::optional<WholePoint> Computed() const { return std::nullopt; }

  // Keeps the values of the states in `quantities`. Solves all equations for the others by one iteration.
  // nullopt if that fails.
  std::optional<initialize::InitialValues> Continue(double t, std::span<const double> quantities);
  // At an event: values whose unknowns belong to a solution with the states in `quantities`. nullopt if there
  // is none near.
  virtual std::optional<initialize::InitialValues> SolveEvent(double t,
                                                              std::span<const double> quantities) = 0;
  // Fills in the derivatives of algebraic unknowns, if there are any.
  virtual void EstimateSlopes(const initialize::ConsistentOptions& /*options*/,
                              initialize::InitialValues& /*values*/) {}

  // ---- nonlinear loops ----

  // After the states were checked: loops keep to their branch from here (execute/loop_solver.h).
  virtual void ConfirmBranches() {}
  // True if the last failure was a failure to keep to a branch.
  virtual bool CameToFold() const { return false; }
  // Null if there is nothing to watch. `is_corrected`: the corrector of an integrator solves the equations.
  virtual std::unique_ptr<LoopWatch> MakeWatch(bool is_corrected) = 0;
  // The times at which a model without states continued with another solution.
  virtual std::span<const double> leaps() const { return {}; }

  // ---- messages ----

  // Why the evaluation of the last step failed; nullopt if the view does not know.
  virtual std::optional<Diagnostic> ExplainEvaluation(const SolutionEnd& /*end*/,
                                                      const integrate::Integrator& /*integrator*/) {
    return std::nullopt;
  }
  // Why there is no solution at a point of the results, or at an event. `integrator` may be null. Results
  // were read last at `last_read`.
  virtual Diagnostic ExplainNoSolution(const SolutionEnd& end, const integrate::Integrator* integrator,
                                       double last_read) = 0;
  // Which equation an event left without a solution; nullopt if the view does not know.
  virtual std::optional<Diagnostic> ExplainUnsolved(const SolutionEnd& /*end*/) { return std::nullopt; }
  // A failure in terms of all variables and equations.
  virtual integrate::StepOutcome InAllVariables(integrate::StepOutcome failure) const { return failure; }
  // A warning that names a loop that was not determined at some time (execute/loop_solver.h).
  virtual std::optional<Diagnostic> FindUndetermined() { return std::nullopt; }

 protected:
  SegmentEquations& equations_;
  const QuantityPlaces& places_;
};

// The view for which the choice was compiled.
std::unique_ptr<IntegratorView> MakeIntegratorView(SegmentEquations& equations, QuantityPlaces& places);

}  // namespace daedalus::simulate
