// Sparse Jacobians of residuals F(t, y, y', p): dF/dy, dF/dy' and the integrator's J = dF/dy + c dF/dy'.
//
// Differentiation is done once for a shape. Its body is copied into a separate graph, in which every slot is
// a leaf (constants too, so that nothing depends on the values of one instance). It is differentiated there
// with respect to each variable and derivative slot. The partials that do not simplify to zero become the
// outputs of one tape. An index column gives the destinations of each. Patterns are exact in this sense: an
// entry exists if and only if that partial derivative is not identically zero after simplification (floor(x)
// and relations have none).
//
// One program computes both parts in one sweep: its outputs are the values of dF/dy in the order of its
// pattern, then those of dF/dy'. Each is then added into its place in the combined matrix, without search.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "daedalus/numerics/linear/sparse_pattern.h"
#include "daedalus/programs/codegen/kernel_program.h"

namespace daedalus::codegen {

using linear::SparsePattern;

// The places of the program's outputs, and properties of them.
struct JacobianLayout {
  SparsePattern dy;               // of dF/dy
  SparsePattern dyp;              // of dF/dy'
  linear::PatternUnion combined;  // of their sum, and where the entries of either are in it
  // Per variable: its column of dF/dy has constants and parameters only.
  std::vector<char> dy_is_constant;
  bool dyp_is_constant = true;  // dF/dy' has constants and parameters only: F = M y' + g(t, y)
  // Functions whose derivatives are unknown: finite differences replace them. Sorted, each once.
  std::vector<std::string> approximated;
};

struct JacobianProgram : JacobianLayout {
  KernelProgram program;
};

// What the residuals are differentiated by: leaves of two blocks. For parameters and held values, "dy" and
// "dyp" mean dF/dp and dF/dh, and a column is the leaf of that number in either block.
struct JacobianLeaves {
  InputBlock first = InputBlock::kVariable, second = InputBlock::kDerivative;
};

// The groups are those of the residuals; columns are the variables 0 .. num_variables-1.
JacobianProgram CompileJacobian(std::span<const ShapeGroup> groups, std::size_t num_equations,
                                std::size_t num_variables, JacobianLeaves leaves = {});

}  // namespace daedalus::codegen
