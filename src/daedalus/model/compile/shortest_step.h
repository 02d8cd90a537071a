// The shortest change that satisfies linear equations, or comes nearest: of all d with the least |A d + b|
// the one with the least |d|.
//
// Few equations are solved by dense decompositions. Normal equations are an order of magnitude cheaper than
// an orthogonal decomposition; they are used if the rows of A are far from dependent, otherwise a complete
// orthogonal decomposition. Many equations are solved by damped least squares with hardly any damping, which
// is sparse (nonlinear/scaled_jacobian.h). The result is near the shortest change, and further iterations
// correct it.
#pragma once

#include <cstddef>

#include "daedalus/numerics/linear/decompositions.h"
#include "daedalus/programs/causal/sparse_rows.h"

namespace daedalus::compile {

// Rows are of about the size 1, in units of the unknowns. Zero if nothing was found.
Eigen::VectorXd ShortestStep(const causal::SparseRows& a, std::size_t num_columns, const Eigen::VectorXd& b);

}  // namespace daedalus::compile
