// What every integration method looks like from outside: step, interpolate inside the step, restart after an
// event.
//
// The integrator owns its state (time(), y(), yp()). Step() makes one step of the method's own choosing and
// never looks past t_limit; output points inside the step come from Interpolate(), so they cost no steps. A
// failed Step() leaves the state where the last good step left it, and Interpolate() keeps working there.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "daedalus/numerics/integrate/dae_problem.h"
#include "daedalus/numerics/integrate/step_controller.h"
#include "daedalus/numerics/linear/linear_solver.h"

namespace daedalus::integrate {

enum class StepStatus {
  kStepped,            // one step further, t_limit not yet reached
  kReachedLimit,       // time() == t_limit
  kErrorTestFailures,  // the error test failed again and again; `unknown` has the largest error
  kNewtonDiverged,     // the corrector did not converge; `row` has the largest residual
  kSingularJacobian,   // `row` and `unknown` are without a pivot
  kResidualFailed,     // not finite (`row` is the first) or refused at every smaller step
  kSignViolated,       // `unknown` leaves the sign that it must have, whatever the step size
  kProjectionFailed,   // DaeProblem::project found no point near the end of a step
  kStepTooSmall,       // the step vanishes against t, or the tolerances need more than double precision
  kTooManySteps,       // options.max_steps is used up
  kBadInput,           // the call itself is wrong
  kFatal,              // a callback threw or reported kFatal, or a bug
};

// "stepped", "newton-diverged", ...: for JSON and messages.
std::string_view StatusName(StepStatus status);

struct StepOutcome {
  StepStatus status = StepStatus::kStepped;
  double t = 0;                              // time() after a success; after a failure, where it happened
  std::optional<std::int32_t> row = {};      // the equation at fault
  std::optional<std::int32_t> unknown = {};  // the unknown at fault
  std::string reason = {};                   // a sentence fragment for people; empty on success
  std::string solver_message = {};           // the message of the underlying library, if any

  bool ok() const { return status == StepStatus::kStepped || status == StepStatus::kReachedLimit; }
};

// How a Runge-Kutta method with implicit stages estimates its error.
enum class ErrorEstimate {
  kFiltered,  // from the stages of one step, filtered by the iteration matrix ([HW96] IV.8)
  kEmbedded,  // from the stages of two steps of equal size: Cellier & Kofman (8.105), (8.108), (8.110)
};

// How a multistep method comes to its past.
enum class Starter { kOrderBuildUp, kRungeKutta };

// Options of all methods. A method ignores fields that it does not use.
struct IntegratorOptions {
  int max_order = 0;      // of the methods that vary it; 0: the highest they have
  double fixed_step = 0;  // all steps of this size but the last; 0: the method chooses
  std::optional<ControllerKind> controller = {};  // nullopt: the default of the method
  ErrorEstimate error_estimate = ErrorEstimate::kFiltered;
  Starter starter = Starter::kOrderBuildUp;
  double initial_step = 0;             // 0: the method chooses
  double max_step = 0;                 // 0: unlimited
  std::int64_t max_steps = 0;          // since Initialize(); 0: unlimited
  bool cross_discontinuities = false;  // where a step fails whatever its size: crossing.h
  bool suppress_algebraic = false;     // leave algebraic unknowns out of the error test
  // If true, the signs of unknowns are soft constraints: they help to choose step sizes, but do not stop a
  // run. A sign that a much smaller step does not keep either is dropped for the rest of the run.
  bool signs_are_soft = false;
  linear::LinearSolverKind linear_solver = linear::LinearSolverKind::kAuto;
};

// Counted since Initialize(), across restarts.
struct Statistics {
  std::int64_t steps = 0;
  std::int64_t error_test_failures = 0;
  std::int64_t convergence_failures = 0;
  std::int64_t residual_evaluations = 0;  // all, those of finite differences too
  std::int64_t jacobian_evaluations = 0;
  std::int64_t factorizations = 0;
  std::int64_t newton_iterations = 0;
  std::int64_t crossings = 0;  // discontinuities that no root announced (crossing.h)
  std::int32_t last_order = 0;
  double last_step = 0;
  double h_lambda = 0;  // dopri5, dop853: h times the largest eigenvalue of df/dy, estimated in the last step
  std::string advice = {};  // a hint that another method would be better, for people; usually empty

  std::int64_t rejected_steps() const { return error_test_failures + convergence_failures; }
  // Adds the work of another integrator; the fields about the last step stay.
  void AddCounts(const Statistics& other);
};

class Integrator {
 public:
  virtual ~Integrator() = default;

  // Takes consistent values (see consistent.h) and forgets everything before. kStepped on success.
  virtual StepOutcome Initialize(double t0, std::span<const double> y0, std::span<const double> yp0) = 0;
  // One step towards t_limit >= time(). With t_limit == time(): kReachedLimit without any work.
  virtual StepOutcome Step(double t_limit) = 0;
  // Restarts from here (after an event), and keeps the statistics. Returns kStepped on success.
  virtual StepOutcome Restart(double t, std::span<const double> y, std::span<const double> yp) = 0;
  // Dense output for t in [previous_time(), time()]; false outside of it. docs/integrators.md has its orders.
  virtual bool Interpolate(double t, std::span<double> y, std::span<double> yp) const = 0;
  // Makes the dense output of the last step as exact at t as the method's steps are: the method makes a step
  // from previous_time() to t. Interpolate() gives these values at t until the next step or call. For the
  // states that events begin with (roots.h): it costs about a step. False, with nothing changed: t is not
  // inside the step or hardly, dense output needs no help, or the method could not.
  virtual bool Sharpen(double) { return false; }

  virtual double time() const = 0;
  virtual double previous_time() const = 0;  // where the last step began
  virtual std::span<const double> y() const = 0;
  virtual std::span<const double> yp() const = 0;
  virtual const Statistics& statistics() const = 0;
};

}  // namespace daedalus::integrate
