// Selects the signals that a run writes, and where their values come from.
//
// The order is: all variables, the derivatives as `der(x)`, aliases of both (those of a constant are
// constants), parameters. Only names that match a pattern are selected. Parameters have a column in tables
// only if a pattern selects them. Values are read from the quantities of a point, in the order of
// compile::QuantitiesOf (given_model.h).
//
// A pattern that matches nothing is a kBadOption that suggests the nearest name.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/model/compile/given_model.h"
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

// Without patterns: all signals.
Result<OutputSelection> SelectOutputs(const compile::GivenModel& given, std::span<const Quantity> quantities,
                                      const std::vector<std::string>& patterns);

// Collects the values of a plot during the run.
class PlotRecorder {
 public:
  // Curves in the order of the patterns; without patterns there are none. Too many curves are a kBadOption,
  // too.
  static Result<PlotRecorder> Make(const compile::GivenModel& given, std::span<const Quantity> quantities,
                                   const std::vector<std::string>& patterns);
  void Record(double t, std::span<const double> quantities);
  bool empty() const { return curves_.empty(); }
  results::PlotSpec& spec() { return spec_; }

 private:
  struct Curve {
    std::optional<QuantitySource> source;  // nullopt: a constant
    double constant = 0;
    std::shared_ptr<const TextTable> texts = nullptr;  // of a String
  };
  void Add(results::Signal signal, std::optional<QuantitySource> source);

  results::PlotSpec spec_;
  std::vector<Curve> curves_;
};

}  // namespace daedalus::driver
