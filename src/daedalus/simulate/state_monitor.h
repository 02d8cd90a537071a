// Watches whether the chosen states are still good ones.
//
// The states were chosen where the matrices of the choice (causal/choice_matrix.h) were well-conditioned.
// Along a run they change, and where another choice would be much better, it should be made: the Cartesian
// pendulum has x for a state near the bottom and y where the rod is level.
//
// A check costs an evaluation of the entries and one elimination for each matrix. Where that is much compared
// with a step, not every step is followed by one.
#pragma once

#include <cstdint>
#include <vector>

#include "daedalus/causal/choice_matrix.h"
#include "daedalus/codegen/kernel.h"

namespace daedalus::simulate {

class StateMonitor {
 public:
  // `given`: the system that the entries belong to; `nominal` of its variables.
  StateMonitor(const System& given, std::vector<causal::ChoiceMatrix> matrices,
               const std::vector<double>& nominal);

  // After a step: is it time to look?
  bool IsDue() { return ++steps_ % interval_ == 0; }
  // How much better another choice would be there (causal::ExchangeGain), over all matrices.
  double Gain(const codegen::KernelInputs& inputs);

 private:
  std::vector<causal::ChoiceMatrix> matrices_;
  codegen::Kernel kernel_;
  std::vector<double> scales_;  // per entry: the nominal value of its column
  std::vector<double> values_;
  std::int64_t interval_ = 1;
  std::int64_t steps_ = 0;
};

}  // namespace daedalus::simulate
