// Work against precision of our integrators and their peers, on the standard test problems or on those that
// were held out, in one run.
//
//   ivp_bench [--set test|held-out] [--problems a,b] [--methods a,b] [--quick] [--rounds N] [--no-peers]
//             [--no-sparse] [--html FILE] [--csv FILE]
//
// The peers are SUNDIALS IDA and CVODE with their own dense and KLU solvers (peer_ida.h, peer_cvode.h), and
// DASPK and RADAU5 as R's deSolve has them (peer_desolve.h; left out with a message where R is missing). All
// get the same compiled residuals and exact Jacobians. Time is processor time of the solve alone, the least
// of several runs. A machine that others share is slower for minutes at a time: rounds, three of them if
// nothing else is asked for, go through all methods of a problem one after the other, so that everybody is
// met by a quiet minute. Tolerances come five a decade, medians count (work_precision.h). In a hurry
// (--quick) it is one round, three tolerances a decade, to 1e-8.
//
// Who is compared with whom, and the goals: pairs.h. On sparse problems of 10^3 to 10^6 unknowns ours must
// grow linearly and take less time than IDA with KLU; that alone decides how the bench ends.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include "ivp/bench_options.h"
#include "ivp/measure_peers.h"
#include "ivp/model_runs.h"
#include "ivp/own_methods.h"
#include "ivp/pairs.h"
#include "ivp/peer.h"
#include "ivp/peer_desolve.h"
#include "ivp/problem_sets.h"
#include "ivp/raw_figures.h"
#include "ivp/sparse_growth.h"
#include "ivp/work_precision.h"
#include "ivp/work_precision_page.h"
#include "problems/sparse.h"

namespace daedalus::bench {
namespace {

using problems::IvpProblem;

constexpr long kMaxSteps = 1'500'000;  // IDA needs 1.2 million for the transistor amplifier at 1e-10
constexpr int kIntervals = 500;        // of the tasks with results on the way

// All runs of one round on one form of a problem.
class Round {
 public:
  Round(const IvpProblem& problem, const BenchOptions& options, bool with_desolve)
      : problem_(problem), options_(options), with_desolve_(with_desolve) {}

  std::vector<Run> Measure() {
    const MeasureOptions measure = options_.Measure();
    const auto own = [&](std::string_view method, int intervals) {
      Sweep([&](double relative) {
        return MeasureOwn(problem_, {method, relative, kMaxSteps, intervals}, measure);
      });
    };
    for (const std::string_view method : MethodsFor(problem_, options_)) own(method, 1);
    own("auto", kIntervals);
    if (HasModel(problem_))
      Sweep([&](double relative) { return MeasureModel(problem_, relative, kIntervals, measure); });
    if (options_.peers) MeasurePeers();
    return std::move(runs_);
  }

 private:
  void MeasurePeers() {
    for (const SundialsPeer& peer : SundialsPeers(problem_, kMaxSteps, options_.Measure())) {
      for (const int intervals : {1, kIntervals})
        Sweep([&](double relative) { return peer.measure(relative, intervals); });
    }
    if (!with_desolve_) return;
    std::vector<double> tolerances;
    for (int decade = kFirstDecade; decade <= LastDecade(); ++decade)
      for (const double tolerance : TolerancesOf(decade, problem_, options_)) tolerances.push_back(tolerance);
    for (const int intervals : {1, kIntervals}) {
      for (Run& run : MeasureDesolve(problem_.name, tolerances,
                                     {options_.Measure().min_seconds, options_.MaxSeconds(), intervals}))
        Keep(std::move(run));
    }
  }

  int LastDecade() const { return options_.quick ? kLastQuickDecade : kLastDecade; }

  // From loose to tight, until a run takes too long.
  template <class MeasureOne>
  void Sweep(const MeasureOne& measure) {
    double longest = 0;
    for (int decade = kFirstDecade; decade <= LastDecade() && longest <= options_.MaxSeconds(); ++decade) {
      for (const double relative : TolerancesOf(decade, problem_, options_)) {
        Run run = measure(relative);
        longest = std::max(longest, run.seconds);
        Keep(std::move(run));
      }
    }
  }

  // A run that arrives somewhere else has not solved the problem.
  void Keep(Run run) {
    if (run.ok && !(run.digits >= 0)) {
      run.ok = false;
      run.remark = "wrong result";
    }
    runs_.push_back(std::move(run));
  }

  const IvpProblem& problem_;
  const BenchOptions& options_;
  bool with_desolve_;
  std::vector<Run> runs_;
};

// The times of another round, where they are less.
void KeepLeast(std::vector<Run>& runs, const std::vector<Run>& again) {
  for (Run& run : runs) {
    for (const Run& other : again) {
      const bool is_same =
          other.task == run.task && other.method == run.method && other.relative == run.relative;
      if (is_same && other.ok) run.seconds = std::min(run.seconds, other.seconds);
    }
  }
}

std::vector<Run> MeasureForm(const std::string& family, const std::string& form, const BenchOptions& options,
                             bool with_desolve, RawFigures& raw) {
  const auto problem = problems::MakeIvpProblem(form);
  std::vector<Run> least;
  for (int round = 1; round <= options.Rounds(); ++round) {
    std::vector<Run> runs = Round(*problem, options, with_desolve).Measure();
    for (Run& run : runs) {
      run.problem = family;
      raw.Add(round, run);
    }
    if (round == 1) {
      least = std::move(runs);
    } else {
      KeepLeast(least, runs);
    }
  }
  return least;
}

void PrintMedians(const std::string& family, std::span<const Run> medians) {
  fmt::print("{}\n  {:<15} {:<7} {:<15} {:>8} {:>7} {:>12} {:>9}\n", family, "form", "task", "method", "rtol",
             "digits", "ms", "steps");
  for (const Run& run : medians) {
    if (run.problem != family) continue;
    fmt::print("  {:<15} {:<7} {:<15} {:>8.0e} ", run.form, NameOf(run.task), run.method, run.relative);
    if (run.ok) {
      fmt::print("{:>7.2f} {:>12.4f} {:>9}\n", run.digits, 1e3 * run.seconds, run.steps);
    } else {
      fmt::print("failed: {}\n", run.remark);
    }
  }
}

void PrintLevels(const Comparison& comparison) {
  const auto side = [](const std::optional<double>& seconds, const std::string& method) {
    return seconds ? fmt::format("{:>10.4f} ms {:<26}", 1e3 * *seconds, method)
                   : fmt::format("{:<40}", "missed");
  };
  for (const auto& [digits, our_method, peer_method, our_seconds, peer_seconds] : comparison.levels) {
    fmt::print("  {:>2} digits: ours {} peers {}", digits, side(our_seconds, our_method),
               side(peer_seconds, peer_method));
    if (our_seconds && peer_seconds) fmt::print(" {:.2f}", *our_seconds / *peer_seconds);
    fmt::print("\n");
  }
  fmt::print("\n");
  std::fflush(stdout);
}

int Main(int argc, char** argv) {
  BenchOptions options;
  if (!ParseBenchOptions(argc, argv, options)) return 2;
  const std::string sundials = DescribeSundials();
  const std::string desolve_error = options.peers ? FindDesolveError() : "not asked for";
  const std::string csv = options.csv.empty() ? IVP_RAW_FIGURES : options.csv;
  RawFigures raw(csv);
  fmt::print("{}\ndeSolve's DASPK and RADAU5: {}\nset `{}`, {} round(s), {} tolerances a decade{}\n\n",
             sundials,
             desolve_error.empty() ? "compiled models through Rscript" : "left out, " + desolve_error,
             options.set, options.Rounds(), options.quick ? 3 : 5, options.quick ? ": in a hurry" : "");

  std::vector<Run> runs;
  std::vector<std::string> names;
  for (const auto& [family, forms] : options.set == "test" ? TestSet() : HeldOutSet()) {
    if (!options.problems.empty() && !options.problems.contains(family)) continue;
    names.push_back(family);
    std::vector<Run> of_family;
    for (const std::string& form : forms) {
      const std::vector<Run> of_form = MeasureForm(family, form, options, desolve_error.empty(), raw);
      of_family.insert(of_family.end(), of_form.begin(), of_form.end());
    }
    const std::vector<Run> medians = MediansOfDecades(of_family);
    PrintMedians(family, medians);
    PrintLevels(ComparePairs(std::span(&family, 1), medians)[0].comparisons[0]);
    runs.insert(runs.end(), medians.begin(), medians.end());
  }
  const std::vector<PairResult> results = ComparePairs(names, runs);
  PrintPairs(names, results);
  fmt::print("raw figures, every run of every round: {}{}\n\n", csv,
             raw.ok() ? "" : " (COULD NOT BE WRITTEN)");
  if (!options.html.empty()) {
    std::erase_if(runs, [](const Run& run) { return run.task != Task::kEnd; });
    std::ofstream(options.html) << WorkPrecisionPage(
        {sundials, runs, results[0].comparisons, results[0].summary});
  }
  if (!options.sparse || options.set != "test") return 0;
  const SparseGrowthOptions growth{.largest = options.quick ? 100'000 : 1'000'000,
                                   .measure = options.Measure()};
  return PrintSparseGrowth(MethodsFor(problems::Heat1d(50), options), growth) ? 0 : 1;
}

}  // namespace
}  // namespace daedalus::bench

int main(int argc, char** argv) {
  return daedalus::bench::Main(argc, argv);
}
