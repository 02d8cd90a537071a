// The peers on a test problem, measured: which of them take it, and one run of each.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "ivp/measure.h"
#include "ivp/work_precision.h"
#include "problems/ivp_problem.h"

namespace daedalus::bench {

struct SundialsPeer {
  std::string name;
  std::function<Run(double relative, int intervals)> measure;
};

// IDA, and CVODE for ordinary differential equations; each with the dense solver, with KLU, or with both, as
// the size is; CVODE's Adams methods where nothing is stiff.
std::vector<SundialsPeer> SundialsPeers(const problems::IvpProblem& problem, long max_steps,
                                        const MeasureOptions& options);

}  // namespace daedalus::bench
