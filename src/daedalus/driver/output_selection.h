// Which signals a run writes, and where their values come from.
//
// All variables, then the derivatives of the differential ones as `der(x)`, then parameters and constants
// (which do not vary and cost nothing in a row); of these, the ones whose names match a pattern.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "daedalus/diagnostics/diagnostic.h"
#include "daedalus/results/plot.h"
#include "daedalus/results/schema.h"
#include "daedalus/system/system.h"

namespace daedalus::driver {

// A value of a point (y, y').
struct ValueSource {
  std::uint32_t variable = 0;
  bool is_derivative = false;

  double Read(std::span<const double> y, std::span<const double> yp) const {
    return (is_derivative ? yp : y)[variable];
  }
};

struct OutputSelection {
  results::Schema schema;
  std::vector<ValueSource> columns;  // one for each stored signal of the schema
};

OutputSelection SelectOutputs(const System& system, const std::vector<char>& is_differential,
                              std::span<const double> parameters, const std::vector<std::string>& patterns);

// Collects the values of a plot while the run goes on.
class PlotRecorder {
 public:
  // An unknown name is a kBadOption that suggests the nearest one.
  static Result<PlotRecorder> Make(const System& system, const std::vector<char>& is_differential,
                                   const std::vector<std::string>& names);
  void Record(double t, std::span<const double> y, std::span<const double> yp);
  bool empty() const { return sources_.empty(); }
  results::PlotSpec& spec() { return spec_; }

 private:
  results::PlotSpec spec_;
  std::vector<ValueSource> sources_;
};

}  // namespace daedalus::driver
