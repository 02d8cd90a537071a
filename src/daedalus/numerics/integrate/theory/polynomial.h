// Polynomials in one variable, as their coefficients from the lowest power up.
#pragma once

#include <complex>
#include <vector>

namespace daedalus::integrate::theory {

using Complex = std::complex<double>;
using Polynomial = std::vector<long double>;

Polynomial Add(const Polynomial& p, const Polynomial& q);
Polynomial Scale(const Polynomial& p, long double factor);
Polynomial Multiply(const Polynomial& p, const Polynomial& q);
// z p(z)
Polynomial Shift(const Polynomial& p);
// The terms below z^size only.
Polynomial Truncate(const Polynomial& p, std::size_t size);
// Sets coefficients that are round-off compared with `scale` to zero, and drops leading zeros. The scale of a
// coefficient is the sum of the sizes of what was added up to it.
Polynomial Clean(const Polynomial& p, const Polynomial& scale, long double tolerance = 1e-13L);
// The sizes of the coefficients.
Polynomial Sizes(const Polynomial& p);

std::complex<long double> Evaluate(const Polynomial& p, std::complex<long double> z);

// All roots, as eigenvalues of the companion matrix. Needs a nonzero leading coefficient.
std::vector<Complex> Roots(const std::vector<Complex>& coefficients);
std::vector<Complex> Roots(const Polynomial& p);

// True if all roots are inside of the open unit disk. The recursion of Schur and Cohn: a polynomial p of
// degree n has its roots inside exactly when |p_0| < |p_n| and (conj(p_n) p(z) - p_0 p*(z))/z has its n - 1
// roots inside. p*(z) has the conjugate coefficients in reverse. n^2/2 multiplications, no eigenvalues.
bool HasRootsInsideUnitDisk(std::vector<Complex> coefficients);

}  // namespace daedalus::integrate::theory
