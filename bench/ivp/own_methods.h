// Our integrators on a test problem, measured.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ivp/measure.h"
#include "ivp/work_precision.h"
#include "problems/ivp_problem.h"

namespace daedalus::bench {

// The available methods that can solve stiff and algebraic problems with a step of their own choosing,
// without those that stand for another (`auto`) or for the peer (`ida`).
std::vector<std::string_view> OwnMethods();

// Does the method take problems of this kind?
bool Fits(std::string_view method, const problems::IvpProblem& problem);

Run MeasureOwn(const problems::IvpProblem& problem, std::string_view method, double relative, long max_steps,
               const MeasureOptions& options);

}  // namespace daedalus::bench
