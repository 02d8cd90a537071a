// Events: the times at which g(t, y(t), y'(t)) changes sign, found on the dense output of any integrator.
//
//   RootFinder finder(problem);
//   integrator.Initialize(t0, y0, yp0);  finder.Start(integrator);
//   for (;;) {
//     const RootStep step = StepWithRoots(integrator, finder, t_end);
//     if (step.status != RootStatus::kEvent) break;
//     integrator.Interpolate(step.event.time, y, yp);
//     ... change y, find consistent y' (restart.h) ...
//     integrator.Restart(step.event.time, y, yp);  finder.Start(integrator);
//   }
//
// What Scan() (1 to 3 in root_panels.h) and Next() do with one step (t0, t1]:
//
//  1. Panels. g is sampled at t0, the middle and t1, and its slope at both ends of each panel by differences
//     of g along the interpolant. These are as many values as a polynomial of degree 5 has coefficients.
//     Dense output has a higher degree only for methods of the highest orders.
//  2. Sign changes. If g has another sign at the end of a panel, ITP (bracket.h) encloses the change in an
//     interval [t_left, time] of a few ulps, or of RootOptions::time_tolerance.
//  3. Two sign changes, and grazing. If |g| falls at the left end and rises at the right end, its minimum is
//     between them. ITP finds it as the zero of the slope. At the minimum
//     |g| <= grazing * (largest |g| since the start): one event, kTangential. Past zero: two events. Else
//     none.
//     (A minimum that convexity keeps clearly away from zero is not looked for: both tangents meet above half
//     of the smaller end value.)
//  4. Order. Changes are handed out in order of time; those of several functions whose intervals overlap or
//     are nearer than the tolerance are one event.
//  5. Landing. Dense output may be less exact than the steps. So before an event is handed out, the method
//     itself makes a step that ends at the event's time (Integrator::Sharpen), which corrects the dense
//     output near by. The root of the corrected output is at a slightly different time. So this is repeated
//     until the time no longer changes, mostly once or twice. What Interpolate() gives at the event is then
//     of the accuracy of a step. Another function that has changed its sign by the new time joins the event.
//
// The side of a function (root_sides.h). Each function has a side, + or -, or none while it departs from
// zero. An event is what ends a side: reaching zero exactly does, and then the function has no side; leaving
// zero is never an event, it gives the side. A function that stays zero is thus reported once, when it became
// zero.
//
// At Start() a function has the side of its value. It has none
//   - when its value is zero, or
//   - when it took part in the last event, the start is at the time of that event, and its value is not
//     larger than 4 times its values at the ends of the event's interval. Such a small value is the reported
//     root up to rounding, and not a new one.
// A function without a side gets it just after the start. If it depends on differential unknowns only and its
// slope is clear, g(t0 + d, y0 + d y0') for a small d decides. (Slopes of algebraic unknowns are often not
// known at a start.) Otherwise its first value larger than the threshold decides, at times t0 + h 8^-k, k =
// 10, 9, .... So a ball that leaves the floor and falls back within a small part of the step has left it,
// even if its flight is lower than the integrator's tolerance. A change of sign that the caller makes by
// changing y is no event here: he has the values before and after.
//
// What is guaranteed: each reported crossing is a change of sign of g, as evaluated, between t_left and time.
// A panel whose ends have different signs has an event. Events come in order. The number of evaluations in a
// step is bounded. What is not: a pair of changes in a panel may be missed if g has three or more extrema
// within half a step (limit the step by IntegratorOptions::max_step). Of three changes within a panel, the
// first may not be found first. An event of the interpolant need not be one of the exact solution: near a
// grazing contact the errors of integration and of dense output decide, so choose `grazing` not smaller than
// these.
//
// A root function that fails or is not finite ends the scan: kResidualFailed (kFatal where it threw), `row`
// is the function. The step stands, no event of it is handed out, and the finder must be started again.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "daedalus/numerics/integrate/bracket.h"
#include "daedalus/numerics/integrate/dae_problem.h"
#include "daedalus/numerics/integrate/integrator.h"
#include "daedalus/numerics/integrate/root_event.h"
#include "daedalus/numerics/integrate/root_panels.h"
#include "daedalus/numerics/integrate/root_sides.h"
#include "daedalus/numerics/integrate/root_values.h"

namespace daedalus::integrate {

class RootFinder {
 public:
  // Copies what it needs of the problem.
  explicit RootFinder(const DaeProblem& problem, RootOptions options = {});
  RootFinder(const RootFinder&) = delete;  // event_ points here
  RootFinder& operator=(const RootFinder&) = delete;

  // After Initialize() or Restart() of the integrator: forgets events not yet handed out, takes the sides.
  StepOutcome Start(const Integrator& integrator);
  // The event handed out last has changed the functions: at the next start each has the side of its value,
  // however small.
  void Forget() { crossings_.clear(); }
  // After a successful Step(): finds the events of that step.
  StepOutcome Scan(const Integrator& integrator);
  // The next event of the scanned step, where dense output is sharp now; nullptr if there is none left.
  const RootEvent* Next(Integrator& integrator);

  // Whether the last events were so crowded that going on is useless (a bouncing ball at rest).
  bool is_accumulating() const { return num_crowded_ >= options_.max_crowded; }
  std::int64_t evaluations() const { return values_.evaluations(); }

 private:
  std::optional<StepOutcome> FindCallError(const Integrator& integrator) const;
  double Tolerance(double t) const { return RootTolerance(options_, t); }
  void TakeNextGroup();
  bool IsInEvent(std::int32_t function) const;
  void Land(Integrator& integrator);
  void Relocate(const Integrator& integrator);
  void JoinPassed(const Integrator& integrator);
  bool RelocateOne(const Integrator& integrator, RootCrossing& crossing, Bracket& change);
  std::optional<Bracket> FindChangeNear(const Integrator& integrator, const RootCrossing& crossing);

  RootOptions options_;
  RootValues values_;
  RootSides sides_;
  RootPanels panels_;
  double scanned_to_ = 0;
  bool is_started_ = false;
  std::vector<FoundRoot> found_;  // of the last step, in order
  std::size_t num_handed_out_ = 0;
  std::vector<RootCrossing> crossings_;  // of event_
  RootEvent event_;
  double earliest_ = 0;  // the event may not move before this: the one before in the same step
  int num_crowded_ = 0;
};

enum class RootStatus {
  kEvent,         // `event`; the integrator stands at or after it
  kReachedLimit,  // time() == t_limit, no event left
  kAccumulation,  // events follow each other without time going on; `event` is the last one
  kFailed,        // `outcome` has the reason
};

struct RootStep {
  RootStatus status = RootStatus::kReachedLimit;
  RootEvent event = {};
  StepOutcome outcome = {};
};

// Steps until the next event or t_limit. Events of one step come one after another, without further steps, as
// long as the integrator is not restarted.
RootStep StepWithRoots(Integrator& integrator, RootFinder& finder, double t_limit);

}  // namespace daedalus::integrate
