// Two bit adding unit: ten gates of field-effect transistors, 350 unknowns, index 1.
//
//   Q' = f(t, U),  0 = Q - g(U)
//
// with charges Q (first half of the unknowns) and node voltages U (second half).
#include <memory>

#include "problems/mosfet.h"
#include "problems/problem_list.h"
#include "problems/swept_dae.h"
#include "problems/tba_voltages.h"

namespace daedalus::problems {
namespace {

constexpr int kNodes = 175;
constexpr Technology kTechnology = {40 / 5e4, 100 / 5e4, 0.6, 0.24, 5e-11};
constexpr TransistorType kDepletion = {-2.43, 0.2, 1.28, 53.5e-6 * 5e4, 53.5e-6 * 5e4};
constexpr double kOutputCapacitance = 2;
constexpr Pulse kInputs[] = {{0, 1, 4}, {2, 3, 8}, {6, 7, 16}, {14, 15, 32}, {30, 31, 64}};

TransistorType Enhancement(int strength) {
  const double b = 4 * strength * 43.7e-6 * 5e4;
  return {0.2, 0.035, 1.01, b, b};
}

// What drives a gate: an inner node (from 1), or an input.
struct Gate {
  int node = 0;
  int input = -1;
};
constexpr Gate kV1 = {.input = 0}, kV2 = {.input = 1}, kV3 = {.input = 2}, kV4 = {.input = 3},
               kCin = {.input = 4};
constexpr Gate Node(int node) {
  return {.node = node};
}

constexpr int kGround = 0, kSupplyNode = -1;

struct Transistor {
  int first;  // of the inner nodes, from 1
  TransistorType type;
  Gate gate;
  int drain, source;  // outer nodes
  // The node whose voltage stands in the charge of the drain's bulk: the drain, but for a slip in the
  // distributed code, on which the reference depends.
  int charge_drain;
};

void Add(std::vector<Transistor>& circuit, int first, const TransistorType& type, Gate gate, int drain,
         int source) {
  circuit.push_back({first, type, gate, drain, source, drain});
}

void AddLoad(std::vector<Transistor>& circuit, int i) {
  Add(circuit, i, kDepletion, Node(i + 4), kSupplyNode, i + 4);
}

void AddNor(std::vector<Transistor>& circuit, int i, Gate a, Gate b) {
  AddLoad(circuit, i);
  Add(circuit, i + 5, Enhancement(1), a, i + 4, kGround);
  Add(circuit, i + 9, Enhancement(1), b, i + 4, kGround);
  circuit.back().charge_drain = i + 14;
}

void AddAndOrInverter(std::vector<Transistor>& circuit, int i, Gate a, Gate b, Gate c) {
  AddLoad(circuit, i);
  Add(circuit, i + 5, Enhancement(1), a, i + 4, kGround);
  Add(circuit, i + 9, Enhancement(2), b, i + 4, i + 13);
  Add(circuit, i + 14, Enhancement(2), c, i + 13, kGround);
}

void AddNand(std::vector<Transistor>& circuit, int i, Gate a, Gate b) {
  AddLoad(circuit, i);
  Add(circuit, i + 5, Enhancement(2), a, i + 4, i + 9);
  Add(circuit, i + 10, Enhancement(2), b, i + 9, kGround);
}

void AddOrAndInverter(std::vector<Transistor>& circuit, int i, Gate a, Gate b, Gate c) {
  AddNand(circuit, i, a, b);
  Add(circuit, i + 14, Enhancement(2), c, i + 9, kGround);
}

std::vector<Transistor> AddingUnit() {
  std::vector<Transistor> circuit;
  AddNor(circuit, 1, kV1, kV2);
  AddAndOrInverter(circuit, 14, Node(5), kV2, kV1);
  AddNor(circuit, 32, Node(18), kCin);
  AddAndOrInverter(circuit, 45, Node(36), kCin, Node(18));
  AddAndOrInverter(circuit, 63, Node(5), kCin, Node(18));
  AddNor(circuit, 81, kV3, kV4);
  AddAndOrInverter(circuit, 94, Node(85), kV4, kV3);
  AddNand(circuit, 112, Node(67), Node(98));
  AddOrAndInverter(circuit, 126, Node(116), Node(67), Node(98));
  AddAndOrInverter(circuit, 144, Node(85), Node(5), Node(98));
  Add(circuit, 162, Enhancement(3), Node(98), 148, 166);
  Add(circuit, 167, Enhancement(3), Node(18), 166, 171);
  Add(circuit, 172, Enhancement(3), kCin, 171, kGround);
  return circuit;
}

struct Residual {
  std::shared_ptr<const std::vector<Transistor>> circuit;
  std::shared_ptr<const int> unit;  // of the pulses, set at every restart

  template <class T, class Y, class P, class R>
  bool operator()(const T& t, const Y* y, const P* yp, R* r) const {
    const Y *q = y, *u = y + kNodes - 1;  // u[1] is the first voltage
    R f[kNodes + 1];
    Y g[kNodes + 1];
    for (int i = 1; i <= kNodes; ++i) {
      f[i] = R(0);
      g[i] = Y(0);
    }
    for (const Transistor& transistor : *circuit) {
      AddCurrentsOf(transistor, t, u, f);
      AddChargesOf(transistor, u, g);
    }
    for (const int output : {49, 130, 148}) g[output] += kOutputCapacitance * u[output];
    for (int i = 1; i <= kNodes; ++i) {
      r[i - 1] = yp[i - 1] - f[i];
      r[kNodes + i - 1] = q[i - 1] - g[i];
    }
    return true;
  }

 private:
  template <class T, class Y, class R>
  void AddCurrentsOf(const Transistor& transistor, const T& t, const Y* u, R* f) const {
    const auto terminal = [&](int node) {
      if (node == kGround) return Terminal<R>{R(0)};
      if (node == kSupplyNode) return Terminal<R>{R(kSupply)};
      return Terminal<R>{R(u[node]), &f[node]};
    };
    const Gate& gate = transistor.gate;
    const R voltage = gate.node > 0 ? R(u[gate.node]) : R(kInputs[gate.input].At(t, *unit));
    const double slope = gate.node > 0 ? 0 : kInputs[gate.input].Slope(*unit);
    AddCurrents<R>(kTechnology, transistor.type, u + transistor.first, f + transistor.first, voltage, slope,
                   terminal(transistor.source), terminal(transistor.drain));
  }

  template <class Y>
  void AddChargesOf(const Transistor& transistor, const Y* u, Y* g) const {
    const int s = transistor.first, d = s + 1, bs = s + 2, bd = s + 3;
    const auto [gate, source, drain] = std::tuple(transistor.gate.node, transistor.source, transistor.drain);
    const double c = kTechnology.gate_capacitance;
    g[s] += c * u[s];
    g[d] += c * u[d];
    if (gate > 0) {
      g[s] -= c * u[gate];
      g[d] -= c * u[gate];
      g[gate] += c * (2.0 * u[gate] - u[s] - u[d]);
    }
    const Y v_bs = source == kGround ? u[bs] : u[bs] - u[source];
    const Y at_source = JunctionCapacitance<Y>(kTechnology, v_bs) * v_bs;
    g[bs] += at_source;
    if (source != kGround) g[source] -= at_source;
    const Y v_bd = drain == kSupplyNode ? u[bd] - kSupply : u[bd] - u[drain];
    const Y capacitance = JunctionCapacitance<Y>(kTechnology, v_bd);
    if (drain == kSupplyNode) {
      g[bd] += capacitance * u[bd];
    } else {
      g[bd] += capacitance * (u[bd] - u[transistor.charge_drain]);
      g[drain] -= capacitance * v_bd;
    }
  }
};

// Both halves of the unknowns: the charges follow from the voltages, Q = g(U).
std::vector<double> WithCharges(const Residual& residual, std::span<const double, kNodes> voltages) {
  std::vector<double> y(2 * kNodes, 0), yp(2 * kNodes, 0), r(2 * kNodes);
  std::ranges::copy(voltages, y.begin() + kNodes);
  residual(0.0, y.data(), yp.data(), r.data());
  for (int i = 0; i < kNodes; ++i) y[i] = -r[kNodes + i];
  return y;
}

}  // namespace

IvpProblem TwoBitAdder() {
  IvpProblem p{.name = "tba", .t_end = 320};
  const auto unit = std::make_shared<int>(0);
  const Residual residual{std::make_shared<const std::vector<Transistor>>(AddingUnit()), unit};
  p.y0 = WithCharges(residual, kTbaStart);
  p.yp0.assign(2 * kNodes, 0);
  p.dae = MakeSweptDae<8>(residual, FindPattern(residual, 2 * kNodes), Mass::kConstant, p.y0, p.yp0);
  p.dae.is_differential.assign(2 * kNodes, 0);
  std::fill_n(p.dae.is_differential.begin(), kNodes, 1);
  // Q' follows from the equations. U' does not occur in them, and dg/dU is singular (clusters of nodes
  // without a capacitance to ground), so it is left at zero.
  p.make_consistent = [unit, dae = p.dae](double t, std::span<double> y, std::span<double> yp) {
    *unit = PulseUnitAt(t);
    std::ranges::fill(yp, 0.0);
    std::vector<double> r(dae.size);
    dae.residual(t, y, yp, r);
    for (int i = 0; i < kNodes; ++i) yp[i] = -r[i];
  };
  p.make_consistent(0, p.y0, p.yp0);  // the first input rises from the start
  for (int k = 1; k < 64; ++k) p.restarts.push_back(k * kPulseUnit);
  p.reference = WithCharges(residual, kTbaEnd);
  p.tightest = 1e-6;             // the reference has six digits; below that, codes crawl
  p.suppress_algebraic = true;   // where dg/dU is singular, U is of index 2
  p.compared = {223, 304, 322};  // the three outputs
  return p;
}

}  // namespace daedalus::problems
