// The coefficients of a fully implicit Runge-Kutta method as its step needs them.
//
// A method with s stages solves F(t_n + c_i h, Y_i, K_i) = 0 with Y_i = y_n + h sum_j a_ij K_j. The methods
// here, Radau IIA and Lobatto IIIC (theory/tableau.h), are stiffly accurate: c_s = 1 and y_{n+1} = Y_s. Their
// matrix A is regular. So with Z_i = Y_i - y_n the derivatives are K = A^-1 Z / h.
//
// The transformation of the Newton iteration ([HW96] IV.8): A^-1 T = T L with a block diagonal L, a real
// eigenvalue gamma where s is odd, and for each pair of conjugate ones a block
//
//   [ alpha  -beta ]
//   [ beta   alpha ] . (1)
//
// The eigenvalues are the zeros of the denominator of the stability function, a Pade approximation of exp(z)
// with numerator degree k = p - s, where p is the order ([HW96] IV.3 eq. 3.30):
//
//   Q(z) = sum_m s! (k + s - m)! / ((k + s)! m! (s - m)!) (-z)^m. (2)
//
// The polynomial of a step, u(t_n + h + x h) = y_{n+1} + h sum_j K_j q_j(x) with q_j(x) = int_0^x l_j(1 + v)
// dv, has the derivatives K_j at the stages and serves as dense output (-1 <= x <= 0) and as prediction of
// the next stages (x > 0). For Radau IIA it is the collocation polynomial.
//
// The defect d: for Radau IIA y'_n - u'(t_n), which is what a formula of order s with the additional slope
// y'_n differs by. Lobatto IIIC has c_1 = 0, so K_1 gives no new information if y' depends on t only. There
// the estimate is the difference to the trapezoidal rule, h d / gamma = h (K_1 - 2 K_2 + K_3) / 3.
//
// Radau IIA's polynomial u has at the stages the slopes of the solution up to O(h^(s+1)), so between them
//
//   u' - y' = -d M(v) / M(0) + O(h^(s+1)),  M(v) = (v - c_1) ... (v - c_s),  v = 1 + x, (3)
//
// where the defect d gives the unknown factor y^(s+1). What is added for it in dense output is d h int_0^v M
// / M(0), which vanishes at both ends of the step since M is orthogonal to constants. Stiff components know
// nothing of (3), so d is taken from the filtered error err = w h d + ... (stage_error.h (1)), which has none
// of them:
//
//   u(t_n + h + x h) + p(x) err = y + O(h^(s+2)),  p(x) = int_0^x M(1 + v) dv / (w M(0)). (4)
//
// For three stages that is the order of the steps, for five and seven less, 7 and 9.
//
// All is computed once, in long double. [HW96] Hairer & Wanner, Solving Ordinary Differential Equations
// II, 2nd ed.
#pragma once

#include <array>
#include <span>

#include "daedalus/base/check.h"
#include "daedalus/numerics/integrate/runge_kutta/hermite.h"
#include "daedalus/numerics/integrate/theory/tableau.h"

namespace daedalus::integrate {

inline constexpr int kMaxStages = 7;

struct StageTableau {
  // A square matrix of the size of the stages, row by row, or one row of it.
  using Matrix = std::array<double, kMaxStages * kMaxStages>;
  using Row = std::array<double, kMaxStages>;

  int stages = 0;
  int order = 0;
  Row c{};
  Matrix a_inverse{};
  Matrix t{}, t_inverse{};  // T and T^-1; column 0 belongs to gamma where there is one
  double gamma = 0;         // the real eigenvalue of A^-1; 0: there is none
  int num_pairs = 0;
  std::array<double, kMaxStages / 2> alpha{}, beta{};  // (1)
  // The defect of the slopes from which the error is estimated (stage_error.h (1)):
  // d = defect_start y'_n - sum_j defect_j K_j = O(h^(error_order - 1)).
  double defect_start = 0;
  Row defect{};
  int error_order = 0;
  Matrix from_end{};                          // row k: the coefficients of x^(k+1) in q_1(x), ..., q_s(x)
  std::array<double, kMaxStages + 1> bump{};  // those of x, ..., x^(s+1) in p(x) of (4); zero: there is none

  bool has_real() const { return gamma != 0; }
  // The factor by which the filter of stage_system.h multiplies h v, v a slope, if nothing is stiff.
  double filter_weight() const;
  // q_j(x) for all j, and where wanted q_j'(x).
  void EvaluateFromEnd(double x, std::span<double> q) const;
  void EvaluateSlopeFromEnd(double x, std::span<double> slope) const;
  // p(x) and p'(x).
  ValueAndSlope EvaluateBump(double x) const;
};

// use.operator()<stages>(): with their number known to the compiler, sums over stages stay in registers.
template <class Use>
void WithStages(int stages, const Use& use) {
  switch (stages) {
    case 2:
      return use.template operator()<2>();
    case 3:
      return use.template operator()<3>();
    case 5:
      return use.template operator()<5>();
    case 7:
      return use.template operator()<7>();
    default:
      DAEDALUS_CHECK(false, "the methods have 2, 3, 5 or 7 stages");
  }
}

// For a stiffly accurate method with at most kMaxStages stages, a regular A and a Pade approximation as
// stability function.
StageTableau TransformStages(const theory::Tableau& method);

}  // namespace daedalus::integrate
