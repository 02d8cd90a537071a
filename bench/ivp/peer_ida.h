// SUNDIALS IDA as its users call it: its own vectors, matrices and linear solvers, and our problems' compiled
// residual and exact Jacobian as its callbacks.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "problems/ivp_problem.h"

namespace daedalus::bench {

enum class IdaMatrix { kDense, kKlu };

struct IdaResult {
  bool ok = false;
  long steps = 0;
  std::string remark;
  std::vector<double> y;
};

// Memory is allocated and the linear solver set up when it is made; Run() starts anew each time. Algebraic
// unknowns are left out of the error test where the index is above 1, as the manual advises.
class PeerIda {
 public:
  PeerIda(const problems::IvpProblem& problem, double relative, IdaMatrix matrix, long max_steps);
  ~PeerIda();
  PeerIda(const PeerIda&) = delete;
  PeerIda& operator=(const PeerIda&) = delete;

  IdaResult Run();

 private:
  struct Session;
  std::unique_ptr<Session> session_;
};

// Which library this is, and whether it seems to be compiled with optimisation: one of its vector operations
// is timed against the same loop compiled here.
std::string DescribeIda();

}  // namespace daedalus::bench
