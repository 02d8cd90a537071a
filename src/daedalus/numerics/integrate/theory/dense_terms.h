// What explicit Runge-Kutta methods add to the cubic between the ends of a step, so that values inside of it
// are nearly as good as at its ends ([HNW93] sec. II.6 and II.10):
//
//   y(t_n + theta h) = y_n + theta (r_1 + (1 - theta) (r_2 + theta (r_3 + (1 - theta)
//                            (r_4 + theta (r_5 + ...))))),
//
// where r_1 to r_3 are those of the cubic Hermite polynomial and r_(3 + m) = h sum_j d_mj k_j over the slopes
// of the step, and of further stages that are evaluated for this alone.
#pragma once

#include <vector>

#include "daedalus/numerics/integrate/theory/tableau.h"

namespace daedalus::integrate::theory {

struct DenseTerms {
  std::vector<double> c = {};               // of the further stages
  std::vector<std::vector<double>> a = {};  // and their weights, over all slopes before each
  std::vector<std::vector<double>> d = {};  // row by row, over all slopes
};

DenseTerms DormandPrince5Dense();  // of order 4, without further stages
DenseTerms DormandPrince8Dense();  // of order 7, with three

}  // namespace daedalus::integrate::theory
