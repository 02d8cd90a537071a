// The coefficients of diagonally implicit methods as a step uses them (diagonally_implicit.h), made from the
// tableaus of theory.
//
// Slopes are numbered from the known one, K_0 = y'_n; the implicit stages are 1 .. s. Besides a, c and the
// weights of the error estimate there are three sets of coefficients of our own:
//
//   Starting values: Y_i - y_n ~ sum_{j<i} p_ij (Y_j - y_n) + p_i0 h K_0. In powers of h the stages are
//   Y_i - y_n = c_i h y' + (A c)_i h^2 (f_y f) + c_i^2 / 2 h^2 (...) ..., so p reproduces the columns
//   c, A c, c^2, c^3 as far as there are coefficients; of several solutions the smallest.  (1)
//
//   Slopes of algebraic unknowns at the end: h z' ~ sum_j q_j (Z_j - z_n). A stage of an algebraic unknown is
//   a function of the others' stages, so the same columns give its derivative at the end: q c = 1, q c^2 = 2,
//   q A c = 1, q c^3 = 3, as far as there are stages. (2)
//
//   The slope at the start by those of the stages: y'_n ~ sum_j w_j K_j with w 1 = 1, w c = w A c = w c^2 =
//   0, the smallest such w. Its error, K_0 - w K, is O(h^3) on smooth solutions. If y' jumps before the first
//   stage, it is the whole jump, which no other combination of stages shows. A small share of it is added to
//   the embedded difference, with the sign that adds up on the test set (0 to 8 % more steps). (3)
#pragma once

#include <vector>

#include "daedalus/numerics/integrate/theory/tableau.h"

namespace daedalus::integrate {

struct DiagonalMethod {
  int order = 0;
  int error_power = 0;  // of h, in the estimated error
  int num_stages = 0;   // s, the implicit ones
  double gamma = 0;
  double amplification = 1;  // the largest |a_ij| / gamma: what an error of a stage does to later ones
  std::vector<double> c;     // of stages 1 .. s
  std::vector<std::vector<double>> a;      // a[i - 1] for K_0 .. K_{i-1}
  std::vector<std::vector<double>> start;  // p of (1): start[i - 1] for h K_0 and Y_1 .. Y_{i-1}
  std::vector<double> error;               // of K_0 .. K_s; empty: by the last step's slope
  std::vector<double> slope;               // q of (2); empty: by the last two or three values
};

// The tableau may begin with one explicit stage.
DiagonalMethod MakeDiagonalMethod(const theory::Tableau& tableau);

}  // namespace daedalus::integrate
