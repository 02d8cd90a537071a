// Follows a solution from an easy problem to the given one:
//
//   H(z, lambda) = 0,   lambda from 0 to 1                                                                (1)
//
// each solution the guess of the next. The step of lambda is doubled after a success and halved after a
// failure (E. Allgower, K. Georg, Numerical Continuation Methods, 1990, ch. 2, with lambda itself as the
// parameter). The caller chooses (1):
//
//   F(z) = (1 - lambda) F(z0)      z0 the guess: the global Newton homotopy (block_solver.h)
//                                  z0 = 0: independent sources rise from zero to their values
//                                  (initialize/source_ramp.h)
//   homotopy() of the model        from its simplified expressions to the actual ones
//                                  (simulate/homotopy_start.h)
//
// It does not turn back at a fold of the branch: it ends there and returns how far it came. branch.h
// continues around the fold.
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

// `solve` goes from the last solution to the one for lambda, and keeps it. If it finds none, it returns false
// and keeps the last one.
ContinuationOutcome FollowSolution(const std::function<bool(double lambda)>& solve,
                                   const ContinuationOptions& options = {});

}  // namespace daedalus::nonlinear
