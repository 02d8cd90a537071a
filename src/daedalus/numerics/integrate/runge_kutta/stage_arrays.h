// The passes of a fully implicit Runge-Kutta step over its stages, each of which takes an unknown with all
// its stages at a time.
//
// Their matrices have the size of the stages, 2 to 7, which is known to the compiler there: sums stay in
// registers. Two unknowns at a time share a vector register of 128 bits, which x86-64 and AArch64 both have.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "daedalus/numerics/integrate/runge_kutta/stage_tableau.h"

namespace daedalus::integrate {

// Stage i of a vector of stages, each of size n.
inline std::span<double> Stage(std::vector<double>& stages, int i, std::size_t n) {
  return {stages.data() + i * n, n};
}
inline std::span<const double> Stage(const std::vector<double>& stages, int i, std::size_t n) {
  return {stages.data() + i * n, n};
}

// The arrays of the stages of a step, one after another: Z_i = Y_i - y_n, K_i = Y'_i and Y_i.
struct StageArrays {
  double *z, *k, *y;
};

// out = factor (matrix (x) I) in, for stages of size n.
void MixStages(const StageTableau& tableau, const StageTableau::Matrix& matrix, double factor,
               const double* in, double* out, std::size_t n);

// K = A^-1 Z / h and Y = y + Z from Z.
void CompleteStages(const StageTableau& tableau, double h, std::span<const double> y, const StageArrays& to);

// Z += (T (x) I) dW, and K and Y with it; the sum of the squares of w (T (x) I) dW.
double AdvanceStages(const StageTableau& tableau, double h, std::span<const double> dw,
                     std::span<const double> weights, const std::span<const double>& y,
                     const StageArrays& to);

}  // namespace daedalus::integrate
