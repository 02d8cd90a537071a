// Newton's iteration for the corrector equation of an implicit multistep method,
//
//   F(t, y, y'_0 + c (y - y_0)) = 0,                                                            (1)
//
// with the scaled matrix of Cellier & Kofman (8.78): (1/c dF/dy + dF/dy') d = -(1/c) F, y += d, y' += c d.
//
// dF/dy and dF/dy' are kept from step to step, and evaluated only when the iteration needs it. Their sum is
// factored whenever c changes. So the iteration matrix is always that of the current step, up to the age of
// its parts. The first correction solves linear equations, and the rate of convergence
//
//   rho = |d_{m+1}| / |d_m|                                                                     (2)
//
// measures nothing but the nonlinearity. After the last correction an error of about rho / (1 - rho) |d_m| is
// left. rho is remembered: where an old one is small enough, the first correction is the last, and the
// residual that would prove it is saved. A remembered rate is trusted less with every step: an iteration that
// stops too early disturbs the differences by which order and step are chosen. (Over the test set, 78 runs, a
// rate that ages by 4 a step instead of 1.3 saves a fifth of the steps.) A rate above kRenewAbove justifies
// new parts: they cost two or three residuals, and give a rate for which one correction suffices.
//
// A correction that is small with wrong parts proves nothing. For a diode, i = Is (exp(v / Vt) - 1), parts
// from a point with a large i are so steep that any i seems to need no correction. Therefore
// - a remembered rate counts for corrections as large as those it was measured at, and for larger ones in
//   proportion;
// - the largest rate of an iteration is remembered: in a chain of equations one link converges after the
//   other, and the last rate is that of the last link;
// - parts from a point where the iteration failed are not used again (bdf.cc), and all parts are renewed some
//   time;
// - if a shorter step did not help, more corrections are allowed: the point of the last step may not be an
//   exact solution.
//
// Where the problem has constraints, each correction is followed by one of bdf_constraints.h.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/numerics/integrate/evaluator.h"
#include "daedalus/numerics/integrate/integrator_base.h"
#include "daedalus/numerics/integrate/iteration_matrix.h"

namespace daedalus::integrate {

// y and y' hold the prediction, and in the end the solution; correction = y - y_0.
struct BdfPoint {
  double t = 0;
  double c = 0;
  std::span<double> y, yp, correction;
};

class BdfConstraints;

class BdfCorrector {
 public:
  // Iterations and factorizations are counted in `statistics`.
  BdfCorrector(Evaluator& evaluator, linear::LinearSolverKind kind, Statistics& statistics);
  ~BdfCorrector();

  // Iterates until what is left is at most `tolerance` in the norm with these weights. Unless it succeeds, y
  // and y' are spoiled.
  Attempt Solve(const BdfPoint& at, std::span<const double> weights, double tolerance);
  // Evaluates the Jacobian anew before the next iteration.
  void Renew() { is_stale_ = true; }
  // Whether the last Solve evaluated the Jacobian: then it can have failed for other reasons only.
  bool was_renewed() const { return was_renewed_; }

  // Who is to blame for the last Solve at this point.
  Blame FindBlame(Attempt attempt, const BdfPoint& at, std::span<const double> weights);

 private:
  enum class Verdict { kGoOn, kDone, kHopeless };

  Attempt Prepare(const BdfPoint& at, std::span<const double> weights);
  // The size of this correction, with what constraints add to it; nothing where they cannot.
  std::optional<double> Correct(const BdfPoint& at, std::span<const double> weights, bool is_first);
  Verdict Judge(double size, double previous, int iteration, double tolerance);
  bool JudgeFirst(double size, double tolerance);

  Evaluator& evaluator_;
  Statistics& statistics_;
  IterationMatrix matrix_;
  std::unique_ptr<BdfConstraints> constraints_;  // nullptr if there are none
  std::vector<double> residual_;                 // then the correction
  double factored_c_ = 0;
  double rate_ = 0;
  double measured_at_ = 0;  // the size of the first correction of the iteration that had this rate
  bool rate_is_known_ = false;
  int most_corrections_ = 0;  // of the iteration at hand
  int age_ = 0;               // of the parts, in iterations
  int oldest_age_ = 0;        // at which they are evaluated again in any case
  bool is_stale_ = true;
  bool was_renewed_ = false;
};

}  // namespace daedalus::integrate
