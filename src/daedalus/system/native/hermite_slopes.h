// Slopes for cubic Hermite interpolation: at each point of a table the derivative of the curve through it,
// from the divided differences d_i = (y_{i+1} - y_i) / (x_{i+1} - x_i) of near intervals.
//
// Akima [Aki70]: s_i = (|d_{i+1} - d_i| d_{i-1} + |d_{i-1} - d_{i-2}| d_i) / (sum of both weights), the mean
//   of d_{i-1} and d_i where both weights vanish. Beyond the ends the differences go on linearly.
// Modified Akima [Ion19]: half of |d_{i+1} + d_i| is added to each weight, so that there is no overshoot
//   where more than two neighbours are level; 0 where both weights vanish.
// Fritsch and Butland [FB84]: a weighted harmonic mean of d_{i-1} and d_i, 0 where their signs differ.
// Steffen [Ste90]: the slope of the parabola through three points, limited to twice the smaller difference, 0
//   where signs differ. Both take the first and last difference at the ends.
//
// [Aki70] H. Akima, A new method of interpolation and smooth curve fitting based on local procedures, J. ACM
// 17(4), 1970. [Ion19] C. Ionita, Makima piecewise cubic interpolation, 2019. [FB84]  F. Fritsch, J. Butland,
// A method for constructing local monotone piecewise cubic interpolants, SIAM J. Sci. Stat.
//         Comput. 5(2), 1984.
// [Ste90] M. Steffen, A simple method for monotonic interpolation in one dimension, Astron. Astrophys. 239,
// 1990.
#pragma once

#include <span>
#include <vector>

#include "daedalus/system/native/table_kinds.h"

namespace daedalus::native {

// Of at least three points with rising x; `kind` is a spline.
std::vector<double> HermiteSlopes(std::span<const double> x, std::span<const double> y, Smoothness kind);

// The cubic with values y0, y1 and slopes s0, s1 at x = 0 and x = h; its derivative of the given order at x.
double HermiteValue(double h, double y0, double y1, double s0, double s1, double x, int order);

}  // namespace daedalus::native
