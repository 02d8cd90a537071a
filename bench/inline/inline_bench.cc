// Inlined methods against the same models with IDA and with our own bdf: seconds of integration at equal
// accuracy.
//
// Each contender runs with a sequence of tolerances; its errors at the end of the run, against a run at
// 1e-12, and its times give the time that it needs for an error of 1e-5 (relative to the largest value), by
// interpolation of logarithms. The ratio is what counts: a machine under load is slow for all. All are
// measured alike: one integrator, made once, runs again and again, and the least time counts, so that code is
// in the caches and the order of elimination is known, for IDA as well. (Measured in its first run behind the
// compilation of its step, an inlined method takes twice as long on the small problems, where a run is some
// 20 us.) IDA is the library as its users have it, with the better of its dense solver and KLU (stock_ida.h);
// `ida` is what a model gets by that name, with our vectors and factorizations. Debian's IDA is built without
// optimisation, which the first line tells, and takes two to four times as long: figures against it prove
// nothing. SUNDIALS_DIR (bench/run) may name another, which the goals below are meant for.
//
// Then the exported C of a small model against C that was written by hand for it, by the same compiler.
//
// The goals are a third of the time of IDA with the best of the inlined methods, on each of the problems, and
// 1.1 times the time of hand-written C. The program fails where one is missed.
//
//   inline_bench [PART OF THE NAME OF A PROBLEM]
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>
#include <string_view>
#include <vector>

#include "inline/exported_c.h"
#include "inline/racer.h"
#include "inline/stock_ida.h"

namespace daedalus::bench {
namespace {

constexpr Contender kContenders[] = {
    {"ida", "ida", simulate::ModelForm::kDae},
    {"bdf", "bdf", simulate::ModelForm::kDae},
    {"inline bdf", "bdf", simulate::ModelForm::kInline},
    {"inline radau5", "radau5", simulate::ModelForm::kInline},
    {"inline sdirk4", "sdirk4", simulate::ModelForm::kInline},
    {"inline dopri5", "dopri5", simulate::ModelForm::kInline},
    {"inline dop853", "dop853", simulate::ModelForm::kInline},
    {"inline adams", "adams", simulate::ModelForm::kInline},
};

// A chain of N rigid links in a plane, hung at one end, with point masses at the joints; k is the angle of a
// link from the vertical, f its force. The accelerations and forces are a loop of 4 N linear equations.
constexpr const char* kPendulumChain = R"(model PendulumChain
  parameter Integer N = 50;
  parameter Real l = 1 / N, m = 1 / N, g = 9.81;
  Real k[N](each start = 0.3, each fixed = true), w[N](each start = 0, each fixed = true);
  Real f[N + 1], ax[N + 1], ay[N + 1];
equation
  ax[1] = 0;
  ay[1] = 0;
  f[N + 1] = 0;
  for i in 1:N loop
    der(k[i]) = w[i];
    ax[i + 1] = ax[i] + l * (cos(k[i]) * der(w[i]) - sin(k[i]) * w[i] ^ 2);
    ay[i + 1] = ay[i] - l * (sin(k[i]) * der(w[i]) + cos(k[i]) * w[i] ^ 2);
    m * ax[i + 1] = (if i < N then f[i + 1] * sin(k[min(i + 1, N)]) else 0) - f[i] * sin(k[i]);
    m * ay[i + 1] = m * g + (if i < N then f[i + 1] * cos(k[min(i + 1, N)]) else 0) - f[i] * cos(k[i]);
  end for;
  annotation(experiment(StartTime = 0, StopTime = 0.5));
end PendulumChain;
)";

double ErrorOf(const Run& run, const Run& exact) {
  double error = 0, size = 0;
  for (std::size_t i = 0; i < exact.end.size(); ++i) {
    error = std::max(error, std::abs(run.end[i] - exact.end[i]));
    size = std::max(size, std::abs(exact.end[i]));
  }
  return error / size;
}

// Seconds for this error, and nothing where no run reached it.
std::optional<double> SecondsFor(double wanted, std::vector<std::pair<double, double>> error_and_seconds) {
  std::ranges::sort(error_and_seconds);
  if (error_and_seconds.empty() || error_and_seconds.front().first > wanted) return std::nullopt;
  std::size_t i = 0;
  while (i + 1 < error_and_seconds.size() && error_and_seconds[i + 1].first < wanted) ++i;
  const auto [low, slow] = error_and_seconds[i];
  if (i + 1 == error_and_seconds.size()) return slow;
  const auto [high, fast] = error_and_seconds[i + 1];
  const double part = std::log(wanted / low) / std::log(high / low);
  return std::exp(std::log(slow) + part * (std::log(fast) - std::log(slow)));
}

bool IsExplicit(const Contender& contender) {
  return std::string_view(contender.method) == "dopri5" || std::string_view(contender.method) == "dop853";
}

constexpr double kWanted = 1e-5;

// `run_with` runs with a tolerance.
template <class RunWith>
std::optional<double> SecondsOf(RunWith&& run_with, const Run& exact) {
  std::vector<std::pair<double, double>> points;
  for (const double tolerance : {1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10}) {
    const std::optional<Run> run = run_with(tolerance);
    if (!run) continue;
    points.emplace_back(std::max(ErrorOf(*run, exact), 1e-15), run->seconds);
    if (points.back().first < kWanted / 10) break;
  }
  return SecondsFor(kWanted, points);
}

std::optional<double> SecondsOf(const Problem& problem, const Contender& contender, const Run& exact) {
  auto racer = MakeRacer(problem, contender);
  if (!racer) return std::nullopt;
  return SecondsOf([&](double tolerance) { return RunRacer(*racer, tolerance); }, exact);
}

std::optional<double> SecondsOfStockIda(const Problem& problem, const Run& exact) {
  auto racer = MakeRacer(problem, {"", "ida", simulate::ModelForm::kDae});
  if (!racer) return std::nullopt;
  std::optional<double> best;
  for (const PeerMatrix matrix : {PeerMatrix::kDense, PeerMatrix::kKlu}) {
    if (matrix == PeerMatrix::kDense && racer->model->given().system->variables.size() > 500)
      continue;  // it would take minutes
    const auto seconds =
        SecondsOf([&](double tolerance) { return RunStockIda(*racer, tolerance, matrix); }, exact);
    if (seconds && (!best || *seconds < *best)) best = seconds;
  }
  return best;
}

using Seconds = std::optional<double>;

Seconds Lesser(Seconds a, Seconds b) {
  return a && b ? std::min(*a, *b) : a ? a : b;
}

void PrintCell(Seconds seconds, double of_ida) {
  fmt::print("{:>18}", seconds ? fmt::format("{:.3g} ({:.2f})", 1e3 * *seconds, *seconds / of_ida) : "-");
}

// The least times of IDA and of all contenders, which take turns: a machine that is slow for a second is so
// for one of them.
struct Times {
  Seconds ida;
  Seconds contenders[std::size(kContenders)];
};

Times Race(const Problem& problem, const Run& exact) {
  constexpr int kRounds = 4;
  Times out;
  for (int round = 0; round < kRounds; ++round) {
    out.ida = Lesser(out.ida, SecondsOfStockIda(problem, exact));
    for (std::size_t i = 0; i < std::size(kContenders); ++i) {
      if (problem.is_stiff && IsExplicit(kContenders[i])) continue;
      out.contenders[i] = Lesser(out.contenders[i], SecondsOf(problem, kContenders[i], exact));
    }
  }
  return out;
}

// One line of the table; whether the goal is reached.
bool RaceOn(const Problem& problem) {
  constexpr double kGoal = 1.0 / 3;
  fmt::print("{:20}", problem.name);
  std::fflush(stdout);
  auto reference = MakeRacer(problem, {"", "radau5", simulate::ModelForm::kOde});
  const auto exact = reference ? RunRacer(*reference, 1e-12) : std::nullopt;
  const Times times = exact ? Race(problem, *exact) : Times();
  if (!times.ida) {
    fmt::print(" the reference run, or IDA, failed\n");
    return false;
  }
  PrintCell(times.ida, *times.ida);
  Seconds best;
  for (std::size_t i = 0; i < std::size(kContenders); ++i) {
    if (kContenders[i].form == simulate::ModelForm::kInline) best = Lesser(best, times.contenders[i]);
    PrintCell(times.contenders[i], *times.ida);
  }
  const bool is_reached = best && *best <= kGoal * *times.ida;
  fmt::print("   goal {}\n", is_reached ? "reached" : "MISSED");
  return is_reached;
}

}  // namespace

// Those problems whose names contain `wanted`.
int RaceInlined(std::string_view wanted) {
  constexpr double kGoalOfC = 1.1;
  const Problem problems[] = {
      {"circuit", "DrivenSourceCircuit.mo"},     {"rlc", "RlcCircuit.mo"},
      {"heat, n = 50", "HeatEquation.mo", true}, {"heat, n = 1000", "HeatEquation.mo", true, {"n=1000"}},
      {"50 pendulums", kPendulumChain},          {"RC chain, N = 1000", "RcChain.mo", true, {"N=1000"}}};
  fmt::print("{}\n", DescribeSundials());
  fmt::print("milliseconds of integration for an error of 1e-5, and of those of IDA\n{:20}{:>18}", "", "IDA");
  for (const Contender& c : kContenders) fmt::print("{:>18}", c.name);
  fmt::print("\n");
  bool is_good = true;
  for (const Problem& problem : problems) {
    if (std::string_view(problem.name).find(wanted) != std::string_view::npos)
      is_good = RaceOn(problem) && is_good;
  }
  const auto c = RaceExportedC();
  fmt::print("exported C, VanDerPol by rk4: {} of hand-written C, goal {}\n",
             c ? fmt::format("{:.2f}", *c) : "-", kGoalOfC);
  return is_good && c && *c <= kGoalOfC ? 0 : 1;
}

}  // namespace daedalus::bench

int main(int argc, char** argv) {
  return daedalus::bench::RaceInlined(argc > 1 ? argv[1] : "");
}
