// Charge pump: one transistor, two capacitors and a pulsed source, index 2: y1' = -y9 with y1 given
// algebraically, so the current y9 jumps wherever the charge has a kink.
//
// Unknowns: charges y1..y5, voltages y6..y8, current y9. In which region the transistor works is a discrete
// state: it is fixed between events, where its formulas continue smoothly, and chosen anew at each
// (make_consistent). Events are the zeros of
//
//   vgb - vfb,   a - vte,   b - vte (while the transistor conducts),   a, b = max, min of vgs, vgd. (1)
#include <array>
#include <memory>

#include "problems/consistent_restart.h"
#include "problems/problem_list.h"
#include "problems/swept_dae.h"

namespace daedalus::problems {
namespace {

constexpr double kThreshold = 0.2, kGamma = 0.035, kPhi = 1.01, kOxide = 4e-12, kDrainC = 0.4e-12,
                 kSourceC = 1.6e-12;

enum class Region { kAccumulation, kDepletion, kSaturation, kLinear };

// The source: 0 until 50 ns, up to 20 V at 60, down from 110 to 120, and so on.
struct Piece {
  double begin, level, slope;
};
Piece PieceAt(double t) {
  constexpr double kNano = 1e-9, kPeriod = 120e-9;
  const double tiny = 1e-6 * kNano;
  const int period = static_cast<int>((t + tiny) / kPeriod);
  const double start = period * kPeriod, phase = t + tiny - start;
  if (phase < 50 * kNano) return {start, 0, 0};
  if (phase < 60 * kNano) return {start + 50 * kNano, 0, 2e9};
  if (phase < 110 * kNano) return {start + 60 * kNano, 20, 0};
  return {start + 110 * kNano, 20, -2e9};
}

struct State {
  Piece source = PieceAt(0);
  Region region = Region::kDepletion;
};

double FlatBand() {
  return kThreshold - kGamma * std::sqrt(kPhi) - kPhi;
}

template <class V>
struct Voltages {
  V vgb, a, b, bulk_root, above_a, above_b;  // bulk_root = sqrt(phi - ubs); a - vte, b - vte

  Voltages(const V& y6, const V& y7, const V& y8) {
    using std::sqrt;
    const V vgs = y6 - y7, vgd = y6 - y8;
    vgb = y6;
    a = vgs < vgd ? vgd : vgs;
    b = vgs < vgd ? vgs : vgd;
    bulk_root = sqrt(kPhi - (a - vgb));
    const V vte = kThreshold + kGamma * (bulk_root - std::sqrt(kPhi));
    above_a = a - vte;
    above_b = b - vte;
  }
  // The switching functions (1).
  std::array<V, 3> Switches(Region region) const {
    const bool conducts = region == Region::kSaturation || region == Region::kLinear;
    return {vgb - FlatBand(), above_a, conducts ? above_b : V(1)};
  }
};

template <class V>
struct Charges {
  V gate = 0, channel = 0;  // QG; QS = QD

  Charges(Region region, const Voltages<V>& v) {
    using std::sqrt;
    if (region == Region::kAccumulation) {
      gate = kOxide * (v.vgb - FlatBand());
    } else if (region == Region::kDepletion) {
      gate = kOxide * kGamma * (sqrt(kGamma * kGamma / 4 + v.vgb - FlatBand()) - kGamma / 2);
    } else {
      const V& u = v.above_a;
      V p = u;
      if (region == Region::kLinear) p = u + v.above_b - u * v.above_b / (u + v.above_b);
      gate = kOxide * (2.0 / 3 * p + kGamma * v.bulk_root);
      channel = -kOxide / 3 * p;
    }
  }
};

struct Residual {
  std::shared_ptr<const State> state;

  template <class T, class Y, class P, class R>
  bool operator()(const T& t, const Y* y, const P* yp, R* r) const {
    const auto& [begin, level, slope] = state->source;
    const Charges<Y> q(state->region, Voltages<Y>(y[5], y[6], y[7]));
    r[0] = yp[0] + y[8];
    r[1] = yp[1] + yp[2];
    r[2] = yp[3] + yp[4];
    r[3] = y[5] - (level + slope * (t - begin));
    r[4] = y[0] - q.gate;
    r[5] = y[1] - kSourceC * y[6];
    r[6] = y[2] - q.channel;
    r[7] = y[3] - kDrainC * y[7];
    r[8] = y[4] - q.channel;
    return true;
  }
};

// Does the motion (y, y') leave at once into `region`? The switching functions decide, or, where one is zero,
// the sign of its derivative.
bool Continues(Region region, std::span<const double> y, std::span<const double> yp) {
  constexpr double kZero = 1e-6;  // volt
  Dual<1> moving[3];
  for (int i = 0; i < 3; ++i) {
    moving[i] = Dual<1>(y[5 + i]);
    moving[i].d[0] = yp[5 + i];
  }
  bool positive[3];
  const auto switches = Voltages<Dual<1>>(moving[0], moving[1], moving[2]).Switches(region);
  for (int i = 0; i < 3; ++i)
    positive[i] = std::abs(switches[i].v) > kZero ? switches[i].v > 0 : switches[i].d[0] > 0;
  switch (region) {
    case Region::kAccumulation:
      return !positive[0];
    case Region::kDepletion:
      return positive[0] && !positive[1];
    case Region::kSaturation:
      return positive[0] && positive[1] && !positive[2];
    case Region::kLinear:
      break;
  }
  return positive[0] && positive[1] && positive[2];
}

// At the end the transistor is off and all voltages are zero, so y9 = -y1' = -QG'(0) Vin' in closed form.
// (The published value, 1.52255686815577679e-4 A, is off in its sixth digit.)
double FinalCurrent() {
  constexpr double kSlope = -2e9;
  return -kSlope * kOxide * kGamma / (2 * std::sqrt(kGamma * kGamma / 4 - FlatBand()));
}

}  // namespace

IvpProblem ChargePump() {
  IvpProblem p{.name = "pump", .t_end = 1.2e-6};
  p.y0.assign(9, 0);
  p.yp0.assign(9, 0);
  p.y0[0] = Charges<double>(Region::kDepletion, Voltages<double>(0, 0, 0)).gate;
  const auto state = std::make_shared<State>();
  p.dae = MakeSweptDae<9>(Residual{state}, linear::DensePattern(9, 9), Mass::kConstant, p.y0, p.yp0);
  p.dae.is_differential = {1, 1, 1, 1, 1, 0, 0, 0, 0};
  p.dae.index = {1, 1, 1, 1, 1, 1, 1, 1, 2};
  p.dae.num_roots = 3;
  p.dae.roots = [state](double, auto y, auto, auto g) {
    std::ranges::copy(Voltages<double>(y[5], y[6], y[7]).Switches(state->region), g.begin());
    return EvalOutcome::kOk;
  };
  p.make_consistent = [state, restart = std::make_shared<ConsistentRestart>(p.dae)](
                          double t, std::span<double> y, std::span<double> yp) {
    state->source = PieceAt(t);
    std::array<double, 9> before;
    std::ranges::copy(y, before.begin());
    const Region last = state->region;  // most corners of the source are passed without leaving it
    for (const Region region :
         {last, Region::kDepletion, Region::kSaturation, Region::kLinear, Region::kAccumulation}) {
      state->region = region;
      std::ranges::copy(before, y.begin());
      if ((*restart)(t, y, yp) && Continues(region, y, yp)) return;
    }
  };
  for (int period = 0; period < 10; ++period) {
    for (const int corner : {0, 50, 60, 110}) {
      if (period + corner > 0) p.restarts.push_back(period * 120e-9 + corner * 1e-9);
    }
  }
  p.reference = {0.126280042987675933170893e-12, 0, 0, 0, 0, 0, 0, 0, FinalCurrent()};
  p.absolute_scale = {1e-12, 1e-12, 1e-12, 1e-12, 1e-12, 1, 1, 1, 1e-3};
  return p;
}

}  // namespace daedalus::problems
