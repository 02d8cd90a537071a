// Some equations are replaced by combinations with others, because the structure of the model is wrong
// (causal/structure_conversion.h). This class watches whether the combinations are still good.
//
// A combination says what the replaced equation said as long as the multiplier of that equation is not zero.
// Multipliers may vary along a run: those of two equations may be the cosine and the sine of an angle, and
// each of them vanishes now and then. The multiplier of the replaced equation was the largest when it was
// chosen. If it has become small against the others, or against its former value, another equation should be
// replaced.
//
// Reference: G. Tan, N. S. Nedialkov, J. D. Pryce, BIT 57 (2017) 845-865. Their conversion is valid where
// that multiplier is not zero.
#pragma once

#include <cstddef>
#include <vector>

#include "daedalus/programs/causal/structure_conversion.h"
#include "daedalus/programs/codegen/kernel.h"

namespace daedalus::simulate {

class CombinationWatch {
 public:
  CombinationWatch(const System& system, const causal::ConversionReport& report);

  // True if there are combinations that may become bad.
  bool is_needed() const { return !combinations_.empty(); }
  // After a step: should the equations be combined anew?
  bool IsDue(const codegen::KernelInputs& inputs);
  // The equations were combined anew, with the same result. Waits until the combination is twice as bad.
  void Confirm();
  // The run begins to use these combinations at this point.
  void Begin(const codegen::KernelInputs& inputs);

 private:
  struct Combination {
    std::size_t first = 0, count = 0;  // its multipliers, the one of the replaced equation first
    // that multiplier when it was chosen or last examined; 0: not known yet
    double own = 0;
    double share = 0;  // its share of the largest multiplier; below this share IsDue is true
  };
  void Evaluate(const codegen::KernelInputs& inputs);

  std::vector<Combination> combinations_;
  codegen::Kernel kernel_;
  std::vector<double> values_;
};

}  // namespace daedalus::simulate
