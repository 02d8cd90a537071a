#include "ivp/pairs.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace daedalus::bench {
namespace {

Pick Peers(Task task) {
  return [task](const Run& run) { return run.peer && run.task == task; };
}

Pick Method(std::string name, Task task = Task::kEnd) {
  return [name = std::move(name), task](const Run& run) {
    return run.task == task && run.method.starts_with(name) &&
           (run.method.size() == name.size() || run.method[name.size()] == ' ');
  };
}

PairResult Evaluate(Pair pair, std::span<const std::string> problems, std::span<const Run> medians) {
  PairResult result{std::move(pair), {}, {}};
  for (const std::string& problem : problems)
    result.comparisons.push_back(Compare(problem, medians, result.pair.ours, result.pair.theirs));
  result.summary = Summarize(result.comparisons);
  return result;
}

// Of the methods that solve most of the problems the one with the least mean.
PairResult BestSingle(std::span<const std::string> problems, std::span<const Run> medians) {
  std::set<std::string> methods;
  for (const Run& run : medians) {
    if (!run.peer && run.task == Task::kEnd) methods.insert(run.method);
  }
  std::optional<PairResult> best;
  for (const std::string& method : methods) {
    PairResult result =
        Evaluate({"single: " + method, Method(method), Peers(Task::kEnd), 0.55, {}}, problems, medians);
    const Summary &now = result.summary, *before = best ? &best->summary : nullptr;
    const bool better =
        !before || now.num_problems > before->num_problems ||
        (now.num_problems == before->num_problems && now.geometric_mean < before->geometric_mean);
    if (better) best = std::move(result);
  }
  return best ? *std::move(best)
              : PairResult{{"single", {}, {}, 0.55, {}}, std::vector<Comparison>(problems.size()), {}};
}

using Level = Comparison::Level;

// "vdpol 9 10, pump 4".
std::string MissedLevels(const PairResult& result, std::optional<double> Level::* side) {
  std::string text;
  for (const Comparison& comparison : result.comparisons) {
    std::string digits;
    for (const Level& level : comparison.levels) {
      if (!(level.*side)) digits += fmt::format(" {}", level.digits);
    }
    if (!digits.empty()) text += fmt::format("{}{}{}", text.empty() ? "" : ", ", comparison.problem, digits);
  }
  return text.empty() ? "none" : text;
}

void PrintGoal(const PairResult& result) {
  const auto& [pair, comparisons, summary] = result;
  if (summary.num_problems == 0) {
    fmt::print("  {:<18} nothing to compare\n", pair.name);
    return;
  }
  fmt::print("  {:<18} {:>2} problems, mean {:.2f} (goal {:.2f}: {}), worst {:.2f} {}", pair.name,
             summary.num_problems, summary.geometric_mean, pair.goal,
             summary.geometric_mean <= pair.goal ? "reached" : "missed", summary.worst,
             summary.worst_problem);
  if (pair.worst_goal) {
    fmt::print(" (goal {:.1f}: {})", *pair.worst_goal,
               summary.worst <= *pair.worst_goal ? "reached" : "missed");
  }
  fmt::print("\n    levels missed by ours: {}\n    levels missed by theirs: {}\n",
             MissedLevels(result, &Level::our_seconds), MissedLevels(result, &Level::peer_seconds));
}

}  // namespace

std::vector<PairResult> ComparePairs(std::span<const std::string> problems, std::span<const Run> medians) {
  const auto evaluate = [&](Pair pair) { return Evaluate(std::move(pair), problems, medians); };
  const auto ours = [](const Run& run) { return !run.peer && run.task == Task::kEnd; };
  return {evaluate({"best / best", ours, Peers(Task::kEnd), 0.4, {}}),
          BestSingle(problems, medians),
          evaluate({"bdf / IDA", Method("bdf"), Method("IDA"), 0.35, {}}),
          evaluate({"radau5 / RADAU5", Method("radau5"), Method("deSolve radau5"), 0.45, {}}),
          evaluate({"auto, 500 points", Method("auto", Task::kPoints), Peers(Task::kPoints), 0.6, 1.3}),
          evaluate({"auto, a model", Method("auto", Task::kModel), Peers(Task::kPoints), 1.0, 2.0})};
}

void PrintPairs(std::span<const std::string> problems, std::span<const PairResult> results) {
  fmt::print("Ours / theirs at equal digits, geometric mean over the digits that both reach\n  {:<15}", "");
  for (const PairResult& result : results) fmt::print(" {:>18}", result.pair.name);
  fmt::print("\n");
  for (std::size_t i = 0; i < problems.size(); ++i) {
    fmt::print("  {:<15}", problems[i]);
    for (const PairResult& result : results) {
      const auto& ratio = result.comparisons[i].ratio;
      fmt::print(" {:>18}", ratio ? fmt::format("{:.2f}", *ratio) : "-");
    }
    fmt::print("\n");
  }
  fmt::print("\n");
  for (const PairResult& result : results) PrintGoal(result);
  fmt::print("\n");
}

}  // namespace daedalus::bench
