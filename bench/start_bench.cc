// What initial values cost: ladders of 10 to 10^5 nodes, linear and with diodes, from guesses and from right
// start values.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "growth.h"
#include "run_text.h"

namespace {

using daedalus::results::RunStatistics;

constexpr double kMostGrowth = 1.1;
constexpr int kRounds = 3;

// Resistors in a row, a capacitor at each node: steady at the start, so that all voltages are to be found.
std::string RcLadder(int n) {
  return fmt::format(R"(model RcLadder
  constant Integer n = {};
  Real v[n], i[n + 1];
initial equation
  der(v) = zeros(n);
equation
  i[1] = 1 - v[1];
  for k in 2:n loop
    i[k] = v[k - 1] - v[k];
  end for;
  i[n + 1] = 1e-3*v[n];
  for k in 1:n loop
    der(v[k]) = i[k] - i[k + 1];
  end for;
end RcLadder;
)",
                     n);
}

// Resistors in a row, a diode from each node to ground: one loop of n nonlinear equations.
std::string DiodeLadder(int n) {
  return fmt::format(R"(model DiodeLadder
  constant Integer n = {};
  Real v[n], i[n + 1], x(start = 0, fixed = true);
equation
  der(x) = v[1];
  i[1] = (5 - v[1])/100;
  for k in 2:n loop
    i[k] = (v[k - 1] - v[k])/100;
  end for;
  i[n + 1] = 0;
  for k in 1:n loop
    i[k] = i[k + 1] + 1e-9*(exp(v[k]/0.025) - 1);
  end for;
end DiodeLadder;
)",
                     n);
}

// Everything is given: nothing is left to find.
std::string GivenChain(int n) {
  return fmt::format(R"(model GivenChain
  constant Integer n = {};
  Real v[n](each start = 1, each fixed = true);
equation
  der(v[1]) = -v[1];
  for k in 2:n loop
    der(v[k]) = v[k - 1] - v[k];
  end for;
end GivenChain;
)",
                     n);
}

// The least of some rounds.
RunStatistics Measured(const std::string& text) {
  RunStatistics best;
  for (int round = 0; round < kRounds; ++round) {
    RunStatistics s = daedalus::bench::RunText(text, "dae", 1e-9);
    if (round == 0 || s.seconds.initialize < best.seconds.initialize) best = std::move(s);
  }
  return best;
}

bool ShowGrowth(const char* name, std::string (*model)(int), const std::vector<int>& sizes) {
  std::vector<double> x, y;
  for (const int n : sizes) {
    const RunStatistics s = Measured(model(n));
    fmt::print(
        "{:14} n = {:7}  initial values {:10.3f} ms  {:8.3f} us a node  ({:4.2f} of structure and kernels)\n",
        name, n, 1e3 * s.seconds.initialize, 1e6 * s.seconds.initialize / n,
        s.seconds.initialize / (s.seconds.structure + s.seconds.codegen));
    x.push_back(n);
    y.push_back(s.seconds.initialize);
  }
  const double growth = daedalus::bench::GrowthExponent(x, y);
  fmt::print("{:14} grows with n^{:.2f} (at most {}){}\n", name, growth, kMostGrowth,
             growth <= kMostGrowth ? "" : "  MISSED");
  return growth <= kMostGrowth;
}

}  // namespace

int main() {
  const std::vector<int> sizes = {10, 100, 1000, 10'000, 100'000};
  bool ok = ShowGrowth("RC ladder", RcLadder, sizes);
  ok = ShowGrowth("diode ladder", DiodeLadder, sizes) && ok;
  ok = ShowGrowth("all given", GivenChain, sizes) && ok;
  return ok ? 0 : 1;
}
