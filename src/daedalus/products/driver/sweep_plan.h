// The runs of a sweep: all combinations of the values of its parameters.
//
//   --set R=1:10:4 --set C=0.1,0.2     8 runs; the value of the last parameter changes fastest
//
// Values are texts, as they would stand in a modifier. So an axis may be structural, and its values may be
// Booleans, literals or arrays.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"

namespace daedalus::driver {

struct SweepAxis {
  std::string name;
  std::vector<std::string> values;

  // The value as a number; nullopt if it is not one.
  std::optional<double> NumberAt(std::size_t i) const;
  // True if all values are finite numbers.
  bool HasNumbers() const;
};

// Each setting is NAME=VALUES. VALUES is FIRST:LAST:COUNT (both ends included), a list A,B,C, or one value.
// Commas inside of braces, brackets or quotes belong to a value.
Result<std::vector<SweepAxis>> ReadAxes(const std::vector<std::string>& settings);

class SweepPlan {
 public:
  // An error if there are too many runs to be counted.
  static Result<SweepPlan> Make(std::vector<SweepAxis> axes);

  const std::vector<SweepAxis>& axes() const { return axes_; }
  std::size_t num_runs() const { return num_runs_; }
  // For each axis: which of its values the run has.
  std::vector<std::size_t> PlacesOf(std::size_t run) const;
  // NAME=VALUE for each of these axes.
  std::vector<std::string> SettingsOf(std::size_t run, const std::vector<std::size_t>& axes) const;

 private:
  std::vector<SweepAxis> axes_;
  std::size_t num_runs_ = 1;
};

}  // namespace daedalus::driver
