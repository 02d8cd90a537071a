// Constraints within the iterations of implicit steps, against the least squares that they stand for.
#include "daedalus/numerics/integrate/least_squares_step.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <memory>

#include "daedalus/numerics/integrate/bdf.h"
#include "daedalus/numerics/integrate/implicit_runge_kutta.h"
#include "daedalus/numerics/integrate/projection.h"
#include "daedalus/numerics/integrate/suite/methods.h"
#include "daedalus/numerics/integrate/theory/tableau.h"
#include "daedalus/numerics/linear/decompositions.h"

namespace daedalus::integrate {
namespace {

using Vector = std::vector<double>;

// phi' = w, w' = -4 f(phi), with an algebraic unknown f(phi) where asked for; released at phi = 1. f is the
// sine of a pendulum, or phi itself: then no matrix is ever out of date, and the least squares are those of
// the header to the last digit.
constexpr double kStiffness = 4;

enum class Law { kSine, kLine };

double Force(Law law, double phi) {
  return law == Law::kSine ? std::sin(phi) : phi;
}
double Energy(Law law, double phi, double w) {
  const auto potential = [&](double x) { return law == Law::kSine ? -std::cos(x) : x * x / 2; };
  return w * w / 2 + kStiffness * (potential(phi) - potential(1));
}

Constraints EnergyOf(Law law, std::int32_t size) {
  return {.size = size,
          .count = 1,
          .values =
              [law](double, auto y, auto g) {
                g[0] = Energy(law, y[0], y[1]);
                return EvalOutcome::kOk;
              },
          .gradients =
              [law](double, auto y, auto rows) {
                std::ranges::fill(rows, 0.0);
                rows[0] = kStiffness * Force(law, y[0]);
                rows[1] = y[1];
                return EvalOutcome::kOk;
              }};
}

struct Swing {
  Law law = Law::kSine;
  bool is_algebraic = false;

  DaeProblem Problem() const {
    DaeProblem out;
    out.size = is_algebraic ? 3 : 2;
    out.is_differential = is_algebraic ? std::vector<char>{1, 1, 0} : std::vector<char>{1, 1};
    out.residual = [*this](double, auto y, auto yp, auto r) {
      r[0] = 2 * yp[0] - 2 * y[1];
      r[1] = yp[1] + kStiffness * (is_algebraic ? y[2] : Force(law, y[0]));
      if (is_algebraic) r[2] = y[2] - Force(law, y[0]);
      return EvalOutcome::kOk;
    };
    return out;
  }
  DaeProblem Constrained(double weight) const {
    DaeProblem out = Problem();
    out.constraints =
        WeightedConstraints{EnergyOf(law, out.size), {weight}, Vector(static_cast<std::size_t>(out.size), 1)};
    return out;
  }
};

struct Finished {
  double phi = 0, w = 0, worst_energy = 0;
};

Finished RunTo(std::string_view method, const Swing& swing, const DaeProblem& problem, double end,
               double tolerance, const IntegratorOptions& options = {}) {
  auto made = MakeIntegrator(method, problem, {.relative = tolerance, .absolute = {tolerance}}, options);
  EXPECT_TRUE(made.ok());
  Integrator& integrator = **made;
  Vector start = {1, 0}, slopes = {0, -kStiffness * Force(swing.law, 1)};
  if (swing.is_algebraic) {
    start.push_back(Force(swing.law, 1));
    slopes.push_back(0);
  }
  StepOutcome outcome = integrator.Initialize(0, start, slopes);
  Finished out;
  while (outcome.status == StepStatus::kStepped) {
    outcome = integrator.Step(end);
    out.worst_energy =
        std::max(out.worst_energy, std::abs(Energy(swing.law, integrator.y()[0], integrator.y()[1])));
  }
  EXPECT_EQ(outcome.status, StepStatus::kReachedLimit) << outcome.reason;
  out.phi = integrator.y()[0];
  out.w = integrator.y()[1];
  return out;
}

using State = Eigen::Vector2d;
State SlopeOnLine(const State& x) {
  return {x[1], -kStiffness * x[0]};
}

// The least of |delta|^2 + |weight energy|^2 over delta, by differences of the step itself, which knows
// nothing of our matrices.
State CompromiseByHand(double weight, const std::function<State(const State&)>& end_of_step) {
  State delta(0, 0);
  for (int i = 0; i < 15; ++i) {
    constexpr double kApart = 1e-3;  // central differences of a square are exact
    const auto energy = [&](const State& at) {
      const State x = end_of_step(at);
      return Energy(Law::kLine, x[0], x[1]);
    };
    const double here = energy(delta);
    State gradient;
    for (int k = 0; k < 2; ++k) {
      const State apart = kApart * State::Unit(k);
      gradient[k] = (energy(delta + apart) - energy(delta - apart)) / (2 * kApart);
    }
    // In closed form for one row: delta = -v (W g - v.delta) / (1 + |v|^2), v = W gradient.
    const State v = weight * gradient;
    delta = -v * (weight * here - v.dot(delta)) / (1 + v.squaredNorm());
  }
  return end_of_step(delta);
}

// x = old + h x' + delta.
State BackwardEulerByHand(const State& old, double h, const State& delta) {
  State x = old;
  for (int i = 0; i < 80; ++i) x = old + h * SlopeOnLine(x) + delta;
  return x;
}

// Radau IIA with three stages; the last one has the delta.
State Radau5ByHand(const State& old, double h, const State& delta) {
  const theory::Tableau tableau = theory::RadauIIATableau(3);
  State stages[3] = {old, old, old};
  for (int i = 0; i < 80; ++i) {
    State next[3];
    for (std::size_t k = 0; k < 3; ++k) {
      next[k] = old;
      for (std::size_t j = 0; j < 3; ++j) next[k] += h * tableau.a[3 * k + j] * SlopeOnLine(stages[j]);
    }
    next[2] += delta;
    std::ranges::copy(next, stages);
  }
  return stages[2];
}

void ExpectCompromise(std::string_view method, double h, const IntegratorOptions& options,
                      State (*step)(const State& old, double h, const State& delta)) {
  constexpr int kSteps = 5;
  for (const bool is_algebraic : {false, true}) {
    for (const double weight : {0.1, 1.0, 100.0}) {
      State x(1, 0);
      for (int n = 0; n < kSteps; ++n) {
        const State old = x;
        x = CompromiseByHand(weight, [&](const State& delta) { return step(old, h, delta); });
      }
      const Swing swing{Law::kLine, is_algebraic};
      const Finished run = RunTo(method, swing, swing.Constrained(weight), kSteps * h, 1e-11, options);
      EXPECT_NEAR(run.phi, x[0], 1e-9) << weight << is_algebraic;
      EXPECT_NEAR(run.w, x[1], 1e-9) << weight << is_algebraic;
    }
  }
}

TEST(LeastSquaresStep, OfBackwardEulerIsTheCompromise) {
  ExpectCompromise("bdf", 0.05, {.max_order = 1, .fixed_step = 0.05}, BackwardEulerByHand);
}
TEST(LeastSquaresStep, OfRadauIsTheCompromise) {
  ExpectCompromise("radau5", 0.3, {.fixed_step = 0.3},
                   Radau5ByHand);  // so long that something is left to correct
}

// The point after each step moved onto the energy instead.
DaeProblem Projected(const Swing& swing) {
  DaeProblem out = swing.Problem();
  auto projection = std::make_shared<Projection>(EnergyOf(swing.law, out.size));
  out.project = [projection, swing](double t, auto y, auto yp) {
    const Vector units(y.size(), 1.0);
    if (!projection->Project(t, units, y).ok) return EvalOutcome::kRecoverable;
    yp[0] = y[1];
    yp[1] = -kStiffness * Force(swing.law, y[0]);
    if (swing.is_algebraic) y[2] = Force(swing.law, y[0]);
    return EvalOutcome::kOk;
  };
  return out;
}

// With a large weight the energy of a pendulum is kept to rounding at any tolerance, as by a projection, and
// the solution is about as good. Alone, the methods lose energy all the way.
TEST(LeastSquaresStep, KeepsEnergyForALongTimeAsAProjectionDoes) {
  constexpr double kEnd = 50, kTolerance = 1e-5;
  const Swing pendulum;
  const Finished exact = RunTo("radau", pendulum, pendulum.Problem(), kEnd, 1e-13);
  for (const char* method : {"bdf", "radau3", "radau5", "radau", "lobatto4"}) {
    for (const bool is_algebraic : {false, true}) {
      const Swing swing{Law::kSine, is_algebraic};
      const Finished kept = RunTo(method, swing, swing.Constrained(1e6), kEnd, kTolerance);
      const Finished moved = RunTo(method, swing, Projected(swing), kEnd, kTolerance);
      const Finished alone = RunTo(method, swing, swing.Problem(), kEnd, kTolerance);
      EXPECT_LT(kept.worst_energy, 1e-11) << method;
      EXPECT_LT(moved.worst_energy, 1e-11) << method;
      EXPECT_GT(alone.worst_energy, 1e-7) << method;
      const auto error = [&](const Finished& run) { return std::abs(run.phi - exact.phi); };
      EXPECT_LT(error(kept), 3 * std::max(error(moved), kTolerance)) << method << is_algebraic;
    }
  }
}

TEST(LeastSquaresStep, RefusesWhatDoesNotGoTogether) {
  DaeProblem problem = Swing{}.Constrained(1);
  problem.constraints->units.pop_back();
  EXPECT_FALSE(MakeBdf(problem, {.absolute = {1e-6}}, {}).ok());
  problem = Swing{}.Constrained(1);
  problem.index = {1, 2};
  EXPECT_FALSE(MakeRadau5(problem, {.absolute = {1e-6}}, {}).ok());
}

}  // namespace
}  // namespace daedalus::integrate
