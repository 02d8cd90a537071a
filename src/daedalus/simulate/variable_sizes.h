// How large is a variable? The absolute tolerance is the relative one times that size.
//
// `nominal` says so. Where it was left out, 1 is a good guess but for quantities that are small in their
// units: nanometres in m, nanomoles in mol. A state s without `nominal` therefore counts as large as
//
//   max(|s|, |s'| T / 100) where it starts with a value, |s'| T where it starts at 0,                  (1)
//
// T the length of the run, if that is below kSmall. It never counts as larger than 1, so that nothing changes
// for ordinary variables; and below 1e-10 of the largest state, and below 1e-40, (1) is rounding, and tells
// nothing. A size that is too small costs some steps while the variable is as small as that, for then it is
// computed to its own digits; it costs none later, when the relative tolerance is the larger one.
//
// An algebraic variable that stands for a derivative of order k, since the index was reduced, counts as large
// as what was differentiated over T^k, or as 1 where that is more: in a run of a microsecond a voltage may
// rise by 10^6 V/s, and where its slope is zero for a moment rounding alone makes it more than 10^-6.
// Iterations that had to find it to that never ended.
//
// What cannot be known at the start is told at the end: BelowTolerance() has the variables that were smaller
// than their absolute tolerance all the time, and so were not computed at all; the elements of an array count
// together. docs/decisions/014.
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "daedalus/diagnostics/diagnostic.h"
#include "daedalus/initialize/attribute_values.h"
#include "daedalus/system/quantity.h"
#include "daedalus/system/system.h"

namespace daedalus::simulate {

// Per variable of the system: nominal values, or (1) where it holds.
std::vector<double> SizesOf(const System& system, std::span<const char> is_differential,
                            const initialize::AttributeValues& attributes, std::span<const double> y,
                            std::span<const double> yp, double length);

// Watches how large variables become.
class LargestValues {
 public:
  // `absolute`: the absolute tolerances of the quantities, 0 for those that no error test looks at.
  explicit LargestValues(std::vector<double> absolute)
      : absolute_(std::move(absolute)), largest_(absolute_.size(), 0.0) {}

  void Observe(std::span<const double> quantities);
  // A warning that names variables without `nominal`, of `quantities` of the system; nothing where there are
  // none.
  std::optional<Diagnostic> BelowTolerance(const System& system, std::span<const Quantity> quantities) const;

 private:
  std::vector<double> absolute_, largest_;
};

}  // namespace daedalus::simulate
