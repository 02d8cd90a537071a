// A result file in memory: every signal by name, as columns over one common time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/results/signal_type.h"

namespace daedalus::results {

struct Trajectory {
  std::vector<double> time;           // not decreasing; repeated at events
  std::vector<std::string> names;     // of the signals that change in time, without `time`
  std::vector<SignalType> types;      // of the names; empty where the file does not say
  std::vector<std::uint32_t> column;  // which column each name reads: aliases share one
  std::vector<double> values;         // the columns one after the other, time.size() values each
  std::vector<std::string> texts;     // what the values of Strings stand for, the first is that of 1
  std::vector<std::string> constant_names;
  std::vector<double> constant_values;
  std::vector<SignalType> constant_types;  // empty where the file does not say
  std::vector<Diagnostic> warnings;        // such as an incomplete last line that was dropped

  std::size_t num_points() const { return time.size(); }
  // Whether names[signal] is known to keep its value from one point to the next.
  bool IsHeld(std::size_t signal) const { return !types.empty() && types[signal].IsHeld(); }
  // The values of names[signal].
  std::span<const double> Values(std::size_t signal) const {
    return std::span(values).subspan(column[signal] * time.size(), time.size());
  }
  // Linear searches, for a handful of names; look up many with a map of your own. `time` is no name.
  std::optional<std::size_t> FindSignal(std::string_view name) const;
  std::optional<std::size_t> FindConstant(std::string_view name) const;
};

}  // namespace daedalus::results
