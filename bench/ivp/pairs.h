// Who is compared with whom: the pairs that a user may believe, with the goals that are set for them.
//
// A goal says where we want to be. It is printed, and no bench fails for it.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ivp/work_precision.h"

namespace daedalus::bench {

struct Pair {
  std::string name;
  Pick ours, theirs;
  double goal = 0;                   // of the geometric mean over the problems
  std::optional<double> worst_goal;  // of every problem
};

struct PairResult {
  Pair pair;
  std::vector<Comparison> comparisons;  // a problem each
  Summary summary;
};

// The best of ours at each level against the best peer; one method of ours for all problems, the one that
// does best so; each method against the peer that is of its kind; `auto` with results at many points, as a
// hand-written problem and as a compiled model, against the best peer with the same points.
std::vector<PairResult> ComparePairs(std::span<const std::string> problems, std::span<const Run> medians);

// A table of ratios, a line for each problem; means, worst and goals; which levels either side has missed.
void PrintPairs(std::span<const std::string> problems, std::span<const PairResult> results);

}  // namespace daedalus::bench
