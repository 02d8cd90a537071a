// SUNDIALS CVODE as its users call it, on problems of the form y' = f(t, y): BDF with a matrix, or Adams with
// a fixed-point iteration where nothing is stiff.
#pragma once

#include <sundials/sundials_nonlinearsolver.h>

#include "ivp/peer.h"

namespace daedalus::bench {

enum class CvodeMethod { kBdf, kAdams };

// Memory is allocated when it is made; Run() starts anew each time.
class PeerCvode {
 public:
  PeerCvode(const problems::IvpProblem& problem, CvodeMethod method, const PeerOptions& options);
  ~PeerCvode();
  PeerCvode(const PeerCvode&) = delete;
  PeerCvode& operator=(const PeerCvode&) = delete;

  // Does CVODE take it: is F = y' - f(t, y), without root functions?
  static bool Fits(const problems::IvpProblem& problem);

  PeerResult Run();

 private:
  int SolvePiece(double from, double to);

  PeerWorkspace space_;
  void* cvode_ = nullptr;
  SUNNonlinearSolver fixed_point_ = nullptr;
};

}  // namespace daedalus::bench
