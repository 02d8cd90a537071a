// The exact Jacobian df/dx of x' = f(t, x), where f is computed by a Program.
//
// At a point that satisfies the equations F(t, x, u) = 0, with the unknowns u (the derivatives and the
// algebraic variables), the implicit function theorem gives
//
//   dF/du du/dx = -dF/dx.                                                                        (1)
//
// dF/du is sparse and has the block structure of the Program, which KLU finds for itself. The columns of (1)
// are solved for in groups that share no row of df/dx (linear/column_coloring.h): a chain needs three solves,
// whatever its length. How f depends on time itself costs one more,
//
//   dF/du du/dt = -dF/dt    at fixed x.                                                          (2)
//
// What is computed for output alone is left out of F and u: it costs nothing, and may have no derivative (the
// square root of a current that is still zero).
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "daedalus/numerics/linear/column_coloring.h"
#include "daedalus/numerics/linear/linear_solver.h"
#include "daedalus/programs/causal/system_incidence.h"
#include "daedalus/programs/codegen/model_kernels.h"
#include "daedalus/programs/execute/workspace.h"

namespace daedalus::execute {

class OdeJacobian {
 public:
  // An equation and the variable that it is solved for.
  struct Output {
    std::size_t equation = 0, variable = 0;
  };
  // `kernels` are those of the whole system; `pattern` is that of df/dx (ode_pattern.h); `outputs` are not
  // needed for any derivative.
  OdeJacobian(codegen::ModelKernels& kernels, const causal::SystemIncidence& incidence,
              linear::SparsePattern pattern, std::span<const Output> outputs);
  // The same of another instance of the model, which has kernels of its own.
  OdeJacobian(const OdeJacobian& other, codegen::ModelKernels& kernels) : OdeJacobian(other) {
    kernels_ = &kernels;
    factored_.clear();  // a copy of a solver has factored nothing yet
  }

  const linear::SparsePattern& pattern() const { return pattern_; }
  // Factors dF/du, at a workspace that a Program has filled. False where it is singular.
  bool Factor(const Workspace& workspace);
  // df/dx in pattern order, where Factor() was called.
  void Evaluate(std::span<double> values);
  // df/dt at the same workspace; the kernels have a time derivative.
  void EvaluateTimeDerivative(const Workspace& workspace, std::span<double> values);

 private:
  OdeJacobian(const OdeJacobian&) = default;

  codegen::ModelKernels* kernels_;
  linear::SparsePattern pattern_;
  linear::ColumnGroups groups_;
  std::vector<std::int32_t> states_;   // the variables that are states
  std::vector<char> is_differential_;  // per variable
  std::vector<char> is_output_;        // per equation
  // Where an entry of dF/du comes from: dF/dy, dF/dy', or it is 1, in the row of an output.
  struct Source {
    enum class Part : std::uint8_t { kDy, kDyp, kOne } part = Part::kOne;
    std::size_t index = 0;
  };
  std::vector<Source> sources_;
  linear::CopyableSolver solver_;  // of dF/du
  std::vector<double> dy_, dyp_, unknowns_, solution_;
  std::vector<double> factored_;  // the values of dF/du that the solver has; empty if none
};

}  // namespace daedalus::execute
