// What others say about the models of models/ (closed forms, publications, independent computations): the
// tables of golden/models, and how far a trajectory is from them.
#pragma once

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "daedalus/results/reader.h"

namespace daedalus {

struct ExpectedValue {
  std::string variable;
  double time = 0;
  double value = 0;
  double relative_tolerance = 0;
  std::string origin;
};

inline std::map<std::string, std::vector<ExpectedValue>> ReadExpected(const std::string& name) {
  std::map<std::string, std::vector<ExpectedValue>> out;
  std::ifstream file(DAEDALUS_SOURCE_DIR "/tests/golden/models/" + name);
  std::string line;
  std::getline(file, line);  // the heading
  while (std::getline(file, line)) {
    std::istringstream fields(line);
    std::string model, time, value, tolerance;
    ExpectedValue e;
    std::getline(fields, model, '\t');
    std::getline(fields, e.variable, '\t');
    std::getline(fields, time, '\t');
    std::getline(fields, value, '\t');
    std::getline(fields, tolerance, '\t');
    std::getline(fields, e.origin);
    e.time = std::stod(time);
    e.value = std::stod(value);
    e.relative_tolerance = std::stod(tolerance);
    out[model].push_back(e);
  }
  return out;
}

// The value at a point of the grid, before an event there; at an infinite time, at the end of the run,
// wherever that was. Nothing where there is no such variable, or no such point.
inline std::optional<double> ValueAt(const results::Trajectory& t, const std::string& variable, double time) {
  const auto signal = t.FindSignal(variable);
  if (signal && std::isinf(time) && !t.time.empty()) return t.Values(*signal).back();
  const double slack = 1e-9 * std::max(1.0, std::abs(time));
  const auto at = std::lower_bound(t.time.begin(), t.time.end(), time - slack);
  if (!signal || at == t.time.end() || std::abs(*at - time) > slack) return std::nullopt;
  return t.Values(*signal)[static_cast<std::size_t>(at - t.time.begin())];
}

// Relative, but for an expected value of zero.
inline double ErrorOf(const ExpectedValue& e, double value) {
  return std::abs(value - e.value) / (e.value == 0 ? 1 : std::abs(e.value));
}

}  // namespace daedalus
