// The equations of one algebraic loop of a Program, as every way to solve it sees them (loop_solver.h):
// values of the residuals and the exact Jacobian at the workspace, and steps of the unknowns.
//
// The unknowns of the iteration are the tearing variables; the inner assignments are substituted into the
// residual equations, and their derivatives come along by the chain rule (Cellier & Kofman (7.19), (7.31)),
// so that one kernel gives residuals and exact Jacobian together. A loop that is not torn is the same with
// nothing to substitute. Of a linear loop A x + b = 0 the kernel gives b and A.
//
// A loop of a step of an integration method (causal::Program::keeps_factors) has a kernel for its residuals
// alone as well.
//
// A copy shares the code of the original, and nothing else.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/numerics/linear/evaluation.h"
#include "daedalus/numerics/linear/sparse_pattern.h"
#include "daedalus/programs/causal/program.h"
#include "daedalus/programs/causal/square_problem.h"
#include "daedalus/programs/codegen/kernel.h"
#include "daedalus/programs/execute/targets.h"
#include "daedalus/programs/execute/workspace.h"

namespace daedalus::execute {

class LoopEquations {
 public:
  // `equations` is the list of the problem that the Program solves. Expressions are built in the graph of the
  // system. `nominal` per variable.
  LoopEquations(System& system, const causal::EquationList& equations, const causal::Program& program,
                const causal::Block& block, std::span<const double> nominal);

  bool is_linear() const { return is_linear_; }
  std::size_t size() const { return unknowns_.size(); }
  std::span<const Quantity> unknowns() const { return unknowns_; }  // of the iteration
  std::span<const Quantity> inner_unknowns() const { return inner_unknowns_; }
  std::span<const EquationId> rows() const { return rows_; }
  std::span<const double> nominal() const { return nominal_; }  // of the unknowns
  const linear::SparsePattern& pattern() const { return pattern_; }

  // At the workspace: the residuals (the absolute terms of a linear loop) and the entries of the matrix.
  void EvaluateTerms(const Workspace& workspace) { kernel_->Evaluate(workspace.inputs(), outputs_.data()); }
  // The same, elsewhere: `out` has outputs().size() values.
  void EvaluateTerms(const Workspace& workspace, std::span<double> out) {
    kernel_->Evaluate(workspace.inputs(), out.data());
  }
  // The matrix times the unknowns: the absolute terms of a linear loop become residuals.
  void AddProducts(const Workspace& workspace);
  // Residuals and entries; false if one of them is not finite.
  bool Evaluate(const Workspace& workspace) {
    EvaluateTerms(workspace);
    if (is_linear_) AddProducts(workspace);
    return linear::AreFinite(outputs_);
  }
  // The residuals alone, where the loop has a kernel for them.
  bool has_residual_kernel() const { return residual_.has_value(); }
  void EvaluateResiduals(const Workspace& workspace) {
    residual_->Evaluate(workspace.inputs(), outputs_.data());
  }
  // The parameters that the matrix consists of, for a linear loop with a kernel for its residuals; nullopt if
  // it contains anything else.
  const std::optional<std::vector<ParameterId>>& matrix_parameters() const { return matrix_parameters_; }

  // What was evaluated last.
  std::span<double> residuals() { return {outputs_.data(), unknowns_.size()}; }
  std::span<const double> residuals() const { return {outputs_.data(), unknowns_.size()}; }
  std::span<const double> entries() const {
    return {outputs_.data() + unknowns_.size(), outputs_.size() - unknowns_.size()};
  }
  std::span<const double> outputs() const { return outputs_; }  // both

  void Read(const Workspace& workspace, std::span<double> z) const { places_.Read(workspace, z); }
  void Set(Workspace& workspace, std::span<const double> z) const { places_.Write(z, workspace); }
  // The unknowns become the negative step: the solution of a linear loop.
  void SetNegative(Workspace& workspace, std::span<const double> step) const {
    places_.Visit(workspace, [step](std::size_t i, double& value) { value = 0 - step[i]; });
  }
  void Subtract(Workspace& workspace, std::span<const double> step) const {
    places_.Visit(workspace, [step](std::size_t i, double& value) { value -= step[i]; });
  }
  // The largest change, in units of the unknowns and their nominal values.
  double SizeOf(const Workspace& workspace, std::span<const double> step) const {
    double size = 0, sum = 0;
    places_.Visit(workspace, [&](std::size_t i, double value) {
      const double unit = std::abs(value) + nominal_[i], change = std::abs(step[i]);
      sum += change + unit;  // a value that is none is seen, too
      if (change > size * unit) size = change / unit;
    });
    return std::isfinite(sum) ? size : sum;
  }
  // Of the residuals at the workspace, in units of what changes of the unknowns by their own size would do.
  struct Worst {
    std::size_t row = 0;
    double size = 0;
  };
  Worst WorstResidual(const Workspace& workspace);

  // The inner unknowns, once the tearing variables are known: computes them, and writes what was computed.
  std::span<const double> EvaluateInner(const Workspace& workspace);
  void WriteInner(Workspace& workspace) const { inner_.Write(inner_values_, workspace); }
  void AssignInner(Workspace& workspace) {
    if (inner_.size() == 0) return;
    EvaluateInner(workspace);
    WriteInner(workspace);
  }

  // For the change to machine code.
  std::vector<codegen::Kernel*> kernels();

 private:
  bool is_linear_;
  std::vector<Quantity> unknowns_;
  std::vector<EquationId> rows_;
  Targets places_;  // of the unknowns
  std::vector<double> nominal_;
  Targets inner_;
  std::vector<Quantity> inner_unknowns_;  // in its order
  linear::SparsePattern pattern_;
  std::optional<codegen::Kernel> kernel_;  // residuals (absolute terms, where they are linear), then the
                                           // entries of the Jacobian in pattern order
  std::optional<codegen::Kernel> inner_kernel_;  // the inner unknowns
  std::optional<codegen::Kernel> residual_;      // the residuals alone; none: factors are not kept
  std::optional<std::vector<ParameterId>> matrix_parameters_;
  std::vector<double> outputs_, inner_values_;
  std::vector<double> units_;  // of the residuals
};

}  // namespace daedalus::execute
