// Adams formulas with any step sizes: integrals of the polynomial through given slopes.
//
//   x(t + h) = x(t) + h sum_i w_i f(t_i),   w_i = 1/h integral_t^(t+h) l_i(s) ds                 (1)
//
// with the Lagrange polynomials l_i of the nodes t_i. With the nodes t, t - h1, ... it is the Adams-Bashforth
// formula of that many steps, with t + h among them Adams-Moulton's (Hairer, Norsett & Wanner, III.1 and
// III.5).
#pragma once

#include <span>
#include <vector>

namespace daedalus::array {

constexpr int kHighestAdamsOrder = 8;

// The weights w_i of (1).
std::vector<double> AdamsWeights(std::span<const double> nodes, double t, double h);

// The values l_i(t): the polynomial through the slopes at another time.
std::vector<double> ExtrapolationWeights(std::span<const double> nodes, double t);

}  // namespace daedalus::array
