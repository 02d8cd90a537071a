// How a run passes a position where two solutions of its constraints cross (execute/branch_watch.h), as when
// the bars of a parallelogram come to lie on one line.
//
// There every choice of states is singular. At a distance d the constraints determine positions only to eps/d
// and velocities to eps/d^2. So at tight tolerances no step succeeds, and at loose ones rounding decides
// which solution the run follows. But at some distance all is well, and along either solution the equations
// are smooth. So no point near the crossing should be computed.
//
//   1. The determinant of the loop that closes the linkage falls linearly to zero at t*, as two checks show.
//      If t* is only some steps away, and no other states are better,
//   2. one step of `dop853` is tried from t to 2 t* - t. None of its stages is nearer to the middle than a
//      tenth of the step. The unknowns of the loops are guessed from their derivatives at t, so that Newton's
//      iteration comes to the smooth continuation of the solution.
//   3. The step is checked like any other: the determinant changes its sign, its least value is below
//      kCrossing, and the solution behind is the straight continuation of the one before. If not, because the
//      solutions only come near to each other or the error test refuses, dop853 goes nearer and tries again.
//   4. Otherwise the step is made, and dop853 continues in its usual way to twice the distance. There the
//      method of the run takes over again, with states that are good there.
//
// This is the same for all methods and both forms: it uses the states of the causal form also for the
// residual form.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/model/simulate/chosen_states.h"

namespace daedalus::simulate {

class CrossingPass {
 public:
  explicit CrossingPass(ChosenStates& states) : states_(states) {}

  // True while the run passes a crossing.
  bool is_active() const { return crossing_.has_value(); }
  // True while it makes the step across.
  bool is_across() const { return crossing_ && crossing_->phase == Phase::kAcross; }
  // The end of the present phase. Only while a crossing is passed.
  double end() const { return crossing_->end; }

  // After a step to t whose quantities were read, or at its begin if it failed. True if the run now passes a
  // crossing ahead: another segment continues.
  bool Begin(double t, bool has_failed);
  // The same while a crossing is passed. True if the next phase begins.
  bool GoOn(double t);
  // The method of the run takes over again.
  bool Leave(double t);

 private:
  enum class Phase { kBefore, kAcross, kBehind };
  struct Crossing {
    Phase phase = Phase::kBefore;
    std::shared_ptr<Choice> before = {};  // the choice to return to
    std::shared_ptr<Choice> own = {};     // the choice that leads across
    double zero = 0;                      // the time at which solutions cross
    double distance = 0;                  // at first
    double end = 0;                       // of the phase
    int num_trials = 0;
    double singular_value = 0;  // of all choices together, at first
    std::vector<double> units = {};
  };
  struct Tried {
    double zero = 0, distance = 0;
  };

  bool StepAcross(double t);
  bool TryStep(double t, double distance, const initialize::InitialValues& values);
  std::optional<initialize::InitialValues> Enter(double t);
  bool IsSingularForAll();
  double LeastSingularValueAt(double t, std::span<const double> quantities, std::vector<double>& units);

  ChosenStates& states_;
  std::optional<Crossing> crossing_;
  Tried tried_;  // the last crossing that could not be passed
};

}  // namespace daedalus::simulate
