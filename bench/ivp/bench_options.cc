#include "ivp/bench_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "daedalus/numerics/integrate/suite/methods.h"
#include "ivp/own_methods.h"

namespace daedalus::bench {
namespace {

constexpr std::string_view kUsage =
    "ivp_bench [--set test|held-out] [--problems a,b] [--methods a,b] [--quick] [--rounds N] [--no-peers]\n"
    "          [--no-sparse] [--html FILE] [--csv FILE]";

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

}  // namespace

bool ParseBenchOptions(int argc, char** argv, BenchOptions& options) {
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    const bool has_value = i + 1 < argc;
    if (argument == "--quick") {
      options.quick = true;
    } else if (argument == "--no-peers") {
      options.peers = false;
    } else if (argument == "--no-sparse") {
      options.sparse = false;
    } else if (argument == "--set" && has_value) {
      options.set = argv[++i];
    } else if (argument == "--problems" && has_value) {
      options.problems = SplitNames(argv[++i]);
    } else if (argument == "--methods" && has_value) {
      options.methods = SplitNames(argv[++i]);
    } else if (argument == "--rounds" && has_value) {
      options.rounds = std::max(1, std::atoi(argv[++i]));
    } else if (argument == "--html" && has_value) {
      options.html = argv[++i];
    } else if (argument == "--csv" && has_value) {
      options.csv = argv[++i];
    } else {
      fmt::print(stderr, "ivp_bench: `{}` is no option, or has no value\n{}\n", argument, kUsage);
      return false;
    }
  }
  if (options.set == "test" || options.set == "held-out") return true;
  fmt::print(stderr, "ivp_bench: there is no set `{}`: `test` or `held-out`\n", options.set);
  return false;
}

std::vector<double> TolerancesOf(int decade, const problems::IvpProblem& problem,
                                 const BenchOptions& options) {
  std::vector<double> tolerances;
  if (std::pow(10, -decade) < 0.99 * problem.tightest) return tolerances;
  const int half = options.quick ? 1 : 2;
  for (int i = -half; i <= half; ++i) tolerances.push_back(std::pow(10, -decade - i / (2 * half + 1.0)));
  return tolerances;
}

std::vector<std::string_view> MethodsFor(const problems::IvpProblem& problem, const BenchOptions& options) {
  std::vector<std::string_view> methods = OwnMethods(!problem.is_stiff);
  std::erase_if(methods, [&](std::string_view method) {
    if (!Fits(method, problem)) return true;
    if (!options.methods.empty()) return !options.methods.contains(std::string(method));
    return (method == "adams" && problem.is_stiff) || integrate::FindMethod(method)->max_order <= 2;
  });
  return methods;
}

}  // namespace daedalus::bench
