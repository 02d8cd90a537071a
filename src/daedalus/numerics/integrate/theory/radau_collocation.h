// Collocation at the right Radau nodes: the Radau IIA methods of any number of stages.
//
// The nodes c_i = (1 + x_i)/2 come from the zeros of P_s(x) - P_{s-1}(x), with the Legendre polynomials P;
// the last one is x_s = 1. The weights of that quadrature, exact to degree 2 s - 2, are
//
//   b_i = (1 + x_i) / (2 s^2 P_{s-1}(x_i)^2),
//
// and the coefficients are integrals of the Lagrange polynomials of the nodes, a_ij = int_0^{c_i} l_j. As l_j
// has degree s - 1, the quadrature itself gives them exactly: a_ij = c_i sum_m b_m l_j(c_i c_m).
//
// Nodes are found by Newton's iteration from cos(2 pi i/(2 s - 1)); everything is in long double and rounded
// to double at the end. ([HW96] sec. IV.5; Abramowitz & Stegun, 25.4.31, reflected)
#pragma once

#include <vector>

namespace daedalus::integrate::theory {

struct RadauCollocation {
  std::vector<double> a;  // row by row
  std::vector<double> b;
  std::vector<double> c;
};

RadauCollocation CollocateAtRadauNodes(int num_stages);

}  // namespace daedalus::integrate::theory
