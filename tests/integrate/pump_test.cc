// The charge pump as it is given: plain if-expressions, no root functions, restarts at the kinks of the
// source only. (The form with regions and root functions is tests/problems/pump.cc.)
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "daedalus/integrate/crossing.h"
#include "daedalus/integrate/restart.h"
#include "daedalus/integrate/suite/methods.h"
#include "problems/swept_dae.h"

namespace daedalus::integrate {
namespace {

constexpr double kThreshold = 0.2, kGamma = 0.035, kPhi = 1.01, kOxide = 4e-12, kDrainC = 0.4e-12,
                 kSourceC = 1.6e-12, kPeriod = 120e-9;

double Number(double x) {
  return x;
}
double Number(const problems::Dual<1>& x) {
  return x.v;
}

// 0 until 50 ns, up to 20 V at 60, down from 110 to 120, and so on.
template <class T>
T Source(const T& t) {
  const T phase = t - std::floor(Number(t) / kPeriod) * kPeriod;
  if (phase < T(50e-9)) return T(0);
  if (phase < T(60e-9)) return (phase - 50e-9) * 2e9;
  if (phase < T(110e-9)) return T(20);
  return (kPeriod - phase) * 2e9;
}

struct PumpAsGiven {
  template <class T, class Y, class P, class R>
  bool operator()(const T& t, const Y* y, const P* yp, R* r) const {
    using std::sqrt;
    const Y vgb = y[5], vgs = y[5] - y[6], vgd = y[5] - y[7];
    const Y a = vgs < vgd ? vgd : vgs, b = vgs < vgd ? vgs : vgd;
    const Y depth = kPhi - (a - vgb);  // phi - ubs
    if (depth < Y(0)) return false;
    const double flat_band = kThreshold - kGamma * std::sqrt(kPhi) - kPhi;
    const Y vte = kThreshold + kGamma * (sqrt(depth) - std::sqrt(kPhi));
    Y gate(0), channel(0);
    if (vgb <= Y(flat_band)) {
      gate = kOxide * (vgb - flat_band);
    } else if (a <= vte) {
      gate = kOxide * kGamma * (sqrt(kGamma * kGamma / 4 + vgb - flat_band) - kGamma / 2);
    } else {
      const Y u = a - vte, v = b > vte ? b - vte : Y(0);
      const Y p = u + v - u * v / (u + v);
      gate = kOxide * (2.0 / 3 * p + kGamma * sqrt(depth));
      channel = -kOxide / 3 * p;
    }
    r[0] = yp[0] + y[8];
    r[1] = yp[1] + yp[2];
    r[2] = yp[3] + yp[4];
    r[3] = y[5] - Source(t);
    r[4] = y[0] - gate;
    r[5] = y[1] - kSourceC * y[6];
    r[6] = y[2] - channel;
    r[7] = y[3] - kDrainC * y[7];
    r[8] = y[4] - channel;
    return true;
  }
};

// Published: quadruple-precision GAMD, Test Set for IVP Solvers, and the closed form in the data folder.
constexpr double kGateCharge = 1.26280042987675933e-13, kCurrent = 1.52255686815577679e-4;

struct PumpRun {
  StepOutcome outcome;
  std::vector<double> y = {};
  Statistics statistics = {};
  std::vector<double> crossings = {};  // times
};

DaeProblem MakePump() {
  const std::vector<double> zero(9, 0.0);
  DaeProblem dae = problems::MakeSweptDae<9>(PumpAsGiven{}, linear::DensePattern(9, 9),
                                             problems::Mass::kConstant, zero, zero);
  dae.is_differential = {1, 1, 1, 1, 1, 0, 0, 0, 0};
  dae.index = {1, 1, 1, 1, 1, 1, 1, 1, 2};
  return dae;
}

Tolerances PumpTolerances(double relative) {
  Tolerances tolerances;
  tolerances.relative = relative;
  for (const double scale : {1e-12, 1e-12, 1e-12, 1e-12, 1e-12, 1.0, 1.0, 1.0, 1e-3})
    tolerances.absolute.push_back(relative * scale);
  return tolerances;
}

PumpRun RunPump(const std::string& method, double relative, bool crosses, IntegratorOptions options = {}) {
  const DaeProblem dae = MakePump();
  const Tolerances tolerances = PumpTolerances(relative);
  PumpRun run;
  auto made = MakeIntegrator(method, dae, tolerances, options);
  if (!made) return {.outcome = {.status = StepStatus::kBadInput, .reason = made.error()}};
  std::unique_ptr<Integrator> integrator =
      crosses ? MakeCrossing(*std::move(made), dae, tolerances) : *std::move(made);
  TinySteps tiny_steps(dae, tolerances);
  std::vector<double> y(9, 0.0), yp(9, 0.0);
  y[0] = kGateCharge;
  run.outcome = integrator->Initialize(0, y, yp);
  for (int period = 0; period < 10; ++period) {
    for (const double corner : {50e-9, 60e-9, 110e-9, 120e-9}) {
      const double kink = period * kPeriod + corner;
      while (run.outcome.status == StepStatus::kStepped) {
        const std::int64_t crossed = integrator->statistics().crossings;
        run.outcome = integrator->Step(kink);
        if (integrator->statistics().crossings > crossed) run.crossings.push_back(integrator->time());
      }
      run.y.assign(integrator->y().begin(), integrator->y().end());
      run.statistics = integrator->statistics();
      if (!run.outcome.ok() || kink > 1.199e-6) return run;
      y = run.y;
      yp.assign(integrator->yp().begin(), integrator->yp().end());
      run.outcome = tiny_steps.Run(kink, 1e-15, y, yp);
      if (run.outcome.ok()) run.outcome = integrator->Restart(run.outcome.t, y, yp);
    }
  }
  return run;
}

TEST(Pump, Explore) {
  for (const MethodInfo& method : Methods()) {
    if (!method.available || !method.variable_step || !method.implicit) continue;
    for (const bool crosses : {false, true}) {
      for (const bool suppress : {false, true}) {
        for (const double relative : {1e-4, 1e-6, 1e-8}) {
          const PumpRun run =
              RunPump(std::string(method.name), relative, crosses, {.suppress_algebraic = suppress});
          double worst = 0;
          if (run.y.size() == 9) {
            worst = std::max(std::abs(run.y[0] / kGateCharge - 1), std::abs(run.y[8] / kCurrent - 1));
            for (int i = 1; i < 8; ++i) worst = std::max(worst, std::abs(run.y[i]) / (i < 5 ? 1e-12 : 1));
          }
          std::printf("%-8s %d %d %g: %s t=%.17g err=%.2e steps %ld etf %ld cf %ld cross %ld %s\n",
                      std::string(method.name).c_str(), crosses, suppress, relative,
                      std::string(StatusName(run.outcome.status)).c_str(), run.outcome.t, worst,
                      run.statistics.steps, run.statistics.error_test_failures,
                      run.statistics.convergence_failures, run.statistics.crossings,
                      run.outcome.reason.c_str());
          if (getenv("DBG"))
            for (double t : run.crossings) std::printf("   %.12g\n", t * 1e9);
        }
      }
    }
  }
}

}  // namespace
}  // namespace daedalus::integrate
