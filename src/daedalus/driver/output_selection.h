// Which signals a run writes, and where their values come from.
//
// All variables, then the derivatives as `der(x)`, then aliases of both, then parameters and constants (which
// do not vary and cost nothing in a row); of these, the ones whose names match a pattern. Values are read
// from the quantities of a point, in the order of compile::QuantitiesOf (given_model.h).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "daedalus/compile/given_model.h"
#include "daedalus/diagnostics/diagnostic.h"
#include "daedalus/results/plot.h"
#include "daedalus/results/schema.h"
#include "daedalus/system/system.h"

namespace daedalus::driver {

// A quantity, or the negative of one.
struct QuantitySource {
  std::uint32_t quantity = 0;
  double sign = 1;

  double Read(std::span<const double> quantities) const { return sign * quantities[quantity]; }
};

struct OutputSelection {
  results::Schema schema;
  std::vector<QuantitySource> columns;  // one for each stored signal of the schema
};

OutputSelection SelectOutputs(const compile::GivenModel& given, std::span<const Quantity> quantities,
                              const std::vector<std::string>& patterns);

// Collects the values of a plot while the run goes on.
class PlotRecorder {
 public:
  // An unknown name is a kBadOption that suggests the nearest one.
  static Result<PlotRecorder> Make(const compile::GivenModel& given, std::span<const Quantity> quantities,
                                   const std::vector<std::string>& names);
  void Record(double t, std::span<const double> quantities);
  bool empty() const { return sources_.empty(); }
  results::PlotSpec& spec() { return spec_; }

 private:
  results::PlotSpec spec_;
  std::vector<QuantitySource> sources_;
};

}  // namespace daedalus::driver
