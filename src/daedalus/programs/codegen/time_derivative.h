// dF/dt: how the residuals depend on time itself, at fixed unknowns. Rosenbrock methods need it; differences
// would cost them two residuals in every step, and the error of differences.
//
// Few equations contain time, those of sources: only their derivatives are built and evaluated, all others
// are zero.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/programs/codegen/kernel.h"
#include "daedalus/system/system.h"

namespace daedalus::codegen {

class TimeDerivativeKernel {
 public:
  // Differentiates the equations of a System, and builds the derivatives in its graph.
  explicit TimeDerivativeKernel(System& system);

  // No equation contains time: dF/dt = 0.
  bool is_zero() const { return rows_.empty(); }
  // out[i] = dF_i/dt, for every equation.
  void Evaluate(const KernelInputs& inputs, std::span<double> out);

  Kernel* kernel() { return kernel_ ? &*kernel_ : nullptr; }  // null where is_zero()

 private:
  std::vector<std::uint32_t> rows_;  // the equations that contain time
  std::optional<Kernel> kernel_;
  std::vector<double> values_;  // of these
};

}  // namespace daedalus::codegen
