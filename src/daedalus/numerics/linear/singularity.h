// Finds rows and columns of a singular matrix without a pivot. Slow and thorough: called once, after a
// factorization has failed, for the sake of the message.
//
// 1. A maximum matching of the pattern [Duf81] (I. S. Duff, ACM TOMS 7, 1981; SuiteSparse's BTF) shows
//    whether the matrix is singular for all values. If so, the unmatched rows and columns are the answer.
// 2. Otherwise a small matrix is scaled by rows and columns and eliminated with complete pivoting; the answer
//    is what remains when no pivot is left.
// 3. A large one is factored by KLU; the column with the vanishing pivot depends on the columns before it.
//    The transposed matrix gives a row in the same way.
#pragma once

#include <span>

#include "daedalus/numerics/linear/linear_solver.h"
#include "daedalus/numerics/linear/sparse_pattern.h"

namespace daedalus::linear {

Singularity ExplainSingularity(const SparsePattern& pattern, std::span<const double> values);

// Step 1 alone: `structural` is whether the rank is below the number of rows.
Singularity FindStructuralRank(const SparsePattern& pattern);

}  // namespace daedalus::linear
