#include "daedalus/programs/codegen/time_derivative.h"

#include <algorithm>

#include "daedalus/system/expr/differentiate.h"
#include "daedalus/system/expr/leaves.h"

namespace daedalus::codegen {

TimeDerivativeKernel::TimeDerivativeKernel(System& system) {
  expr::LeafCollector collector;
  expr::Differentiator differentiator(system.graph);
  const ExprId time = system.graph.Time();
  std::vector<ExprId> derivatives;
  for (const EquationId e : IdRange<EquationId>(system.equations.size())) {
    const ExprId residual = system.equations[e].residual;
    if (!collector.Collect(system.graph, residual).has_time) continue;
    const ExprId derivative = differentiator.Partial(residual, time);
    if (system.graph.IsConstant(derivative) && system.graph.constant_value(derivative) == 0) continue;
    derivatives.push_back(derivative);
    rows_.push_back(e.value);
  }
  if (rows_.empty()) return;
  kernel_.emplace(CompileProgram(system.graph, derivatives));
  values_.resize(rows_.size());
}

void TimeDerivativeKernel::Evaluate(const KernelInputs& inputs, std::span<double> out) {
  std::ranges::fill(out, 0.0);
  if (is_zero()) return;
  kernel_->Evaluate(inputs, values_.data());
  for (std::size_t k = 0; k < rows_.size(); ++k) out[rows_[k]] = values_[k];
}

}  // namespace daedalus::codegen
