// SUNDIALS IDA as its users call it: its own vectors, matrices and linear solvers, and our problems' compiled
// residual and exact Jacobian as its callbacks.
#pragma once

#include "ivp/peer.h"

namespace daedalus::bench {

// Memory is allocated and the linear solver set up when it is made; Run() starts anew each time. Algebraic
// unknowns are left out of the error test where the index is above 1, as the manual advises.
class PeerIda {
 public:
  PeerIda(const problems::IvpProblem& problem, const PeerOptions& options);
  ~PeerIda();
  PeerIda(const PeerIda&) = delete;
  PeerIda& operator=(const PeerIda&) = delete;

  PeerResult Run();

 private:
  int SolvePiece(double from, double to);
  void CountSteps();

  PeerWorkspace space_;
  void* ida_ = nullptr;
};

}  // namespace daedalus::bench
