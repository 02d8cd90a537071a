// How parameters follow each other: the derivatives of their bindings p = P(p), for those that are set from
// outside and for those that follow.
//
//   dp_k = seed_k + sum_j P_kj dp_j        in the order of evaluation; a parameter that was set follows
//   nobody
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "daedalus/programs/codegen/model_kernels.h"
#include "daedalus/system/system.h"

namespace daedalus::model {

class ParameterSlopes {
 public:
  explicit ParameterSlopes(const System& system);

  // The values of all parameters, and per parameter whether it was set from outside.
  void MoveTo(std::span<const double> values, std::span<const char> is_set);
  // From changes that are made to changes of all parameters, in place.
  void Forward(std::span<double> changes) const;
  // From sensitivities to each parameter alone to those with all that follow it, in place.
  void Backward(std::span<double> sensitivities) const;

 private:
  struct Slope {
    ParameterId of, by;  // which follows which
    std::size_t entry = 0;
    double value = 0;
  };
  std::optional<codegen::JacobianKernel> kernel_;  // none: nobody follows anybody
  std::vector<Slope> slopes_;                      // in the order of evaluation
  std::vector<double> values_;
};

}  // namespace daedalus::model
