// Variables that equations take the logarithm of, or divide by, while they are below their absolute
// tolerance.
//
// An error test lets an unknown err by its absolute tolerance. Of a sum that is as good as the tolerance;
// log(x) and a/x take the digits of x itself, and where x is smaller than its tolerance it may have none: a
// pH from a concentration of 1e-12 mol/l was wrong by some hundredths, and would have been by whole units,
// without a word. (Where x is computed from others, as algebraic variables of the causal form are, it has its
// digits.)
//
// Not looked at are arguments inside of branches, which may be guarded there, and variables that change their
// sign.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "daedalus/diagnostics/diagnostic.h"
#include "daedalus/system/quantity.h"
#include "daedalus/system/system.h"

namespace daedalus::simulate {

class SmallArguments {
 public:
  // `absolute`: the absolute tolerances of the quantities, 0 for those that no error test looks at; `places`:
  // what they are in the system.
  SmallArguments(const System& system, std::span<const Quantity> places, std::span<const double> absolute);

  void Observe(double t, std::span<const double> quantities);
  // A warning for the one that is smallest, in its tolerance; `quantities` of the given system.
  std::optional<Diagnostic> Find(const System& given, std::span<const Quantity> quantities) const;

 private:
  struct Watched {
    std::size_t quantity = 0;
    double absolute = 0;
    double last = 0, smallest = 0,
           time = 0;  // of a size that is not zero; 0: none was below the tolerance yet
    bool changes_sign = false;
    Span span;  // where it is an argument
  };
  std::vector<Watched> watched_;
};

}  // namespace daedalus::simulate
