// Do two trajectories match? Each reference signal is a polyline r, vertical jumps included, over [t0, t1],
// and around it lies a tube of half width sx in time and sy in value:
//   sx = tolerance * max(t1 - t0, |t0|)                                                      (1)
//   sy = tolerance * max(rmax - rmin, |rmin|, 0.001)                                         (2)
// A signal matches if every result point (t, y) with t <= t1 lies inside:
//   min r(s) - sy <= y <= max r(s) + sy   over   |s - t| <= sx, s in [t0, t1]                (3)
// A result point before t0 - sx, where no s is left, lies outside. A signal that has a value which is not
// finite on either side matches nothing: no tube can be laid around it.
//
// A signal that one of the files knows to be held (signal_type.h) is a step function on both sides. Each must
// then lie in the tube around the other: a step between two points has no point of its own.
//
// The extremes of r over the window move with t: they are the vertices inside, kept in two monotone queues,
// and r interpolated (or held) at the two ends. The cost is linear in the points of both, for each signal.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "daedalus/results/trajectory.h"

namespace daedalus::results {

struct CompareOptions {
  double tolerance = 2e-3;
  std::vector<std::string> signals;  // empty: all that the reference has
};

struct SignalComparison {
  std::string name;
  bool matches = false;
  bool missing_in_result = false;
  bool missing_in_reference = false;  // only for names given in the options
  // The first time of a value that is not finite, where there is one; the worst excess is infinite then.
  std::optional<double> not_finite_in_result;
  std::optional<double> not_finite_in_reference;
  bool is_text_in_one = false;  // Strings cannot be compared with numbers
  double worst_excess = 0;      // how far the worst point lies outside, in the signal's unit
  double relative_excess = 0;   // the same over sy / tolerance, to compare signals
  double worst_time = 0;        // where that is
  double result_value = 0;      // the value there
  double lower = 0, upper = 0;  // the tube there
};

struct Comparison {
  bool matches = false;  // every signal matches, there is at least one, and the result covers the reference
  bool covers_reference = false;  // the result goes on until t1 - sx at least
  double result_end = 0;          // last time of each
  double reference_end = 0;
  std::size_t num_matching = 0;
  std::vector<SignalComparison> signals;  // in the order asked for
};

Comparison Compare(const Trajectory& result, const Trajectory& reference, const CompareOptions& options = {});

// A table of the signals that do not match, worst first, and a summary line; at most `max_rows` rows.
std::string RenderComparison(const Comparison& comparison, std::size_t max_rows = 20);

}  // namespace daedalus::results
