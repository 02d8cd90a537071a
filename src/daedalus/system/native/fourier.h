// The discrete Fourier transform of n numbers,
//
//   X_k = sum over j of u_j exp(-2 pi i j k / n),   k = 0, ..., n - 1,
//
// by the fast algorithm for any n (Cooley and Tukey, An algorithm for the machine calculation of complex
// Fourier series, 1965): n is taken apart into its prime factors, and n times their sum operations are made.
#pragma once

#include <complex>
#include <span>
#include <vector>

namespace daedalus::native {

std::vector<std::complex<double>> FourierTransform(std::span<const double> u);

}  // namespace daedalus::native
