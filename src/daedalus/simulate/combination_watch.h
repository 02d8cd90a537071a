// Whether equations that were combined with others, because their structure lied
// (causal/structure_conversion.h), are still combined well.
//
// The combination says what the replaced equation said as long as the multiplier of that one is not zero.
// Multipliers that vary do so along a run: those of two equations may be the cosine and the sine of an angle,
// of which each vanishes now and then. The one of the replaced equation was the largest when it was chosen;
// where it has become small against those of the others, or against what it was, another equation should give
// way.
//
// Reference: G. Tan, N. S. Nedialkov, J. D. Pryce, BIT 57 (2017) 845-865, whose conversion is valid where
// that multiplier is not zero.
#pragma once

#include <cstddef>
#include <vector>

#include "daedalus/causal/structure_conversion.h"
#include "daedalus/codegen/kernel.h"

namespace daedalus::simulate {

class CombinationWatch {
 public:
  CombinationWatch(const System& system, const causal::ConversionReport& report);

  // There are combinations that may become bad.
  bool is_needed() const { return !combinations_.empty(); }
  // After a step: is it time to combine the equations anew?
  bool IsDue(const codegen::KernelInputs& inputs);
  // They were, with the same result: so not before it is twice as bad.
  void Confirm();
  // The run begins to use these combinations, here.
  void Begin(const codegen::KernelInputs& inputs);

 private:
  struct Combination {
    std::size_t first = 0, count = 0;  // its multipliers, that of the replaced equation first
    double own = 0;                    // what that was when it was chosen or looked at last; 0: not known yet
    double share = 0;                  // of the largest: below it is time
  };
  void Evaluate(const codegen::KernelInputs& inputs);

  std::vector<Combination> combinations_;
  codegen::Kernel kernel_;
  std::vector<double> values_;
};

}  // namespace daedalus::simulate
