// Follows a solution from a problem that is easily solved to the one that is asked for:
//
//   H(z, lambda) = 0,   lambda from 0 to 1                                                                (1)
//
// each solution the guess of the next. The step of lambda is doubled after a success and halved after a
// failure (E. Allgower, K. Georg, Numerical Continuation Methods, 1990, ch. 2, with lambda itself as the
// parameter). What (1) is, is the caller's affair:
//
//   F(z) = (1 - lambda) F(z0)      z0 the guess: the global Newton homotopy (block_solver.h)
//                                  z0 = 0: independent sources are led from zero to their values
//                                  (initialize/source_ramp.h)
//   homotopy() of the model        from its simplified expressions to the actual ones
//                                  (simulate/homotopy_start.h)
//
// It does not turn back where the branch does: then it ends, and says how far it came; branch.h goes on
// around such a fold.
#pragma once

#include <functional>

namespace daedalus::nonlinear {

struct ContinuationOptions {
  bool begins_solved = false;  // the solution for lambda = 0 is known
  double first_step = 1;
  double least_step = 1.0 / 1024;
};

struct ContinuationOutcome {
  bool arrived = false;
  double reached = 0;  // the largest lambda with a solution
  int num_solved = 0;  // problems on the way
};

// `solve` goes from the last solution to that for lambda, and keeps it; false: it has found none, and the
// last one is as it was.
ContinuationOutcome FollowSolution(const std::function<bool(double lambda)>& solve,
                                   const ContinuationOptions& options = {});

}  // namespace daedalus::nonlinear
