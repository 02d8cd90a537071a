// NAND gate: three transistors, capacitances that depend on voltage, C(y) y' = f(t, y) with regular C.
//
// The enhancement transistors carry ten times less current backwards: an asymmetry of the code that the
// reference solution was computed with.
#include <memory>

#include "problems/consistent_restart.h"
#include "problems/mosfet.h"
#include "problems/problem_list.h"
#include "problems/swept_dae.h"

namespace daedalus::problems {
namespace {

constexpr Technology kTechnology = {4, 10, 0.6e-4, 2.4e-5, 1e-14};
constexpr TransistorType kDepletion = {-2.43, 0.2, 1.28, 5.35e-4, 5.35e-4};
constexpr TransistorType kEnhancement = {0.2, 0.035, 1.01, 1.748e-3, 1.748e-4};
constexpr double kOutputCapacitance = 0.5e-4;
constexpr Pulse kInput1 = {1, 1, 4}, kInput2 = {3, 3, 8};

struct Residual {
  std::shared_ptr<const int> unit;  // of the pulses, set at every restart

  template <class T, class Y, class P, class R>
  bool operator()(const T& t, const Y* y, const P* yp, R* r) const {
    R f[14];
    for (R& sum : f) sum = R(0);
    const R v1 = kInput1.At(t, *unit), v2 = kInput2.At(t, *unit);
    AddCurrents<R>(kTechnology, kDepletion, y, f, R(y[4]), 0.0, {R(y[4]), &f[4]}, {R(kSupply)});
    AddCurrents<R>(kTechnology, kEnhancement, y + 5, f + 5, v1, kInput1.Slope(*unit), {R(y[9]), &f[9]},
                   {R(y[4]), &f[4]});
    AddCurrents<R>(kTechnology, kEnhancement, y + 10, f + 10, v2, kInput2.Slope(*unit), {R(0)},
                   {R(y[9]), &f[9]});
    const auto junction = [](const auto& v) { return JunctionCapacitance<R>(kTechnology, R(v)); };
    const double c = kTechnology.gate_capacitance;
    R q[14];
    q[0] = c * (yp[0] - yp[4]);
    q[1] = c * (yp[1] - yp[4]);
    q[2] = junction(y[2] - y[4]) * (yp[2] - yp[4]);
    q[3] = junction(y[3] - kSupply) * yp[3];
    q[5] = c * yp[5];
    q[6] = c * yp[6];
    q[7] = junction(y[7] - y[9]) * (yp[7] - yp[9]);
    q[8] = junction(y[8] - y[4]) * (yp[8] - yp[4]);
    q[10] = c * yp[10];
    q[11] = c * yp[11];
    q[12] = junction(y[12]) * yp[12];
    q[13] = junction(y[13] - y[9]) * (yp[13] - yp[9]);
    q[4] = kOutputCapacitance * yp[4] - q[0] - q[1] - q[2] - q[8];
    q[9] = kOutputCapacitance * yp[9] - q[7] - q[13];
    for (int i = 0; i < 14; ++i) r[i] = q[i] - f[i];
    return true;
  }
};

}  // namespace

IvpProblem NandGate() {
  IvpProblem p{.name = "nand", .t_end = 80};
  p.y0 = {5, 5, kBulk, kBulk, 5, 3.62385, 5, kBulk, kBulk, 3.62385, 0, 3.62385, kBulk, kBulk};
  p.yp0.assign(14, 0);
  const auto unit = std::make_shared<int>(0);
  const Residual residual{unit};
  p.dae = MakeSweptDae<7>(residual, FindPattern(residual, 14), Mass::kVariable, p.y0, p.yp0);
  p.make_consistent = [unit, restart = std::make_shared<ConsistentRestart>(p.dae)](
                          double t, std::span<double> y, std::span<double> yp) {
    *unit = PulseUnitAt(t);
    (*restart)(t, y, yp);
  };
  for (int k = 1; k < 16; ++k) p.restarts.push_back(k * kPulseUnit);
  p.reference = {0.4971088699385777e+1,  0.4999752103929311e+1,  -0.2499998781491227e+1,
                 -0.2499999999999975e+1, 0.4970837023296724e+1,  -0.2091214032073855e+0,
                 0.4970593243278363e+1,  -0.2500077409198803e+1, -0.2499998781491227e+1,
                 -0.2090289583878100e+0, -0.2399999999966269e-3, -0.2091214032073855e+0,
                 -0.2499999999999991e+1, -0.2500077409198803e+1};
  return p;
}

}  // namespace daedalus::problems
