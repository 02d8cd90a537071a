// How large is a variable? Its absolute tolerance is the relative one times that size.
//
// `nominal` gives the size. Without it 1 is a good guess, except for quantities that are small in their
// units: nanometres in m, nanomoles in mol. Therefore a state s without `nominal` has the size
//
//   max(|s|, |s'| T / 100) if its start value is not 0, |s'| T if it is 0,                             (1)
//
// if that is below kSmall. T is the length of the run. The size is never larger than 1, so that nothing
// changes for ordinary variables. If (1) is below 1e-10 of the largest state, or below 1e-40, it is rounding
// and is ignored. A size that is too small costs some steps while the variable is that small, since it is
// then computed to its own digits. It costs nothing later, when the relative tolerance is larger.
//
// After index reduction an algebraic variable may stand for a derivative of order k. Its size is the size of
// the differentiated variable over T^k, or 1 if that is more. In a run of a microsecond a voltage may rise by
// 10^6 V/s. When its slope is zero for a moment, rounding alone makes it more than 10^-6, and iterations to
// that accuracy never ended.
//
// Some sizes are known only at the end: BelowTolerance() lists the variables that were always smaller than
// their absolute tolerance, and so were not computed at all. The elements of an array count together. See
// docs/decisions/014.
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/model/initialize/attribute_values.h"
#include "daedalus/system/quantity.h"
#include "daedalus/system/system.h"

namespace daedalus::simulate {

// The size of each variable of the system: its nominal value, or (1) where that applies.
std::vector<double> SizesOf(const System& system, std::span<const char> is_differential,
                            const initialize::AttributeValues& attributes, std::span<const double> y,
                            std::span<const double> yp, double length);

// Watches how large variables become.
class LargestValues {
 public:
  // `absolute`: the absolute tolerances of the quantities, 0 for those in no error test.
  explicit LargestValues(std::vector<double> absolute)
      : absolute_(std::move(absolute)), largest_(absolute_.size(), 0.0) {}

  void Observe(std::span<const double> quantities);
  // A warning that names variables without `nominal`, of `quantities` of the system; nullopt if there are
  // none.
  std::optional<Diagnostic> BelowTolerance(const System& system, std::span<const Quantity> quantities) const;

 private:
  std::vector<double> absolute_, largest_;
};

}  // namespace daedalus::simulate
