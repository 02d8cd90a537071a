// What events cost: a million instants of a small model; many diodes, of which one after the other switches;
// many relations, of which few change.
//
// With n diodes there are about as many events, and each is a new start of the whole model, so that the time
// of a run grows with n^2 whatever is done. What is held here is the time of one step: it may grow with the
// size of the model, and no faster.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "growth.h"
#include "run_text.h"

namespace {

using daedalus::bench::RunText;
using daedalus::results::RunStatistics;

// Of seconds a step, in the size of the model.
constexpr double kMostGrowth = 1.2;
constexpr double kMostSecondsOfInstants = 60;

// Half-wave rectifiers with ideal diodes, each with a phase of its own.
std::string Diodes(int n) {
  return fmt::format(R"(model Diodes
  constant Integer n = {};
  Real v[n](each start = 0, each fixed = true), i[n], s[n];
  Boolean off[n];
equation
  for k in 1:n loop
    off[k] = s[k] < 0;
    sin(6.283185307179586*(time + k/n)) - v[k] = s[k]*(if off[k] then 1 else 1e-3);
    i[k] = s[k]*(if off[k] then 1e-3 else 1);
    der(v[k]) = i[k] - v[k];
  end for;
end Diodes;
)",
                     n);
}

// Thresholds of one variable that passes ten of them.
std::string Thresholds(int n) {
  return fmt::format(R"(model Thresholds
  constant Integer n = {};
  Real x(start = 0.5, fixed = true);
  Boolean b[n];
equation
  der(x) = 10;
  for k in 1:n loop
    b[k] = x + 1e-9*sin(x) > k;
  end for;
end Thresholds;
)",
                     n);
}

bool ShowGrowth(const char* name, std::string (*model)(int), std::vector<int> sizes, double size_times_stop) {
  bool ok = true;
  for (const char* form : {"ode", "dae"}) {
    std::vector<double> x, y;
    for (const int n : sizes) {
      const RunStatistics s = RunText(model(n), form, size_times_stop > 0 ? size_times_stop / n : 1);
      const double step = s.seconds.integrate / static_cast<double>(s.steps);
      fmt::print(
          "{:12} {:4} n = {:7}  {:6} events  {:7} steps  {:9.3f} s  {:9.3f} ms a step  {:7.3f} us a step and "
          "element\n",
          name, form, n, s.events, s.steps, s.seconds.integrate, 1e3 * step, 1e6 * step / n);
      x.push_back(n);
      y.push_back(step);
    }
    const double growth = daedalus::bench::GrowthExponent(x, y);
    fmt::print("{:12} {:4} a step grows with n^{:.2f} (at most {}){}\n", name, form, growth, kMostGrowth,
               growth <= kMostGrowth ? "" : "  MISSED");
    ok = ok && growth <= kMostGrowth;
  }
  return ok;
}

bool ShowInstants() {
  const char* text = R"(model Instants
  Real x(start = 0, fixed = true);
  discrete Integer n(start = 0, fixed = true);
equation
  der(x) = -x + n/1e6;
  when sample(0, 1e-5) then n = pre(n) + 1; end when;
end Instants;
)";
  bool ok = true;
  for (const char* form : {"ode", "dae"}) {
    const RunStatistics s = RunText(text, form, 10);
    const bool is_fast = s.seconds.integrate <= kMostSecondsOfInstants;
    fmt::print("{:12} {:4} {} events  {} steps  {:.2f} s (at most {}){}\n", "instants", form, s.events,
               s.steps, s.seconds.integrate, kMostSecondsOfInstants, is_fast ? "" : "  MISSED");
    ok = ok && is_fast;
  }
  return ok;
}

}  // namespace

int main() {
  bool ok = ShowInstants();
  // The more diodes, the shorter the time: some tens of events each, or few hundreds.
  ok = ShowGrowth("diodes", Diodes, {100, 1000, 10'000}, 10) && ok;
  ok = ShowGrowth("relations", Thresholds, {1000, 10'000, 100'000}, 0) && ok;
  return ok ? 0 : 1;
}
