// Which states does a step of size h have to integrate implicitly?
//
// Near a point the model is x' = J x + ..., and its solution is a sum of modes, v_i exp(lambda_i t) w_i^T
// x(0), with the right and left eigenvectors v_i and w_i of J, w_i^T v_i = 1. An explicit method follows
// those with |h lambda| below about 1. The others are fast, and states that take part in them are stiff. How
// much state k takes part in mode i is its participation [PVS82],
//
//   p_ki = |v_ki w_ki|, in units of the largest one of the mode,                                          (1)
//
// which does not depend on the units of the states. The remaining explicit part must be stable alone: the
// eigenvalues of J without the stiff rows and columns are analysed in the same way, until none of them is
// fast.
//
// Cost: some O(n^3), once.
//
// [PVS82] I. J. Perez-Arriaga, G. C. Verghese, F. C. Schweppe, Selective modal analysis with applications to
//         electric power systems, IEEE Trans. Power Apparatus and Systems 101 (1982) 3117-3125.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace daedalus::inlined {

// More states than this are not analysed.
constexpr std::size_t kMostAnalysedStates = 600;

// In ascending order. `jacobian`: of n states, column by column, finite.
std::vector<std::size_t> FindStiffStates(std::span<const double> jacobian, std::size_t n, double h);

}  // namespace daedalus::inlined
