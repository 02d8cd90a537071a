// The initial problem as one nonlinear system. For the damped Newton iteration it is square and has the
// conditions of a plan. For least squares it has all conditions, which may be more or fewer than the
// unknowns.
//
//   unknowns  z = (y, y'_d): all variables, then the derivatives of the d differential ones
//   rows      F(t0, y, y') = 0, the equations
//             G(t0, y, y') = 0, the initial equations among the conditions
//             y_v - start_v = 0 for each start value among them
//             y_v - past_v - h y'_v = 0 for each step among them (settle.h)
//
// The Jacobian is assembled column by column from those of F and G. The parts dF/dy and dF/dy' are columns of
// it unchanged, so no entry is searched for.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "daedalus/model/initialize/initial_plan.h"
#include "daedalus/numerics/nonlinear/newton.h"
#include "daedalus/programs/codegen/model_kernels.h"
#include "daedalus/programs/execute/dae_model.h"

namespace daedalus::initialize {

// The conditions that hold besides the equations.
struct StartConditions {
  std::vector<EquationId> initial_equations;
  std::vector<VariableId> starts;      // v = start(v)
  std::vector<VariableId> steps = {};  // v = past(v) + h der(v), of differential variables
};
// The conditions of the plan; and all conditions of the model, some of which follow from others.
StartConditions ConditionsOf(const InitialPlan& plan);
StartConditions AllConditionsOf(const InitialPlan& plan);

class InitialProblem {
 public:
  InitialProblem(const System& system, execute::DaeModel& dae, StartConditions conditions,
                 std::span<const double> starts, double t0);
  InitialProblem(const InitialProblem&) = delete;
  InitialProblem& operator=(const InitialProblem&) = delete;

  // Valid as long as this object.
  nonlinear::NonlinearProblem Problem(std::span<const double> nominal);

  std::size_t size() const { return num_variables_ + differential_.size(); }
  std::size_t num_rows() const {
    return num_variables_ + conditions_.initial_equations.size() + conditions_.starts.size() +
           conditions_.steps.size();
  }
  // Sets the step size, and the values of all variables at the beginning of the step.
  void SetStep(double h, std::span<const double> past) {
    step_ = h;
    past_.assign(past.begin(), past.end());
  }
  InitialRow RowAt(std::size_t row) const;
  std::vector<double> Join(std::span<const double> y, std::span<const double> yp) const;
  void Split(std::span<const double> z, std::span<double> y, std::span<double> yp) const;

 private:
  void Residual(std::span<const double> z, std::span<double> r);
  void Jacobian(std::span<const double> z, std::span<double> values);
  linear::SparsePattern BuildPattern() const;

  execute::DaeModel& dae_;
  StartConditions conditions_;
  std::span<const double> starts_;
  double t0_;
  std::size_t num_variables_;
  std::vector<std::size_t> differential_;  // the variables whose derivatives are unknowns
  std::vector<std::int32_t> start_row_;    // per variable: the row of its start condition or step, or -1
  std::vector<char> is_step_;              // per variable: that row is a step
  double step_ = 0;
  std::vector<double> past_;
  std::unique_ptr<codegen::ModelKernels> initial_;  // null without initial equations
  std::vector<double> y_, yp_;
  std::vector<double> dy_, dyp_, initial_dy_, initial_dyp_;
};

}  // namespace daedalus::initialize
