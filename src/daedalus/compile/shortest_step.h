// The shortest change that makes linear equations hold, or comes nearest to that: of all d with the least |A
// d + b| the one with the least |d|.
//
// Few equations by dense decompositions: normal equations, which are an order of magnitude cheaper than an
// orthogonal one, where A is far from having dependent rows, else a complete orthogonal decomposition. Many
// by damped least squares with hardly any damping, which is sparse (nonlinear/scaled_jacobian.h): near to the
// shortest one, and those behind it in an iteration mend it.
#pragma once

#include <cstddef>

#include "daedalus/causal/sparse_rows.h"
#include "daedalus/linear/decompositions.h"

namespace daedalus::compile {

// Rows of about the size 1, in units of the unknowns. Zero where nothing was found.
Eigen::VectorXd ShortestStep(const causal::SparseRows& a, std::size_t num_columns, const Eigen::VectorXd& b);

}  // namespace daedalus::compile
