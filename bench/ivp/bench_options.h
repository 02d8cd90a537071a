// What ivp_bench may be asked for, and what follows from it.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "ivp/measure.h"
#include "problems/ivp_problem.h"

namespace daedalus::bench {

struct BenchOptions {
  std::string set = "test";                 // or "held-out"
  std::set<std::string> problems, methods;  // empty: all
  bool quick = false, peers = true, sparse = true;
  int rounds = 0;  // 0: three, one in a hurry
  std::string html, csv;

  int Rounds() const { return rounds > 0 ? rounds : quick ? 1 : 3; }
  MeasureOptions Measure() const {
    return quick ? MeasureOptions{.min_seconds = 0.005, .min_runs = 2} : MeasureOptions{.min_seconds = 0.03};
  }
  // After a longer run no tighter decade is tried.
  double MaxSeconds() const { return quick ? 0.3 : 2; }
};

// False, with a message, where an argument is not understood.
bool ParseBenchOptions(int argc, char** argv, BenchOptions& options);

// The tolerances of one decade, five of them, evenly spread around 1e-decade; three in a hurry.
std::vector<double> TolerancesOf(int decade, const problems::IvpProblem& problem,
                                 const BenchOptions& options);

inline constexpr int kFirstDecade = 3, kLastDecade = 10, kLastQuickDecade = 8;

// Those asked for; else all that can win: neither orders 1 and 2 nor, where it is stiff, `adams` and explicit
// ones.
std::vector<std::string_view> MethodsFor(const problems::IvpProblem& problem, const BenchOptions& options);

}  // namespace daedalus::bench
