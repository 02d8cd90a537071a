// Initial values by continuation of the whole initial problem H(z) = 0 (initial_problem.h), for models whose
// loops are too large or too steep for an iteration from the start values alone:
//
//   H(z) = (1 - lambda) H(z0),   lambda from 0 to 1                                                       (1)
//
// (nonlinear/continuation.h). z0 solves (1) at lambda = 0, whatever it is. Where the branch turns back (a
// Schmitt trigger that flips while its supply rises) it is followed around its folds (nonlinear/branch.h).
// Two points are tried:
//
//   z0 = 0            what is left of an equation where all unknowns vanish are its independent sources, so
//                     that (1) leads these from zero to their values (Cellier & Kofman 2006, 8.11). A circuit
//                     of passive elements is at rest there.
//   the start values if an equation has no value or no slope at zero, or the path from there ends
//
// Sparse, and for any number of unknowns: each problem on the path is solved by a damped Newton iteration
// (nonlinear/newton.h), or by some corrections.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "daedalus/model/initialize/attribute_values.h"
#include "daedalus/model/initialize/initial_problem.h"

namespace daedalus::initialize {

enum class RampOrigin { kZero, kStartValues };
// "leading the sources from zero to their values", "continuation from the start values"
std::string_view NameOf(RampOrigin origin);
enum class RampWay { kStraight, kAroundFolds };

struct RampOutcome {
  bool ok = false;
  std::vector<double> y, yp;
  int num_solved = 0;  // problems on the way
  int num_turns = 0;   // where lambda went the other way from then on
  double reached = 0;  // the largest lambda of a solution
  std::int64_t iterations = 0;
};

RampOutcome FollowRamp(InitialProblem& problem, const AttributeValues& attributes, RampOrigin origin,
                       RampWay way = RampWay::kStraight);

}  // namespace daedalus::initialize
