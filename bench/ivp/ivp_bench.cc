// Work against precision of our integrators and their peers, on the standard test problems, in one run.
//
//   ivp_bench [--problems a,b] [--methods a,b] [--quick] [--rounds N] [--no-peers] [--no-sparse] [--html FILE]
//
// The peers are SUNDIALS IDA with its own dense and KLU solvers (peer_ida.h), and DASPK and RADAU5 as R's
// deSolve has them (peer_desolve.h; left out with a message where R is missing). All get the same compiled
// residuals and exact Jacobians. Time is processor time of the solve alone, the least of many runs. A machine
// that others share is slower for minutes at a time: with several rounds, which go through all methods of a
// problem one after the other, everybody is met by a quiet minute.
//
// Goals: at equal digits (work_precision.h) the best of ours takes at most half the time of the best peer in
// geometric mean over the problems, and never more than 1.2 times; on sparse problems of 10^3 to 10^6
// unknowns, linear growth and less time than IDA with KLU.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "daedalus/integrate/suite/methods.h"
#include "ivp/own_methods.h"
#include "ivp/peer_desolve.h"
#include "ivp/peer_ida.h"
#include "ivp/sparse_growth.h"
#include "ivp/work_precision.h"
#include "ivp/work_precision_page.h"
#include "problems/ivp_problem.h"

namespace daedalus::bench {
namespace {

using problems::IvpProblem;

constexpr double kGoalMean = 0.5, kGoalWorst = 1.2;
constexpr long kMaxSteps = 1'500'000;  // IDA needs 1.2 million for the transistor amplifier at 1e-10
constexpr double kMaxSeconds = 5;      // after a longer run no tighter tolerance is tried

// The forms of one problem compete with each other: the index is the solver's choice.
struct Family {
  std::string name;
  std::vector<std::string> forms;
};
const std::vector<Family> kFamilies = {
    {"robertson", {"robertson"}},
    {"vdpol", {"vdpol"}},
    {"hires", {"hires"}},
    {"chemakzo", {"chemakzo"}},
    {"transamp", {"transamp"}},
    {"pollu", {"pollu"}},
    {"e5", {"e5_dae"}},
    {"ringmod", {"ringmod"}},
    {"gear1970", {"gear1970"}},
    {"nand", {"nand"}},
    {"pump", {"pump"}},
    {"andrews", {"andrews", "andrews_i1"}},
    {"caraxis", {"caraxis", "caraxis_i1"}},
    {"pendulum", {"pendulum", "pendulum_i2", "pendulum_i1", "pendulum_ggl"}},
    {"wheelset", {"wheelset"}},
    {"fekete", {"fekete"}},
    {"tba", {"tba"}},
};

struct Options {
  std::set<std::string> problems, methods;  // empty: all
  bool quick = false, peers = true, sparse = true;
  int rounds = 1;
  std::string html;
};

std::set<std::string> SplitNames(const std::string& list) {
  std::set<std::string> names;
  std::size_t start = 0;
  while (start <= list.size()) {
    const std::size_t end = std::min(list.find(',', start), list.size());
    names.insert(list.substr(start, end - start));
    start = end + 1;
  }
  return names;
}

bool ParseOptions(int argc, char** argv, Options& options) {
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    const bool has_value = i + 1 < argc;
    if (argument == "--quick") {
      options.quick = true;
    } else if (argument == "--no-peers") {
      options.peers = false;
    } else if (argument == "--no-sparse") {
      options.sparse = false;
    } else if (argument == "--problems" && has_value) {
      options.problems = SplitNames(argv[++i]);
    } else if (argument == "--methods" && has_value) {
      options.methods = SplitNames(argv[++i]);
    } else if (argument == "--rounds" && has_value) {
      options.rounds = std::max(1, std::atoi(argv[++i]));
    } else if (argument == "--html" && has_value) {
      options.html = argv[++i];
    } else {
      fmt::print(stderr, "ivp_bench: unknown option `{}`\n", argument);
      return false;
    }
  }
  return true;
}

// 1e-3 to 1e-10 in half decades; only whole ones, to 1e-8, in a hurry.
std::vector<double> TolerancesFor(const IvpProblem& problem, const Options& options) {
  std::vector<double> tolerances;
  for (int half = 6; half <= (options.quick ? 16 : 20); half += options.quick ? 2 : 1) {
    const double tolerance = std::pow(10, -half / 2.0);
    if (tolerance >= 0.99 * problem.tightest) tolerances.push_back(tolerance);
  }
  return tolerances;
}

MeasureOptions MeasureOf(const Options& options) {
  return options.quick ? MeasureOptions{.min_seconds = 0.02} : MeasureOptions{};
}

// After a longer run no tighter tolerance is tried.
double MaxSecondsOf(const Options& options) {
  return options.quick ? 0.5 : 2;
}

// Those asked for; else all that can win: neither `adams`, which is not for stiff problems, nor orders 1
// and 2.
std::vector<std::string_view> MethodsOf(const Options& options) {
  std::vector<std::string_view> methods = OwnMethods();
  std::erase_if(methods, [&](std::string_view method) {
    if (!options.methods.empty()) return !options.methods.contains(std::string(method));
    return method == "adams" || integrate::FindMethod(method)->max_order <= 2;
  });
  return methods;
}

Run MeasureIda(const IvpProblem& problem, double relative, IdaMatrix matrix, const MeasureOptions& options) {
  PeerIda ida(problem, relative, matrix, kMaxSteps);
  IdaResult result;
  Run run{.form = problem.name,
          .method = matrix == IdaMatrix::kDense ? "IDA dense" : "IDA KLU",
          .peer = true,
          .relative = relative};
  run.seconds = MeasureSeconds([&] { result = ida.Run(); }, options);
  run.ok = result.ok;
  run.steps = result.steps;
  run.digits = problems::CorrectDigits(problem, result.y);
  run.remark = result.remark;
  return run;
}

// A run that arrives somewhere else has not solved the problem.
void Judge(Run& run) {
  if (!run.ok || run.digits >= 0) return;
  run.ok = false;
  run.remark = "wrong result";
}

void Print(const Run& run) {
  if (run.ok) {
    fmt::print("  {:<13} {:<15} {:>8.1e} {:>7.2f} {:>12.4f} {:>9}\n", run.form, run.method, run.relative,
               run.digits, 1e3 * run.seconds, run.steps);
  } else {
    fmt::print("  {:<13} {:<15} {:>8.1e} failed: {}\n", run.form, run.method, run.relative, run.remark);
  }
  std::fflush(stdout);
}

// Tolerances from loose to tight, until a run takes too long.
template <class Measure>
void MeasureAll(const std::vector<double>& tolerances, double max_seconds, std::vector<Run>& runs,
                const Measure& measure) {
  for (const double relative : tolerances) {
    runs.push_back(measure(relative));
    Judge(runs.back());
    Print(runs.back());
    if (runs.back().seconds > max_seconds) break;
  }
}

constexpr int kKluFrom = 10, kDenseTo = 200;  // unknowns for which IDA's two solvers are tried

std::vector<Run> MeasureForm(const IvpProblem& problem, const Options& options, bool with_desolve) {
  const std::vector<double> tolerances = TolerancesFor(problem, options);
  const double max_seconds = MaxSecondsOf(options);
  const MeasureOptions measure = MeasureOf(options);
  std::vector<Run> runs;
  for (const std::string_view method : MethodsOf(options)) {
    if (!Fits(method, problem)) continue;
    MeasureAll(tolerances, max_seconds, runs,
               [&](double relative) { return MeasureOwn(problem, method, relative, kMaxSteps, measure); });
  }
  if (!options.peers) return runs;
  for (const IdaMatrix matrix : {IdaMatrix::kDense, IdaMatrix::kKlu}) {
    if (matrix == IdaMatrix::kDense ? problem.dae.size > kDenseTo : problem.dae.size < kKluFrom) continue;
    MeasureAll(tolerances, max_seconds, runs,
               [&](double relative) { return MeasureIda(problem, relative, matrix, measure); });
  }
  if (!with_desolve) return runs;
  for (Run& run : MeasureDesolve(problem.name, tolerances, {measure.min_seconds, max_seconds})) {
    Judge(run);
    Print(run);
    runs.push_back(std::move(run));
  }
  return runs;
}

// The times of another round, where they are less.
void KeepLeast(std::vector<Run>& runs, const std::vector<Run>& again) {
  for (Run& run : runs) {
    for (const Run& other : again) {
      const bool is_same = other.method == run.method && other.relative == run.relative;
      if (is_same && other.ok) run.seconds = std::min(run.seconds, other.seconds);
    }
  }
}

void Print(const Comparison& comparison) {
  for (const auto& [digits, our_method, peer_method, our_seconds, peer_seconds] : comparison.levels) {
    fmt::print("  {:>2} digits: ours {:>10} {:<26} peers {:>10} {:<26}", digits,
               our_seconds ? fmt::format("{:.4f} ms", 1e3 * *our_seconds) : "-", our_method,
               peer_seconds ? fmt::format("{:.4f} ms", 1e3 * *peer_seconds) : "-", peer_method);
    if (our_seconds && peer_seconds) fmt::print(" {:.2f}", *our_seconds / *peer_seconds);
    fmt::print("\n");
  }
}

bool PrintSummary(const std::vector<Comparison>& comparisons, const Summary& summary) {
  fmt::print("Ours / best peer at equal digits, geometric mean over the digits:\n");
  for (const Comparison& comparison : comparisons) {
    if (comparison.ratio) {
      fmt::print("  {:<13} {:>6.2f}   (worst digit {:.2f})\n", comparison.problem, *comparison.ratio,
                 comparison.worst_ratio);
    } else {
      const bool solved =
          std::ranges::any_of(comparison.levels, [](const auto& l) { return l.our_seconds.has_value(); });
      fmt::print("  {:<13} no comparison: {}\n", comparison.problem,
                 solved ? "no peer solves it, ours do" : "ours do not solve it");
    }
  }
  if (summary.num_problems == 0) return true;
  const bool reached = summary.geometric_mean <= kGoalMean && summary.worst <= kGoalWorst;
  fmt::print("  geometric mean of {} problems {:.3f} (goal {}), worst {:.2f}: {} (goal {}): {}\n\n",
             summary.num_problems, summary.geometric_mean, kGoalMean, summary.worst, summary.worst_problem,
             kGoalWorst, reached ? "reached" : "MISSED");
  return reached;
}

int Main(int argc, char** argv) {
  Options options;
  if (!ParseOptions(argc, argv, options)) return 2;
  const std::string ida = DescribeIda();
  const std::string desolve_error = options.peers ? FindDesolveError() : "not asked for";
  fmt::print("{}\n", ida);
  fmt::print("deSolve's DASPK and RADAU5: {}\n\n",
             desolve_error.empty() ? "compiled models through Rscript" : "left out, " + desolve_error);

  std::vector<Run> runs;
  std::vector<Comparison> comparisons;
  for (const auto& [family, forms] : kFamilies) {
    if (!options.problems.empty() && !options.problems.contains(family)) continue;
    fmt::print("{}\n  {:<13} {:<15} {:>8} {:>7} {:>12} {:>9}\n", family, "form", "method", "rtol", "digits",
               "ms", "steps");
    for (const std::string& form : forms) {
      const auto problem = problems::MakeIvpProblem(form);
      if (!problem || problem->reference.empty()) {
        fmt::print("  {:<13} left out: the data folder is missing\n", form);
        continue;
      }
      std::vector<Run> of_form = MeasureForm(*problem, options, desolve_error.empty());
      for (int round = 1; round < options.rounds; ++round) {
        KeepLeast(of_form, MeasureForm(*problem, options, desolve_error.empty()));
      }
      for (Run& run : of_form) {
        run.problem = family;
        runs.push_back(std::move(run));
      }
    }
    comparisons.push_back(Compare(family, runs));
    Print(comparisons.back());
    fmt::print("\n");
  }
  const Summary summary = Summarize(comparisons);
  bool reached = PrintSummary(comparisons, summary);
  if (options.sparse) {
    const SparseGrowthOptions growth{.largest = options.quick ? 100'000 : 1'000'000,
                                     .measure = MeasureOf(options)};
    reached &= PrintSparseGrowth(MethodsOf(options), growth);
  }
  if (!options.html.empty())
    std::ofstream(options.html) << WorkPrecisionPage({ida, runs, comparisons, summary});
  return reached ? 0 : 1;
}

}  // namespace
}  // namespace daedalus::bench

int main(int argc, char** argv) {
  return daedalus::bench::Main(argc, argv);
}
