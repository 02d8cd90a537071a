// Field-effect transistors as in the circuits `nand` and `tba` (M. Guenther, P. Rentrop, 1996): currents of
// the channel and of the junctions to the bulk, and the pulses that drive the gates.
//
// A transistor has four inner nodes s, d, bs, bd next to its outer nodes S and D.
#pragma once

#include <cmath>
#include <type_traits>

#include "problems/dependence.h"

namespace daedalus::problems {

inline constexpr double kSupply = 5, kBulk = -2.5, kThermal = 25.85, kChannelModulation = 0.02;

struct Technology {
  double gate_resistance, bulk_resistance, gate_capacitance, junction_capacitance, saturation_current;
};

struct TransistorType {
  double threshold, gamma, phi;
  double forward, backward;  // strength by direction of the current
};

template <class V>
V JunctionCurrent(const Technology& technology, const V& v) {
  using std::exp;
  if constexpr (std::is_same_v<V, Dependence>) {
    return v;
  } else {
    return v > V(0) ? V(0) : -technology.saturation_current * (exp(v / kThermal) - 1.0);
  }
}

template <class V>
V JunctionCapacitance(const Technology& technology, const V& v) {
  using std::sqrt;
  if constexpr (std::is_same_v<V, Dependence>) {
    return v;
  } else {
    const double c0 = technology.junction_capacitance;
    return v > V(0) ? c0 * (1.0 + v / 1.74) : c0 / sqrt(1.0 - v / 0.87);
  }
}

// From drain to source for v_ds > 0, counted negative.
template <class V>
V ForwardCurrent(const TransistorType& type, double strength, const V& v_ds, const V& v_gs, const V& v_bs) {
  using std::sqrt;
  const V above = v_gs - type.threshold - type.gamma * (sqrt(type.phi - v_bs) - std::sqrt(type.phi));
  if (above <= V(0)) return V(0);
  const V modulation = -strength * (1.0 + kChannelModulation * v_ds);
  return above <= v_ds ? above * above * modulation : v_ds * (2.0 * above - v_ds) * modulation;
}

template <class V>
V ChannelCurrent(const TransistorType& type, const V& v_ds, const V& v_gs, const V& v_bs, const V& v_gd,
                 const V& v_bd) {
  if constexpr (std::is_same_v<V, Dependence>) {
    return UnionOf(v_ds, v_gs, v_bs, v_gd, v_bd);
  } else {
    if (v_ds > V(0)) return ForwardCurrent(type, type.forward, v_ds, v_gs, v_bs);
    if (v_ds < V(0)) return -ForwardCurrent<V>(type, type.backward, -v_ds, v_gd, v_bd);
    return V(0);
  }
}

// An outer node: its voltage, and the sum of its currents if it is an unknown.
template <class V>
struct Terminal {
  V voltage;
  V* current = nullptr;
};

// Adds the currents of one transistor to its inner nodes s, d, bs, bd (u: their voltages, f: their sums) and
// its terminals. `gate_slope` is the derivative of an external gate voltage, 0 for an inner one.
template <class V, class U, class Slope>
void AddCurrents(const Technology& technology, const TransistorType& type, const U* u, V* f, const V& gate,
                 const Slope& gate_slope, const Terminal<V>& source, const Terminal<V>& drain) {
  const V &v_s = source.voltage, &v_d = drain.voltage;
  const V i = ChannelCurrent<V>(type, u[1] - u[0], gate - u[0], u[2] - v_s, gate - u[1], u[3] - v_d);
  const V through_s = (u[0] - v_s) / technology.gate_resistance;
  const V through_d = (u[1] - v_d) / technology.gate_resistance;
  const V junction_s = JunctionCurrent<V>(technology, u[2] - v_s);
  const V junction_d = JunctionCurrent<V>(technology, u[3] - v_d);
  const auto charging = technology.gate_capacitance * gate_slope;
  f[0] += charging - through_s - i;
  f[1] += charging - through_d + i;
  f[2] += junction_s - (u[2] - kBulk) / technology.bulk_resistance;
  f[3] += junction_d - (u[3] - kBulk) / technology.bulk_resistance;
  if (source.current) *source.current += through_s - junction_s;
  if (drain.current) *drain.current += through_d - junction_d;
}

// Trapezoids between 0 and 5 with rise and fall times 5. All corners stand at multiples of kPulseUnit, so
// within one unit a pulse is a straight line.
inline constexpr double kPulseUnit = 5;

struct Pulse {
  int delay, high, period;  // in units; one unit to rise, one to fall

  double AtCorner(int unit) const {
    if (unit < delay) return 0;
    const int phase = (unit - delay) % period;
    return phase >= 1 && phase <= 1 + high ? kSupply : 0;
  }
  double Slope(int unit) const { return (AtCorner(unit + 1) - AtCorner(unit)) / kPulseUnit; }
  // The line of this unit, also before and after it.
  template <class T>
  T At(const T& t, int unit) const {
    return AtCorner(unit) + (t - unit * kPulseUnit) * Slope(unit);
  }
};

// The unit that begins at or contains t.
inline int PulseUnitAt(double t) {
  return static_cast<int>(std::floor(t / kPulseUnit + 1e-9));
}

}  // namespace daedalus::problems
