// Work against precision: what a method needs for a number of correct digits, and how two sets of methods
// compare.
//
// A method's runs at many tolerances are points (digits, seconds). Only those count that no other run of the
// method beats in both: the lower envelope. Between its points log(seconds) is interpolated linearly over the
// digits; fewer digits than its cheapest run cost as much as that run; more than its best are out of reach.
// Comparing so, at equal digits, is fair to methods that deliver more, or less, than the tolerance asks for.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace daedalus::bench {

struct Run {
  std::string problem = {};  // the family: the forms of one problem compete with each other
  std::string form = {};     // the name of the test problem
  std::string method = {};
  bool peer = false;
  double relative = 0;  // tolerance
  bool ok = false;
  double digits = 0;
  double seconds = 0;
  long steps = 0;
  std::string remark = {};  // why it is not ok
};

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
    std::optional<double> our_seconds, peer_seconds;
  };
  std::vector<Level> levels = {};
  std::optional<double> ratio = {};  // ours / peer, geometric mean over the levels that both reach
  double worst_ratio = 0;            // over those levels
};

// Levels are the whole digits from 2 to 10 that at least one run comes down to or falls short of.
Comparison Compare(const std::string& problem, std::span<const Run> runs);

struct Summary {
  double geometric_mean = 0;
  double worst = 0;
  std::string worst_problem;
  int num_problems = 0;
};
Summary Summarize(std::span<const Comparison> comparisons);

}  // namespace daedalus::bench
