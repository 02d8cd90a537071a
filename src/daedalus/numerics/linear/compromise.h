// How far to give way to a few conditions that have weights:
//
//   e = arg min |e|^2 + |V e - s|^2                                                                       (1)
//
// V has a row for each condition, one or a few, and a column for everything that may give way. Two small
// orthogonal decompositions, of V^T = Q R and of (R^T; I), are enough, however many columns there are; not
// normal equations, which would lose the digits that a large weight needs.
#pragma once

#include <span>

namespace daedalus::linear {

// `v`: V^T, column by column, which is V row by row.
void FindCompromise(std::span<const double> v, std::span<const double> s, std::span<double> e);

}  // namespace daedalus::linear
