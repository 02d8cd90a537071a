// The poles of a linear system: the eigenvalues of a general real matrix.
//
// States in different units make matrices whose rows and columns differ by many orders of magnitude. So the
// matrix is balanced first: a diagonal similarity by powers of two, which is exact, makes the norms of row i
// and column i alike (B. N. Parlett, C. Reinsch, Numer. Math. 13, 1969).
#pragma once

#include <complex>
#include <vector>

#include "daedalus/numerics/linear/dense_matrix.h"

namespace daedalus::model {

// Ascending by real part; of a conjugate pair, the one with the positive imaginary part first.
std::vector<std::complex<double>> PolesOf(linear::DenseMatrix matrix);

}  // namespace daedalus::model
