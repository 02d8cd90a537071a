// Our integrators on a test problem, measured.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ivp/measure.h"
#include "ivp/work_precision.h"
#include "problems/ivp_problem.h"

namespace daedalus::bench {

// The available methods with a step of their own choosing, without those that stand for others (`auto`,
// `switching`) or for the peer (`ida`); explicit ones only where they are asked for.
std::vector<std::string_view> OwnMethods(bool with_explicit);

// Does the method take problems of this kind?
bool Fits(std::string_view method, const problems::IvpProblem& problem);

// What `auto` stands for on this problem, as a run of a model decides it (simulate/segment.h).
std::string_view ChooseFor(const problems::IvpProblem& problem, double relative);

struct OwnRun {
  std::string_view method;  // "auto": the one that is chosen
  double relative = 1e-6;
  long max_steps = 0;
  int intervals = 1;  // results at so many equal intervals; 1: the end alone
};
Run MeasureOwn(const problems::IvpProblem& problem, const OwnRun& own, const MeasureOptions& options);

}  // namespace daedalus::bench
