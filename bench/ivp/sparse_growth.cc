#include "ivp/sparse_growth.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "growth.h"
#include "ivp/own_methods.h"
#include "ivp/peer_ida.h"
#include "problems/sparse.h"

namespace daedalus::bench {
namespace {

using problems::IvpProblem;

constexpr std::string_view kPeer = "IDA + KLU";
constexpr double kMaxExponent = 1.2;
constexpr long kMostSteps = 20'000;

struct Samples {
  std::vector<double> sizes, seconds;

  void Add(double size, double time) {
    sizes.push_back(size);
    seconds.push_back(time);
  }
};

Run MeasurePeer(const IvpProblem& problem, const SparseGrowthOptions& options) {
  PeerIda ida(problem, {options.relative, PeerMatrix::kKlu, kMostSteps});
  PeerResult result;
  Run run{.form = problem.name, .method = std::string(kPeer), .peer = true};
  run.seconds = MeasureSeconds([&] { result = ida.Run(); }, options.measure);
  run.ok = result.ok;
  run.steps = result.steps;
  run.remark = result.remark;
  run.digits = problems::CorrectDigits(problem, result.y);
  return run;
}

void PrintRun(const Run& run, int size, double peer_seconds) {
  fmt::print("  {:<11} {:>8} {:<10} {:>7} steps {:>10.3f} ms {:>8.0f} ns per step and unknown", run.form,
             size, run.method, run.steps, 1e3 * run.seconds,
             1e9 * run.seconds / std::max(1L, run.steps) / size);
  if (!run.ok) fmt::print("   failed: {}", run.remark);
  if (run.ok && !std::isnan(run.digits)) fmt::print(" {:>5.2f} digits", run.digits);
  if (run.ok && !run.peer) fmt::print("   {:.2f} of IDA's time", run.seconds / peer_seconds);
  fmt::print("\n");
  std::fflush(stdout);
}

// At the largest sizes only the method that was fastest before is run.
constexpr int kOneMethodFrom = 1'000'000;

bool PrintProblem(const std::function<IvpProblem(int)>& make, std::span<const std::string_view> methods,
                  const SparseGrowthOptions& options) {
  std::map<std::string, Samples> samples;
  std::string_view fastest;
  double best_ratio = 0;
  for (int size = 1000; size <= options.largest; size *= 10) {
    const IvpProblem problem = make(size);
    const Run peer = MeasurePeer(problem, options);
    PrintRun(peer, size, peer.seconds);
    if (peer.ok) samples[peer.method].Add(size, peer.seconds);
    best_ratio = INFINITY;
    const std::string_view fastest_before = fastest;
    for (const std::string_view method : methods) {
      if (size >= kOneMethodFrom && method != fastest_before) continue;
      const Run run = MeasureOwn(problem, {method, options.relative, kMostSteps}, options.measure);
      PrintRun(run, size, peer.seconds);
      if (!run.ok) continue;
      samples[run.method].Add(size, run.seconds);
      if (run.seconds / peer.seconds >= best_ratio) continue;
      best_ratio = run.seconds / peer.seconds;
      fastest = method;
    }
  }
  bool grows_linearly = false;
  for (const auto& [method, of_method] : samples) {
    if (of_method.sizes.size() < 2) continue;
    const double exponent = GrowthExponent(of_method.sizes, of_method.seconds);
    fmt::print("  growth exponent of {}: {:.2f}\n", method, exponent);
    grows_linearly |= method != kPeer && exponent <= kMaxExponent;
  }
  fmt::print("  best of ours at the largest size: {:.2f} of IDA's time\n\n", best_ratio);
  return best_ratio < 1 && grows_linearly;
}

}  // namespace

bool PrintSparseGrowth(std::span<const std::string_view> methods, const SparseGrowthOptions& options) {
  fmt::print("Sparse problems, rtol = {:g}\n", options.relative);
  const bool heat = PrintProblem([](int n) { return problems::Heat1d(n); }, methods, options);
  const bool ladder = PrintProblem([](int n) { return problems::RcLadder(n / 2); }, methods, options);
  return heat && ladder;
}

}  // namespace daedalus::bench
