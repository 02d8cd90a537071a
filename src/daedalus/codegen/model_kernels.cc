#include "daedalus/codegen/model_kernels.h"

#include <algorithm>

namespace daedalus::codegen {

JacobianKernel::JacobianKernel(JacobianProgram jacobian)
    : kernel_(std::move(jacobian.program)),
      dy_(std::move(jacobian.dy)),
      dyp_(std::move(jacobian.dyp)),
      combined_(std::move(jacobian.combined)),
      dy_is_constant_(std::move(jacobian.dy_is_constant)),
      dyp_is_constant_(jacobian.dyp_is_constant),
      parts_(kernel_.program().num_outputs) {}

void JacobianKernel::Evaluate(const KernelInputs& inputs, double c, double* values) {
  kernel_.Evaluate(inputs, parts_.data());
  std::fill_n(values, combined_.pattern.num_nonzeros(), 0.0);
  const double* part = parts_.data();
  for (const std::int32_t place : combined_.first) values[place] = *part++;
  for (const std::int32_t place : combined_.second) values[place] += c * *part++;
}

void JacobianKernel::EvaluateUnited(const KernelInputs& inputs, double* dy_values, double* dyp_values) {
  kernel_.Evaluate(inputs, parts_.data());
  std::fill_n(dy_values, combined_.pattern.num_nonzeros(), 0.0);
  std::fill_n(dyp_values, combined_.pattern.num_nonzeros(), 0.0);
  const double* part = parts_.data();
  for (const std::int32_t place : combined_.first) dy_values[place] = *part++;
  for (const std::int32_t place : combined_.second) dyp_values[place] = *part++;
}

void JacobianKernel::EvaluateParts(const KernelInputs& inputs, double* dy_values, double* dyp_values) {
  kernel_.Evaluate(inputs, parts_.data());
  std::copy_n(parts_.begin(), dy_.row_indices.size(), dy_values);
  std::copy_n(parts_.begin() + static_cast<std::ptrdiff_t>(dy_.row_indices.size()), dyp_.row_indices.size(),
              dyp_values);
}

ModelKernels::ModelKernels(KernelProgram residual_program, JacobianProgram jacobian_program)
    : residual(std::move(residual_program)), jacobian(std::move(jacobian_program)) {}

std::vector<Kernel*> ModelKernels::all() {
  std::vector<Kernel*> out = {&residual, &jacobian.kernel()};
  if (time_derivative && !time_derivative->is_zero()) out.push_back(time_derivative->kernel());
  return out;
}

std::optional<std::string> ModelKernels::UseMachineCode(const MachineCodeOptions& options) {
  for (Kernel* kernel : all()) {
    if (auto reason = kernel->UseMachineCode(options)) return reason;
  }
  return std::nullopt;
}

std::unique_ptr<ModelKernels> CompileModel(const expr::Graph& graph, std::span<const ExprId> residuals,
                                           std::size_t num_variables) {
  const std::vector<ShapeGroup> groups = GroupByShape(graph, residuals);
  return std::make_unique<ModelKernels>(CompileProgram(groups, residuals.size()),
                                        CompileJacobian(groups, residuals.size(), num_variables));
}

std::unique_ptr<ModelKernels> CompileModel(const System& system) {
  std::vector<ExprId> residuals;
  residuals.reserve(system.equations.size());
  for (const Equation& equation : system.equations) residuals.push_back(equation.residual);
  return CompileModel(system.graph, residuals, system.variables.size());
}

}  // namespace daedalus::codegen
