// Warns about variables below their absolute tolerance of which equations take the logarithm, or by which
// they divide.
//
// An error test allows an unknown an error of its absolute tolerance. That is good enough for a sum. But
// log(x) and a/x need the digits of x itself, and an x below its tolerance may have none. A pH from a
// concentration of 1e-12 mol/l was wrong by some hundredths, and could have been wrong by whole units,
// silently. (If x is computed from others, as algebraic variables of the causal form are, it has its digits.)
//
// Two kinds of arguments are left out: those inside branches, which may be guarded, and variables that change
// their sign.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "daedalus/base/diagnostics/diagnostic.h"
#include "daedalus/system/quantity.h"
#include "daedalus/system/system.h"

namespace daedalus::simulate {

class SmallArguments {
 public:
  // `absolute`: the absolute tolerances of the quantities, 0 for those in no error test. `places`: the
  // variables of the system that they are.
  SmallArguments(const System& system, std::span<const Quantity> places, std::span<const double> absolute);

  void Observe(double t, std::span<const double> quantities);
  // A warning about the variable that is smallest relative to its tolerance. `quantities` belong to the given
  // system.
  std::optional<Diagnostic> Find(const System& given, std::span<const Quantity> quantities) const;

 private:
  struct Watched {
    std::size_t quantity = 0;
    double absolute = 0;
    double last = 0, smallest = 0,
           time = 0;  // where its size was smallest without being zero; 0: it was never below the tolerance
    bool changes_sign = false;
    Span span;  // the text of which it is an argument
  };
  std::vector<Watched> watched_;
};

}  // namespace daedalus::simulate
