// The charge pump (Test Set for IVP Solvers; equations and reference in the data folder, pump.md): index 2,
// kinks of the source at known times, and a current y9 that jumps where the transistor begins to conduct.
// Twice: as it is given, with plain if-expressions that no solver is told of, and with one smooth formula for
// each region and a root function between them.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "daedalus/numerics/integrate/crossing.h"
#include "daedalus/numerics/integrate/restart.h"
#include "daedalus/numerics/integrate/roots.h"
#include "daedalus/numerics/integrate/suite/methods.h"
#include "problems/swept_dae.h"

namespace daedalus::integrate {
namespace {

constexpr double kTinyStep = 1e-15;  // s; the ramps take 1e-8
constexpr double kThreshold = 0.2, kGamma = 0.035, kPhi = 1.01;
const double kFlatBand = kThreshold - kGamma * std::sqrt(kPhi) - kPhi;

// What the unknowns and the time are counted in. Charges and currents belong together: coulomb and ampere, or
// picocoulomb, milliampere and nanoseconds.
struct Units {
  double charge = 1;  // in coulomb
  double time = 1;    // in seconds
};
constexpr Units kSi = {}, kScaled = {1e-12, 1e-9};

double Number(double x) {
  return x;
}
double Number(const problems::Dual<1>& x) {
  return x.v;
}

// 0 until 50 ns, up to 20 V at 60, down from 110 to 120, and so on.
template <class T>
T Source(const T& t, double nanosecond) {
  const double period = 120 * nanosecond;
  const T phase = t - std::floor(Number(t) / period) * period;
  if (phase < T(50 * nanosecond)) return T(0);
  if (phase < T(60 * nanosecond)) return (phase - 50 * nanosecond) * (2 / nanosecond);
  if (phase < T(110 * nanosecond)) return T(20);
  return (period - phase) * (2 / nanosecond);
}

// The regions in which the transistor works, each with a smooth formula; kAsGiven: the if-expressions decide.
// Two are never entered. The flat-band voltage is below -0.8 V and Vin >= 0. And y2 + y3 = y4 + y5 = 0 give
// y7 = 5/6 p, y8 = 10/3 p, so that vgd - vte = u - 5/2 p is negative wherever p >= u > 0: v is always 0.
enum class Region { kAsGiven, kOff, kSaturation };

struct Pump {
  Units units;
  std::shared_ptr<const Region> region;

  template <class T, class Y, class P, class R>
  bool operator()(const T& t, const Y* y, const P* yp, R* r) const {
    using std::sqrt;
    const double oxide = 4e-12 / units.charge, source_c = 1.6e-12 / units.charge,
                 drain_c = 0.4e-12 / units.charge;
    const Y vgb = y[5], vgs = y[5] - y[6], vgd = y[5] - y[7];
    const bool is_given = *region == Region::kAsGiven;
    const bool swaps = is_given && vgs < vgd;
    const Y a = swaps ? vgd : vgs, b = swaps ? vgs : vgd;
    const Y depth = kPhi - (a - vgb);  // phi - ubs
    if (depth < Y(0)) return false;
    const Y vte = kThreshold + kGamma * (sqrt(depth) - std::sqrt(kPhi));
    Y gate(0), channel(0);
    if (is_given && vgb <= Y(kFlatBand)) {
      gate = oxide * (vgb - kFlatBand);
    } else if (is_given ? a <= vte : *region == Region::kOff) {
      gate = oxide * kGamma * (sqrt(kGamma * kGamma / 4 + vgb - kFlatBand) - kGamma / 2);
    } else {
      const bool is_linear = is_given && b > vte;
      const Y u = a - vte, v = is_linear ? b - vte : Y(0);
      const Y p = is_linear ? u + v - u * v / (u + v) : u;
      gate = oxide * (2.0 / 3 * p + kGamma * sqrt(depth));
      channel = -oxide / 3 * p;
    }
    r[0] = yp[0] + y[8];
    r[1] = yp[1] + yp[2];
    r[2] = yp[3] + yp[4];
    r[3] = y[5] - Source(t, 1e-9 / units.time);
    r[4] = y[0] - gate;
    r[5] = y[1] - source_c * y[6];
    r[6] = y[2] - channel;
    r[7] = y[3] - drain_c * y[7];
    r[8] = y[4] - channel;
    return true;
  }
};

// The charge as published (quadruple-precision GAMD, Test Set for IVP Solvers). The current in closed form,
// y9 = -QG'(0) Vin' of the transistor that is off; the published one is off in its sixth digit.
constexpr double kGateCharge = 1.26280042987675933e-13;
const double kCurrent = 2e9 * 4e-12 * kGamma / (2 * std::sqrt(kGamma * kGamma / 4 - kFlatBand));

struct PumpRun {
  StepOutcome outcome;
  std::vector<double> y = {};
  Statistics statistics = {};
  int events = 0;
};

// The root function is vgs - vte.
DaeProblem MakePump(Units units, const std::shared_ptr<const Region>& region) {
  const std::vector<double> zero(9, 0.0);
  DaeProblem dae = problems::MakeSweptDae<9>(Pump{units, region}, linear::DensePattern(9, 9),
                                             problems::Mass::kConstant, zero, zero);
  dae.is_differential = {1, 1, 1, 1, 1, 0, 0, 0, 0};
  dae.index = {1, 1, 1, 1, 1, 1, 1, 1, 2};
  dae.num_roots = *region == Region::kAsGiven ? 0 : 1;
  dae.roots = [](double, auto y, auto, auto g) {
    const double vte = kThreshold + kGamma * (std::sqrt(kPhi + y[6]) - std::sqrt(kPhi));
    g[0] = y[5] - y[6] - vte;
    return EvalOutcome::kOk;
  };
  return dae;
}

Region RegionAfter(const RootEvent& event) {
  return event.crossings[0].direction == RootDirection::kRising ? Region::kSaturation : Region::kOff;
}

Tolerances PumpTolerances(double relative, Units units) {
  Tolerances tolerances;
  tolerances.relative = relative;
  const double charge = relative * 1e-12 / units.charge,
               current = relative * 1e-3 / units.charge * units.time;
  tolerances.absolute = {charge, charge, charge, charge, charge, relative, relative, relative, current};
  return tolerances;
}

struct PumpOptions {
  Units units = kSi;
  Region region = Region::kAsGiven;
  bool crosses = false;
  IntegratorOptions integrator = {};
};

// The way from the start to 1200 ns, restarted by tiny steps at the kinks of the source and at events.
class PumpRunner {
 public:
  PumpRunner(const std::string& method, double relative, const PumpOptions& options)
      : units_(options.units),
        region_(std::make_shared<Region>(options.region)),
        dae_(MakePump(units_, region_)),
        tolerances_(PumpTolerances(relative, units_)),
        integrator_(*MakeIntegrator(method, dae_, tolerances_, options.integrator)),
        finder_(dae_),
        tiny_steps_(dae_, tolerances_) {
    if (options.crosses) integrator_ = MakeCrossing(std::move(integrator_), dae_, tolerances_);
  }

  PumpRun Run() {
    std::vector<double> y(9, 0.0), yp(9, 0.0);
    y[0] = kGateCharge / units_.charge;
    run_.outcome = integrator_->Initialize(0, y, yp);
    finder_.Start(*integrator_);
    for (int period = 0; period < 10; ++period) {
      for (const double corner : {50, 60, 110, 120}) {
        const double kink = (120 * period + corner) * 1e-9 / units_.time;
        RunTo(kink);
        if (run_.outcome.ok() && period * 120 + corner < 1200) Restart(kink);
        if (!run_.outcome.ok()) break;
      }
      if (!run_.outcome.ok()) break;
    }
    run_.y.assign(integrator_->y().begin(), integrator_->y().end());
    for (const int i : {0, 1, 2, 3, 4}) run_.y[i] *= units_.charge;
    run_.y[8] *= units_.charge / units_.time;
    run_.statistics = integrator_->statistics();
    return run_;
  }

 private:
  void RunTo(double kink) {
    while (run_.outcome.ok()) {
      const RootStep step = StepWithRoots(*integrator_, finder_, kink);
      run_.outcome = step.outcome;
      if (step.status == RootStatus::kReachedLimit) return;
      if (step.status != RootStatus::kEvent) return;
      ++run_.events;
      *region_ = RegionAfter(step.event);
      Restart(step.event.time);
    }
  }

  void Restart(double t) {
    std::vector<double> y(9), yp(9);
    integrator_->Interpolate(t, y, yp);
    run_.outcome = tiny_steps_.Run(t, kTinyStep / units_.time, y, yp);
    if (run_.outcome.ok()) run_.outcome = integrator_->Restart(run_.outcome.t, y, yp);
    if (run_.outcome.ok()) run_.outcome = finder_.Start(*integrator_);
  }

  Units units_;
  std::shared_ptr<Region> region_;
  DaeProblem dae_;
  Tolerances tolerances_;
  std::unique_ptr<Integrator> integrator_;
  RootFinder finder_;
  TinySteps tiny_steps_;
  PumpRun run_;
};

// Charges and voltages to ten times the tolerance. The current is of index 2: its error is tested h times
// only, so the tolerance does not bound it; that it comes out to percents shows that it is the right one.
void ExpectReference(const PumpRun& run, double relative) {
  ASSERT_EQ(run.outcome.status, StepStatus::kReachedLimit) << run.outcome.reason << " at " << run.outcome.t;
  EXPECT_NEAR(run.y[0], kGateCharge, 10 * relative * kGateCharge);
  for (const int i : {1, 2, 3, 4}) EXPECT_NEAR(run.y[i], 0, 10 * relative * 1e-12);
  for (const int i : {5, 6, 7}) EXPECT_NEAR(run.y[i], 0, 10 * relative);
  EXPECT_NEAR(run.y[8], kCurrent, 0.03 * kCurrent);
}

class PumpWith : public testing::TestWithParam<std::string> {
 protected:
  static PumpRun Run(double relative, PumpOptions options) {
    options.integrator.suppress_algebraic = GetParam() == "ida";  // it knows no index
    return PumpRunner(GetParam(), relative, options).Run();
  }
};

TEST_P(PumpWith, RegionsAndRootsReachesTheReference) {
  for (const Units& units : {kSi, kScaled}) {
    for (const double relative : {1e-4, 1e-6, 1e-8}) {
      const PumpRun run = Run(relative, {.units = units, .region = Region::kOff});
      ExpectReference(run, relative);
      EXPECT_GE(run.events, 20);  // on and off, ten times
      EXPECT_LE(run.events, 40);  // a restart may find the threshold once more
    }
  }
}

TEST_P(PumpWith, IfExpressionsReachesTheReferenceByCrossing) {
  for (const Units& units : {kSi, kScaled}) {
    for (const double relative : {1e-4, 1e-6, 1e-8}) {
      const PumpRun run = Run(relative, {.units = units, .crosses = true});
      ExpectReference(run, relative);
      EXPECT_LE(run.statistics.crossings, 40);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Methods, PumpWith,
                         testing::Values("ida", "gear", "radau3", "radau5", "lobatto4", "rodas", "bdf",
                                         "radau"),
                         [](const auto& name) { return name.param; });

// The current is but a difference quotient of the charge: six digits of it are more than were published.
TEST(Pump, BdfHasSixDigitsOfTheCurrent) {
  for (const double relative : {1e-8, 1e-9, 1e-10}) {
    const PumpRun run = PumpRunner("bdf", relative, {.region = Region::kOff}).Run();
    ASSERT_EQ(run.outcome.status, StepStatus::kReachedLimit) << run.outcome.reason;
    EXPECT_NEAR(run.y[8], kCurrent, 1e-6 * kCurrent) << relative;
  }
}

TEST(Pump, IdaStopsAtTheFirstThresholdWithoutCrossing) {
  const PumpRun run = PumpRunner("ida", 1e-6, {.integrator = {.suppress_algebraic = true}}).Run();
  EXPECT_FALSE(run.outcome.ok());
  EXPECT_NEAR(run.outcome.t, 50.1e-9, 1e-12);
}

}  // namespace
}  // namespace daedalus::integrate
