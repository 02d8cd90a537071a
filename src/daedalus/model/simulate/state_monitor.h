// Watches whether the chosen states are still good ones.
//
// The states were chosen where the matrices of the choice (causal/choice_matrix.h) were well-conditioned.
// These matrices change along a run, and a much better choice should replace the present one. For example,
// the Cartesian pendulum has the state x near the bottom, and y where the rod is level.
//
// A check costs one elimination of all columns for each matrix. If that is much compared with a step, only
// the chosen columns are factored after a step, because they are sparse. As long as their pivots are about
// those of the last check, their determinant keeps its sign, and no column is exchanged in vain.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "daedalus/numerics/linear/linear_solver.h"
#include "daedalus/programs/causal/choice_matrix.h"
#include "daedalus/programs/codegen/kernel.h"

namespace daedalus::simulate {

// A copy shares only the code of the original.
class StateMonitor {
 public:
  // `given`: the system of the matrix entries; `nominal`: the nominal values of its variables.
  StateMonitor(const System& given, std::vector<causal::ChoiceMatrix> matrices,
               const std::vector<double>& nominal);

  // True if there is anything to choose.
  bool has_choice() const { return !watched_.empty(); }
  // True if another choice could ever become better. It cannot if the matrices consist of numbers and
  // parameters.
  bool may_change() const { return varies_; }
  // Call at the end of each step: is a check due?
  bool IsDue(const codegen::KernelInputs& inputs);
  // How much better another choice would be at this point (causal::ExchangeGain), over all matrices.
  double Gain(const codegen::KernelInputs& inputs);
  // The same, for a look at a point that is not the end of a step.
  double Measure(const codegen::KernelInputs& inputs);
  // How near all choices are to being singular at this point: the least singular value of the matrices that
  // have more columns than rows. Each row is in units of its size at the first call; `units` is empty then.
  double LeastSingularValue(const codegen::KernelInputs& inputs, std::vector<double>& units);

 private:
  // The chosen columns of one matrix.
  struct Chosen {
    linear::CopyableSolver solver;
    std::vector<std::size_t> source;  // of its entries, among all values
    std::vector<double> entries, pivots, last_pivots;
    int last_sign = 0;  // at the last check; 0: there was none, or it was singular
  };
  void Evaluate(const codegen::KernelInputs& inputs);
  double LargestGain() const;
  static int Factor(Chosen& chosen, std::span<const double> values);

  std::vector<causal::ChoiceMatrix> matrices_;
  std::vector<Chosen> watched_;  // the matrices that have a choice
  bool varies_ = false;          // some entry of these varies along a run
  codegen::Kernel kernel_;
  std::vector<double> scales_;  // per entry: the nominal value of its column
  std::vector<double> values_;
  std::int64_t interval_ = 1;  // the most steps from check to check
  std::int64_t steps_ = 0;
};

}  // namespace daedalus::simulate
