// Substitution with the triangles of a full matrix by columns, L below the diagonal and U above it, both with
// ones on it. Columns are taken four at a time, so that x is read and written once for all of them.
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>

namespace daedalus::linear {

// x -= sum_m columns[m][i] u_m.
template <int kCount>
inline void SubtractProducts(const double* const* columns, std::ptrdiff_t i, const double* u, double& x) {
  double sum = columns[0][i] * u[0];
  for (int m = 1; m < kCount; ++m) sum += columns[m][i] * u[m];
  x -= sum;
}
// (In parts: sums of std::complex take the way through memory.)
template <int kCount>
inline void SubtractProducts(const std::complex<double>* const* columns, std::ptrdiff_t i,
                             const std::complex<double>* u, std::complex<double>& x) {
  double real = x.real();
  double imaginary = x.imag();
  for (int m = 0; m < kCount; ++m) {
    const double a = columns[m][i].real();
    const double b = columns[m][i].imag();
    real -= a * u[m].real() - b * u[m].imag();
    imaginary -= a * u[m].imag() + b * u[m].real();
  }
  x.real(real);
  x.imag(imaginary);
}

// With the kCount columns of a full n x n matrix from the k-th on: x of these columns from x of those before,
// then what they take from the rest of x, up to its n-th.
template <int kCount, class Value>
inline void SubstituteForward(const Value* matrix, std::int32_t n, std::int32_t k, Value* __restrict x) {
  const Value* columns[kCount];
  Value u[kCount];
  for (int m = 0; m < kCount; ++m) {
    columns[m] = matrix + static_cast<std::ptrdiff_t>(k + m) * n;
    u[m] = x[k + m];
    for (int q = 0; q < m; ++q) SubtractProducts<1>(&columns[q], k + m, &u[q], u[m]);
    x[k + m] = u[m];
  }
  for (std::int32_t i = k + kCount; i < n; ++i) SubtractProducts<kCount>(columns, i, u, x[i]);
}

template <class Value>
void SolveLower(const Value* matrix, std::int32_t n, std::int32_t num_columns, Value* x) {
  std::int32_t k = 0;
  for (; k + 4 <= num_columns; k += 4) SubstituteForward<4>(matrix, n, k, x);
  for (; k < num_columns; ++k) SubstituteForward<1>(matrix, n, k, x);
}

template <int kCount, class Value>
inline void SubstituteBack(const Value* matrix, std::int32_t n, std::int32_t k, Value* __restrict x) {
  const Value* columns[kCount];
  Value u[kCount];
  for (int m = kCount; m-- > 0;) {
    columns[m] = matrix + static_cast<std::ptrdiff_t>(k + m) * n;
    u[m] = x[k + m];
    for (int q = kCount - 1; q > m; --q) SubtractProducts<1>(&columns[q], k + m, &u[q], u[m]);
    x[k + m] = u[m];
  }
  for (std::int32_t i = 0; i < k; ++i) SubtractProducts<kCount>(columns, i, u, x[i]);
}

template <class Value>
void SolveUpper(const Value* matrix, std::int32_t n, Value* x) {
  std::int32_t k = n;
  for (; k >= 4; k -= 4) SubstituteBack<4>(matrix, n, k - 4, x);
  for (; k > 0; --k) SubstituteBack<1>(matrix, n, k - 1, x);
}

}  // namespace daedalus::linear
