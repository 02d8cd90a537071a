// Work against precision: what a method needs for a number of correct digits, and how two sets of methods
// compare.
//
// A method's runs at many tolerances are points (digits, seconds). One tolerance alone is luck: 0.2 % of it
// moves the digits of any code by one. So five tolerances a decade are run, and the medians of their digits
// and of their seconds are the point of that decade. Of these points only those count that no other of the
// method beats in both: the lower envelope. Between its points log(seconds) is interpolated linearly over the
// digits; fewer digits than its cheapest point cost as much as that point; more than its best are out of
// reach. Comparing so, at equal digits, is fair to methods that deliver more, or less, than is asked for.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace daedalus::bench {

enum class Task {
  kEnd,     // to the end of the run
  kPoints,  // the same with results at 500 equal intervals
  kModel,   // the same with the problem as a compiled model, by the way of the command line
};
std::string_view NameOf(Task task);

struct Run {
  std::string problem = {};  // the family: the forms of one problem compete with each other
  std::string form = {};     // the name of the test problem
  Task task = Task::kEnd;
  std::string method = {};
  bool peer = false;
  double relative = 0;  // tolerance
  bool ok = false;
  double digits = 0;
  double seconds = 0;
  long steps = 0;
  std::string remark = {};  // why it is not ok
};

// For each form, task and method a run for each decade of tolerances: medians of digits, seconds and steps of
// those that arrived, which must be more than half of them.
std::vector<Run> MediansOfDecades(std::span<const Run> runs);

struct Point {
  double digits = 0;
  double seconds = 0;
};

// Ascending in both.
std::vector<Point> LowerEnvelope(std::span<const Run> runs);

// Seconds for so many digits, or nothing when they are out of reach.
std::optional<double> SecondsAt(std::span<const Point> envelope, double digits);

struct Comparison {
  std::string problem = {};
  struct Level {
    int digits = 0;
    std::string our_method, peer_method;  // the fastest; with the form in brackets where it is another
    std::optional<double> our_seconds, peer_seconds;  // nothing: missed
  };
  std::vector<Level> levels = {};    // those that one side reaches at least
  std::optional<double> ratio = {};  // ours / peer, geometric mean over the levels that both reach
  double worst_ratio = 0;            // over those levels
};

using Pick = std::function<bool(const Run&)>;

// The fastest of ours at each level against the fastest of theirs. Levels are the whole digits from 2 to 10,
// but for those that every run has more of; none where one side was not run at all.
Comparison Compare(const std::string& problem, std::span<const Run> runs, const Pick& ours,
                   const Pick& theirs);

struct Summary {
  double geometric_mean = 0;
  double worst = 0;
  std::string worst_problem;
  int num_problems = 0;
};
Summary Summarize(std::span<const Comparison> comparisons);

}  // namespace daedalus::bench
