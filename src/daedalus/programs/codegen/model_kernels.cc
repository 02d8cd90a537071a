#include "daedalus/programs/codegen/model_kernels.h"

#include <algorithm>

namespace daedalus::codegen {

JacobianKernel::JacobianKernel(JacobianProgram jacobian)
    : kernel_(std::move(jacobian.program)),
      layout_(std::make_shared<const JacobianLayout>(std::move(static_cast<JacobianLayout&>(jacobian)))),
      parts_(kernel_.program().num_outputs) {}

void JacobianKernel::EvaluateParts(const KernelInputs& inputs) {
  kernel_.Evaluate(inputs, parts_.data());
}

void JacobianKernel::Evaluate(const KernelInputs& inputs, double c, double* values) {
  EvaluateParts(inputs);
  const linear::PatternUnion& combined = layout_->combined;
  std::fill_n(values, combined.pattern.num_nonzeros(), 0.0);
  const double* part = parts_.data();
  for (const std::int32_t place : combined.first) values[place] = *part++;
  for (const std::int32_t place : combined.second) values[place] += c * *part++;
}

void JacobianKernel::EvaluateUnited(const KernelInputs& inputs, double* dy_values, double* dyp_values) {
  EvaluateParts(inputs);
  const linear::PatternUnion& combined = layout_->combined;
  std::fill_n(dy_values, combined.pattern.num_nonzeros(), 0.0);
  std::fill_n(dyp_values, combined.pattern.num_nonzeros(), 0.0);
  const double* part = parts_.data();
  for (const std::int32_t place : combined.first) dy_values[place] = *part++;
  for (const std::int32_t place : combined.second) dyp_values[place] = *part++;
}

void JacobianKernel::EvaluateParts(const KernelInputs& inputs, double* dy_values, double* dyp_values) {
  EvaluateParts(inputs);
  const std::size_t num_dy = dy_pattern().row_indices.size();
  std::copy_n(parts_.begin(), num_dy, dy_values);
  std::copy_n(parts_.begin() + static_cast<std::ptrdiff_t>(num_dy), dyp_pattern().row_indices.size(),
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

JacobianProgram CompileInfluences(const System& system, std::span<const ExprId> expressions) {
  return CompileJacobian(GroupByShape(system.graph, expressions), expressions.size(),
                         std::max(system.parameters.size(), system.hybrid.held.size()),
                         {.first = InputBlock::kParameter, .second = InputBlock::kHeld});
}

}  // namespace daedalus::codegen
