// The exact Jacobian df/dx of x' = f(t, x), where f is computed by a Program.
//
// At a point that satisfies the equations F(t, x, u) = 0, with the unknowns u (the derivatives and the
// algebraic variables), the implicit function theorem gives
//
//   dF/du du/dx = -dF/dx.                                                                        (1)
//
// dF/du is sparse and has the block structure of the Program, which KLU finds for itself. The columns of (1)
// are solved for in groups that share no row of df/dx (linear/column_coloring.h): a chain needs three solves,
// whatever its length.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "daedalus/causal/system_incidence.h"
#include "daedalus/codegen/model_kernels.h"
#include "daedalus/execute/workspace.h"
#include "daedalus/linear/column_coloring.h"
#include "daedalus/linear/linear_solver.h"

namespace daedalus::execute {

class OdeJacobian {
 public:
  // `kernels` are those of the whole system; `pattern` is that of df/dx (ode_pattern.h).
  OdeJacobian(codegen::ModelKernels& kernels, const causal::SystemIncidence& incidence,
              linear::SparsePattern pattern);

  const linear::SparsePattern& pattern() const { return pattern_; }
  // df/dx in pattern order, at a workspace that a Program has filled. False where dF/du is singular.
  bool Evaluate(const Workspace& workspace, std::span<double> values);

 private:
  codegen::ModelKernels& kernels_;
  linear::SparsePattern pattern_;
  linear::ColumnGroups groups_;
  std::vector<std::int32_t> states_;              // the variables that are states
  std::vector<char> is_differential_;             // per variable
  std::unique_ptr<linear::LinearSolver> solver_;  // of dF/du
  std::vector<double> dy_, dyp_, unknowns_, solution_;
};

}  // namespace daedalus::execute
