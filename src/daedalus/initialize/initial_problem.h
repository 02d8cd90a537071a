// The initial problem as one square nonlinear system, for the damped Newton iteration.
//
//   unknowns  z = (y, y'_d): all variables, then the derivatives of the d differential ones
//   rows      F(t0, y, y') = 0, the equations
//             G(t0, y, y') = 0, the initial equations
//             y_v - start_v = 0 for each start condition of the plan
//
// The Jacobian is put together column by column from those of F and G, whose parts dF/dy and dF/dy' are
// columns of it as they are; no entry is searched for.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "daedalus/codegen/model_kernels.h"
#include "daedalus/execute/dae_model.h"
#include "daedalus/initialize/initial_plan.h"
#include "daedalus/nonlinear/newton.h"

namespace daedalus::initialize {

class InitialProblem {
 public:
  InitialProblem(const System& system, execute::DaeModel& dae, const InitialPlan& plan,
                 std::span<const double> starts, double t0);
  InitialProblem(const InitialProblem&) = delete;
  InitialProblem& operator=(const InitialProblem&) = delete;

  // Valid as long as this object.
  nonlinear::NonlinearProblem Problem(std::span<const double> nominal);

  std::size_t size() const { return num_variables_ + differential_.size(); }
  std::vector<double> Join(std::span<const double> y, std::span<const double> yp) const;
  void Split(std::span<const double> z, std::span<double> y, std::span<double> yp) const;

 private:
  void Residual(std::span<const double> z, std::span<double> r);
  void Jacobian(std::span<const double> z, std::span<double> values);
  linear::SparsePattern BuildPattern() const;

  execute::DaeModel& dae_;
  const InitialPlan& plan_;
  std::span<const double> starts_;
  double t0_;
  std::size_t num_variables_;
  std::vector<std::size_t> differential_;           // the variables whose derivatives are unknowns
  std::vector<std::int32_t> start_row_;             // per variable: the row of its start condition, or -1
  std::unique_ptr<codegen::ModelKernels> initial_;  // null without initial equations
  std::vector<double> y_, yp_;
  std::vector<double> dy_, dyp_, initial_dy_, initial_dyp_;
};

}  // namespace daedalus::initialize
