// The kernels that a solver evaluates at every step: residual and Jacobian, and dF/dt where its method needs
// it. Other quantities (outputs, conditions, assertions) are kernels of their own,
// Kernel(CompileProgram(graph, expressions)).
//
// y[k] and y'[k] are the variable with id k and its derivative, p[k] the parameter with id k; residual i is
// equation i.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "daedalus/programs/codegen/jacobian.h"
#include "daedalus/programs/codegen/kernel.h"
#include "daedalus/programs/codegen/time_derivative.h"
#include "daedalus/system/system.h"

namespace daedalus::codegen {

// A copy shares the code and the patterns of the original, and nothing else.
class JacobianKernel {
 public:
  explicit JacobianKernel(JacobianProgram jacobian);

  const SparsePattern& pattern() const { return layout_->combined.pattern; }
  const SparsePattern& dy_pattern() const { return layout_->dy; }
  const SparsePattern& dyp_pattern() const { return layout_->dyp; }
  bool dyp_is_constant() const { return layout_->dyp_is_constant; }
  const std::vector<std::string>& approximated() const { return layout_->approximated; }
  // Per variable: its column of dF/dy has constants and parameters only.
  const std::vector<char>& dy_is_constant() const { return layout_->dy_is_constant; }
  // values[k] = dF/dy + c dF/dy' for entry k of pattern().
  void Evaluate(const KernelInputs& inputs, double c, double* values);
  // The two parts, both in the order of pattern().
  void EvaluateUnited(const KernelInputs& inputs, double* dy_values, double* dyp_values);
  // The two parts, each in the order of its own pattern.
  void EvaluateParts(const KernelInputs& inputs, double* dy_values, double* dyp_values);

  Kernel& kernel() { return kernel_; }

 private:
  void EvaluateParts(const KernelInputs& inputs);

  Kernel kernel_;
  std::shared_ptr<const JacobianLayout> layout_;  // copies share it, as they share the code
  std::vector<double> parts_;                     // dF/dy, then dF/dy'
};

struct ModelKernels {
  ModelKernels(KernelProgram residual_program, JacobianProgram jacobian_program);

  Kernel residual;
  JacobianKernel jacobian;
  std::optional<TimeDerivativeKernel> time_derivative;  // where a method needs it

  std::vector<Kernel*> all();
  // The reason why machine code is not in use, if it is not.
  std::optional<std::string> UseMachineCode(const MachineCodeOptions& options = {});
};

// Residual and Jacobian of the equations of a System.
std::unique_ptr<ModelKernels> CompileModel(const System& system);
// Compiles any residuals over the variables 0 .. num_variables-1 (initial equations, blocks).
std::unique_ptr<ModelKernels> CompileModel(const expr::Graph& graph, std::span<const ExprId> residuals,
                                           std::size_t num_variables);

// The derivatives of any expressions of the system by parameters ("dy") and by held values ("dyp").
JacobianProgram CompileInfluences(const System& system, std::span<const ExprId> expressions);

}  // namespace daedalus::codegen
