// Watches whether the chosen states are still good ones.
//
// The states were chosen where the matrices of the choice (causal/choice_matrix.h) were well-conditioned.
// Along a run they change, and where another choice would be much better, it should be made: the Cartesian
// pendulum has x for a state near the bottom and y where the rod is level.
//
// A look costs one elimination of all columns for each matrix. Where that is much compared with a step, only
// the chosen columns are factored after a step, which are sparse: as long as their pivots are about those of
// the last look, their determinant has its sign, and no column is exchanged in vain.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "daedalus/causal/choice_matrix.h"
#include "daedalus/codegen/kernel.h"
#include "daedalus/linear/linear_solver.h"

namespace daedalus::simulate {

// A copy shares the code of the original, and nothing else.
class StateMonitor {
 public:
  // `given`: the system that the entries belong to; `nominal` of its variables.
  StateMonitor(const System& given, std::vector<causal::ChoiceMatrix> matrices,
               const std::vector<double>& nominal);

  // Whether there is anything to choose at all.
  bool has_choice() const { return !watched_.empty(); }
  // Whether another one could ever become better: where the matrices consist of numbers and parameters, it
  // cannot.
  bool may_change() const { return varies_; }
  // After a step, at its end: is it time to look?
  bool IsDue(const codegen::KernelInputs& inputs);
  // How much better another choice would be there (causal::ExchangeGain), over all matrices.
  double Gain(const codegen::KernelInputs& inputs);
  // How near all choices are to being singular there: the least singular value of the matrices that have more
  // columns than rows, their rows in units of what they were where it was asked first (`units` is empty
  // then).
  double LeastSingularValue(const codegen::KernelInputs& inputs, std::vector<double>& units);

 private:
  // The chosen columns of one matrix.
  struct Chosen {
    linear::CopyableSolver solver;
    std::vector<std::size_t> source;  // of its entries among all values
    std::vector<double> entries, pivots, last_pivots;
    int last_sign = 0;  // at the last look; 0: there was none, or it was singular
  };
  void Evaluate(const codegen::KernelInputs& inputs);
  static int Factor(Chosen& chosen, std::span<const double> values);

  std::vector<causal::ChoiceMatrix> matrices_;
  std::vector<Chosen> watched_;  // of the matrices that have a choice
  bool varies_ = false;          // some entry of these does, along a run
  codegen::Kernel kernel_;
  std::vector<double> scales_;  // per entry: the nominal value of its column
  std::vector<double> values_;
  std::int64_t interval_ = 1;  // at most so many steps from look to look
  std::int64_t steps_ = 0;
};

}  // namespace daedalus::simulate
