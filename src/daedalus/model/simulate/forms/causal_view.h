// The causal view: x' = f(t, x), and the unknowns of the integrator are the states (execute/ode_model.h).
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "daedalus/model/simulate/forms/integrator_view.h"

namespace daedalus::simulate {

class CausalView : public IntegratorView {
 public:
  CausalView(SegmentEquations& equations, const QuantityPlaces& places,
             std::unique_ptr<execute::OdeModel> ode)
      : IntegratorView(equations, places), ode_(std::move(ode)) {}

  std::span<const VariableId> unknowns() const override { return ode_->states(); }
  bool has_all_variables() const override { return false; }
  execute::OdeModel* causal() override { return ode_.get(); }
  bool has_algebraic_unknowns() const override { return false; }
  integrate::DaeProblem Problem() override { return ode_->Problem(); }
  integrate::Tolerances TolerancesOf(integrate::Tolerances of_all) const override;
  void AddFacts(const integrate::DaeProblem& problem, const integrate::Tolerances& tolerances, double t,
                const initialize::InitialValues& values, integrate::ProblemFacts& facts) override;
  std::vector<codegen::Kernel*> Kernels() override;
  void TakeRefresh() override { ode_->SetRefresh(equations_.refresh); }

  UnknownValues Begin(const initialize::InitialValues& values) override;
  std::optional<WholePoint> Complete(double t, std::span<const double> y,
                                     std::span<const double> yp) override;
  bool TakeBack(double t, const execute::Workspace& moved, std::span<double> y,
                std::span<double> yp) override;
  std::optional<WholePoint> Computed() const override {
    return WholePoint{ode_->workspace().y, ode_->workspace().yp};
  }
  std::optional<initialize::InitialValues> SolveEvent(double t, std::span<const double> quantities) override;

  void ConfirmBranches() override { ode_->ConfirmBranches(); }
  bool CameToFold() const override;
  std::unique_ptr<LoopWatch> MakeWatch(bool is_corrected) override;

  std::optional<Diagnostic> ExplainEvaluation(const SolutionEnd& end,
                                              const integrate::Integrator& integrator) override;
  std::optional<Diagnostic> ExplainUnsolved(const SolutionEnd& end) override;
  Diagnostic ExplainNoSolution(const SolutionEnd& end, const integrate::Integrator* integrator,
                               double last_read) override;
  integrate::StepOutcome InAllVariables(integrate::StepOutcome failure) const override;
  std::optional<Diagnostic> FindUndetermined() override;

 protected:
  execute::OdeModel& ode() { return *ode_; }
  // Repeats the failure just behind the end of the solution, so that it is the last one.
  virtual void NarrowEnd(const integrate::Integrator& integrator, double last_read);

 private:
  std::unique_ptr<execute::OdeModel> ode_;
};

}  // namespace daedalus::simulate
