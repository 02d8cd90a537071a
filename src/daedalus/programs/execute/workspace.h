// Where a Program is executed: all variables and derivatives of a system at one time. States, time and
// parameters are put in, everything else comes out; what was there before serves as the first guess of the
// loops.
#pragma once

#include <array>
#include <atomic>
#include <span>
#include <vector>

#include "daedalus/base/work_clock.h"
#include "daedalus/programs/causal/program.h"
#include "daedalus/programs/codegen/interpreter.h"

namespace daedalus::execute {

struct Workspace {
  template <class Self>
  static auto& Find(Self& self, const Quantity& quantity) {
    const std::size_t v = quantity.variable.index();
    if (quantity.order == 0) return self.y[v];
    return quantity.order == 1 ? self.yp[v] : self.higher[static_cast<std::size_t>(quantity.order) - 2][v];
  }

  double time = 0;
  std::vector<double> y, yp;
  // Derivatives of the orders 2 and 3; empty where no Program asks for them.
  std::array<std::vector<double>, codegen::kMaxDerivativeOrder - 1> higher = {};
  std::span<const double> parameters = {};
  std::span<const double> held = {};             // between events (system/hybrid.h)
  const std::atomic<bool>* cancelled = nullptr;  // set from outside: loops give up; null: never

  WorkClock* clock = nullptr;  // measures the steps of a Program; null: nobody does

  // No step depends on this point: loops that keep their branch may come nearer to a fold than in a step
  // (loop_solver.h).
  bool is_only_read = false;

  bool is_cancelled() const { return cancelled && cancelled->load(std::memory_order_relaxed); }
  codegen::KernelInputs inputs() const {
    codegen::KernelInputs out(time, y.data(), yp.data(), parameters.data(), held.data());
    out[codegen::InputBlock::kSecondDerivative] = higher[0].data();
    out[codegen::InputBlock::kThirdDerivative] = higher[1].data();
    return out;
  }
  double At(const Quantity& quantity) const { return Find(*this, quantity); }
  double& At(const Quantity& quantity) { return Find(*this, quantity); }
};

}  // namespace daedalus::execute
