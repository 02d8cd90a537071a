// One choice of states, compiled. It never changes, so any number of instances of the model, in any number of
// threads, can share it. Each instance copies the kernels, which share their code (codegen/kernel.h), and has
// its own parameter values, registers and work arrays.
#pragma once

#include <memory>
#include <mutex>
#include <optional>

#include "daedalus/model/compile/prepare_model.h"
#include "daedalus/model/initialize/initial_program.h"
#include "daedalus/programs/codegen/model_kernels.h"
#include "daedalus/programs/execute/invariant_set.h"
#include "daedalus/programs/execute/loop_determinants.h"
#include "daedalus/programs/execute/ode_model.h"
#include "daedalus/programs/execute/program_runner.h"

namespace daedalus::compile {

class CompiledChoice {
 public:
  // In the causal form on request, if that is possible. Otherwise in the residual form, without variables
  // that have a simple assignment.
  CompiledChoice(PreparedModel model, bool wants_ode);
  CompiledChoice(const CompiledChoice&) = delete;
  CompiledChoice& operator=(const CompiledChoice&) = delete;

  const PreparedModel& model() const { return model_; }  // the model after elimination
  const codegen::ModelKernels& kernels() const { return *kernels_; }
  const execute::OdeModel* ode() const { return ode_.get(); }  // null: the residual form
  // computes eliminated variables
  const std::optional<codegen::Kernel>& recovery() const { return recovery_; }
  // nullopt if there are none, or if the equations are integrated as they stand.
  const std::optional<execute::InvariantSet>& invariants() const { return invariants_; }
  // The initial problem, for the one plan of the model. It is compiled when first needed.
  const initialize::InitialProgram& StartProgram(const initialize::InitialPlan& plan) const;
  // dF/dt of the equations, for methods that use it. It is compiled when first needed.
  const codegen::TimeDerivativeKernel& TimeDerivative() const;
  // The derivatives of the equations by parameters and held values (codegen::JacobianLeaves). Compiled when
  // first needed.
  const codegen::JacobianKernel& Influences() const;
  // All equations before elimination, block by block, for events of the residual form; likewise.
  const execute::ProgramRunner& Blocks() const;
  // The determinants of its nonlinear loops. Compiled when first needed.
  const execute::LoopDeterminants& Determinants() const;
  // True if the code that was compiled for other parameter values holds for these.
  bool HoldsFor(std::span<const double> parameters) const {
    return model_.program.HoldsFor(model_.parameters, parameters);
  }

 private:
  PreparedModel model_;
  std::unique_ptr<codegen::ModelKernels> kernels_;
  std::unique_ptr<const execute::OdeModel> ode_;
  std::optional<codegen::Kernel> recovery_;
  std::optional<execute::InvariantSet> invariants_;
  mutable std::once_flag start_compiled_, time_derivative_compiled_, influences_compiled_, blocks_compiled_,
      determinants_compiled_;
  mutable std::optional<codegen::TimeDerivativeKernel> time_derivative_;
  mutable std::optional<codegen::JacobianKernel> influences_;
  mutable std::unique_ptr<const initialize::InitialProgram> start_;
  mutable std::optional<execute::ProgramRunner> blocks_;
  mutable execute::LoopDeterminants determinants_;
};

}  // namespace daedalus::compile
